/**
 * The entries of a zip archive from outside, read by its central directory and never trusted (APPNOTE.TXT 6.3.10).
 *
 * Contract:
 * - Nothing is written to disk. A name is a relative path with `/` or the entry is refused: no `..`, no absolute path, no
 *   drive, no backslash, no control character, nothing that other platforms cannot hold.
 * - Links, devices, encrypted entries and unknown methods are refused one by one; what refuses the whole archive is a broken
 *   directory, zip64, several disks, or more than the bounds.
 * - An entry is inflated to at most its declared size, which counts against the bounds before it is read; its length and
 *   CRC-32 must be as declared. Bounds that are hit are errors with their number, never a silent cut.
 */
import { crc32, inflateRawSync } from "node:zlib";
import { AutoskillError } from "./errors.ts";
import { splitRelativePath } from "./fs-path.ts";

export const ZIP_BOUNDS = {
  entries: 20_000,
  entryBytes: 64 * 1024 * 1024,
  totalBytes: 512 * 1024 * 1024,
  /** Declared size to stored size, for entries above 1 MiB. */
  ratio: 200,
} as const;

export interface ZipEntry {
  /** Relative, with `/`. */
  path: string;
  /** Declared size of the content, in bytes. */
  size: number;
  executable: boolean;
  /** @throws AutoskillError `ARCHIVE_INVALID` when the content is not what the directory declares. */
  read(): Uint8Array;
}

export interface ZipListing {
  /** In the order of the directory; folders are left out. */
  entries: ZipEntry[];
  refused: { path: string; reason: string }[];
}

const END = 0x06054b50;
const CENTRAL = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;
const RATIO_FREE_BYTES = 1024 * 1024;
const UNIX = 3;

/** @throws AutoskillError `ARCHIVE_INVALID`, `ARCHIVE_TOO_LARGE` */
export function readZip(
  archive: Uint8Array,
  name: string,
  bounds: Partial<Record<keyof typeof ZIP_BOUNDS, number>> = {},
): ZipListing {
  const limit = { ...ZIP_BOUNDS, ...bounds };
  const view = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const invalid = (found: string): AutoskillError =>
    new AutoskillError({
      code: "ARCHIVE_INVALID",
      message: `${name} is no zip archive that can be read: ${found}.`,
      next: "Make the archive again, or unpack it and give the folder.",
    });
  const tooLarge = (found: string): AutoskillError =>
    new AutoskillError({
      code: "ARCHIVE_TOO_LARGE",
      message: `${name} holds more than is unpacked: ${found}.`,
      expected: `at most ${limit.entries} entries, ${limit.entryBytes} bytes each, ${limit.totalBytes} bytes together`,
      found,
      next: "Unpack it yourself and give the folder.",
    });

  const end = findEnd(view);
  if (end === undefined) throw invalid("it has no directory");
  const count = view.readUInt16LE(end + 10);
  let at = view.readUInt32LE(end + 16);
  if (view.readUInt16LE(end + 4) !== 0 || view.readUInt16LE(end + 6) !== 0) throw invalid("it is one of several parts");
  if (count === 0xffff || at === 0xffffffff) throw invalid("it is a zip64 archive");
  if (count > limit.entries) throw tooLarge(`${count} entries`);

  const listing: ZipListing = { entries: [], refused: [] };
  const seen = new Set<string>();
  let total = 0;
  for (let index = 0; index < count; index++) {
    if (at + 46 > end || view.readUInt32LE(at) !== CENTRAL)
      throw invalid(`entry ${index + 1} of its directory is broken`);
    const nameLength = view.readUInt16LE(at + 28);
    const next = at + 46 + nameLength + view.readUInt16LE(at + 30) + view.readUInt16LE(at + 32);
    if (next > end) throw invalid(`entry ${index + 1} of its directory is cut off`);
    const entry = {
      flags: view.readUInt16LE(at + 8),
      method: view.readUInt16LE(at + 10),
      crc: view.readUInt32LE(at + 16),
      stored: view.readUInt32LE(at + 20),
      size: view.readUInt32LE(at + 24),
      mode: view.readUInt8(at + 5) === UNIX ? view.readUInt32LE(at + 38) >>> 16 : 0,
      offset: view.readUInt32LE(at + 42),
    };
    const path = new TextDecoder("utf-8").decode(view.subarray(at + 46, at + 46 + nameLength));
    at = next;
    const type = entry.mode & 0xf000;
    const isFolder = path.endsWith("/") || type === 0x4000;
    const reason = pathProblem(isFolder ? path.replace(/\/$/, "") : path) ?? entryProblem(entry, type, isFolder);
    const key = path.normalize("NFC").toLowerCase();
    if (reason !== undefined) listing.refused.push({ path, reason });
    else if (!isFolder && seen.has(key)) listing.refused.push({ path, reason: "named twice" });
    else if (!isFolder) {
      seen.add(key);
      if (entry.size > limit.entryBytes) throw tooLarge(`${path} with ${entry.size} bytes`);
      total += entry.size;
      if (total > limit.totalBytes) throw tooLarge(`more than ${limit.totalBytes} bytes together`);
      if (entry.size > RATIO_FREE_BYTES && entry.size > entry.stored * limit.ratio) {
        throw tooLarge(`${path} grows ${Math.floor(entry.size / Math.max(1, entry.stored))} times`);
      }
      listing.entries.push({
        path,
        size: entry.size,
        executable: (entry.mode & 0o100) !== 0,
        read: () => readEntry(view, entry, (found) => invalid(`${path}: ${found}`)),
      });
    }
  }
  return listing;
}

