/**
 * Checksums of large files at the speed of memory. Against accidents (torn writes, damaged disks), not against people.
 */
import { sha256 } from "../../base/index.ts";
import { createKernel, type Kernel, PAGE_BYTES } from "./kernel.ts";
import { MIX_PRIME } from "./kernel-code.ts";

const LANES = 16;
const OFFSET_BASIS = 0x811c9dc5;
const PIECE_BYTES = 256 * 1024;
/** The piece starts at the second page; the state lies at 0. */
const PIECE_AT = PAGE_BYTES;

let shared: Kernel | "none" | undefined;

/**
 * 64 hex digits. The bytes, padded with zeros to blocks of 64, run through sixteen FNV-1a hashes side by side over
 * little-endian 32-bit words; the sha256 of their states and of the length is the checksum. `scalar` keeps to plain
 * JavaScript.
 */
export function checksumOf(bytes: Uint8Array, options: { scalar?: boolean } = {}): string {
  shared ??= createKernel(1 + PIECE_BYTES / PAGE_BYTES) ?? "none";
  const state = options.scalar || shared === "none" ? mixScalar(bytes) : mixKernel(bytes, shared);
  return sha256(`${bytes.byteLength}:${[...state].join(",")}`);
}

function mixKernel(bytes: Uint8Array, kernel: Kernel): Uint32Array {
  const memory = new Uint8Array(kernel.memory.buffer);
  const state = new Uint32Array(kernel.memory.buffer, 0, LANES).fill(OFFSET_BASIS);
  for (let start = 0; start < bytes.length; start += PIECE_BYTES) {
    const piece = bytes.subarray(start, start + PIECE_BYTES);
    const blocks = Math.ceil(piece.length / 64);
    memory.set(piece, PIECE_AT);
    memory.fill(0, PIECE_AT + piece.length, PIECE_AT + blocks * 64);
    kernel.mix(PIECE_AT, blocks, 0);
  }
  return state;
}

function mixScalar(bytes: Uint8Array): Uint32Array {
  const state = new Uint32Array(LANES).fill(OFFSET_BASIS);
  for (let start = 0; start < bytes.length; start += 64) {
    for (let lane = 0; lane < LANES; lane++) {
      const at = start + 4 * lane;
      const word =
        (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16) | ((bytes[at + 3] ?? 0) << 24);
      state[lane] = Math.imul((state[lane] ?? 0) ^ word, MIX_PRIME);
    }
  }
  return state;
}
