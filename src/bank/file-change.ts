/**
 * Brings the files of one skill from one state to another so that a reader never meets a half-written skill.
 *
 * How (docs/adr/0012):
 * - create: the whole directory is staged beside the skills folder and renamed into it; a taken name is never replaced.
 * - update in place, when no supporting file changes its bytes: new files are linked in first, then SKILL.md is renamed
 *   over the old one, then files that went are removed. SKILL.md is there, whole, at every instant, and so is every
 *   file that it may speak of.
 * - update by swap, when a supporting file changes: the staged directory takes the old one's place in two renames. The
 *   name is missing between them; a process killed right there is made good by the next one that opens the bank.
 * - remove: the directory is renamed away, looked at once more, and deleted.
 *
 * Contract: every step can be repeated. A state that is neither `before`, nor `after`, nor a mixture of both, is
 * somebody else's work and ends in `CONFLICT` with their bytes in place.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
} from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import {
  AutoskillError,
  isCode,
  moveWithoutReplacing,
  type OpenDirectory,
  openChildDirectory,
  openDirectory,
  sha256,
  splitRelativePath,
  writeNewFile,
} from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";
import { hashFiles, readSnapshot, SKILL_BOUNDS, SKILL_FILE, type Snapshot, sameFile } from "./snapshot.ts";

export interface FileChange {
  /** Names the staging folders; unique per change. */
  id: string;
  slug: string;
  /** `null`: nothing lay there. */
  before: RevisionFile[] | null;
  /** `null`: nothing shall lie there. */
  after: RevisionFile[] | null;
}

/** The bytes of a file by its `blob`. Must hold all of `after`. */
export type Blobs = ReadonlyMap<string, Uint8Array>;

/** Told about each instant at which a crash would leave another state on disk. For tests. */
export type StepListener = (step: string) => void;

export function applyFileChange(folder: OpenDirectory, change: FileChange, blobs: Blobs, onStep: StepListener): void {
  const outer = openDirectory(dirname(folder.path));
  const work: Work = { folder, outer, change, blobs, onStep };
  try {
    putOldBack(work);
    const current = readSnapshot(folder, change.slug);
    if (!isReached(current, change.after)) {
      checkMixture(current, change);
      if (change.after === null) removeSkill(work);
      else if (current.kind !== "skill") createSkill(work, change.after);
      else if (mustSwap(current.files, change.after)) swapSkill(work, change.after);
      else updateInPlace(work, current.files, change.after);
    }
    clean(work);
  } catch (error) {
    throw explain(error, change, folder.path);
  } finally {
    rmSync(outer.at(stagingName(work)), { recursive: true, force: true });
    outer.close();
  }
}

interface Work {
  folder: OpenDirectory;
  /** The folder around the skills folder: same file system, and not scanned for skills. */
  outer: OpenDirectory;
  change: FileChange;
  blobs: Blobs;
  onStep: StepListener;
}

const stagingName = (work: Work) => `.autoskill-new-${work.change.id}`;
const oldName = (work: Work) => `.autoskill-old-${work.change.id}`;
const trashName = (work: Work) => `.autoskill-trash-${work.change.id}`;

function isReached(current: Snapshot, after: RevisionFile[] | null): boolean {
  if (after === null) return current.kind === "missing";
  return current.kind === "skill" && current.hash === hashFiles(after);
}

/** Every file must be as `before` or as `after` has it, and nothing that both have may be missing. */
function checkMixture(current: Snapshot, { slug, before, after }: FileChange): void {
  if (current.kind === "missing" && before === null) return;
  if (before === null) throw nameTaken(slug);
  if (current.kind !== "skill") throw conflict(slug, hashFiles(before), current.kind);
  const old = new Map(before.map((file) => [file.path, file]));
  const wanted = new Map((after ?? []).map((file) => [file.path, file]));
  const present = new Map(current.files.map((file) => [file.path, file]));
  const known = current.files.every(
    (file) => sameFile(file, old.get(file.path)) || sameFile(file, wanted.get(file.path)),
  );
  const whole = before.every((file) => present.has(file.path) || (after !== null && !wanted.has(file.path)));
  if (!known || !whole) throw conflict(slug, hashFiles(before), current.hash);
}

