/**
 * Walks a folder along path patterns: enters only folders through which some pattern leads.
 *
 * Contract: follows symbolic links, but enters no folder twice, so loops end; never goes deeper than the longest pattern;
 * what cannot be read is reported, not thrown. A folder that is not there is simply empty.
 */
import type { Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

export interface WalkedFile<P> {
  path: string;
  /** Names below the folder, the file's last. */
  segments: string[];
  pattern: P;
  sizeBytes: number;
  modifiedMs: number;
}

export interface WalkProblem {
  code: "FOLDER_UNREADABLE" | "FILE_UNREADABLE" | "TOO_MANY_FILES";
  path: string;
  detail: string;
}

/** Most files listed below one folder; more are refused with a problem. */
export const MOST_FILES = 100_000;

interface CompiledPattern<P> {
  pattern: P;
  names: RegExp[];
}

export async function walkPatterns<P extends { path: string; except?: RegExp }>(
  folder: string,
  patterns: readonly P[],
): Promise<{ files: WalkedFile<P>[]; problems: WalkProblem[] }> {
  const compiled = patterns.map((pattern) => ({ pattern, names: pattern.path.split("/").map(nameExpression) }));
  const files: WalkedFile<P>[] = [];
  const problems: WalkProblem[] = [];
  const entered = new Set<string>();

  async function walk(path: string, segments: string[], alive: readonly CompiledPattern<P>[]): Promise<void> {
    const entries = await entriesOf(path, segments.length === 0, problems);
    if (entries.length === 0 || !(await enter(path, entered))) return;
    for (const entry of entries) {
      const below = alive.filter(({ names }) => names[segments.length]?.test(entry.name) === true);
      if (below.length === 0) continue;
      const entryPath = join(path, entry.name);
      const entrySegments = [...segments, entry.name];
      const target = await targetOf(entry, entryPath, problems);
      if (target === undefined) continue;
      if (target.isDirectory()) {
        const deeper = below.filter(({ names }) => names.length > entrySegments.length);
        if (deeper.length > 0) await walk(entryPath, entrySegments, deeper);
        continue;
      }
      const whole = below.find(
        ({ names, pattern }) => names.length === entrySegments.length && pattern.except?.test(entry.name) !== true,
      );
      if (whole === undefined || !target.isFile()) continue;
      if (files.length >= MOST_FILES) {
        const detail = `more than ${MOST_FILES} transcripts`;
        if (!problems.some(({ code }) => code === "TOO_MANY_FILES")) {
          problems.push({ code: "TOO_MANY_FILES", path: folder, detail });
        }
        return;
      }
      files.push({
        path: entryPath,
        segments: entrySegments,
        pattern: whole.pattern,
        sizeBytes: target.size,
        modifiedMs: target.mtimeMs,
      });
    }
  }

  await walk(folder, [], compiled);
  return { files, problems };
}

function nameExpression(name: string): RegExp {
  const parts = name.split("*").map((part) => part.replace(/[.+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`);
}

async function entriesOf(path: string, isRoot: boolean, problems: WalkProblem[]): Promise<Dirent[]> {
  try {
    return await readdir(path, { withFileTypes: true });
  } catch (error) {
    const code = codeOf(error);
    if (!isRoot || (code !== "ENOENT" && code !== "ENOTDIR")) {
      problems.push({ code: "FOLDER_UNREADABLE", path, detail: code });
    }
    return [];
  }
}

/** False when the folder was entered before, by this or another path. */
async function enter(path: string, entered: Set<string>): Promise<boolean> {
  const real = await realpath(path).catch(() => path);
  if (entered.has(real)) return false;
  entered.add(real);
  return true;
}

async function targetOf(entry: Dirent, path: string, problems: WalkProblem[]) {
  if (!entry.isDirectory() && !entry.isFile() && !entry.isSymbolicLink()) return undefined;
  try {
    return await stat(path);
  } catch (error) {
    const code = codeOf(error);
    // A dangling or looping link, or a file that went away meanwhile, is nothing to tell.
    if (code !== "ENOENT" && code !== "ELOOP") problems.push({ code: "FILE_UNREADABLE", path, detail: code });
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : String(error);
}
