/**
 * What a shell command does, from its syntax tree: the kinds of its simple commands, which of them its exit code speaks
 * for, and the files it writes. Never throws; text that is no shell gives what could be read.
 */
import {
  type Command,
  type CommandNode,
  type CompoundList,
  type ParsedScript,
  type PipelineNode,
  parse,
  type Redirection,
  type Statement,
  type Word,
} from "unbash";
import { type CommandUse, commandUse, programName } from "./command-kind.ts";
import { SHELLS } from "./programs.ts";
import { joinPath, type ShellWrite, writesOf } from "./writes.ts";

export interface ShellAnalysis {
  /** Every simple command in source order, `cd` and the like left out. */
  commands: CommandUse[];
  /** Kinds of `commands`, each once, in order of first appearance. */
  kinds: string[];
  /**
   * The commands that the exit code speaks for: code 0 means that each of them worked. `npm test | tail` leaves `npm
   * test` out (the code is `tail`'s), so does `npm test || true`.
   */
  deciding: CommandUse[];
  /** Files written, relative to a `cd` in the same command where there is one. Removals have `how: "remove"`. */
  writes: ShellWrite[];
}

/** Longer commands are read up to here; what a shell can be handed in one go is far below. */
const MAX_PARSED_LENGTH = 131_072;
const MAX_NESTED_SCRIPTS = 4;
const CACHE_ENTRIES = 256;
const MAX_CACHED_LENGTH = 4_096;
const cache = new Map<string, ShellAnalysis>();

export function analyseShell(command: string): ShellAnalysis {
  const known = cache.get(command);
  if (known !== undefined) {
    cache.delete(command);
    cache.set(command, known);
    return known;
  }
  const analysis = analyse(command);
  if (command.length <= MAX_CACHED_LENGTH) {
    cache.set(command, analysis);
    if (cache.size > CACHE_ENTRIES) {
      const oldest = cache.keys().next();
      if (oldest.done !== true) cache.delete(oldest.value);
    }
  }
  return analysis;
}

interface Walk {
  commands: CommandUse[];
  writes: ShellWrite[];
  directory: string;
  variables: Map<string, string>;
  pipefail: boolean;
  errexit: boolean;
  /** Backslashes are path separators, not escapes. */
  windows: boolean;
  depth: number;
}

