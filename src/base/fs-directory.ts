/**
 * Directories held by inode, so that a check and the write after it speak of the same directory.
 *
 * Contract: between `openDirectory` and `close`, `at(name)` names an entry of the very directory that was opened, even
 * when somebody renames it or puts a link in its place meanwhile. On Linux this holds exactly (paths through
 * `/proc/self/fd`, which is what `openat` would do). Elsewhere Node offers no such handle: there `at` is a plain path
 * and only `verify`, called right before and after a write, notices an exchange; the moment between remains.
 */
import {
  closeSync,
  constants,
  existsSync,
  fstatSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import process from "node:process";
import { AutoskillError } from "./errors.ts";
import { resolveInside, splitRelativePath } from "./fs-path.ts";

export interface OpenDirectory {
  /** Real path at the time of opening. */
  readonly path: string;
  /** A path for `readdir` of this very directory. */
  readonly list: string;
  /** A path for `node:fs` calls that leads to `name` (one segment) in this very directory. */
  at(name: string): string;
  /** @throws AutoskillError `PARENT_CHANGED` when `path` does not lead to this directory any more. */
  verify(): void;
  /** Makes renames and creations in it durable. */
  sync(): void;
  close(): void;
}

const DIRECTORY_FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
const HAS_DESCRIPTOR_PATHS = process.platform === "linux" && existsSync("/proc/self/fd");

/**
 * Opens the directory at `realPath`; its last segment must not be a link.
 *
 * @throws AutoskillError `SYMLINK_TRAVERSAL` for a link; errors of `open` (`ENOENT`, `ENOTDIR`, …) as they are.
 */
export function openDirectory(realPath: string): OpenDirectory {
  return open(realPath, realPath);
}

/** Opens a direct child directory of an open one, without following a link. */
export function openChildDirectory(parent: OpenDirectory, name: string): OpenDirectory {
  return open(parent.at(name), join(parent.path, name));
}

/** Opens a directory inside `root`, creating what is missing on the way; errors of `mkdir` as they are. */
export function openDirectoryInside(root: string, path: string): OpenDirectory {
  const realPath = resolveInside(root, path);
  const failure = makeAll(realPath, 0o777);
  if (failure !== undefined) throw failure;
  // A link put in between after the check would have been followed by mkdir; resolving again finds it out.
  if (resolveInside(root, path) !== realPath) throw parentChanged(realPath);
  return openDirectory(realPath);
}

/**
 * Makes a folder and those above it that are missing; one that is there already stays as it is. What Node's own recursive
 * `mkdir` does, but for its endless loop below a folder that takes no entries, as `/proc`.
 *
 * @param mode of each folder that is made
 * @throws AutoskillError `FOLDER_NOT_MADE`
 */
export function makeFolder(path: string, mode = 0o777): void {
  const folder = resolve(path);
  const failure = makeAll(folder, mode);
  if (failure !== undefined) throw notMade(folder, failure);
}

/** @returns why there is no folder afterwards */
function makeAll(folder: string, mode: number): unknown {
  const failure = makeOne(folder, mode);
  const parent = dirname(folder);
  // Where the folder above is there and says so all the same, another try would say it again.
  if (!isCode(failure, "ENOENT") || parent === folder || isFolder(parent)) return failure;
  return makeAll(parent, mode) ?? makeOne(folder, mode);
}

function makeOne(folder: string, mode: number): unknown {
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!isFolder(folder)) return error;
  }
  return undefined;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** A link counts, wherever it leads. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function notMade(folder: string, cause: unknown): AutoskillError {
  let above = folder;
  while (!isThere(above) && dirname(above) !== above) above = dirname(above);
  return new AutoskillError({
    code: "FOLDER_NOT_MADE",
    message: `The folder ${folder} cannot be made: ${isFolder(above) ? `${above} takes no new folder` : `${above} is not a folder`}.`,
    found: cause instanceof Error ? cause.message : String(cause),
    next: "Name a folder in a place where you may write.",
    cause,
  });
}

function open(path: string, realPath: string): OpenDirectory {
  let descriptor: number;
  try {
    descriptor = openSync(path, DIRECTORY_FLAGS);
  } catch (cause) {
    // Linux answers ENOTDIR, not ELOOP, when a link is opened with both flags.
    const link = isCode(cause, "ELOOP") || lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    if (!link) throw cause;
    throw new AutoskillError({
      code: "SYMLINK_TRAVERSAL",
      message: `${realPath} is a symbolic link where a folder was expected.`,
      next: "Remove the link, or replace it by a folder.",
      cause,
    });
  }
  const opened = fstatSync(descriptor);
  const base = HAS_DESCRIPTOR_PATHS ? `/proc/self/fd/${descriptor}` : realPath;
  return {
    path: realPath,
    list: base,
    at: (name) => {
      const [segment, ...more] = splitRelativePath(name);
      if (segment === undefined || more.length > 0) throw new TypeError(`not one path segment: ${name}`);
      return join(base, segment);
    },
    verify: () => {
      const now = statSync(realPath, { throwIfNoEntry: false });
      if (now === undefined || now.ino !== opened.ino || now.dev !== opened.dev) throw parentChanged(realPath);
    },
    sync: () => syncDirectory(descriptor),
    close: () => closeSync(descriptor),
  };
}

/** Windows cannot sync a directory, and some network file systems refuse to: renames are journaled there or not at all. */
export function syncDirectory(descriptor: number): void {
  try {
    fsyncSync(descriptor);
  } catch (error) {
    if (!["EPERM", "EINVAL", "EISDIR", "EBADF", "ENOTSUP"].some((code) => isCode(error, code))) throw error;
  }
}

export function isCode(error: unknown, code: string): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === code;
}

function parentChanged(path: string): AutoskillError {
  return new AutoskillError({
    code: "PARENT_CHANGED",
    message: `The folder ${path} was replaced while it was being written to.`,
    next: "Run the command again.",
  });
}
