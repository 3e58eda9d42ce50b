/**
 * Reads inside of one real folder. The path is resolved by `realpath`, then opened name by name through held directories
 * without following links, so what was checked is what is read, also when somebody exchanges a part of it meanwhile.
 */
import { closeSync, constants, type Dirent, fstatSync, openSync, readdirSync, readFileSync, type Stats } from "node:fs";
import { relative, sep } from "node:path";
import { type OpenDirectory, openChildDirectory, openDirectory, resolveInside } from "../../base/index.ts";
import { isProtected } from "./protected-paths.ts";
import { asRefusal, refuse, shownPath } from "./refusal.ts";

const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface ReadFile {
  bytes: Uint8Array;
  status: Stats;
}

/**
 * @param root real path of a folder
 * @throws AutoskillError `PROTECTED`, `SYMLINK_TRAVERSAL`, `NOT_FOUND`, `NOT_A_FILE`, `HARD_LINK`, `FILE_TOO_LARGE`, …
 */
export function readFileInside(root: string, segments: readonly string[], maxBytes: number): ReadFile {
  return inParent(root, segments, (parent, name, shown) => {
    const descriptor = openSync(parent.at(name), FILE_FLAGS);
    try {
      const status = fstatSync(descriptor);
      if (status.isDirectory()) throw refuse("NOT_A_FILE", `${shown} is a folder.`, "List it with `ls`.");
      if (!status.isFile()) throw refuse("NOT_A_FILE", `${shown} is no regular file.`, "Go on without it.");
      if (status.nlink > 1) {
        const message = `${shown} has a second name somewhere on this disk (a hard link), so whose it is cannot be told.`;
        throw refuse("HARD_LINK", message, "Go on without it; no tool here reads it.");
      }
      if (status.size > maxBytes) {
        const message = `${shown} has ${status.size} bytes; at most ${maxBytes} are read.`;
        throw refuse("FILE_TOO_LARGE", message, "Search in it with `grep -n` in the shell instead.");
      }
      return { bytes: readFileSync(descriptor), status };
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Entries of a folder, sorted by name. */
export function listInside(root: string, segments: readonly string[]): Dirent[] {
  const read = (directory: OpenDirectory): Dirent[] =>
    readdirSync(directory.list, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  if (segments.length === 0) {
    const directory = openDirectory(root);
    try {
      return read(directory);
    } finally {
      directory.close();
    }
  }
  return inParent(root, segments, (parent, name) => {
    const directory = openChildDirectory(parent, name);
    try {
      return read(directory);
    } finally {
      directory.close();
    }
  });
}

function inParent<T>(
  root: string,
  segments: readonly string[],
  use: (parent: OpenDirectory, name: string, shown: string) => T,
): T {
  const shown = shownPath(segments.join("/"));
  refuseProtected(segments, shown);
  let held: OpenDirectory | undefined;
  try {
    const real = relative(root, resolveInside(root, segments.join("/"))).split(sep);
    refuseProtected(real, shown);
    const name = real.pop();
    if (name === undefined || name === "") throw refuse("NOT_A_FILE", `${shown} is a folder.`, "List it with `ls`.");
    held = openDirectory(root);
    for (const folder of real) {
      const child: OpenDirectory = openChildDirectory(held, folder);
      held.close();
      held = child;
    }
    return use(held, name, shown);
  } catch (error) {
    throw asRefusal(error, shown);
  } finally {
    held?.close();
  }
}

export function refuseProtected(segments: readonly string[], shown: string): void {
  if (segments.some((name) => name.normalize("NFKC").toLowerCase() === ".git")) {
    const message = `${shown} lies inside of git's own folder.`;
    throw refuse("PROTECTED", message, "Ask git in the shell: `git log`, `git show`, `git diff`.");
  }
  if (!isProtected(segments)) return;
  const message = `${shown} is where people keep keys, passwords or an environment; it is never read here.`;
  throw refuse(
    "PROTECTED",
    message,
    "Go on without it. A skill names a variable, never its value; no other tool or spelling opens it.",
  );
}
