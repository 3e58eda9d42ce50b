/**
 * May this command run? Only when every simple command in it, wherever it stands, is one that is known to read and nothing
 * else (`programs.ts`), and nothing is left for the shell to compute. What runs is not the text that came but a script
 * printed from the checked tree with every word quoted: where this parser and bash would disagree, bash has no say.
 */
import {
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Statement,
  type Word,
} from "unbash";
import { AutoskillError } from "../../../base/index.ts";
import { refuse } from "../refusal.ts";
import { MOST_PROGRAMS } from "./bounds.ts";
import type { Call, CommandVerdict } from "./model.ts";
import { pathIn, printRedirection, type Walk } from "./operands.ts";
import { PROGRAMS } from "./programs.ts";
import { refusedProgram } from "./reasons.ts";
import { type Argument, excerpt, readWord } from "./words.ts";

const MAX_LENGTH = 8_000;
const MAX_NESTING = 4;

export interface PolicyOptions {
  /** Real path of the project: absolute paths below it are understood. Without it every absolute path is refused. */
  root?: string;
}

/** @example isReadOnlyCommand("find . -delete") // { ok: false, code: "SHELL_CHANGES", why: …, instead: … } */
export function isReadOnlyCommand(text: string, options: PolicyOptions = {}): CommandVerdict {
  const walk: Walk = {
    root: options.root,
    directory: ".",
    reads: [],
    paths: [],
    history: false,
    git: [],
    computed: false,
    programs: 0,
    depth: 0,
  };
  try {
    const script = scriptOf(text, walk);
    const { programs, reads, paths, history, git, computed } = walk;
    if (programs > MOST_PROGRAMS) throw tooMany(programs);
    return { ok: true, script, programs, reads, paths, history, git, computed };
  } catch (error) {
    if (!AutoskillError.isInstance(error)) {
      return {
        ok: false,
        code: "SHELL_UNCLEAR",
        why: "The command cannot be read.",
        instead: "Write one simple command.",
      };
    }
    return { ok: false, code: error.code, why: error.message, instead: error.next ?? "Go on without it." };
  }
}

function tooMany(programs: number): AutoskillError {
  return refuse("SHELL_TOO_LONG", `The command runs ${programs} programs; ${MOST_PROGRAMS} are allowed.`, "Split it.");
}

function scriptOf(text: string, walk: Walk): string {
  if (text.trim() === "")
    throw refuse("SHELL_EMPTY", "There is no command.", "Write one, for example `git log --oneline -5`.");
  if (text.length > MAX_LENGTH) {
    throw refuse(
      "SHELL_TOO_LONG",
      `The command has ${text.length} characters; ${MAX_LENGTH} are allowed.`,
      "Split it.",
    );
  }
  const odd = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u.exec(text);
  if (odd !== null || !text.isWellFormed()) {
    throw refuse(
      "SHELL_CHARACTERS",
      `The command holds a character that looks like nothing or like a space (U+${(odd?.[0].codePointAt(0) ?? 0xfffd).toString(16).toUpperCase().padStart(4, "0")}).`,
      "Type it again with plain spaces.",
    );
  }
  if (/\\\r?\n/.test(text))
    throw refuse("SHELL_CONTINUATION", "The command is continued over a line's end.", "Write it on one line.");
  return printScript(parse(text), walk);
}

function printScript(script: ParsedScript, walk: Walk): string {
  const error = script.errors?.[0];
  if (error !== undefined) {
    throw refuse(
      "SHELL_SYNTAX",
      `The command is not complete or not valid: ${error.message}.`,
      "Write one simple command, or several joined by `|`, `&&` or `;`.",
    );
  }
  return printStatements(script.commands, walk);
}

function printStatements(statements: readonly Statement[], walk: Walk): string {
  return statements
    .map((statement) => {
      if (statement.background === true)
        throw refuse("SHELL_BACKGROUND", "`&` leaves a command running.", "Join the commands with `;` or `&&`.");
      return printNode(statement.command, walk);
    })
    .join("; ");
}

function printNode(node: Statement["command"], walk: Walk): string {
  if (node.type === "AndOr") {
    return node.commands
      .map((part, index) => `${index === 0 ? "" : ` ${node.operators[index - 1]} `}${printPipeline(part, walk)}`)
      .join("");
  }
  return printPipeline(node, walk);
}

