/** A transcript file as chunks of bytes, read one after the other into two buffers. */
import { constants } from "node:fs";
import { type FileHandle, open, readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { AutoskillError, isCode, readZip, ZIP_BOUNDS } from "../base/index.ts";

export const CHUNK_BYTES = 1024 * 1024;

/** Of what is short, such as an entry of an archive with thousands: making two large buffers for it took most of the time. */
export const FIRST_CHUNK_BYTES = 16 * 1024;

/** Where bytes are read from: a file, or what is in memory. */
export type ByteSource = Pick<FileHandle, "read">;

/**
 * Opens a regular file for reading and hands it to `use`; closes it in every case. `<archive>.zip!<entry>` is the entry of
 * an archive; it is unpacked into memory, within `ZIP_BOUNDS`.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when there is no such file, it is no regular file, or may not be read.
 */
export async function withFile<T>(path: string, use: (file: ByteSource, size: number) => Promise<T>): Promise<T> {
  let file: FileHandle | undefined;
  try {
    let size: number;
    try {
      // Without O_NONBLOCK, opening a named pipe would wait for somebody to write into it.
      file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
      const status = await file.stat();
      if (!status.isFile()) throw new Error("not a regular file");
      size = status.size;
    } catch (cause) {
      const entry = isCode(cause, "ENOENT") ? await readEntry(path) : undefined;
      if (entry === undefined) throw unreadable(path, cause);
      return await withBytes(entry, use);
    }
    return await use(file, size);
  } finally {
    await file?.close();
  }
}

/** Hands bytes that are in memory already to `use`, as `withFile` does with a file's. */
export function withBytes<T>(bytes: Uint8Array, use: (file: ByteSource, size: number) => Promise<T>): Promise<T> {
  const source = {
    async read(buffer: Uint8Array, offset: number, length: number, position: number) {
      const piece = bytes.subarray(position, position + length);
      buffer.set(piece, offset);
      return { bytesRead: piece.length, buffer };
    },
  };
  return use(source as ByteSource, bytes.length);
}

/** The content of `<archive>.zip!<entry>`; `undefined` when there is no such archive or entry. */
async function readEntry(path: string): Promise<Uint8Array | undefined> {
  const mark = path.search(/(?<=\.zip)!/i);
  if (mark < 0) return undefined;
  const archive = path.slice(0, mark);
  try {
    const status = await stat(archive);
    if (!status.isFile() || status.size > ZIP_BOUNDS.totalBytes) return undefined;
    const { entries } = readZip(await readFile(archive), basename(archive));
    return entries.find((entry) => entry.path === path.slice(mark + 1))?.read();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "TRANSCRIPT_UNREADABLE",
    message: `The transcript ${path} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
    next: "Check the path and its permissions.",
    cause,
  });
}

/**
 * Reads from the beginning, one chunk ahead of `take`. The chunk is only valid until `take` returns (or what it returned is
 * settled); `false` stops.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when the system refuses to read on.
 */
export async function readChunks(
  file: ByteSource,
  path: string,
  take: (chunk: Buffer) => boolean | Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let current = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  let next = Buffer.allocUnsafe(FIRST_CHUNK_BYTES);
  let position = 0;
  let reading = file.read(current, 0, current.length, position);
  for (;;) {
    let bytesRead: number;
    try {
      ({ bytesRead } = await reading);
    } catch (cause) {
      throw unreadable(path, cause);
    }
    signal?.throwIfAborted();
    if (bytesRead === 0) return;
    position += bytesRead;
    if (position >= FIRST_CHUNK_BYTES && next.length < CHUNK_BYTES) next = Buffer.allocUnsafe(CHUNK_BYTES);
    reading = file.read(next, 0, next.length, position);
    let goOn = false;
    try {
      goOn = await take(current.subarray(0, bytesRead));
    } finally {
      // The read that is under way must be over before anyone closes the file, and must not reject unheard.
      if (!goOn) await reading.catch(() => undefined);
    }
    if (!goOn) return;
    [current, next] = [next, current];
  }
}