/** The record at the end, found from behind: a comment of at most 64 KiB may follow it. */
function findEnd(view: Buffer): number | undefined {
  for (let at = view.length - END_SIZE; at >= Math.max(0, view.length - END_SIZE - 0xffff); at--) {
    if (view.readUInt32LE(at) === END && at + END_SIZE + view.readUInt16LE(at + 20) === view.length) return at;
  }
  return undefined;
}

function pathProblem(path: string): string | undefined {
  if (path.includes("\uFFFD")) return "its name is not UTF-8";
  try {
    splitRelativePath(path);
    return undefined;
  } catch {
    return "its name is no path that is safe everywhere";
  }
}

function entryProblem(entry: { flags: number; method: number }, type: number, isFolder: boolean): string | undefined {
  if (type !== 0 && type !== 0x8000 && type !== 0x4000)
    return type === 0xa000 ? "it is a link" : "it is no regular file";
  if (isFolder) return undefined;
  if ((entry.flags & 1) !== 0) return "it is encrypted";
  return entry.method === 0 || entry.method === 8 ? undefined : `it is packed by method ${entry.method}`;
}

function readEntry(
  view: Buffer,
  entry: { method: number; crc: number; stored: number; size: number; offset: number },
  invalid: (found: string) => AutoskillError,
): Uint8Array {
  const { offset, stored, size } = entry;
  if (offset + 30 > view.length || view.readUInt32LE(offset) !== LOCAL)
    throw invalid("its content is not where it should be");
  const start = offset + 30 + view.readUInt16LE(offset + 26) + view.readUInt16LE(offset + 28);
  if (start + stored > view.length) throw invalid("its content is cut off");
  const packed = view.subarray(start, start + stored);
  let bytes: Uint8Array;
  try {
    bytes =
      entry.method === 0 ? Uint8Array.from(packed) : inflateRawSync(packed, { maxOutputLength: Math.max(1, size) });
  } catch (error) {
    throw invalid(`it cannot be unpacked (${(error as NodeJS.ErrnoException).code ?? "broken"})`);
  }
  if (bytes.byteLength !== size) throw invalid(`it has ${bytes.byteLength} bytes where ${size} are declared`);
  if (crc32(bytes) !== entry.crc) throw invalid("its checksum is wrong");
  return bytes;
}
