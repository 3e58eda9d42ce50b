/**
 * How fast this machine's memory can be read, and what share of it a dense scan reaches: for `bench:search`.
 *
 * Both are measured over more memory than caches hold, in slices of about a tenth of a millisecond. What the best tenth of
 * the slices reaches counts: other work on the machine takes time away from the rest.
 */
import { AutoskillError } from "../../base/index.ts";
import { createKernel, type Kernel, PAGE_BYTES } from "./kernel.ts";
import { LAYOUT, strideOf } from "./row-store.ts";

export interface MemoryBandwidth {
  /** Reading and nothing else, one thread. */
  readBytesPerSecond: number;
  /** Scoring float rows. */
  scanF32BytesPerSecond: number;
  /** Scoring byte rows. */
  scanI8BytesPerSecond: number;
}

export interface MemoryBandwidthOptions {
  /** Default 256 MiB. */
  bytes?: number;
  /** Passes over the memory for each figure, taken in turn; default 3. */
  rounds?: number;
  /** Of the rows that are scored; default 512. */
  dimensions?: number;
}

const SLICE_BYTES = 2 * 1024 * 1024;

/** @throws AutoskillError `WASM_SIMD_MISSING` where there is no kernel to measure. */
export function measureMemoryBandwidth(options: MemoryBandwidthOptions = {}): MemoryBandwidth {
  const { bytes = 256 * 1024 * 1024, rounds = 3, dimensions = 512 } = options;
  const kernel = createKernel(Math.ceil((LAYOUT.rows + bytes) / PAGE_BYTES));
  if (kernel === undefined) {
    throw new AutoskillError({
      code: "WASM_SIMD_MISSING",
      message: "This runtime has no WebAssembly SIMD, or not this much memory.",
      next: "Run a current Node on a processor with SSE4.1 or NEON, or measure less memory.",
    });
  }
  // Memory that was never written is one page of zeros over and over, and products that underflow are slow.
  new Float32Array(kernel.memory.buffer).fill(0.04);
  const stride = strideOf(dimensions);
  // The first calls run code that is not optimised yet.
  for (let call = 0; call < 50; call++) {
    kernel.readAll(LAYOUT.rows, 4_096);
    scanRate(0, 4 * stride, kernel.scanF32);
    scanRate(0, stride, kernel.scanI8);
  }
  const rates = { read: [] as number[], f32: [] as number[], i8: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    for (let start = 0; start + SLICE_BYTES <= bytes; start += SLICE_BYTES) {
      const address = LAYOUT.rows + start;
      rates.read.push(rateOf(SLICE_BYTES, () => kernel.readAll(address, SLICE_BYTES / 64)));
    }
    for (let start = 0; start + SLICE_BYTES <= bytes; start += SLICE_BYTES) {
      rates.f32.push(scanRate(start, 4 * stride, kernel.scanF32));
    }
    for (let start = 0; start + SLICE_BYTES <= bytes; start += SLICE_BYTES) {
      rates.i8.push(scanRate(start, stride, kernel.scanI8));
    }
  }
  return {
    readBytesPerSecond: bestTenthOf(rates.read),
    scanF32BytesPerSecond: bestTenthOf(rates.f32),
    scanI8BytesPerSecond: bestTenthOf(rates.i8),
  };
}

function scanRate(start: number, rowBytes: number, scan: Kernel["scanF32"]): number {
  const rows = Math.floor(SLICE_BYTES / rowBytes);
  return rateOf(rows * rowBytes, () => {
    for (let first = 0; first < rows; first += LAYOUT.blockRows) {
      const count = Math.min(LAYOUT.blockRows, rows - first);
      scan(LAYOUT.rows + start + first * rowBytes, count, rowBytes, LAYOUT.query, LAYOUT.scores);
    }
  });
}

function rateOf(bytes: number, work: () => void): number {
  const started = performance.now();
  work();
  return bytes / ((performance.now() - started) / 1000);
}

function bestTenthOf(values: number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.floor(sorted.length * 0.9)] ?? Number.NaN;
}
