/**
 * A second, coarse copy of the rows for large banks: one byte per component with a scale per row, a quarter of the
 * memory traffic of floats. It only narrows down: `candidates` returns every row that could be among the k best, from
 * bounds on what rounding can have changed, so what is chosen from them by exact scores is the exact result.
 */
import { createKernel, PAGE_BYTES } from "./kernel.ts";
import { growMemory } from "./kernel-rows.ts";
import { LAYOUT, strideOf } from "./row-store.ts";

/** Steps of the query on each side of zero. 127 × 4095 × 16,384 / 4 products still fit an i32 lane. */
const QUERY_STEPS = 4_095;
/** Float rows on their way to bytes lie where other memories have their rows; the bytes lie behind. */
const PIECE_BYTES = 512 * 1024;
const ROWS_AT = LAYOUT.rows + PIECE_BYTES;
/** What float sums of exact scores may differ by, for unit vectors of up to `MAX_DIMENSIONS`. */
const SLACK = 2e-5;

export interface QuantizedRows {
  readonly bytes: number;
  reserve(rows: number): void;
  /** Rounds `count` rows from `first`. `load` puts padded rows into the start of an array it is given. */
  writeAll(first: number, count: number, load: RowLoader): void;
  copy(from: number, to: number): void;
  /** Rows, in order, that may be among the k best of the first `rows`. */
  candidates(query: Float32Array, rows: number, k: number): number[];
}

export type RowLoader = (into: Float32Array, first: number, count: number) => void;

/** Undefined where the runtime has no kernel: bytes are no faster than floats in plain JavaScript. */
export function createQuantizedRows(dimensions: number): QuantizedRows | undefined {
  const created = createKernel(ROWS_AT / PAGE_BYTES);
  if (created === undefined) return undefined;
  const kernel = created;
  const stride = strideOf(dimensions);
  let bytes = new Int8Array(kernel.memory.buffer);
  let scales = new Float32Array(0);
  /** Length of the difference between row and rounded row. */
  let errors = new Float32Array(0);

  return {
    get bytes() {
      return kernel.memory.buffer.byteLength + scales.byteLength + errors.byteLength;
    },
    reserve(rows) {
      if (growMemory(kernel.memory, ROWS_AT + rows * stride)) bytes = new Int8Array(kernel.memory.buffer);
      if (rows > scales.length) {
        const length = Math.max(rows, Math.ceil(scales.length * 1.5));
        scales = extended(scales, length);
        errors = extended(errors, length);
      }
    },
    writeAll(first, count, load) {
      const step = Math.min(LAYOUT.blockRows, Math.floor(PIECE_BYTES / (4 * stride)));
      const floats = new Float32Array(kernel.memory.buffer, LAYOUT.rows, PIECE_BYTES / 4);
      const found = new Float32Array(kernel.memory.buffer, LAYOUT.list, 2 * LAYOUT.blockRows);
      for (let row = first; row < first + count; row += step) {
        const rows = Math.min(step, first + count - row);
        load(floats, row, rows);
        const errorsAt = LAYOUT.list + 4 * LAYOUT.blockRows;
        kernel.quantize(LAYOUT.rows, rows, 4 * stride, (ROWS_AT + row * stride) | 0, LAYOUT.list, errorsAt);
        scales.set(found.subarray(0, rows), row);
        errors.set(found.subarray(LAYOUT.blockRows, LAYOUT.blockRows + rows), row);
      }
    },
    copy(from, to) {
      bytes.copyWithin(ROWS_AT + to * stride, ROWS_AT + from * stride, ROWS_AT + (from + 1) * stride);
      scales[to] = scales[from] ?? 0;
      errors[to] = errors[from] ?? 0;
    },
    candidates(query, rows, k) {
      const scale = largest(query) / QUERY_STEPS;
      const steps = new Int16Array(kernel.memory.buffer, LAYOUT.query, stride).fill(0);
      let squares = 0;
      for (let at = 0; at < dimensions; at++) {
        const value = query[at] ?? 0;
        const step = scale === 0 ? 0 : Math.round(value / scale);
        steps[at] = step;
        squares += (value - step * scale) ** 2;
      }
      // |q·v − q'·v'| ≤ |q|·|v − v'| + |q − q'|·|v'|, with |q| = 1 and |v'| ≤ 1 + |v − v'|.
      const queryError = Math.sqrt(squares);
      const scores = new Float32Array(kernel.memory.buffer, LAYOUT.scores, LAYOUT.blockRows);
      const lowerBounds = createLargest(k);
      const found: number[] = [];
      const upperBounds: number[] = [];
      let floor = Number.NEGATIVE_INFINITY;
      for (let first = 0; first < rows; first += LAYOUT.blockRows) {
        const count = Math.min(LAYOUT.blockRows, rows - first);
        kernel.scanI8((ROWS_AT + first * stride) | 0, count, stride, LAYOUT.query, LAYOUT.scores);
        for (let at = 0; at < count; at++) {
          const row = first + at;
          const error = errors[row] ?? 0;
          const bound = error + queryError * (1 + error) + SLACK;
          const score = (scores[at] ?? 0) * (scales[row] ?? 0) * scale;
          if (score + bound < floor) continue;
          found.push(row);
          upperBounds.push(score + bound);
          if (score - bound > floor) floor = lowerBounds.add(score - bound);
        }
      }
      return found.filter((_, at) => (upperBounds[at] ?? 0) >= floor);
    },
  };
}

/** Keeps the k largest numbers; `add` returns the smallest of them, −∞ until there are k. */
function createLargest(k: number): { add(value: number): number } {
  const sorted: number[] = [];
  return {
    add(value) {
      let low = 0;
      let high = sorted.length;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((sorted[middle] ?? 0) > value) low = middle + 1;
        else high = middle;
      }
      sorted.splice(low, 0, value);
      if (sorted.length > k) sorted.pop();
      return sorted.length < k ? Number.NEGATIVE_INFINITY : (sorted[k - 1] ?? Number.NEGATIVE_INFINITY);
    },
  };
}

function largest(vector: Float32Array): number {
  let result = 0;
  for (let at = 0; at < vector.length; at++) result = Math.max(result, Math.abs(vector[at] ?? 0));
  return result;
}

function extended(array: Float32Array<ArrayBuffer>, length: number): Float32Array<ArrayBuffer> {
  const result = new Float32Array(length);
  result.set(array);
  return result;
}
