/** A transcript file as chunks of bytes, read one after the other into one buffer. */
import { constants } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { AutoskillError } from "../base/index.ts";

export const CHUNK_BYTES = 1024 * 1024;

/**
 * Opens a regular file for reading and hands it to `use`; closes it in every case.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when there is no such file, it is no regular file, or may not be read.
 */
export async function withFile<T>(path: string, use: (file: FileHandle, size: number) => Promise<T>): Promise<T> {
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
      throw unreadable(path, cause);
    }
    return await use(file, size);
  } finally {
    await file?.close();
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
  file: FileHandle,
  path: string,
  take: (chunk: Buffer) => boolean | Promise<boolean>,
  signal?: AbortSignal,
): Promise<void> {
  let current = Buffer.allocUnsafe(CHUNK_BYTES);
  let next = Buffer.allocUnsafe(CHUNK_BYTES);
  let position = 0;
  let reading = file.read(current, 0, CHUNK_BYTES, position);
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
    reading = file.read(next, 0, CHUNK_BYTES, position);
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
