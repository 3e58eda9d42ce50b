/**
 * The vectors of one embedder on disk, under the names of the AutoSkill paper:
 *
 *     <signature>.meta.json   version, dims, count, dtype (the paper's four), hashes and checksums (ours)
 *     <signature>.ids.txt     one id per line
 *     <signature>.vecs.f32    little-endian float32, row after row
 *
 * Contract: each file is replaced whole; the meta file comes last and names the checksums of the other two, so a reader
 * that sees files of two writes, a cut file or a flipped bit knows. Such files are reported, never used. Files that the
 * reference implementation wrote have no checksums: they are read when their sizes agree, without document hashes, so
 * the caller cannot take any of their vectors for fresh. One writer at a time; see `writeVectorFiles`.
 */
import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs";
import { endianness } from "node:os";
import { join } from "node:path";
import { AutoskillError, isCode, makeFolder, withFileLock, writeFileAtomic } from "../../base/index.ts";
import type { SearchDiagnostic, StoredVectors } from "../model.ts";
import { checksumOf } from "./checksum.ts";
import { allocateVectors } from "./ready-rows.ts";
import { MAX_DIMENSIONS } from "./row-store.ts";
import { unitVector } from "./unit-vector.ts";

const VERSION = 1;
/** How long a reader that found damage waits for a writer to finish. */
const WRITER_WAIT_MS = 10_000;
/** One read call; more than 2 GiB is refused by the system. */
const READ_BYTES = 16 * 1024 * 1024;

export interface VectorFilesReading {
  /** Undefined when there is nothing that can be used; `diagnostics` says why. */
  stored?: StoredVectors;
  diagnostics: SearchDiagnostic[];
}

export interface VectorFilesMeta {
  version: number;
  dims: number;
  count: number;
  dtype: string;
  hashes?: string[];
  checksums?: { ids: string; vecs: string };
}

/** What `writeVectorFiles` wrote: who knows it can tell that files are those, without looking at ids and hashes. */
export interface VectorChecksums {
  ids: string;
  vecs: string;
}

/**
 * Reads the vectors of an embedder. Never throws for what the files hold or lack: `vectors_missing` where there are
 * none, `vectors_damaged` where they cannot be trusted.
 */
export async function readVectorFiles(
  directory: string,
  signature: string,
  dimensions: number,
): Promise<VectorFilesReading> {
  const reading = readOnce(directory, signature, dimensions);
  if (reading.diagnostics[0]?.code !== "vectors_damaged") return reading;
  // Another process may be between its three files: what is still damaged when no writer is at work is damaged.
  try {
    return await withFileLock(lockPath(directory, signature), { timeoutMs: WRITER_WAIT_MS }, async () =>
      readOnce(directory, signature, dimensions),
    );
  } catch (error) {
    if (AutoskillError.isInstance(error)) return reading;
    throw error;
  }
}

/**
 * The vectors alone, when the files are whole and exactly those that were written with these checksums; else undefined,
 * and `readVectorFiles` says what there is.
 */
export function readKnownVectors(
  directory: string,
  signature: string,
  dimensions: number,
  known: VectorChecksums,
): Float32Array | undefined {
  const paths = pathsOf(directory, signature);
  const meta = parseMeta(readIfThere(paths.meta)?.toString("utf8") ?? "");
  if (meta === undefined || meta.version !== VERSION || meta.dtype !== "float32" || meta.dims !== dimensions) {
    return undefined;
  }
  const { checksums } = meta;
  if (checksums?.ids !== known.ids || checksums.vecs !== known.vecs) return undefined;
  const ids = readIfThere(paths.ids);
  if (ids === undefined || checksumOf(ids) !== known.ids) return undefined;
  const vectors = readVectors(paths.vectors, meta);
  if (typeof vectors === "string" || checksumOf(bytesOf(vectors)) !== known.vecs) return undefined;
  toNativeOrder(vectors);
  return vectors;
}