/** Undoes the first half of a swap or removal that was cut off. */
function putOldBack(work: Work): void {
  const { folder, outer, change } = work;
  if (lstatSync(outer.at(oldName(work)), { throwIfNoEntry: false }) === undefined) return;
  if (readSnapshot(folder, change.slug).kind !== "missing") return;
  renameSync(outer.at(oldName(work)), folder.at(change.slug));
}

function createSkill(work: Work, after: RevisionFile[]): void {
  const { folder, outer, change, onStep } = work;
  stageTree(work, after);
  onStep("staged");
  folder.verify();
  // rename(2) refuses a directory that is not empty; an empty one, which is no skill, gives way.
  renameNoReplace(outer.at(stagingName(work)), folder.at(change.slug), change.slug);
  onStep("renamed");
  folder.sync();
}

function updateInPlace(work: Work, current: RevisionFile[], after: RevisionFile[]): void {
  const { folder, change, blobs, onStep } = work;
  const target = openChildDirectory(folder, change.slug);
  const staging = freshStaging(work);
  try {
    const present = new Map(current.map((file) => [file.path, file]));
    const wanted = new Map(after.map((file) => [file.path, file]));
    for (const [index, file] of after.filter(({ path }) => !present.has(path)).entries()) {
      const staged = staging.at(`file-${index}`);
      writeNewFile(staged, bytesOf(blobs, file), { mode: modeOf(file) });
      withFolderOf(target, file.path, true, (parent, name) => {
        moveWithoutReplacing(staged, parent.at(name));
        parent.sync();
      });
      onStep(`added ${file.path}`);
    }
    const text = wanted.get(SKILL_FILE);
    const old = present.get(SKILL_FILE);
    if (text !== undefined && old !== undefined && !sameFile(text, old)) {
      writeNewFile(staging.at("text"), bytesOf(blobs, text), { mode: modeOf(text) });
      onStep("staged");
      replaceSkillFile(work, target, staging, old);
      onStep("renamed");
    }
    for (const file of current.filter(({ path }) => !wanted.has(path))) {
      withFolderOf(target, file.path, false, (parent, name) => removeFile(parent, name, file, change.slug));
      removeEmptyFolders(target, file.path);
      onStep(`removed ${file.path}`);
    }
    target.sync();
  } finally {
    staging.close();
    target.close();
  }
}

/**
 * Renames the staged text over SKILL.md. The old file is held open across the rename: an editor that wrote into it after
 * the check is noticed and gets its bytes back. What remains is an editor that exchanges the file between the last
 * `lstat` and the rename, some microseconds.
 */
function replaceSkillFile(work: Work, target: OpenDirectory, staging: OpenDirectory, expected: RevisionFile): void {
  const { slug } = work.change;
  const path = target.at(SKILL_FILE);
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const opened = fstatSync(descriptor);
    const found = sha256(readWhole(descriptor));
    if (opened.nlink > 1) throw notOurs(slug, "SKILL.md has another hard link");
    if (found !== expected.blob) throw conflict(slug, expected.blob, found);
    work.folder.verify();
    target.verify();
    if (lstatSync(path).ino !== opened.ino) throw conflict(slug, expected.blob, "another file");
    renameSync(staging.at("text"), path);
    const afterwards = readWhole(descriptor);
    if (sha256(afterwards) !== expected.blob) {
      writeNewFile(staging.at("theirs"), afterwards, { mode: opened.mode & 0o777 });
      renameSync(staging.at("theirs"), path);
      throw conflict(slug, expected.blob, sha256(afterwards));
    }
    target.sync();
  } finally {
    closeSync(descriptor);
  }
}

