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
import { lstatSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import { AutoskillError, isCode, type OpenDirectory, openDirectory } from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";
import { conflict, nameTaken, notOurs } from "./errors.ts";
import { hashFiles, readSnapshot, SKILL_FILE, type Snapshot, sameFile } from "./snapshot.ts";
import {
  type Blobs,
  type FileChange,
  oldName,
  type StepListener,
  stageTree,
  stagingName,
  trashName,
  type Work,
} from "./staging.ts";
import { updateInPlace } from "./update-in-place.ts";

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

function foldersOf(files: readonly RevisionFile[]): string[] {
  return files.flatMap(({ path }) => {
    const segments = path.split("/");
    return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join("/"));
  });
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
