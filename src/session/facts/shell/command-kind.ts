/**
 * The kind of a simple command: program and, where it says what is done, the subcommand, after wrappers (`sudo`,
 * `timeout 60`, `npx`, `uv run`) are taken off. `npm run build -- --watch` is `npm run build`; `python tools/x.py` is
 * `python script`.
 */
import { boundedMemo } from "../bounded-memo.ts";
import { type CheckKind, checkKindOf, withTellingFlag } from "./checks.ts";
import {
  EXPLORATORY,
  GLOBAL_OPTIONS,
  INTERPRETERS,
  KIND_ALIASES,
  PLUMBING,
  PROGRAM_ALIASES,
  RUNNERS,
  SUBCOMMANDS,
  WRAPPERS,
  WRAPPERS_WITH_OPERAND,
} from "./programs.ts";

export interface CommandUse {
  /** E.g. `npm test`, `git commit`, `python script`. */
  kind: string;
  /** The kind, with the script or module where two runs compare only if it is the same one: `python seed.py`. */
  key: string;
  /** Program name after wrappers, and its arguments. */
  program: string;
  args: string[];
  /** Looks around or asks for help: neither its failure nor its success teaches anything. */
  exploratory: boolean;
  /** Prepares or tidies: `mkdir`, `cp`, `sed`. */
  plumbing: boolean;
  check?: CheckKind;
}

const ASSIGNMENT = /^[A-Za-z_][A-Za-z0-9_]*\+?=/;
const HELP_FLAGS: ReadonlySet<string> = new Set(["--help", "-h", "--version", "-V", "-v"]);

/** The command only says what it would do. */
const DRY_RUN_FLAGS: ReadonlySet<string> = new Set([
  "--dry-run",
  "--just-print",
  "--collect-only",
  "--list-tests",
  "--listTests",
]);

/** Reads the words of one simple command (name first, unquoted). Undefined when there is no program in it. */
export function commandUse(words: readonly string[]): CommandUse | undefined {
  const inner = unwrap(words);
  const first = inner[0];
  if (first === undefined || first === "") return undefined;
  const program = programName(first);
  const args = inner.slice(1);
  const { kind, key } = kindOf(program, args);
  const rehearsal = args.some((arg) => DRY_RUN_FLAGS.has(arg)) || (program === "make" && args.includes("-n"));
  const check = rehearsal ? undefined : checkKindOf(kind);
  const asksForHelp = args.length <= 2 && args.some((arg) => HELP_FLAGS.has(arg)) && check === undefined;
  return {
    kind,
    key,
    program,
    args,
    exploratory: EXPLORATORY.has(kind) || EXPLORATORY.has(program.toLowerCase()) || asksForHelp || rehearsal,
    plumbing: PLUMBING.has(program) || PLUMBING.has(kind),
    ...(check === undefined ? {} : { check }),
  };
}

/** `/usr/bin/python3.12` → `python`, `node.exe` → `node`, `./gradlew` → `gradle`. */
export const programName = boundedMemo(1_000, (word) => {
  const base = word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
  const plain = base.replace(/\.(?:exe|cmd|bat|ps1)$/i, "").replace(/^(python|pip)\d(?:\.\d+)*$/, "$1");
  return PROGRAM_ALIASES.get(plain) ?? plain;
});

function unwrap(words: readonly string[]): readonly string[] {
  let rest = words;
  for (let depth = 0; depth < 8; depth += 1) {
    let start = 0;
    while (start < rest.length && ASSIGNMENT.test(rest[start] ?? "")) start += 1;
    if (start > 0) rest = rest.slice(start);
    const name = programName(rest[0] ?? "");
    const inner = WRAPPERS.has(name) ? afterWrapper(name, rest) : afterRunner(name, rest);
    if (inner === undefined || inner.length === 0) return rest;
    rest = inner;
  }
  return rest;
}

function afterWrapper(name: string, words: readonly string[]): readonly string[] | undefined {
  // `command -v x` and `sudo -l` ask; they run nothing.
  if (name === "command" && (words[1] === "-v" || words[1] === "-V")) return undefined;
  let at = afterOptions(words, 1, WRAPPERS.get(name) ?? []);
  while (at < words.length && ASSIGNMENT.test(words[at] ?? "")) at += 1;
  if (WRAPPERS_WITH_OPERAND.has(name)) at += 1;
  if (name === "dotenv" && words[at] === "run") at += 1;
  if (words[at] === "--") at += 1;
  return at < words.length ? words.slice(at) : undefined;
}