function printPipeline(node: PipelineNode, walk: Walk): string {
  if (node.type !== "Pipeline") return printCommand(node, walk, false);
  const { directory } = walk;
  const shown: string[] = [];
  let fromHistory = false;
  node.commands.forEach((command, index) => {
    const before = walk.history;
    walk.history = false;
    if (index > 0 && fromHistory) refuseDisguise(command);
    const operator = index === 0 ? "" : node.operators[index - 1] === "|&" ? " 2>&1 | " : " | ";
    shown.push(`${operator}${printCommand(command, walk, index > 0)}`);
    fromHistory ||= walk.history;
    walk.history ||= before;
  });
  if (node.commands.length > 1) walk.directory = directory;
  if (node.prefixes.some(({ type }) => type === "Time")) throw refusedProgram("time");
  return node.prefixes.length > 0 ? `! ${shown.join("")}` : shown.join("");
}

/** What git keeps is seen whole lines at a time, so that a secret in it is recognised. */
function refuseDisguise(node: CommandNode): void {
  const name = (node.type === "Command" ? node.name?.text : undefined) ?? "";
  const words = node.type === "Command" ? node.args.map((word) => (word.type === "Word" ? word.value : word.text)) : [];
  const cutting = /^(?:head|tail)$/.test(name) ? /^-[a-z]*c|^--bytes/ : /^-[a-zA-Z]*[bo]|^--(?:byte|only)/;
  if (/^(?:wc|cat|sort|uniq)$/.test(name)) return;
  if (/^(?:head|tail|grep|egrep|fgrep)$/.test(name) && !words.some((word) => cutting.test(word))) return;
  throw disguise();
}

function disguise(): Error {
  return refuse(
    "SHELL_DISGUISE",
    "Contents from git may be filtered here by whole lines only, so that a secret in them is still recognised.",
    "Pipe into grep, head, tail, sort, uniq or wc, without cutting lines; or leave the pipe out.",
  );
}

function printCommand(node: CommandNode, walk: Walk, piped: boolean): string {
  switch (node.type) {
    case "Command":
      return printSimple(node, walk, piped);
    case "Subshell": {
      const { directory } = walk;
      const body = printList(node.body, walk);
      walk.directory = directory;
      return `( ${body} )`;
    }
    case "BraceGroup":
      return `{ ${printList(node.body, walk)}; }`;
    case "Redirected":
      if (node.command.type !== "Subshell" && node.command.type !== "BraceGroup") break;
      return `${printCommand(node.command, walk, piped)}${node.redirects.map((redirect) => printRedirection(redirect, walk)).join("")}`;
    case "Function":
      throw refuse(
        "SHELL_FUNCTION",
        "Functions can give a new meaning to the names of programs.",
        "Write the commands themselves.",
      );
    default:
      break;
  }
  throw refuse(
    "SHELL_COMPOUND",
    "Loops, conditions, arithmetic and the like cannot be checked before they run.",
    "Write the commands one after another, joined by `;`, `&&` or `|`.",
  );
}

function printList(list: CompoundList, walk: Walk): string {
  if (walk.depth >= MAX_NESTING) throw refuse("SHELL_TOO_DEEP", "The command is nested too deeply.", "Write it flat.");
  walk.depth += 1;
  const printed = printStatements(list.commands, walk);
  walk.depth -= 1;
  return printed;
}

