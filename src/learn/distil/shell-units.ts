/**
 * Reads a shell command as the simple commands in it, as far as they can stand alone in a written procedure.
 *
 * Contract:
 * - Never throws. What is not a plain list of commands (loops, functions, subshells, here-documents fed to an
 *   interpreter) is left out: a person would not copy it from a how-to.
 * - Wrappers that say nothing about the task are removed: `cd <dir> &&`, `timeout 60`, `nohup`, `bash -lc`, and output
 *   filters such as `| tail -5`.
 */
import {
  type AndOr,
  type Assignment,
  type Command,
  type CommandArgument,
  type ParsedScript,
  type Pipeline,
  parse,
  type Redirection,
  type Statement,
  type Word,
} from "unbash";

export interface ShellWord {
  /** Without quotes. */
  value: string;
  quoted: boolean;
  /** Holds an expansion whose value the text does not show. */
  dynamic: boolean;
}

export interface ShellUnit {
  /** Base name of the program. */
  program: string;
  /** The program as it was called (`./run.sh`), then its arguments. */
  words: ShellWord[];
  /** Environment set for this command only. */
  assignments: { name: string; value: string }[];
  /** Directory that a `cd` before it in the same call went to. */
  directory?: string;
  /** Its success follows from the success of the whole call. */
  certain: boolean;
  /** Output went through a filter, so the exit code seen is the filter's. */
  filtered: boolean;
  /** Output goes to a file. */
  writesFile: boolean;
  /** Reads a program or data from a here-document. */
  inlineInput: boolean;
  elevated: boolean;
}

export interface ShellReading {
  units: ShellUnit[];
  /** A download is piped into an interpreter somewhere in it. */
  pipesDownload: boolean;
}

const FILTERS = new Set(
  "tail head grep egrep fgrep rg sed awk cut sort uniq wc less more cat tee jq tr column fold nl strings".split(" "),
);
const DOWNLOADERS = new Set(["curl", "wget", "fetch", "iwr"]);
const INTERPRETERS = new Set("sh bash zsh dash ksh fish python python3 node perl ruby php pwsh".split(" "));
const SHELLS = new Set(["sh", "bash", "zsh", "dash"]);
const MAX_COMMAND_LENGTH = 20_000;
const MAX_NESTING = 3;

export function readShell(command: string): ShellReading {
  const reading: ShellReading = { units: [], pipesDownload: false };
  readScript(command, reading, 0);
  return reading;
}

function readScript(source: string, reading: ShellReading, depth: number): void {
  if (source.length > MAX_COMMAND_LENGTH || depth > MAX_NESTING) return;
  let script: ParsedScript;
  try {
    script = parse(source);
  } catch {
    return;
  }
  const state: { directory?: string } = {};
  script.commands.forEach((statement, index) => {
    const last = index === script.commands.length - 1;
    readStatement(statement, last, state, reading, depth);
  });
}

function readStatement(
  statement: Statement,
  last: boolean,
  state: { directory?: string },
  reading: ShellReading,
  depth: number,
): void {
  const { command } = statement;
  const chain: AndOr["commands"] = command.type === "AndOr" ? command.commands : [command];
  const onlyAnd = command.type !== "AndOr" || command.operators.every((operator) => operator === "&&");
  for (const link of chain) {
    const pipeline = link.type === "Pipeline" ? link : undefined;
    const first = pipeline === undefined ? link : readPipeline(pipeline, reading);
    if (first === undefined || first.type !== "Command") continue;
    const filtered = pipeline !== undefined && pipeline.commands.length > 1;
    const negated = pipeline?.prefixes.some((prefix) => prefix.type === "Negation") ?? false;
    readCommand(first, { certain: last && onlyAnd && !negated, filtered }, state, reading, depth);
  }
}

