/**
 * What there is to import below the given paths. Links are never followed. A folder with a SKILL.md is a skill with all
 * that lies in it but other skills; in a git checkout everything else is left alone unless it is asked for.
 */
import type { Dirent } from "node:fs";
import { lstat, readdir, stat } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
import { AutoskillError } from "../../base/index.ts";
import { documentKindOf } from "../../learn/index.ts";
import type { OperationContext } from "../context.ts";
import type { ImportKind, ImportReport } from "./model.ts";

export interface ImportSource {
  /** `any`: what is in it has to be seen; `skill`: a folder with a SKILL.md. */
  form: "skill" | "zip" | "any";
  path: string;
  /** For a skill: its files, relative with `/`. */
  files?: { path: string; executable: boolean }[];
  sizeBytes: number;
  modifiedMs: number;
}

export interface SourceSearch {
  kinds: readonly ImportKind[];
  report: Pick<ImportReport["files"], "failed" | "refused">;
}

const LEFT_ALONE = new Set([".git", "node_modules", ".venv", "__pycache__", ".hg", ".svn"]);
const TRANSCRIPT_NAMES = new Set([".json", ".jsonl", ".ndjson", ".db", ".sqlite", ".gz", ".zip"]);
const MAX_DEPTH = 32;

/** @throws AutoskillError `PATH_UNREADABLE` when a named path is not there. */
export async function findSources(
  context: OperationContext,
  paths: readonly string[],
  search: SourceSearch,
): Promise<ImportSource[]> {
  const sources: ImportSource[] = [];
  for (const given of paths) {
    const path = resolve(context.workingDirectory, given);
    try {
      const status = await stat(path);
      if (status.isDirectory()) await addFolder(path, false, 0, sources, search);
      else if (status.isFile()) sources.push(await fileSource(path));
      else throw new Error("neither a file nor a folder");
    } catch (cause) {
      throw new AutoskillError({
        code: "PATH_UNREADABLE",
        message: `Cannot read ${path}: ${(cause as NodeJS.ErrnoException).code ?? (cause as Error).message}.`,
        next: "Check the path.",
        cause,
      });
    }
  }
  return [...new Map(sources.map((source) => [source.path, source])).values()];
}

async function addFolder(
  folder: string,
  inCheckout: boolean,
  depth: number,
  sources: ImportSource[],
  search: SourceSearch,
): Promise<void> {
  if (depth > MAX_DEPTH) {
    search.report.refused.push({ path: folder, reason: `more than ${MAX_DEPTH} levels of folders` });
    return;
  }
  const entries = await entriesOf(folder, search);
  const checkout = inCheckout || entries.some((entry) => entry.name === ".git");
  const skillFile = entries.find((entry) => entry.isFile() && /^skill\.md$/i.test(entry.name));
  const inSkill = new Set<string>();
  if (skillFile !== undefined && wants(search, "skills", false)) {
    const skill = await skillSource(folder, search);
    for (const file of skill.files ?? []) inSkill.add(file.path.split("/")[0] ?? "");
    sources.push(skill);
  }
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (entry.isSymbolicLink()) search.report.refused.push({ path, reason: "links are not followed" });
    else if (entry.isDirectory() && !LEFT_ALONE.has(entry.name)) {
      // Of a skill's own folders only the skills within are looked for.
      const next = checkout || skillFile !== undefined;
      await addFolder(path, next, depth + 1, sources, search);
    } else if (entry.isFile() && skillFile === undefined && !/^skill\.md$/i.test(entry.name)) {
      const kind: ImportKind | undefined =
        documentKindOf(entry.name) !== undefined
          ? "documents"
          : TRANSCRIPT_NAMES.has(extname(entry.name).toLowerCase())
            ? "conversations"
            : undefined;
      const isArchive = /\.zip$|\.jsonl\.gz$/i.test(entry.name);
      if (kind !== undefined && (wants(search, kind, checkout) || (isArchive && wants(search, "skills", checkout)))) {
        sources.push(await fileSource(path));
      }
    }
  }
}

/** In a checkout only skills are wanted, unless the person names the kinds. */
function wants({ kinds }: SourceSearch, kind: ImportKind, inCheckout: boolean): boolean {
  return kinds.length > 0 ? kinds.includes(kind) : !inCheckout || kind === "skills";
}

async function entriesOf(folder: string, search: SourceSearch): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    search.report.refused.push({ path: folder, reason: (error as NodeJS.ErrnoException).code ?? "unreadable" });
    return [];
  }
}

async function fileSource(path: string): Promise<ImportSource> {
  const { size, mtimeMs } = await stat(path);
  const form = /\.zip$/i.test(path) ? "zip" : "any";
  return { form, path, sizeBytes: size, modifiedMs: Math.trunc(mtimeMs) };
}

async function skillSource(folder: string, search: SourceSearch): Promise<ImportSource> {
  const source: Required<ImportSource> = { form: "skill", path: folder, files: [], sizeBytes: 0, modifiedMs: 0 };
  const add = async (directory: string, prefix: string, depth: number): Promise<void> => {
    const entries = await entriesOf(directory, search);
    const isOther = prefix !== "" && entries.some((entry) => entry.isFile() && /^skill\.md$/i.test(entry.name));
    if (isOther || depth > 8) return;
    for (const entry of entries) {
      const path = join(directory, entry.name);
      if (entry.isDirectory() && !LEFT_ALONE.has(entry.name)) await add(path, `${prefix}${entry.name}/`, depth + 1);
      else if (entry.isFile()) {
        const status = await lstat(path);
        const isSkillFile = prefix === "" && /^skill\.md$/i.test(entry.name);
        source.files.push({
          path: isSkillFile ? "SKILL.md" : prefix + entry.name,
          executable: (status.mode & 0o100) !== 0,
        });
        source.sizeBytes += status.size;
        source.modifiedMs = Math.max(source.modifiedMs, Math.trunc(status.mtimeMs));
      }
    }
  };
  await add(folder, "", 1);
  return source;
}