function swapSkill(work: Work, after: RevisionFile[]): void {
  const { folder, outer, change, onStep } = work;
  stageTree(work, after);
  onStep("staged");
  folder.verify();
  renameSync(folder.at(change.slug), outer.at(oldName(work)));
  onStep("moved away");
  try {
    checkMoved(work);
    renameNoReplace(outer.at(stagingName(work)), folder.at(change.slug), change.slug);
  } catch (error) {
    putOldBack(work);
    throw error;
  }
  onStep("renamed");
  folder.sync();
}

function removeSkill(work: Work): void {
  const { folder, outer, change, onStep } = work;
  folder.verify();
  renameSync(folder.at(change.slug), outer.at(oldName(work)));
  onStep("moved away");
  try {
    checkMoved(work);
  } catch (error) {
    putOldBack(work);
    throw error;
  }
  discardOld(work);
  onStep("deleted");
  folder.sync();
}

/** A deletion that is cut off must not look like a change: the name says that the rest may go too. */
function discardOld(work: Work): void {
  const { outer, onStep } = work;
  renameSync(outer.at(oldName(work)), outer.at(trashName(work)));
  onStep("discarded");
  rmSync(outer.at(trashName(work)), { recursive: true, force: true });
}

/** What was moved away must be what was looked at before, whatever came in between. */
function checkMoved(work: Work): void {
  const moved = readSnapshot(work.outer, oldName(work));
  checkMixture(moved, work.change);
  if (moved.kind === "skill" && moved.others.length > 0) {
    throw notOurs(
      work.change.slug,
      `it holds entries that are not plain files: ${moved.others.slice(0, 3).join(", ")}`,
    );
  }
}

/** Takes away what an attempt that was cut off has left. */
function clean(work: Work): void {
  const { outer } = work;
  rmSync(outer.at(trashName(work)), { recursive: true, force: true });
  const old = readSnapshot(outer, oldName(work));
  if (old.kind === "missing") return;
  checkMixture(old, work.change);
  discardOld(work);
}

/** When supporting files change, or a file takes the place of a folder or the other way round. */
function mustSwap(current: RevisionFile[], after: RevisionFile[]): boolean {
  if (foldersOf(current).some((folder) => after.some(({ path }) => path === folder))) return true;
  if (foldersOf(after).some((folder) => current.some(({ path }) => path === folder))) return true;
  const wanted = new Map(after.map((file) => [file.path, file]));
  return current.some(({ path, ...file }) => {
    const next = wanted.get(path);
    return path !== SKILL_FILE && next !== undefined && !sameFile({ path, ...file }, next);
  });
}

function foldersOf(files: readonly RevisionFile[]): string[] {
  return files.flatMap(({ path }) => {
    const segments = path.split("/");
    return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
  });
}

function freshStaging(work: Work): OpenDirectory {
  const { outer } = work;
  rmSync(outer.at(stagingName(work)), { recursive: true, force: true });
  mkdirSync(outer.at(stagingName(work)));
  return openChildDirectory(outer, stagingName(work));
}

function stageTree(work: Work, files: RevisionFile[]): void {
  const staging = freshStaging(work);
  try {
    for (const file of files) {
      withFolderOf(staging, file.path, true, (parent, name) => {
        writeNewFile(parent.at(name), bytesOf(work.blobs, file), { mode: modeOf(file) });
        parent.sync();
      });
    }
    staging.sync();
  } finally {
    staging.close();
  }
}

/** Opens the folder of `path` below `directory`, segment by segment without following links. */
function withFolderOf(
  directory: OpenDirectory,
  path: string,
  create: boolean,
  work: (parent: OpenDirectory, name: string) => void,
): void {
  const segments = splitRelativePath(path);
  const name = segments.pop() ?? "";
  const opened: OpenDirectory[] = [];
  let parent = directory;
  try {
    for (const segment of segments) {
      if (create) makeDirectory(parent.at(segment));
      parent = openChildDirectory(parent, segment);
      opened.push(parent);
    }
    work(parent, name);
  } finally {
    for (const item of opened.reverse()) item.close();
  }
}

