/** Reads a text file for the tools, and says why where it cannot. */
import { constants, open } from "node:fs/promises";

/** Bytes. */
const LARGEST = 10 * 1024 * 1024;
const BINARY_SAMPLE = 8 * 1024;

export type TextFile = { text: string; mode: number } | { missing: true } | { problem: string };

export async function readTextFile(path: string, shown: string): Promise<TextFile> {
  let file: Awaited<ReturnType<typeof open>>;
  try {
    // Not blocking: a named pipe would wait for its writer for ever.
    file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    if (code === "ENOENT") return { missing: true };
    return { problem: `${shown} cannot be read (${code ?? (error as Error).message}).` };
  }
  try {
    const status = await file.stat();
    if (status.isDirectory()) return { problem: `${shown} is a folder; use ls.` };
    if (!status.isFile()) return { problem: `${shown} is not a regular file.` };
    if (status.size > LARGEST) {
      return { problem: `${shown} has ${status.size} bytes, more than ${LARGEST}. Look at a part of it with shell.` };
    }
    const bytes = await file.readFile();
    if (bytes.subarray(0, BINARY_SAMPLE).includes(0)) {
      return { problem: `${shown} is a binary file of ${status.size} bytes.` };
    }
    return { text: bytes.toString("utf8"), mode: status.mode & 0o777 };
  } finally {
    await file.close();
  }
}
