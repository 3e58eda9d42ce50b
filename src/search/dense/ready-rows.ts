/**
 * Large vector files are read straight into the memory that an index scans, so that opening 100,000 vectors neither
 * allocates nor copies them twice. The reader gets an array of that memory; the index that starts from this very array
 * takes the memory over.
 */
import { createKernelRows } from "./kernel-rows.ts";
import { type RowStore, strideOf } from "./row-store.ts";

/** Below this many bytes an index keeps its rows in an ordinary array. */
export const HEAP_BYTES = 2 ** 20;

const waiting = new WeakMap<Float32Array, RowStore>();

/** Zeros for `rows` vectors, in scannable memory where that is worth while and rows need no padding. */
export function allocateVectors(dimensions: number, rows: number): Float32Array {
  const length = rows * dimensions;
  if (4 * length <= HEAP_BYTES || strideOf(dimensions) !== dimensions) return new Float32Array(length);
  const store = createKernelRows(dimensions);
  if (store === undefined) return new Float32Array(length);
  store.reserve(rows);
  const vectors = store.view(rows);
  waiting.set(vectors, store);
  return vectors;
}

/** The rows behind an array that `allocateVectors` gave, once. */
export function takeRows(vectors: Float32Array): RowStore | undefined {
  const store = waiting.get(vectors);
  waiting.delete(vectors);
  return store;
}
