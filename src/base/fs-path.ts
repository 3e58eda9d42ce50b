/**
 * Paths that stay where they belong.
 *
 * Contract: a relative path that comes from outside (a skill's file list, a slug, a configuration) is turned into a real
 * path only here. What leaves its root lexically is `OUTSIDE_ROOT`, what leaves it through a link is
 * `SYMLINK_TRAVERSAL`, what no file system of ours should hold is `INVALID_PATH`.
 */
import { lstatSync, realpathSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { AutoskillError } from "./errors.ts";

/** Reserved on Windows with any extension (learn.microsoft.com, "Naming Files, Paths, and Namespaces"). */
const WINDOWS_DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i;

/** True when `path` is `root` or below it. Both absolute and already real. */
export function isInside(root: string, path: string): boolean {
  const way = relative(root, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Splits a relative path into names that are safe on every platform. Accepts `/` only.
 *
 * @throws AutoskillError `OUTSIDE_ROOT` for absolute paths and `..`; `INVALID_PATH` for an empty path, empty or `.`
 *   segments, NUL and other control characters, backslashes, `:`, trailing dots or spaces, and device names.
 */
export function splitRelativePath(path: string): string[] {
  if (isAbsolute(path) || /^[a-z]:/i.test(path) || path.startsWith("\\")) throw outsideRoot(path);
  const names = path.split("/");
  if (names.includes("..")) throw outsideRoot(path);
  for (const name of names) {
    const invalid =
      name === "" ||
      name === "." ||
      /[\u0000-\u001f\u007f\\:]/.test(name) ||
      /[. ]$/.test(name) ||
      WINDOWS_DEVICE.test(name);
    if (invalid) {
      throw new AutoskillError({
        code: "INVALID_PATH",
        message: `${JSON.stringify(path)} is not a path that every platform can hold.`,
        next: "Use names of letters, digits, dots, hyphens and underscores, separated by `/`.",
      });
    }
  }
  return names;
}

/**
 * Real path of `path` inside `root`. Links are followed as long as they stay inside; what does not exist yet is
 * appended to the real path of its nearest existing ancestor.
 *
 * @throws AutoskillError `OUTSIDE_ROOT`, `INVALID_PATH`, and `SYMLINK_TRAVERSAL` when a link on the way leads out of the
 *   root or to nothing.
 */
export function resolveInside(root: string, path: string): string {
  const realRoot = realPathOfExisting(resolve(root));
  let current = realRoot;
  for (const name of splitRelativePath(path)) {
    const next = join(current, name);
    const status = lstatSync(next, { throwIfNoEntry: false });
    current = status?.isSymbolicLink() ? followLink(next, realRoot) : next;
  }
  return current;
}

function followLink(link: string, realRoot: string): string {
  let target: string;
  try {
    target = realpathSync(link);
  } catch (cause) {
    throw symlinkTraversal(link, "leads to nothing", cause);
  }
  if (!isInside(realRoot, target)) throw symlinkTraversal(link, `leads out of ${realRoot}`);
  return target;
}

/** Real path of the nearest existing ancestor of an absolute path, with the rest appended. A dangling link is such a rest. */
export function realPathOfExisting(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPathOfExisting(parent), basename(path));
  }
}

function outsideRoot(path: string): AutoskillError {
  return new AutoskillError({
    code: "OUTSIDE_ROOT",
    message: `${JSON.stringify(path)} leaves the folder that it is relative to.`,
    next: "Use a relative path without `..`.",
  });
}

function symlinkTraversal(link: string, what: string, cause?: unknown): AutoskillError {
  return new AutoskillError({
    code: "SYMLINK_TRAVERSAL",
    message: `The symbolic link ${link} ${what}.`,
    next: "Remove the link, or replace it by a folder.",
    ...(cause === undefined ? {} : { cause }),
  });
}
