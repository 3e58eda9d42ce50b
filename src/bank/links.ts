/**
 * Shows a skill in the folders where hosts look: a symbolic link per skill, or a copy where links are refused.
 *
 * Contract: only links that lead to our skill, and copies whose bytes are those of one of its revisions, are ever
 * replaced or removed. Everything else that lies there stays, and is reported. Never throws for one folder's sake.
 */
import { existsSync, lstatSync, readlinkSync, realpathSync, symlinkSync, unlinkSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { isCode, type OpenDirectory, openDirectoryInside, resolveInside } from "../base/index.ts";
import type { RevisionFile } from "../store/index.ts";
import { applyFileChange } from "./file-change.ts";
import type { Exposure, LinkOutcome } from "./model.ts";
import type { Place } from "./place.ts";
import { readSnapshot } from "./snapshot.ts";
import type { Blobs } from "./staging.ts";

export interface LinkRequest {
  place: Place;
  slug: string;
  /** Real path of the skills folder that the links lead to. */
  skillsFolder: string;
  /** Unique per change; names staging folders of copies. */
  id: string;
  /** What shall be shown; `null` to take links and copies away. */
  files: RevisionFile[] | null;
  blobs: Blobs;
  /** Content hashes of all revisions: a copy with one of them is ours. */
  knownHashes: ReadonlySet<string>;
  /** Make copies even where links would work. */
  copy: boolean;
}

export function updateLinks(request: LinkRequest): LinkOutcome[] {
  const { exposed } = request.place;
  if (exposed === undefined) return [];
  const outcomes: LinkOutcome[] = [];
  for (const exposure of exposed.folders) {
    const path = join(exposed.anchor, exposure.directory, request.slug);
    outcomes.push({ path, state: updateFolder(request, exposed.anchor, exposure) });
  }
  return outcomes;
}

function updateFolder(request: LinkRequest, anchor: string, exposure: Exposure): LinkOutcome["state"] {
  if (exposure.onlyWhen !== undefined && !existsSync(join(anchor, exposure.onlyWhen))) return "absent";
  try {
    const path = resolveInside(anchor, exposure.directory);
    if (path === request.skillsFolder) return "same_folder";
    if (request.files === null && !existsSync(path)) return "absent";
    const folder = openDirectoryInside(anchor, exposure.directory);
    try {
      return request.files === null ? removeEntry(request, folder) : showEntry(request, folder, request.files);
    } finally {
      folder.close();
    }
  } catch {
    return "refused";
  }
}

function showEntry(request: LinkRequest, folder: OpenDirectory, files: RevisionFile[]): LinkOutcome["state"] {
  const { slug } = request;
  const entry = lstatSync(folder.at(slug), { throwIfNoEntry: false });
  if (entry?.isSymbolicLink() === true) return isOurLink(request, folder) ? "linked" : "taken";
  if (entry !== undefined) return updateCopy(request, folder, files);
  if (!request.copy && makeLink(request, folder)) return "linked";
  return updateCopy(request, folder, files);
}

function removeEntry(request: LinkRequest, folder: OpenDirectory): LinkOutcome["state"] {
  const entry = lstatSync(folder.at(request.slug), { throwIfNoEntry: false });
  if (entry === undefined) return "absent";
  if (!entry.isSymbolicLink()) return updateCopy(request, folder, null);
  if (!isOurLink(request, folder)) return "taken";
  unlinkSync(folder.at(request.slug));
  folder.sync();
  return "removed";
}

/** False where the platform or file system refuses links. */
function makeLink({ place, slug, skillsFolder }: LinkRequest, folder: OpenDirectory): boolean {
  const target = join(skillsFolder, slug);
  const text = place.exposed?.relativeLinks === true ? relative(folder.path, target) : target;
  try {
    symlinkSync(text, folder.at(slug), "dir");
    folder.sync();
    return true;
  } catch (error) {
    if (["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP", "EACCES"].some((code) => isCode(error, code))) return false;
    throw error;
  }
}

/** Also true for a link whose target was removed: its text still names our directory. */
function isOurLink({ slug, skillsFolder }: LinkRequest, folder: OpenDirectory): boolean {
  const text = readlinkSync(folder.at(slug));
  const lexical = resolve(folder.path, text);
  try {
    return realpathSync(lexical) === join(skillsFolder, slug);
  } catch {
    try {
      return join(realpathSync(dirname(lexical)), slug) === join(skillsFolder, slug) && lexical.endsWith(slug);
    } catch {
      return false;
    }
  }
}

function updateCopy(request: LinkRequest, folder: OpenDirectory, files: RevisionFile[] | null): LinkOutcome["state"] {
  const current = readSnapshot(folder, request.slug);
  const ours = current.kind === "skill" && current.others.length === 0 && request.knownHashes.has(current.hash);
  if (current.kind !== "missing" && !ours) return "taken";
  const before = current.kind === "skill" ? current.files : null;
  applyFileChange(folder, { id: request.id, slug: request.slug, before, after: files }, request.blobs, () => {});
  return files === null ? "removed" : "copied";
}
