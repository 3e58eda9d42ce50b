/**
 * Staging folders: where the files of a change are written before they take their place. They lie beside the skills
 * folder: the same file system, and not scanned for skills.
 */
import { mkdirSync, rmSync } from "node:fs";
import { isCode, type OpenDirectory, openChildDirectory, splitRelativePath, writeNewFile } from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";

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

export interface Work {
  folder: OpenDirectory;
  /** The folder around the skills folder: same file system, and not scanned for skills. */
  outer: OpenDirectory;
  change: FileChange;
  blobs: Blobs;
  onStep: StepListener;
}

export const stagingName = (work: Work) => `.autoskill-new-${work.change.id}`;
export const oldName = (work: Work) => `.autoskill-old-${work.change.id}`;
export const trashName = (work: Work) => `.autoskill-trash-${work.change.id}`;

export function freshStaging(work: Work): OpenDirectory {
  const { outer } = work;
  rmSync(outer.at(stagingName(work)), { recursive: true, force: true });
  mkdirSync(outer.at(stagingName(work)));
  return openChildDirectory(outer, stagingName(work));
}

export function stageTree(work: Work, files: RevisionFile[]): void {
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
export function withFolderOf(
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

export function bytesOf(blobs: Blobs, file: RevisionFile): Uint8Array {
  const bytes = blobs.get(file.blob);
  if (bytes === undefined) throw new Error(`no bytes for ${file.path}`);
  return bytes;
}

export function modeOf(file: RevisionFile): number {
  return file.executable ? 0o755 : 0o644;
}
