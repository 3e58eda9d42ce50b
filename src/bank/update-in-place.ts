/**
 * The usual update: new supporting files first, then SKILL.md by rename, then what went. At every instant SKILL.md is
 * there and whole, and so is every file that it may speak of.
 */
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readSync,
  renameSync,
  rmdirSync,
  unlinkSync,
} from "node:fs";
import {
  moveWithoutReplacing,
  type OpenDirectory,
  openChildDirectory,
  sha256,
  splitRelativePath,
  writeNewFile,
} from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";
import { conflict, notOurs } from "./errors.ts";
import { SKILL_BOUNDS, SKILL_FILE, sameFile } from "./snapshot.ts";
import { bytesOf, freshStaging, modeOf, type Work, withFolderOf } from "./staging.ts";

export function updateInPlace(work: Work, current: RevisionFile[], after: RevisionFile[]): void {
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