function makeDirectory(path: string): void {
  try {
    mkdirSync(path);
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}

function removeEmptyFolders(directory: OpenDirectory, path: string): void {
  const segments = splitRelativePath(path).slice(0, -1);
  for (let length = segments.length; length > 0; length -= 1) {
    try {
      withFolderOf(directory, segments.slice(0, length).join("/"), false, (parent, name) => rmdirSync(parent.at(name)));
    } catch {
      return;
    }
  }
}

function removeFile(parent: OpenDirectory, name: string, expected: RevisionFile, slug: string): void {
  const descriptor = openSync(parent.at(name), constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  try {
    const found = sha256(readWhole(descriptor));
    if (found !== expected.blob) throw conflict(slug, expected.blob, found);
    unlinkSync(parent.at(name));
  } finally {
    closeSync(descriptor);
  }
}

function renameNoReplace(from: string, to: string, slug: string): void {
  try {
    const status = lstatSync(to, { throwIfNoEntry: false });
    if (status !== undefined && process.platform === "win32") rmdirSync(to);
    renameSync(from, to);
  } catch (error) {
    if (["ENOTEMPTY", "EEXIST", "ENOTDIR", "EPERM"].some((code) => isCode(error, code))) throw nameTaken(slug);
    throw error;
  }
}

/** From the start, whatever was read before. */
function readWhole(descriptor: number): Buffer {
  const buffer = Buffer.alloc(SKILL_BOUNDS.fileBytes + 1);
  let length = 0;
  for (;;) {
    const count = readSync(descriptor, buffer, length, buffer.length - length, length);
    if (count === 0) return buffer.subarray(0, length);
    length += count;
  }
}

function bytesOf(blobs: Blobs, file: RevisionFile): Uint8Array {
  const bytes = blobs.get(file.blob);
  if (bytes === undefined) throw new Error(`no bytes for ${file.path}`);
  return bytes;
}

function modeOf(file: RevisionFile): number {
  return file.executable ? 0o755 : 0o644;
}

/** What the system said, as an error with a next step. */
function explain(error: unknown, change: FileChange, folder: string): unknown {
  if (AutoskillError.isInstance(error) || typeof error !== "object" || error === null || !("syscall" in error))
    return error;
  const expected = change.before === null ? "nothing there" : hashFiles(change.before);
  const isExchange = ["ENOENT", "ENOTDIR", "EEXIST", "ENOTEMPTY", "ELOOP"].some((code) => isCode(error, code));
  const message = error instanceof Error ? error.message : String(error);
  if (isExchange) return conflict(change.slug, expected, message);
  return new AutoskillError({
    code: "WRITE_FAILED",
    message: `The files of ${change.slug} cannot be changed: ${message}`,
    next: `Check the rights and the free space of ${folder}, and try again.`,
    cause: error,
  });
}

export function conflict(slug: string, expected: string, found: string): AutoskillError {
  return new AutoskillError({
    code: "CONFLICT",
    message: `The skill ${slug} changed since it was read.`,
    expected,
    found,
    next: "Read the skill again and make the change for its present text.",
  });
}

export function nameTaken(slug: string, suggestion?: string, found?: string): AutoskillError {
  return new AutoskillError({
    code: "NAME_TAKEN",
    message: `There is something at ${slug} already.`,
    ...(found === undefined ? {} : { found }),
    next: suggestion === undefined ? "Choose another name." : `Choose another name, for example ${suggestion}.`,
  });
}

export function notOurs(slug: string, why: string): AutoskillError {
  return new AutoskillError({
    code: "NOT_OURS",
    message: `The skill ${slug} is not ours to change: ${why}.`,
    next: "Use another name, or hand the skill over with `adopt` if it is a plain folder of yours.",
  });
}
