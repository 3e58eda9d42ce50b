import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { CHUNK_BYTES, FIRST_CHUNK_BYTES, readChunks, withBytes } from "./file-chunks.ts";

async function readAll(bytes: Uint8Array): Promise<{ all: Buffer; longest: number }> {
  const pieces: Buffer[] = [];
  await withBytes(bytes, (file) =>
    readChunks(file, "memory", (chunk) => {
      pieces.push(Buffer.from(chunk));
      return true;
    }),
  );
  return { all: Buffer.concat(pieces), longest: Math.max(0, ...pieces.map((piece) => piece.length)) };
}

const digest = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

describe("readChunks", () => {
  it.each([
    0,
    1,
    FIRST_CHUNK_BYTES - 1,
    FIRST_CHUNK_BYTES,
    FIRST_CHUNK_BYTES + 1,
    FIRST_CHUNK_BYTES + CHUNK_BYTES,
    3 * CHUNK_BYTES + 5,
  ])("hands on every byte of %i, in order", async (length) => {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 31 + (at >> 12)) & 255);
    const { all, longest } = await readAll(bytes);
    expect(all.length).toBe(length);
    expect(digest(all)).toBe(digest(bytes));
    expect(longest).toBeLessThanOrEqual(CHUNK_BYTES);
  });

  it("reads short things into small buffers", async () => {
    const room: number[] = [];
    const file = {
      read: (buffer: Buffer) => {
        room.push(buffer.length);
        return Promise.resolve({ bytesRead: room.length === 1 ? 10 : 0, buffer });
      },
    };
    await readChunks(file as never, "short", () => true);
    expect(room).toEqual([FIRST_CHUNK_BYTES, FIRST_CHUNK_BYTES]);
  });
});
