/** Commands that a skill should not hand to an agent: downloads run unseen, shells to elsewhere, code run at load, data destroyed. */
import { fieldLine } from "../frontmatter.ts";
import type { SkillFinding } from "../model.ts";
import { type Chain, chainsIn, spansOf } from "./matches.ts";
import { excerpt, finding, type LintInput } from "./report.ts";

const DOWNLOAD = "\\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod|fetch)\\b";
const SHELL =
  "(?:sudo\\s+(?:-\\S+\\s+)*)?(?:env\\s+(?:\\w+=\\S+\\s+)*)?(?:/(?:usr/)?bin/)?(?:(?:ba|z|da|k|fi)?sh(?:\\s+-(?!c\\b)\\S*)*|(?:python[\\d.]*|node|perl|ruby|php|osascript)(?:\\s+-)?(?=\\s*(?:$|[;&)\"'`|])))";
/** Gaps have a bound, for a pattern that may begin anywhere and go on for ever takes the square of a line's length. */
const GAP = "{0,2000}";
/** Two gaps in one pattern. */
const SHORT_GAP = "{0,500}";
/** Rest of a command up to its end; a backslash before the line ending continues it. */
const REST = `(?:\\\\\\r?\\n|[^\\n;])${GAP}?`;

const PIPED: readonly RegExp[] = [
  new RegExp(`${DOWNLOAD}${REST}\\|\\s*${SHELL}(?=\\s|$|[;&)"'\`|])`, "gimu"),
  new RegExp(
    `(?:\\b(?:bash|sh|zsh|source|python3?)|(?:^|[;&|]\\s*)\\.)\\s+(?:-\\S+\\s+)*<\\(\\s*${DOWNLOAD}[^\\n)]${GAP}\\)?`,
    "gimu",
  ),
  new RegExp(`\\b(?:(?:ba|z|da)?sh\\s+-c|eval|source)\\s+["']?(?:\\$\\(|\`)\\s*${DOWNLOAD}[^\\n)]*`, "gimu"),
  new RegExp(`\\b(?:iex|Invoke-Expression)\\b[^\\n]${GAP}?(?:${DOWNLOAD}|DownloadString)[^\\n]*`, "gimu"),
  new RegExp(`(?:${DOWNLOAD}|DownloadString)[^\\n;]${GAP}\\|\\s*(?:iex|Invoke-Expression)\\b`, "gimu"),
  // Saved first and run in the same breath: nobody looked at it in between either.
  new RegExp(
    `${DOWNLOAD}[^\\n;|]${SHORT_GAP}?\\s(?:-o|-O|--output|--output-document|>)[ =]?\\s*["']?(\\S{1,500}?)["']?(?:\\s[^\\n;|]${SHORT_GAP})?(?:&&|;)\\s*(?:chmod\\s[^\\n;&]*&&\\s*)?(?:sudo\\s+)?(?:(?:ba|z|da)?sh|source|python[\\d.]*|node|perl)?\\s*(?:\\./)?\\1(?=\\s|$|[;&)"'\`])`,
    "gimu",
  ),
  new RegExp(
    `\\b(?:base64\\s+(?:-d|-D|--decode)|xxd\\s+-r(?:\\s+-p)?)\\b[^\\n;|]${GAP}\\|\\s*${SHELL}(?=\\s|$|[;&)"'\`|])`,
    "gimu",
  ),
];

const PIPED_IN_A_LINE: readonly Chain[] = [
  [
    /\b(?:python[\d.]*|node|perl|ruby|php)\s+-[ce]\s/giu,
    /\b(?:exec|eval)/giu,
    /(?:urlopen|requests\.get|urllib|http\.get|fetch\s*\(|LWP|open-uri|file_get_contents).*/giu,
  ],
];

/** A shell or a pipe to another machine. */
const REMOTE_SHELL: readonly RegExp[] = [
  /\/dev\/(?:tcp|udp)\/\S+/gu,
  /\b(?:nc|ncat|netcat)\b[^\n;|]{0,2000}\s(?:-\w*[ec]\w*|--exec|--sh-exec)[ =]\s*\S+/gu,
  /\bsocat\b[^\n;]{0,2000}\bexec:[^\n;]*/giu,
];

const DESTRUCTIVE: readonly [RegExp, string][] = [
  [
    /\brm\s+(?:-[a-z]*\s+)*-[a-z]*(?:rf|fr|r\s+-f|f\s+-r)[a-z]*\s+(?:--no-preserve-root\s+)?["']?(?:\/(?:\*|\s|$|["'`])|~\/?(?:\s|$|["'`*])|\$HOME\/?(?:\s|$|["'`*])|\*(?:\s|$))/gimu,
    "deletes the root, the home directory or everything in sight",
  ],
  [/\bmkfs(?:\.\w+)?\s+\S*\/dev\//gimu, "formats a disk"],
  [/\bdd\s+[^\n]{0,2000}\bof=\/dev\/(?:sd|hd|nvme|disk|mmcblk)/gimu, "overwrites a disk"],
  [/:\(\)\s*\{\s*:\s*\|\s*:\s*&\s*\}\s*;\s*:/gu, "is a fork bomb"],
  [/\bgit\s+push\b[^\n]{0,2000}(?:\s--force(?!-with-lease)\b|\s-f\b)/gimu, "overwrites the history of others"],
  [/\bgit\s+(?:reset\s+--hard|clean\s+-[a-z]*f[a-z]*d?[a-z]*x?)\b/gimu, "throws uncommitted work away"],
  [/\bchmod\s+-R\s+(?:0?777|a\+rwx)\b/gimu, "opens files to everybody"],
  [/\b(?:DROP\s+(?:DATABASE|SCHEMA)|TRUNCATE\s+TABLE)\s+\w/gu, "deletes data that cannot be brought back"],
];