function printSimple(node: Extract<CommandNode, { type: "Command" }>, walk: Walk, piped: boolean): string {
  const assigned = node.prefix.find((part) => part.type === "Assignment");
  if (assigned !== undefined) {
    throw refuse(
      "SHELL_ASSIGNMENT",
      "A variable set for a command can change what the command does.",
      "Write the command without it; the environment here is fixed.",
    );
  }
  if (node.name === undefined)
    throw refuse("SHELL_EMPTY", "There is no program in the command.", "Begin with one, as `ls`.");
  const program = programOf(node.name);
  const args = node.args.map((argument) => {
    if (argument.type !== "Word") {
      return readWord({
        type: "Word",
        text: argument.text,
        value: argument.text.replace(/['"\\]/g, ""),
        pos: 0,
        end: 0,
      });
    }
    return substituted(argument, walk) ?? readWord(argument);
  });
  const redirections = node.redirects.map((redirect) => printRedirection(redirect, walk)).join("");
  if (program === "cd") return `cd ${changeDirectory(args, walk)}${redirections}`;
  if (program === "bash") return `${nestedScript(args, walk)}${redirections}`;
  walk.programs += program === "xargs" ? 2 : 1;
  const rule = PROGRAMS.get(program);
  if (rule === undefined) throw refusedProgram(program);
  if (program === "git") walk.git.push(walk.directory);
  const call = callFor(program, args, walk, piped);
  const words = rule(call)?.map((word) => word.script) ?? [`'${program}'`, ...args.map((argument) => argument.script)];
  return `${words.join(" ")}${redirections}`;
}

function programOf(name: Word): string {
  if (/^(?:[A-Za-z0-9_][A-Za-z0-9_.+-]*|\[|\.|:)$/.test(name.text)) return name.text === ":" ? "true" : name.text;
  if (/^[A-Za-z0-9_./~+-]+$/.test(name.text)) {
    throw refuse(
      "SHELL_PROGRAM_PATH",
      `${excerpt(name.text)} names a program by its path.`,
      "Write the bare name of a program that only reads, as `ls`.",
    );
  }
  throw refuse(
    "SHELL_PROGRAM_NAME",
    `The program's name ${excerpt(name.text)} is quoted, escaped or computed.`,
    "Write the bare name, as `ls`.",
  );
}

/** `<(…)`: the commands in it are checked like the others; what they print is a file that is read. */
function substituted(word: Word, walk: Walk): Argument | undefined {
  const part = word.parts?.[0];
  if (word.parts?.length !== 1 || part?.type !== "ProcessSubstitution") {
    const inner = word.parts?.find((piece) => piece.type === "CommandExpansion");
    // The more telling refusal first: what the inner command would do.
    if (inner?.type === "CommandExpansion" && inner.script !== undefined)
      printScript(inner.script, { ...walk, reads: [] });
    return undefined;
  }
  if (part.operator !== "<" || part.script === undefined) {
    throw refuse(
      "SHELL_REDIRECTION",
      `${excerpt(word.text)} writes into a command.`,
      "Use a pipe of commands that only read.",
    );
  }
  if (walk.depth >= MAX_NESTING) throw refuse("SHELL_TOO_DEEP", "The command is nested too deeply.", "Write it flat.");
  const { directory, history } = walk;
  walk.depth += 1;
  walk.history = false;
  const script = `<( ${printScript(part.script, walk)} )`;
  walk.depth -= 1;
  walk.directory = directory;
  if (walk.history) throw disguise();
  walk.history = history;
  return { value: "-", pattern: false, script };
}

/** `bash -c '…'`: the string is a command like any other. */
function nestedScript(args: readonly Argument[], walk: Walk): string {
  const [flag, text] = args;
  if (flag?.value !== "-c" || text === undefined || text.pattern || args.length !== 2) {
    throw refuse(
      "SHELL_RUNS_CODE",
      "`bash` runs other code.",
      "Write the commands themselves, without `bash`; they are checked as they stand.",
    );
  }
  if (walk.depth >= MAX_NESTING) throw refuse("SHELL_TOO_DEEP", "The command is nested too deeply.", "Write it flat.");
  const { directory } = walk;
  walk.depth += 1;
  const script = scriptOf(text.value, walk);
  walk.depth -= 1;
  walk.directory = directory;
  return `( ${script} )`;
}

function changeDirectory(args: readonly Argument[], walk: Walk): string {
  const [target] = args;
  if (target === undefined || args.length > 1 || target.pattern || target.value.startsWith("-")) {
    throw refuse(
      "OUTSIDE_PROJECT",
      "`cd` needs one folder of the project, written out.",
      "Write `cd src && ls`, or give the folder to the command.",
    );
  }
  walk.directory = pathIn(walk, target);
  return target.script;
}

function callFor(program: string, args: readonly Argument[], walk: Walk, piped: boolean): Call {
  const note = (path: string, pattern: boolean, recursive: boolean): void => {
    walk.reads.push({ path, pattern, recursive });
  };
  return {
    program,
    args,
    path: (argument) => pathIn(walk, argument),
    read: (argument, recursive = false) => {
      if (argument.value === "-") return;
      note(pathIn(walk, argument), argument.pattern, recursive);
    },
    readHere: () => {
      if (!piped || program !== "rg") note(walk.directory, false, true);
    },
    history: () => {
      walk.history = true;
    },
    computed: () => {
      walk.computed = true;
    },
  };
}