/**
 * Writes the vectors of an embedder under a lock, so that two processes never mix their files.
 *
 * @throws AutoskillError `VECTOR_FILES_INVALID` when the parts do not fit each other, `LOCK_TIMEOUT` when another
 *   process writes for longer than a minute; and what the file system throws.
 */
export async function writeVectorFiles(directory: string, stored: StoredVectors): Promise<VectorChecksums> {
  const { ids, hashes, vectors, dimensions } = stored;
  const fits =
    ids.length === hashes.length &&
    vectors.length === ids.length * dimensions &&
    new Set(ids).size === ids.length &&
    ids.every((id) => id !== "" && id === id.trim() && !/[\r\n]/.test(id));
  if (!fits) {
    throw new AutoskillError({
      code: "VECTOR_FILES_INVALID",
      message: "These vectors cannot be written: ids, hashes and vectors do not fit each other.",
      next: "Give one hash and one vector per id; ids are unique lines without space around them.",
    });
  }
  const idBytes = Buffer.from(ids.map((id) => `${id}\n`).join(""));
  const vectorBytes = littleEndian(vectors);
  const checksums = { ids: checksumOf(idBytes), vecs: checksumOf(vectorBytes) };
  const meta: VectorFilesMeta = {
    version: VERSION,
    dims: dimensions,
    count: ids.length,
    dtype: "float32",
    checksums,
    hashes,
  };
  const paths = pathsOf(directory, stored.signature);
  makeFolder(directory);
  await withFileLock(lockPath(directory, stored.signature), {}, async () => {
    writeFileAtomic(paths.vectors, vectorBytes);
    writeFileAtomic(paths.ids, idBytes);
    writeFileAtomic(paths.meta, `${JSON.stringify(meta)}\n`);
  });
  return checksums;
}

/** Held while the files of a signature are written. */
export function lockPath(directory: string, signature: string): string {
  return join(directory, `.${signature}.lock`);
}

export function pathsOf(directory: string, signature: string): { meta: string; ids: string; vectors: string } {
  const path = (ending: string): string => join(directory, `${signature}.${ending}`);
  return { meta: path("meta.json"), ids: path("ids.txt"), vectors: path("vecs.f32") };
}

function readOnce(directory: string, signature: string, dimensions: number): VectorFilesReading {
  const paths = pathsOf(directory, signature);
  const failed = (code: "vectors_missing" | "vectors_damaged", message: string, path: string): VectorFilesReading => ({
    diagnostics: [{ code, message, path }],
  });
  const damaged = (message: string, path: string): VectorFilesReading => failed("vectors_damaged", message, path);

  const metaBytes = readIfThere(paths.meta);
  if (metaBytes === undefined)
    return failed("vectors_missing", "There are no vectors of this embedder yet.", paths.meta);
  const meta = parseMeta(metaBytes.toString("utf8"));
  if (meta === undefined) return damaged("Not the description of a vector file.", paths.meta);
  if (meta.version !== VERSION || meta.dtype !== "float32") {
    return damaged(`Version ${meta.version} of ${meta.dtype} is unknown here.`, paths.meta);
  }
  if (meta.dims !== dimensions) {
    return damaged(`Vectors of ${meta.dims} dimensions where the embedder has ${dimensions}.`, paths.meta);
  }
  const idBytes = readIfThere(paths.ids);
  if (idBytes === undefined) return damaged("The list of ids is missing.", paths.ids);
  const vectors = readVectors(paths.vectors, meta);
  if (typeof vectors === "string") return damaged(vectors, paths.vectors);
  if (meta.checksums !== undefined) {
    if (checksumOf(idBytes) !== meta.checksums.ids) return damaged("The ids are not those described.", paths.ids);
    if (checksumOf(bytesOf(vectors)) !== meta.checksums.vecs) {
      return damaged("The vectors are not those described.", paths.vectors);
    }
  }
  const ids = idsIn(idBytes.toString("utf8"), meta.checksums !== undefined);
  if (ids.length !== meta.count) return damaged(`${ids.length} different ids where ${meta.count} belong.`, paths.ids);
  toNativeOrder(vectors);
  if (meta.checksums === undefined && !normalise(vectors, meta.dims)) {
    return damaged("A vector holds what is not a number.", paths.vectors);
  }
  const hashes = meta.checksums === undefined ? ids.map(() => "") : (meta.hashes ?? []);
  if (hashes.length !== ids.length) return damaged("Not one hash per id.", paths.meta);
  return { stored: { signature, dimensions, ids, hashes, vectors }, diagnostics: [] };
}

