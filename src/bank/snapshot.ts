/**
 * A skill's directory as it lies on disk, read through held directories and without following links.
 *
 * Contract: a snapshot holds every regular file whole. Links, devices and names that other platforms cannot hold are
 * only named (`others`); they are never followed, written or removed. Bounds that are hit make it `unreadable`.
 */
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { digestOf, isCode, type OpenDirectory, openChildDirectory, sha256, splitRelativePath } from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";

export const SKILL_FILE = "SKILL.md";

/** Largest skill that the bank takes. */
export const SKILL_BOUNDS = { files: 200, fileBytes: 1024 * 1024, totalBytes: 5 * 1024 * 1024, depth: 8 } as const;

export interface SkillSnapshot {
  kind: "skill";
  /** Sorted by path. */
  files: RevisionFile[];
  contents: Map<string, Uint8Array>;
  hash: string;
  /** Entries that are not regular files with a portable name. */
  others: string[];
}

export type Snapshot =
  | { kind: "missing" }
  /** The directory or its SKILL.md is a symbolic link, or SKILL.md has another hard link. */
  | { kind: "link"; reason: string }
  | { kind: "unreadable"; reason: string }
  /** Something lies there that is no skill: a file, or a folder without SKILL.md. */
  | { kind: "other"; reason: string }
  | SkillSnapshot;

const FILE_FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export function readSnapshot(folder: OpenDirectory, name: string): Snapshot {
  let directory: OpenDirectory;
  try {
    directory = openChildDirectory(folder, name);
  } catch (error) {
    if (isCode(error, "ENOENT")) return { kind: "missing" };
    if (isCode(error, "SYMLINK_TRAVERSAL")) return { kind: "link", reason: "the directory is a symbolic link" };
    if (isCode(error, "ENOTDIR")) return { kind: "other", reason: "a file, not a directory" };
    return { kind: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  }
  try {
    return readSkill(directory);
  } catch (error) {
    return { kind: "unreadable", reason: error instanceof Error ? error.message : String(error) };
  } finally {
    directory.close();
  }
}

class BoundReached extends Error {}

function readSkill(directory: OpenDirectory): Snapshot {
  const found: SkillSnapshot = { kind: "skill", files: [], contents: new Map(), hash: "", others: [] };
  const state = { bytes: 0, linkedSkillFile: false };
  try {
    readInto(directory, "", 1, found, state);
  } catch (error) {
    if (error instanceof BoundReached) return { kind: "unreadable", reason: error.message };
    throw error;
  }
  if (found.others.includes(SKILL_FILE)) return { kind: "link", reason: "SKILL.md is a link or no regular file" };
  if (state.linkedSkillFile) return { kind: "link", reason: "SKILL.md has another hard link" };
  if (!found.contents.has(SKILL_FILE)) {
    const empty = found.files.length === 0 && found.others.length === 0;
    return empty ? { kind: "missing" } : { kind: "other", reason: "a folder without SKILL.md" };
  }
  found.files.sort((a, b) => (a.path < b.path ? -1 : 1));
  found.hash = hashFiles(found.files);
  return found;
}

function readInto(
  directory: OpenDirectory,
  prefix: string,
  depth: number,
  found: SkillSnapshot,
  state: { bytes: number; linkedSkillFile: boolean },
): void {
  if (depth > SKILL_BOUNDS.depth) throw new BoundReached(`more than ${SKILL_BOUNDS.depth} levels of folders`);
  for (const entry of readdirSync(directory.list, { withFileTypes: true })) {
    const path = prefix + entry.name;
    if (!isPortable(entry.name)) {
      found.others.push(path);
    } else if (entry.isDirectory()) {
      const child = openChildDirectory(directory, entry.name);
      try {
        readInto(child, `${path}/`, depth + 1, found, state);
      } finally {
        child.close();
      }
    } else if (entry.isFile()) {
      readFile(directory.at(entry.name), path, found, state);
    } else {
      found.others.push(path);
    }
  }
}

function readFile(
  location: string,
  path: string,
  found: SkillSnapshot,
  state: { bytes: number; linkedSkillFile: boolean },
): void {
  const descriptor = openSync(location, FILE_FLAGS);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) {
      found.others.push(path);
      return;
    }
    state.bytes += status.size;
    if (status.size > SKILL_BOUNDS.fileBytes)
      throw new BoundReached(`${path} has more than ${SKILL_BOUNDS.fileBytes} bytes`);
    if (state.bytes > SKILL_BOUNDS.totalBytes) throw new BoundReached(`more than ${SKILL_BOUNDS.totalBytes} bytes`);
    if (found.files.length >= SKILL_BOUNDS.files) throw new BoundReached(`more than ${SKILL_BOUNDS.files} files`);
    if (path === SKILL_FILE && status.nlink > 1) state.linkedSkillFile = true;
    const bytes = readFileSync(descriptor);
    found.contents.set(path, bytes);
    found.files.push(describeFile(path, bytes, (status.mode & 0o100) !== 0));
  } finally {
    closeSync(descriptor);
  }
}

export function describeFile(path: string, bytes: Uint8Array, executable: boolean): RevisionFile {
  return { path, blob: sha256(bytes), size: bytes.byteLength, executable };
}

/** Identity of a skill's content: equal for equal paths, bytes and executable bits. */
export function hashFiles(files: readonly RevisionFile[]): string {
  return digestOf(files.map(({ path, blob, executable }) => ({ path, blob, executable })));
}

export function sameFile(a: RevisionFile | undefined, b: RevisionFile | undefined): boolean {
  return a?.path === b?.path && a?.blob === b?.blob && a?.executable === b?.executable;
}

function isPortable(name: string): boolean {
  try {
    return splitRelativePath(name).length === 1;
  } catch {
    return false;
  }
}
