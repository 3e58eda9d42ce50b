/** Skills as they are handed around: folders, zip archives, and lines of `{path, text | base64}`. */
import { constants, createReadStream } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { digestOf, readZip, sha256 } from "../../base/index.ts";
import type { FoundSkill } from "./adapt-skill.ts";
import type { ImportSource } from "./find-sources.ts";

type Files = Map<string, { bytes: Uint8Array; executable: boolean }>;

const MAX_FILE = 1024 * 1024;
/** A line of a file of skills that is longer is no skill that the bank takes. */
const MAX_LINE = 8 * 1024 * 1024;

/** Reads a skill's folder. What is too large is read as far as needed to say so. */
export async function readSkillFolder(source: ImportSource): Promise<FoundSkill> {
  const files: Files = new Map();
  for (const { path, executable } of source.files ?? []) {
    files.set(path, { bytes: await readBounded(await onDisk(source.path, path)), executable });
  }
  return foundSkill(await onDisk(source.path, "SKILL.md"), files);
}

/** SKILL.md may be spelt in other cases on disk. */
async function onDisk(folder: string, path: string): Promise<string> {
  if (path !== "SKILL.md") return join(folder, path);
  const name = (await readdir(folder)).find((entry) => /^skill\.md$/i.test(entry)) ?? path;
  return join(folder, name);
}

async function readBounded(path: string): Promise<Uint8Array> {
  const file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const buffer = Buffer.alloc(MAX_FILE + 1);
    let length = 0;
    for (;;) {
      const { bytesRead } = await file.read(buffer, length, buffer.length - length, length);
      length += bytesRead;
      if (bytesRead === 0 || length === buffer.length) return Uint8Array.from(buffer.subarray(0, length));
    }
  } finally {
    await file.close();
  }
}

export interface ZipContents {
  skills: FoundSkill[];
  /** Other files, by their path in the archive. */
  others: { path: string; read(): Uint8Array }[];
  refused: { path: string; reason: string }[];
}

/** @throws AutoskillError `ARCHIVE_INVALID`, `ARCHIVE_TOO_LARGE` */
export function readSkillZip(archive: Uint8Array, path: string): ZipContents {
  const { entries, refused } = readZip(archive, basename(path));
  const folders = entries
    .flatMap((entry) => (/(?:^|\/)skill\.md$/i.test(entry.path) ? [entry.path.slice(0, -"SKILL.md".length)] : []))
    .sort((a, b) => b.length - a.length);
  const bySkill = new Map<string, Files>();
  const others: ZipContents["others"] = [];
  for (const entry of entries) {
    const folder = folders.find((name) => entry.path.startsWith(name));
    if (folder === undefined || /(?:^|\/)(?:\.git|node_modules)\//.test(entry.path.slice(folder.length))) {
      if (folder === undefined) others.push({ path: entry.path, read: () => entry.read() });
      continue;
    }
    const inside = entry.path.slice(folder.length);
    const files: Files = bySkill.get(folder) ?? new Map();
    bySkill.set(folder, files);
    const name = /^skill\.md$/i.test(inside) ? "SKILL.md" : inside;
    // Too large for the bank: not unpacked, only its size is kept so that it is refused with its number.
    files.set(name, {
      bytes: entry.size > MAX_FILE ? new Uint8Array(entry.size) : entry.read(),
      executable: entry.executable,
    });
  }
  const skills = [...bySkill]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([folder, files]) => foundSkill(`${path}!${folder}SKILL.md`, files));
  return { skills, others, refused };
}

/** Lines of `{path, text | base64}`, gzipped where the name says so; `progress` gets the bytes of the file read so far. Lines that are something else are left out. */
export async function* readSkillLines(
  path: string,
  progress?: (bytesRead: number) => void,
): AsyncGenerator<FoundSkill> {
  for await (const line of linesOf(path, progress)) {
    const found = skillLine(line);
    if (found !== undefined) {
      yield foundSkill(`${path}!${found.path}`, new Map([["SKILL.md", { bytes: found.bytes, executable: false }]]));
    }
  }
}

/** True when the first line of the file is a skill. */
export async function holdsSkillLines(path: string): Promise<boolean> {
  for await (const line of linesOf(path)) return skillLine(line) !== undefined;
  return false;
}

/** Lines with something on them. A line beyond the bound is skipped without being kept, however long it goes on. */
async function* linesOf(path: string, progress?: (bytesRead: number) => void): AsyncGenerator<string> {
  const file = createReadStream(path);
  const bytes: Readable = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  file.on("error", (error) => bytes.destroy(error));
  let pieces: Buffer[] = [];
  let length = 0;
  const take = (piece: Buffer): void => {
    length += piece.byteLength;
    if (length <= MAX_LINE) pieces.push(piece);
    else pieces = [];
  };
  const line = (): string | undefined => {
    const text = length > MAX_LINE ? "" : Buffer.concat(pieces).toString("utf8");
    pieces = [];
    length = 0;
    return text.trim() === "" ? undefined : text;
  };
  try {
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      progress?.(file.bytesRead);
      let from = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, from)) {
        take(chunk.subarray(from, end));
        from = end + 1;
        const found = line();
        if (found !== undefined) yield found;
      }
      take(chunk.subarray(from));
    }
    const last = line();
    if (last !== undefined) yield last;
  } finally {
    file.destroy();
    bytes.destroy();
  }
}

function skillLine(line: string): { path: string; bytes: Uint8Array } | undefined {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return undefined;
  }
  if (typeof record !== "object" || record === null) return undefined;
  const { path, text, base64 } = record as Record<string, unknown>;
  if (typeof path !== "string" || !/skill\.md$/i.test(path)) return undefined;
  if (typeof text === "string") return { path, bytes: Buffer.from(text) };
  return typeof base64 === "string" ? { path, bytes: Buffer.from(base64, "base64") } : undefined;
}

function foundSkill(path: string, files: Files): FoundSkill {
  const parts = [...files].map(([name, { bytes, executable }]) => [name, sha256(bytes), executable] as const);
  return { path, files, digest: digestOf(parts.sort(([a], [b]) => (a < b ? -1 : 1))) };
}
