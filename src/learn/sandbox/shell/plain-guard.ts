/**
 * Without bubblewrap nothing covers what must not be seen, so a command that could reach it is refused: by the real paths of
 * its operands, by what lies below the folders it searches, and by what its patterns could match.
 */
import { realpathSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { isInside } from "../../../base/index.ts";
import { isProtected } from "../protected-paths.ts";
import { ONLY_PROJECT, refuse, shownPath } from "../refusal.ts";
import type { AllowedCommand } from "./model.ts";
import type { ProjectView } from "./project-view.ts";

/** @throws AutoskillError */
export function guardPlain(command: AllowedCommand, root: string, view: ProjectView): void {
  if (command.computed) {
    throw refuse(
      "SHELL_XARGS",
      "Which files `xargs` would open cannot be checked on this machine, which has no bubblewrap.",
      "Name the files, or use `read_file`.",
    );
  }
  for (const { path, pattern } of command.paths) {
    if (!pattern) realPath(root, path);
    else guardPattern(path, view.links);
  }
  const kept = [
    ...view.hiddenFiles,
    ...view.hiddenFolders.filter((path) => !view.gitFolders.includes(path)),
    ...view.redacted.keys(),
    ...view.links,
  ];
  for (const read of command.reads) {
    const path = read.pattern ? read.path : realPath(root, read.path);
    const reached = kept.find((other) => reaches(path, read.pattern, read.recursive, other));
    if (reached === undefined) continue;
    throw refuse(
      "PROTECTED",
      `The command would also open ${shownPath(reached)}, which is protected or holds a secret, and this machine has no bubblewrap to cover it.`,
      "Name a folder or files without it, or use `read_file`, which redacts.",
    );
  }
}

const MOST_STARS = 6;

/** A pattern must not lead through a link to the outside, not even to names. */
function guardPattern(path: string, links: readonly string[]): void {
  if ((path.match(/[*?[]/g)?.length ?? 0) > MOST_STARS) {
    throw refuse(
      "SHELL_PATTERN",
      `${shownPath(path)} has more than ${MOST_STARS} wildcards.`,
      "Write a simpler pattern.",
    );
  }
  const link = links.find((other) => reaches(path, true, false, other));
  if (link === undefined) return;
  throw refuse(
    "SYMLINK_TRAVERSAL",
    `The pattern matches the link ${shownPath(link)}, which leads out.`,
    "Name the files.",
  );
}

/** Relative to the root; of what does not exist the path itself, which the program will report. */
function realPath(root: string, path: string): string {
  let real: string;
  try {
    real = realpathSync(join(root, path));
  } catch {
    return path;
  }
  if (!isInside(root, real))
    throw refuse("SYMLINK_TRAVERSAL", `${shownPath(path)} leads out of the project.`, ONLY_PROJECT);
  const way = relative(root, real).split(sep);
  if (isProtected(way)) throw refuse("PROTECTED", `${shownPath(path)} leads to a protected file.`, "Go on without it.");
  return way.join("/") || ".";
}

function reaches(path: string, pattern: boolean, recursive: boolean, other: string): boolean {
  if (!pattern) return path === other || (recursive && (path === "." || other.startsWith(`${path}/`)));
  if (new RegExp(`^${patternSource(path)}${recursive ? "(?:/|$)" : "$"}`).test(other)) return true;
  // The pattern may also reach below a folder that is kept, or through a link.
  const above = path.replace(/^\.\//, "").split("/").slice(0, other.split("/").length);
  return new RegExp(`^${patternSource(above.join("/"))}$`).test(other);
}

/** Wider than the shell: a star also matches a leading dot. */
function patternSource(pattern: string): string {
  return pattern.replace(/^\.\//, "").replace(/\[[^\]]*\]|[*?]|[\\^$+.()|{}[\]]/g, (found) => {
    if (found === "*") return "[^/]*";
    return found === "?" || found.startsWith("[") ? "[^/]" : `\\${found}`;
  });
}