function afterRunner(name: string, words: readonly string[]): readonly string[] | undefined {
  let options = RUNNERS.get(name);
  let at = 1;
  if (options === undefined) {
    const sub = afterOptions(words, 1, GLOBAL_OPTIONS.get(name) ?? []);
    options = RUNNERS.get(`${name} ${words[sub] ?? ""}`);
    if (options === undefined) return undefined;
    at = sub + 1;
  }
  at = afterOptions(words, at, options);
  if (words[at] === "--") at += 1;
  if (name === "direnv") at += 1;
  const inner = words.slice(at);
  const target = inner[0];
  if (target === undefined) return undefined;
  // `npx vitest@2` and `npx @biomejs/biome` name packages.
  const unversioned = target.startsWith("@")
    ? target.replace(/^(@[^@]+)@.*$/, "$1")
    : target.replace(/^([^@]+)@.*$/, "$1");
  // `uv run script.py` runs an interpreter that is not named.
  if (/\.py$/.test(unversioned)) return ["python", ...inner];
  return [unversioned, ...inner.slice(1)];
}

/** Index of the first word from `from` that is no option, skipping the values of `valued` options. */
function afterOptions(words: readonly string[], from: number, valued: readonly string[]): number {
  let at = from;
  while (at < words.length) {
    const word = words[at] ?? "";
    if (word === "--" || !/^[-+]./.test(word)) return at;
    at += valued.includes(word) ? 2 : 1;
  }
  return at;
}

function kindOf(program: string, args: readonly string[]): { kind: string; key: string } {
  const flags = args.filter((arg) => arg.startsWith("-"));
  if (program === "python" || program === "node" || INTERPRETERS.has(program)) {
    const interpreted = interpreterKind(program, args, flags);
    if (interpreted !== undefined) return interpreted;
  }
  let kind = program;
  let at = 0;
  for (let depth = 0; depth < 3; depth += 1) {
    const wanted = SUBCOMMANDS.get(kind);
    if (wanted === undefined) break;
    let taken = 0;
    while (taken < wanted) {
      at = afterOptions(args, at, GLOBAL_OPTIONS.get(kind) ?? GLOBAL_OPTIONS.get(program) ?? []);
      const word = args[at];
      if (word === undefined || !/^[\w@][\w@:./-]*$/.test(word)) break;
      kind = `${kind} ${word}`;
      kind = KIND_ALIASES.get(kind) ?? kind;
      at += 1;
      taken += 1;
    }
    if (taken < wanted) break;
  }
  kind = withTellingFlag(KIND_ALIASES.get(kind) ?? kind, flags);
  return { kind, key: kind };
}

function interpreterKind(
  program: string,
  args: readonly string[],
  flags: readonly string[],
): { kind: string; key: string } | undefined {
  const flagged = withTellingFlag(program, flags);
  if (flagged !== program) return { kind: flagged, key: flagged };
  if (program === "python") {
    const module = args.indexOf("-m");
    const moduleName = module >= 0 ? args[module + 1] : undefined;
    if (moduleName !== undefined) return moduleKind(moduleName, args.slice(module + 2));
  }
  if (flags.some((flag) => /^-(?:c|e|p|r|lc|ec|-eval|-print)$/.test(flag))) {
    return { kind: `${program} inline`, key: `${program} inline` };
  }
  const script = args.find((arg) => !arg.startsWith("-"));
  if (script === undefined || (SUBCOMMANDS.has(program) && !/[./\\]/.test(script))) return undefined;
  const base = script.slice(Math.max(script.lastIndexOf("/"), script.lastIndexOf("\\")) + 1);
  if (base === "manage.py" || base === "artisan") {
    const sub = args[args.indexOf(script) + 1];
    const kind = `${program} ${base}${sub !== undefined && /^[\w:-]+$/.test(sub) ? ` ${sub}` : ""}`;
    return { kind, key: kind };
  }
  return { kind: `${program} script`, key: `${program} ${base}` };
}

/** `python -m pytest` is `pytest`; standard-library modules keep their prefix. */
function moduleKind(module: string, args: readonly string[]): { kind: string; key: string } {
  const root = module.split(".")[0] ?? module;
  if (/^(?:unittest|doctest|py_compile|compileall|venv|http|json|build|timeit|cProfile|site|zipfile)$/.test(root)) {
    const kind = `python -m ${root}`;
    return { kind, key: kind };
  }
  if (
    /^(?:pytest|pip|mypy|ruff|black|flake8|pylint|isort|tox|nox|coverage|pyright|alembic|django|poetry|uv|pre_commit|flask|uvicorn|celery|behave)$/.test(
      root,
    )
  ) {
    return kindOf(PROGRAM_ALIASES.get(root) ?? root.replace("_", "-"), args);
  }
  return { kind: "python module", key: `python -m ${module}` };
}
