/**
 * Named typed arrays in one file: a line of JSON that says what follows, then the arrays, each at a multiple of 8 bytes,
 * so that reading gives views of the one buffer. Numbers are little-endian.
 *
 *     "autoskill arrays 1\n"  length of the JSON as 8 hex digits, "\n"  JSON, spaces, "\n"  arrays
 */
import { endianness } from "node:os";
import { checksumOf } from "./dense/checksum.ts";
import type { NumberArray } from "./growing-arrays.ts";

const MAGIC = "autoskill arrays 1\n";
const PREFIX_LENGTH = MAGIC.length + 9;
const KINDS = { Uint8Array, Uint16Array, Uint32Array, Float32Array, Float64Array };
type Kind = keyof typeof KINDS;

interface Header {
  about: Record<string, string | number>;
  arrays: { name: string; kind: Kind; length: number }[];
  checksum: string;
}

export interface ArrayFile {
  about: Record<string, string | number>;
  arrays: Record<string, NumberArray>;
}

export function packArrays({ about, arrays }: ArrayFile): Uint8Array {
  const list = Object.entries(arrays);
  const sizes = list.map(([, array]) => Math.ceil(array.byteLength / 8) * 8);
  const payload = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0));
  let at = 0;
  for (const [index, [, array]] of list.entries()) {
    payload.set(new Uint8Array(array.buffer, array.byteOffset, array.byteLength), at);
    at += sizes[index] ?? 0;
  }
  const header: Header = {
    about,
    arrays: list.map(([name, array]) => ({ name, kind: array.constructor.name as Kind, length: array.length })),
    checksum: checksumOf(payload),
  };
  const json = JSON.stringify(header);
  const bytes = Buffer.byteLength(json) + 1;
  const padded = bytes + ((8 - ((PREFIX_LENGTH + bytes) % 8)) % 8);
  const head = `${MAGIC}${padded.toString(16).padStart(8, "0")}\n${json}${" ".repeat(padded - bytes)}\n`;
  return Buffer.concat([Buffer.from(head), payload]);
}

/** What the file holds, or one sentence on why it cannot be used. The arrays are views of `bytes`, to be written to freely. */
export function unpackArrays(bytes: Uint8Array<ArrayBuffer>): ArrayFile | string {
  if (endianness() === "BE") return "This machine orders bytes the other way.";
  const text = (from: number, to: number) =>
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8", from, to);
  if (text(0, MAGIC.length) !== MAGIC) return "It does not begin like an index file.";
  const length = Number.parseInt(text(MAGIC.length, PREFIX_LENGTH), 16);
  const header = readHeader(text(PREFIX_LENGTH, PREFIX_LENGTH + length));
  if (header === undefined) return "Its description cannot be read.";
  const payload = bytes.subarray(PREFIX_LENGTH + length);
  const aligned = (payload.byteOffset & 7) === 0 ? payload : payload.slice();
  const arrays: Record<string, NumberArray> = {};
  let at = 0;
  for (const { name, kind, length: items } of header.arrays) {
    const Kind = KINDS[kind];
    const size = items * Kind.BYTES_PER_ELEMENT;
    if (at + size > aligned.length) return "It is shorter than it says.";
    arrays[name] = new Kind(aligned.buffer, aligned.byteOffset + at, items);
    at += Math.ceil(size / 8) * 8;
  }
  if (at !== aligned.length) return "It is longer than it says.";
  if (checksumOf(aligned) !== header.checksum) return "Its checksum does not fit its content.";
  return { about: header.about, arrays };
}

function readHeader(json: string): Header | undefined {
  try {
    const header = JSON.parse(json) as Partial<Header>;
    const arraysFit =
      Array.isArray(header.arrays) &&
      header.arrays.every(
        ({ kind, length }) => Object.hasOwn(KINDS, kind) && Number.isSafeInteger(length) && length >= 0,
      );
    return arraysFit && typeof header.about === "object" && header.about !== null ? (header as Header) : undefined;
  } catch {
    return undefined;
  }
}