/** What we wrote is one id per line; of other writers, blank lines and spaces go, and so do repeated ids. */
function idsIn(text: string, ours: boolean): string[] {
  const lines = text.split("\n");
  if (ours) return lines.slice(0, -1);
  return [...new Set(lines.map((line) => line.trim()).filter((line) => line !== ""))];
}

/** Undefined for what is not the description of vector files. */
export function parseMeta(text: string): VectorFilesMeta | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const { version, dims, count, dtype, hashes, checksums } = value as Record<string, unknown>;
  const isCount = (number: unknown, most: number): number is number =>
    Number.isInteger(number) && (number as number) >= 0 && (number as number) <= most;
  if (!isCount(version, 1e9) || !isCount(dims, MAX_DIMENSIONS) || !isCount(count, 1e9)) return undefined;
  if (typeof dtype !== "string") return undefined;
  const meta: VectorFilesMeta = { version, dims, count, dtype };
  if (Array.isArray(hashes) && hashes.every((hash) => typeof hash === "string")) meta.hashes = hashes;
  if (typeof checksums === "object" && checksums !== null) {
    const { ids, vecs } = checksums as Record<string, unknown>;
    meta.checksums = { ids: String(ids), vecs: String(vecs) };
  }
  return meta;
}

function readIfThere(path: string): Buffer | undefined {
  try {
    return readFileSync(path);
  } catch (error) {
    if (["ENOENT", "EISDIR", "ENOTDIR"].some((code) => isCode(error, code))) return undefined;
    throw error;
  }
}

/** Scales every row to length 1; false when a component is not finite. */
function normalise(vectors: Float32Array, dimensions: number): boolean {
  try {
    for (let start = 0; start < vectors.length; start += dimensions) {
      vectors.set(unitVector(vectors.subarray(start, start + dimensions), dimensions), start);
    }
    return true;
  } catch (error) {
    if (AutoskillError.isInstance(error)) return false;
    throw error;
  }
}

/** The numbers as they lie in the file, or what is wrong. */
function readVectors(path: string, { count, dims }: VectorFilesMeta): Float32Array | string {
  const expected = count * dims * 4;
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (error) {
    if (isCode(error, "ENOENT")) return "The vectors are missing.";
    throw error;
  }
  try {
    const { size } = fstatSync(file);
    if (size !== expected) return `${size} bytes where ${expected} belong.`;
    const vectors = allocateVectors(dims, count);
    const bytes = bytesOf(vectors);
    for (let at = 0; at < bytes.length; ) {
      const read = readSync(file, bytes, at, Math.min(READ_BYTES, bytes.length - at), at);
      if (read === 0) return `${at} bytes where ${expected} belong.`;
      at += read;
    }
    return vectors;
  } finally {
    closeSync(file);
  }
}

function bytesOf(vectors: Float32Array): Buffer {
  return Buffer.from(vectors.buffer, vectors.byteOffset, vectors.byteLength);
}

function littleEndian(vectors: Float32Array): Buffer {
  return endianness() === "LE" ? bytesOf(vectors) : Buffer.from(bytesOf(vectors)).swap32();
}

function toNativeOrder(vectors: Float32Array): void {
  if (endianness() === "BE") bytesOf(vectors).swap32();
}
