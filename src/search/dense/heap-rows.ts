/**
 * Rows in an ordinary typed array: for small banks, of which a server holds thousands, and where there is no WebAssembly.
 *
 * A WebAssembly memory reserves gigabytes of address space, so small indexes share one: rows are copied into it piece by
 * piece and scored there, which is several times faster than a loop in JavaScript.
 */
import { createKernel, type Kernel, PAGE_BYTES } from "./kernel.ts";
import { LAYOUT, type RowStore, strideOf } from "./row-store.ts";

const PIECE_BYTES = 512 * 1024;

let shared: Kernel | "none" | undefined;

function sharedKernel(): Kernel | undefined {
  shared ??= createKernel((LAYOUT.rows + PIECE_BYTES) / PAGE_BYTES) ?? "none";
  return shared === "none" ? undefined : shared;
}

/** `scalar` keeps to plain JavaScript even where the kernel is there. */
export function createHeapRows(dimensions: number, options: { scalar?: boolean } = {}): RowStore {
  const stride = strideOf(dimensions);
  let data = new Float32Array(0);

  const rowAt = (row: number): Float32Array => data.subarray(row * stride, (row + 1) * stride);
  const kernelOf = (): Kernel | undefined => (options.scalar ? undefined : sharedKernel());

  return {
    get bytes() {
      return data.byteLength;
    },
    reserve(rows) {
      const needed = rows * stride;
      if (needed <= data.length) return;
      // Exactly what is asked for at first, which is all a bank that is loaded once needs.
      const grown = new Float32Array(data.length === 0 ? needed : Math.max(needed, Math.ceil(data.length * 1.5)));
      grown.set(data);
      data = grown;
    },
    write(row, vector) {
      data.set(vector, row * stride);
    },
    writeAll(vectors) {
      if (stride === dimensions) data.set(vectors);
      else {
        for (let row = 0; row * dimensions < vectors.length; row++) {
          data.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), row * stride);
        }
      }
    },
    copy(from, to) {
      data.copyWithin(to * stride, from * stride, (from + 1) * stride);
    },
    read(row) {
      return data.slice(row * stride, row * stride + dimensions);
    },
    copyTo(target, first, count) {
      target.set(data.subarray(first * stride, (first + count) * stride));
    },
    scan(query, rows, visit) {
      const kernel = kernelOf();
      if (kernel === undefined) {
        const scores = new Float32Array(Math.min(rows, LAYOUT.blockRows));
        for (let first = 0; first < rows; first += LAYOUT.blockRows) {
          const count = Math.min(LAYOUT.blockRows, rows - first);
          for (let at = 0; at < count; at++) scores[at] = dotProduct(query, rowAt(first + at));
          visit(first, scores, count);
        }
        return;
      }
      const floats = new Float32Array(kernel.memory.buffer);
      const scores = new Float32Array(kernel.memory.buffer, LAYOUT.scores, LAYOUT.blockRows);
      const step = Math.min(LAYOUT.blockRows, Math.floor(PIECE_BYTES / (4 * stride)));
      writeQuery(floats, query, stride);
      for (let first = 0; first < rows; first += step) {
        const count = Math.min(step, rows - first);
        floats.set(data.subarray(first * stride, (first + count) * stride), LAYOUT.rows / 4);
        kernel.scanF32(LAYOUT.rows, count, 4 * stride, LAYOUT.query, LAYOUT.scores);
        visit(first, scores, count);
      }
    },
    gather(query, rows) {
      const kernel = kernelOf();
      if (kernel === undefined) return Float32Array.from(rows, (row) => dotProduct(query, rowAt(row)));
      const floats = new Float32Array(kernel.memory.buffer);
      const step = Math.min(LAYOUT.blockRows, Math.floor(PIECE_BYTES / (4 * stride)));
      const result = new Float32Array(rows.length);
      writeQuery(floats, query, stride);
      for (let first = 0; first < rows.length; first += step) {
        const piece = rows.slice(first, first + step);
        for (const [at, row] of piece.entries()) floats.set(rowAt(row), LAYOUT.rows / 4 + at * stride);
        kernel.scanF32(LAYOUT.rows, piece.length, 4 * stride, LAYOUT.query, LAYOUT.scores);
        result.set(floats.subarray(LAYOUT.scores / 4, LAYOUT.scores / 4 + piece.length), first);
      }
      return result;
    },
  };
}

/** Puts the query at its place and zeros behind it up to the stride. */
export function writeQuery(floats: Float32Array, query: Float32Array, stride: number): void {
  floats.fill(0, LAYOUT.query / 4 + query.length, LAYOUT.query / 4 + stride);
  floats.set(query, LAYOUT.query / 4);
}

/** Four sums at once, as the kernel has, so that rounding stays small on long vectors. */
function dotProduct(query: Float32Array, row: Float32Array): number {
  let [sum0, sum1, sum2, sum3] = [0, 0, 0, 0];
  const whole = query.length - (query.length % 4);
  for (let at = 0; at < whole; at += 4) {
    sum0 += (query[at] ?? 0) * (row[at] ?? 0);
    sum1 += (query[at + 1] ?? 0) * (row[at + 1] ?? 0);
    sum2 += (query[at + 2] ?? 0) * (row[at + 2] ?? 0);
    sum3 += (query[at + 3] ?? 0) * (row[at + 3] ?? 0);
  }
  for (let at = whole; at < query.length; at++) sum0 += (query[at] ?? 0) * (row[at] ?? 0);
  return sum0 + sum1 + sum2 + sum3;
}