export function commandFindings(input: LintInput): SkillFinding[] {
  return [
    ...pipedFindings(input),
    ...remoteShellFindings(input),
    ...loadTimeFindings(input),
    ...destructiveFindings(input),
  ];
}

function pipedFindings({ document, places }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const { start, end } of [...spansOf(PIPED, document.text), ...chainsIn(document.text, PIPED_IN_A_LINE)]) {
    const command = document.text.slice(start, end);
    // A mention ("avoid `curl | bash`") names no source.
    const hasSource = /:\/\/|\$\{?\w|<[\w-]+>|\w\.\w{2,}|@/u.test(command);
    // To decode something and run it has no honest use in a skill, whatever the words around it say.
    const isDecoded = /^(?:base64|xxd)/u.test(command);
    const severity = !isDecoded && (!hasSource || places.isWarnedOf(start)) ? "advice" : "error";
    const what = isDecoded ? "It decodes something and runs it unseen" : "It runs what it downloads unseen";
    found.push(
      finding(
        "pipe_to_shell",
        severity,
        places.lineOf(start),
        `${what}: "${excerpt(command, 120)}".`,
        "Download to a file, check it (checksum, reading), then run it; or use a package manager.",
      ),
    );
  }
  return found;
}

function remoteShellFindings({ document, places }: LintInput): SkillFinding[] {
  return REMOTE_SHELL.flatMap((pattern) =>
    [...document.text.matchAll(pattern)].map((match) =>
      finding(
        "remote_shell",
        places.isWarnedOf(match.index) ? "advice" : "error",
        places.lineOf(match.index),
        `It connects a shell or a file to another machine: "${excerpt(match[0], 120)}".`,
        "Use a client that is made for the job (ssh, curl), to a host that the person names.",
      ),
    ),
  );
}

function loadTimeFindings({ document, places }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const match of document.text.matchAll(/(?<=^|\s)!`[^`\n]+`/gmu)) {
    const severity = places.inFence(match.index) ? "advice" : "error";
    found.push(
      finding(
        "load_time_command",
        severity,
        places.lineOf(match.index),
        `Claude Code runs this when it loads the skill: ${excerpt(match[0])}.`,
        "Put a space behind the `!`, or write the command as a step.",
      ),
    );
  }
  for (const match of document.text.matchAll(/^[ \t]*(?:`{3,}|~{3,})[ \t]*!/gmu)) {
    found.push(
      finding(
        "load_time_command",
        "error",
        places.lineOf(match.index),
        "A code block marked `!` is run when Claude Code loads the skill.",
        "Delete the `!`.",
      ),
    );
  }
  const { data } = document.frontmatter ?? { data: {} as Record<string, unknown> };
  if (data.hooks !== undefined && data.hooks !== null) {
    found.push(
      finding(
        "hooks_in_skill",
        "error",
        fieldLine(document, "hooks"),
        "The frontmatter declares hooks: commands that run by themselves for the rest of a session.",
        "Delete `hooks`; let the user set hooks up.",
      ),
    );
  }
  const allowed = data["allowed-tools"];
  const tools = Array.isArray(allowed) ? allowed.map(String) : typeof allowed === "string" ? splitTools(allowed) : [];
  const broad = tools.filter((tool) =>
    /^(?:\*|all|(?:Bash|Shell|shell|bash|exec|run_shell_command)(?:\((?:\*|\*:\*|:\*)?\))?)$/.test(tool.trim()),
  );
  if (broad.length > 0) {
    found.push(
      finding(
        "broad_allowed_tools",
        "advice",
        fieldLine(document, "allowed-tools"),
        `\`allowed-tools\` lets the skill run any command without asking: ${broad.join(", ")}.`,
        "Name the commands, as in `Bash(git status:*)`.",
      ),
    );
  }
  return found;
}

/** Splits at spaces and commas that are not inside brackets. */
function splitTools(text: string): string[] {
  return text.match(/[^\s,()]+(?:\([^)]*\))?/g) ?? [];
}

function destructiveFindings({ document, places }: LintInput): SkillFinding[] {
  const found: SkillFinding[] = [];
  for (const [pattern, effect] of DESTRUCTIVE) {
    for (const match of document.text.matchAll(pattern)) {
      if (places.isWarnedOf(match.index)) continue;
      found.push(
        finding(
          "destructive_command",
          "advice",
          places.lineOf(match.index),
          `"${excerpt(match[0])}" ${effect}.`,
          "Say when this is right, and that the user must agree first.",
        ),
      );
    }
  }
  return found;
}