/** The command whose output the rest of the pipeline only filters, or none when the pipeline is a program of its own. */
function readPipeline(pipeline: Pipeline, reading: ShellReading): Pipeline["commands"][number] | undefined {
  const names = pipeline.commands.map((part) => (part.type === "Command" ? baseName(part.name?.value ?? "") : ""));
  const downloadAt = names.findIndex((name) => DOWNLOADERS.has(name));
  if (downloadAt >= 0 && names.slice(downloadAt + 1).some((name) => INTERPRETERS.has(name) || name === "sudo")) {
    reading.pipesDownload = true;
    return undefined;
  }
  return names.slice(1).every((name) => FILTERS.has(name)) ? pipeline.commands[0] : undefined;
}

function readCommand(
  command: Command,
  flags: { certain: boolean; filtered: boolean },
  state: { directory?: string },
  reading: ShellReading,
  depth: number,
): void {
  if (command.name === undefined) return;
  const words = [command.name, ...command.args.filter(isWord)].map(toShellWord);
  const assignments = command.prefix.filter(isAssignment).map(toAssignment);
  const stripped = stripWrappers(words, assignments);
  const [head, ...rest] = stripped.words;
  if (head === undefined) return;
  const program = baseName(head.value);
  if (program === "cd") {
    const target = rest[0];
    if (target !== undefined && !target.dynamic) state.directory = target.value;
    return;
  }
  const script = SHELLS.has(program)
    ? rest.find((_, index) => /^-[a-z]*c$/.test(rest[index - 1]?.value ?? ""))
    : undefined;
  if (script !== undefined) {
    if (!script.dynamic) readScript(script.value, reading, depth + 1);
    return;
  }
  const redirects = command.redirects;
  reading.units.push({
    program,
    words: stripped.words,
    assignments,
    ...(state.directory === undefined ? {} : { directory: state.directory }),
    ...flags,
    writesFile: redirects.some(writesToFile),
    inlineInput: redirects.some((redirect) => redirect.type !== "Redirect"),
    elevated: stripped.elevated,
  });
}

function stripWrappers(
  words: ShellWord[],
  assignments: { name: string; value: string }[],
): { words: ShellWord[]; elevated: boolean } {
  let rest = words;
  let elevated = false;
  for (;;) {
    const name = baseName(rest[0]?.value ?? "");
    if (name === "sudo" || name === "doas") elevated = true;
    if (name === "timeout" || name === "gtimeout") {
      rest = rest.slice(1);
      while (rest[0]?.value.startsWith("-")) rest = rest.slice(1);
      rest = rest.slice(1);
    } else if (["nohup", "command", "exec", "time", "sudo", "doas", "builtin"].includes(name)) {
      rest = rest.slice(1);
    } else if (name === "env") {
      rest = rest.slice(1);
      for (let set = rest[0]; set !== undefined && /^\w+=/.test(set.value); set = rest[0]) {
        const [variable = "", ...value] = set.value.split("=");
        assignments.push({ name: variable, value: value.join("=") });
        rest = rest.slice(1);
      }
    } else {
      return { words: rest, elevated };
    }
    if (rest.length === 0) return { words: rest, elevated };
  }
}

function isWord(argument: CommandArgument): argument is Word {
  return argument.type === "Word";
}

function isAssignment(part: Assignment | Redirection): part is Assignment {
  return part.type === "Assignment";
}

function toAssignment(assignment: Assignment): { name: string; value: string } {
  return { name: assignment.name, value: assignment.value.type === "Word" ? assignment.value.value : "" };
}

const EXPANSIONS = new Set([
  "SimpleExpansion",
  "ParameterExpansion",
  "CommandExpansion",
  "ArithmeticExpansion",
  "ProcessSubstitution",
]);

function toShellWord(word: Word): ShellWord {
  const parts = (word.parts ?? []).flatMap<{ type: string }>((part) =>
    part.type === "DoubleQuoted" ? [...part.parts] : [part],
  );
  return {
    value: word.value,
    quoted: /^["']/.test(word.text) || /=["']/.test(word.text),
    dynamic: parts.some((part) => EXPANSIONS.has(part.type)),
  };
}

function writesToFile(redirect: Redirection): boolean {
  if (redirect.type !== "Redirect" || !redirect.operator.includes(">")) return false;
  const target = redirect.target?.value ?? "";
  return target !== "/dev/null" && !/^[0-9-]+$/.test(target);
}

export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
