/** Operands and redirections of a command as paths of the project, judged by their spelling alone; links are the runner's concern. */
import { posix } from "node:path";
import type { Redirection } from "unbash";
import { isInside } from "../../../base/index.ts";
import { isProtected } from "../protected-paths.ts";
import { ONLY_PROJECT, refuse } from "../refusal.ts";
import type { Read } from "./model.ts";
import { type Argument, excerpt, readWord } from "./words.ts";

/** Where the walk through a command stands, and what it has found. */
export interface Walk {
  root: string | undefined;
  /** Where the command stands, relative to the root; changes with `cd`. */
  directory: string;
  reads: Read[];
  paths: { path: string; pattern: boolean }[];
  history: boolean;
  git: string[];
  computed: boolean;
  programs: number;
  depth: number;
}

const DEVICES = new Set(["/dev/null", "/dev/stdin"]);

/** The operand relative to the root. Judged by its spelling alone; links are the runner's concern. */
export function pathIn(walk: Walk, argument: Argument): string {
  const { value } = argument;
  if (DEVICES.has(value) || value === "-") return walk.directory;
  if (value.startsWith("/") && (walk.root === undefined || !isInside(walk.root, posix.normalize(value))))
    throw outside(value);
  if (value.startsWith("~")) throw outside(value);
  const names = value.split("/");
  const climbs = names.includes("..") || (argument.pattern && names.some((name) => /^\.[*?[]/.test(name)));
  if (climbs) {
    throw refuse(
      "OUTSIDE_PROJECT",
      `${excerpt(value)} climbs with \`..\`, or could, and where that ends cannot be told.`,
      "Write the path from the project's root, without `..`; commands start in the root.",
    );
  }
  const path =
    value.startsWith("/") && walk.root !== undefined
      ? posix.relative(walk.root, value) || "."
      : posix.join(walk.directory, value);
  if (path === ".." || path.startsWith("../")) throw outside(value);
  const segments = path.split("/");
  if (isProtected(segments)) {
    throw refuse(
      "PROTECTED",
      `${excerpt(value)} is where people keep keys, passwords or an environment; it is never read here.`,
      "Go on without it. A skill names a variable, never its value; no other command opens it.",
    );
  }
  if (segments.some((name) => name.toLowerCase() === ".git")) {
    throw refuse(
      "PROTECTED",
      `${excerpt(value)} lies inside of git's own folder.`,
      "Ask git: `git log`, `git show`, `git branch`.",
    );
  }
  const plain = path.replace(/(?<=.)\/$/, "");
  walk.paths.push({ path: plain, pattern: argument.pattern });
  return plain;
}

function outside(value: string): Error {
  return refuse("OUTSIDE_PROJECT", `${excerpt(value)} lies outside of the project.`, ONLY_PROJECT);
}

export function printRedirection(redirect: Redirection, walk: Walk): string {
  if (redirect.type !== "Redirect" || redirect.target === undefined) {
    throw refuse(
      "SHELL_REDIRECTION",
      "Here-documents and here-strings are not taken.",
      "Give the command a file, or a pipe.",
    );
  }
  const { operator, descriptor } = redirect;
  const target = readWord(redirect.target);
  const from =
    descriptor === undefined
      ? ""
      : descriptor.type === "FileDescriptor" && descriptor.value <= 2
        ? String(descriptor.value)
        : "?";
  if (from !== "?" && !target.pattern) {
    if (/^(?:>|>>|&>|&>>)$/.test(operator) && target.value === "/dev/null") return ` ${from}${operator}'/dev/null'`;
    if (operator === ">&" && /^[12]$/.test(target.value)) return ` ${from}>&${target.value}`;
    if (operator === "<" && from !== "1" && from !== "2") {
      const path = pathIn(walk, target);
      if (!DEVICES.has(target.value)) walk.reads.push({ path, pattern: false, recursive: false });
      return ` ${from}<${target.script}`;
    }
  }
  throw refuse(
    "SHELL_REDIRECTION",
    `The redirection \`${operator}\` to ${excerpt(target.value)} writes, and nothing here may.`,
    "Leave it out; only `2>/dev/null`, `2>&1` and `< FILE` are taken. Skills are written with `write_file` and `edit`.",
  );
}