function analyse(command: string): ShellAnalysis {
  const walk: Walk = {
    commands: [],
    writes: [],
    directory: "",
    variables: new Map(),
    pipefail: false,
    errexit: false,
    windows: /(?:^|[\s"'=])(?:[A-Za-z]:\\|\.{1,2}\\)\w/.test(command),
    depth: 0,
  };
  let deciding: CommandUse[] = [];
  const script = parseQuietly(command.slice(0, MAX_PARSED_LENGTH));
  if (script !== undefined) deciding = visitStatements(script.commands, walk);
  const commands = walk.commands.filter((use) => !/^(?:cd|pushd|popd|export|set|source|\.)$/.test(use.program));
  return { commands, kinds: [...new Set(commands.map((use) => use.kind))], deciding, writes: walk.writes };
}

function parseQuietly(text: string): ParsedScript | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Each visitor returns the commands that the exit code of its node speaks for. */
function visitStatements(statements: readonly Statement[], walk: Walk): CommandUse[] {
  const all: CommandUse[] = [];
  let last: CommandUse[] = [];
  for (const statement of statements) {
    const decided = visitNode(statement.command, walk);
    last = statement.background === true ? [] : decided;
    all.push(...last);
  }
  return walk.errexit ? all : last;
}

function visitNode(node: PipelineNode | Statement["command"], walk: Walk): CommandUse[] {
  if (node.type === "AndOr") {
    let decided: CommandUse[] = [];
    node.commands.forEach((part, index) => {
      const own = visitNode(part, walk);
      if (node.operators[index - 1] === "||") decided = [];
      decided.push(...(node.operators[index] === "||" ? [] : own));
    });
    // After `a || b` a zero code does not say which of the two worked.
    return node.operators.includes("||") && node.operators.at(-1) === "||" ? [] : decided;
  }
  if (node.type === "Pipeline") {
    const directory = walk.directory;
    const parts = node.commands.map((part, index) =>
      visitCommand(part, walk, index > 0 ? literalOutput(node.commands[index - 1], walk) : undefined),
    );
    if (node.commands.length > 1) walk.directory = directory;
    if (node.prefixes.some((prefix) => prefix.type === "Negation")) return [];
    return walk.pipefail ? parts.flat() : (parts.at(-1) ?? []);
  }
  return visitCommand(node, walk, undefined);
}

function visitCommand(node: CommandNode, walk: Walk, piped: string | undefined): CommandUse[] {
  switch (node.type) {
    case "Command":
      return visitSimple(node, walk, piped);
    case "Redirected": {
      const decided = visitCommand(node.command, walk, piped);
      addRedirections(node.redirects, walk);
      return decided;
    }
    case "Subshell": {
      const directory = walk.directory;
      const decided = visitList(node.body, walk);
      walk.directory = directory;
      return decided;
    }
    case "BraceGroup":
      return visitList(node.body, walk);
    case "If":
      visitList(node.clause, walk);
      visitList(node.then, walk);
      for (const branch of node.elif) {
        visitList(branch.clause, walk);
        visitList(branch.then, walk);
      }
      if (node.else !== undefined) visitList(node.else, walk);
      return [];
    case "While":
      visitList(node.clause, walk);
      visitList(node.body, walk);
      return [];
    case "For":
    case "ArithmeticFor":
    case "Select":
      visitList(node.body, walk);
      return [];
    case "Case":
      for (const item of node.items) visitList(item.body, walk);
      return [];
    default:
      // Functions are only defined here, coprocesses run on their own, tests look around.
      return [];
  }
}

function visitList(list: CompoundList, walk: Walk): CommandUse[] {
  return visitStatements(list.commands, walk);
}

function visitSimple(node: Command, walk: Walk, piped: string | undefined): CommandUse[] {
  addRedirections(node.redirects, walk);
  if (node.name === undefined) {
    for (const part of node.prefix) {
      if (part.type === "Assignment" && part.value.type === "Word")
        walk.variables.set(part.name, wordValue(part.value, walk));
    }
    return [];
  }
  const words = [wordValue(node.name, walk)];
  for (const argument of node.args) words.push(argument.type === "Word" ? wordValue(argument, walk) : argument.text);
  const name = programName(words[0] ?? "");
  if (name === "cd" || name === "pushd") {
    const target = words.slice(1).find((word) => word !== "--" && word !== "-");
    if (target !== undefined) walk.directory = joinPath(walk.directory, target);
  }
  if (name === "set") {
    if (words.includes("pipefail")) walk.pipefail = true;
    if (words.some((word) => /^-[a-z]*e/.test(word))) walk.errexit = true;
  }
  if (name === "export") for (const word of words.slice(1)) rememberAssignment(word, walk);
  const use = commandUse(words);
  if (use === undefined) return [];
  const nested = nestedScript(use);
  if (nested !== undefined && walk.depth < MAX_NESTED_SCRIPTS) {
    const script = parseQuietly(nested);
    if (script !== undefined) {
      const directory = walk.directory;
      walk.depth += 1;
      const decided = visitStatements(script.commands, walk);
      walk.depth -= 1;
      walk.directory = directory;
      return decided;
    }
  }
  walk.commands.push(use);
  const body = hereDocument(node, walk) ?? piped;
  for (const write of writesOf(use, body)) addWrite(write, walk);
  return [use];
}

function rememberAssignment(word: string, walk: Walk): void {
  const at = word.indexOf("=");
  if (at > 0) walk.variables.set(word.slice(0, at), word.slice(at + 1));
}

/** The script in `bash -lc "…"`, also behind `docker exec`-free wrappers, which are gone by now. */
function nestedScript(use: CommandUse): string | undefined {
  if (!SHELLS.has(use.program)) return undefined;
  const flag = use.args.findIndex((arg) => /^-[a-z]*c$/.test(arg));
  return flag < 0 ? undefined : use.args[flag + 1];
}

/** The text that `cat <<EOF` or `echo '…'` puts into a pipe. */
function literalOutput(node: CommandNode | undefined, walk: Walk): string | undefined {
  if (node?.type !== "Command") return undefined;
  const body = hereDocument(node, walk);
  if (body !== undefined) return body;
  const name = node.name?.value;
  if (name !== "echo" && name !== "printf") return undefined;
  return node.args.map((argument) => (argument.type === "Word" ? argument.value : argument.text)).join(" ");
}

function hereDocument(node: Command, walk: Walk): string | undefined {
  for (const redirect of node.redirects) {
    if (redirect.type === "HereDoc") return redirect.body.text;
    if (redirect.type === "HereString" && redirect.target !== undefined) return wordValue(redirect.target, walk);
  }
  return undefined;
}

const WRITING_OPERATORS: ReadonlySet<string> = new Set([">", ">>", ">|", "&>", "&>>", ">&"]);

function addRedirections(redirects: readonly Redirection[], walk: Walk): void {
  for (const redirect of redirects) {
    if (redirect.type !== "Redirect" || redirect.target === undefined) continue;
    if (!WRITING_OPERATORS.has(redirect.operator)) continue;
    const path = wordValue(redirect.target, walk);
    if (redirect.operator === ">&" && /^(?:\d+-?|-)$/.test(path)) continue;
    addWrite({ path, how: "redirect" }, walk);
  }
}

function addWrite(write: ShellWrite, walk: Walk): void {
  if (write.path === "" || /^\/dev\/|^(?:NUL|nul|\$null)$/.test(write.path)) return;
  walk.writes.push({ path: joinPath(walk.directory, write.path), how: write.how });
}

/** The word without quotes, with variables that were set to a literal in the same command filled in. */
function wordValue(word: Word, walk: Walk): string {
  if (walk.windows) return word.text.replace(/^(["'])(.*)\1$/s, "$2");
  if (walk.variables.size === 0 || !word.value.includes("$")) return word.value;
  return word.value.replace(
    /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g,
    (whole, braced: string | undefined, bare: string | undefined) => {
      return walk.variables.get(braced ?? bare ?? "") ?? whole;
    },
  );
}
