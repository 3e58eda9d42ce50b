/**
 * Whole-file writes. A reader sees the old bytes or the new bytes, never a part; what returned is on disk.
 */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { isCode, syncDirectory } from "./fs-directory.ts";

export interface WriteOptions {
  /** Permission bits. Default 0o644 (and the umask). */
  mode?: number;
}

/** Creates `path` with these bytes and syncs it. Fails with `EEXIST` when anything lies there, also a dangling link. */
export function writeNewFile(path: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  const descriptor = openSync(path, "wx", options.mode ?? 0o644);
  try {
    writeFileSync(descriptor, content);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Replaces or creates `path`: written beside it under a temporary name, synced, renamed over it, and the directory
 * synced. A link at `path` is replaced, not followed. The mode is exactly `mode` where one is given.
 */
export function writeFileAtomic(path: string, content: string | Uint8Array, options: WriteOptions = {}): void {
  const directory = dirname(path);
  const temporary = join(directory, `.${basename(path)}.${randomBytes(6).toString("hex")}.tmp`);
  try {
    writeNewFile(temporary, content, options);
    if (options.mode !== undefined) setMode(temporary, options.mode);
    renameSync(temporary, path);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  const descriptor = openSync(directory, "r");
  try {
    syncDirectory(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/**
 * Moves a file to a name that must be free: link, then unlink, so that nothing is ever replaced. Where the file system
 * has no hard links, the name is checked by exclusive creation instead.
 *
 * @throws `EEXIST` when the name is taken.
 */
export function moveWithoutReplacing(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].some((code) => isCode(error, code))) throw error;
    closeSync(openSync(to, "wx"));
    renameSync(from, to);
  }
}

function setMode(path: string, mode: number): void {
  const descriptor = openSync(path, "r");
  try {
    fchmodSync(descriptor, mode);
  } finally {
    closeSync(descriptor);
  }
}
