/** Which transcript files a `learn` is about: named paths, or what the agents on this machine left. */
import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { AutoskillError } from "../../base/index.ts";
import { findTranscripts } from "../../hosts/index.ts";
import { hostPlace, type OperationContext } from "../context.ts";
import { refuseUnknownAgent } from "../sessions.ts";
import { parseSince } from "../since.ts";

export interface TranscriptFile {
  path: string;
  sizeBytes: number;
  modifiedMs: number;
}

export interface SourceSelection {
  paths: string[];
  latest: boolean;
  since?: string | undefined;
  agent?: string | undefined;
}

/**
 * The files, in a stable order: named folders by name, found transcripts oldest first (so that a later session builds on
 * what an earlier one taught).
 *
 * @throws AutoskillError `NOTHING_TO_READ`, `PATH_UNREADABLE`, `INVALID_INPUT`
 */
export async function selectTranscripts(
  context: OperationContext,
  selection: SourceSelection,
): Promise<TranscriptFile[]> {
  if (selection.paths.length > 0) {
    const files: TranscriptFile[] = [];
    for (const path of selection.paths) await addNamed(resolve(context.workingDirectory, path), files);
    return files;
  }
  const { items, diagnostics } = await findTranscripts({
    ...hostPlace(context),
    ...(selection.agent === undefined ? {} : { agents: [selection.agent] }),
    ...(selection.since === undefined ? {} : { since: parseSince(selection.since, context.clock.now()) }),
  });
  refuseUnknownAgent(diagnostics);
  const own = items.filter((item) => !item.subAgent);
  const chosen = selection.latest ? own.slice(0, 1) : own.toReversed();
  if (chosen.length === 0) {
    throw new AutoskillError({
      code: "NOTHING_TO_READ",
      message: "No transcript of any agent was found.",
      next: "Give the path of a file; `autoskill sessions` shows what is found.",
    });
  }
  return chosen.map((item) => ({
    path: item.path,
    sizeBytes: item.sizeBytes,
    modifiedMs: Math.trunc(Date.parse(item.modifiedAt)),
  }));
}

async function addNamed(path: string, files: TranscriptFile[]): Promise<void> {
  try {
    const status = await stat(path);
    if (status.isDirectory()) return addFolder(path, await readdir(path, { withFileTypes: true }), files);
    if (!status.isFile()) throw new Error("neither a file nor a folder");
    files.push({ path, sizeBytes: status.size, modifiedMs: Math.trunc(status.mtimeMs) });
  } catch (cause) {
    throw new AutoskillError({
      code: "PATH_UNREADABLE",
      message: `Cannot read ${path}: ${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}.`,
      next: "Check the path; `autoskill sessions` shows the transcripts of the agents found here.",
      cause,
    });
  }
}

/** What cannot be read is listed all the same, so that reading it says why, and the rest is learned from. */
async function addFolder(folder: string, entries: Dirent[], files: TranscriptFile[]): Promise<void> {
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      const inside = await readdir(path, { withFileTypes: true }).catch(() => undefined);
      if (inside === undefined) files.push({ path, sizeBytes: 0, modifiedMs: 0 });
      else await addFolder(path, inside, files);
    } else if (entry.isFile()) {
      const status = await stat(path).catch(() => undefined);
      files.push({ path, sizeBytes: status?.size ?? 0, modifiedMs: Math.trunc(status?.mtimeMs ?? 0) });
    }
  }
}
