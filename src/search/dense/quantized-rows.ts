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
/** What float sums of exact scores may differ by, for unit vectors of up to `MAX_DIMENSIONS`. */
const SLACK = 2e-5;

export interface QuantizedRows {
  readonly bytes: number;
  reserve(rows: number): void;
  write(row: number, vector: Float32Array): void;
  copy(from: number, to: number): void;
  /** Rows, in order, that may be among the k best of the first `rows`. */
  candidates(query: Float32Array, rows: number, k: number): number[];
}

/** Undefined where the runtime has no kernel: bytes are no faster than floats in plain JavaScript. */
export function createQuantizedRows(dimensions: number): QuantizedRows | undefined {
  const created = createKernel(LAYOUT.rows / PAGE_BYTES);
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
      if (growMemory(kernel.memory, LAYOUT.rows + rows * stride)) bytes = new Int8Array(kernel.memory.buffer);
      if (rows > scales.length) {
        const length = Math.max(rows, Math.ceil(scales.length * 1.5));
        scales = extended(scales, length);
        errors = extended(errors, length);
      }
    },
    write(row, vector) {
      const start = LAYOUT.rows + row * stride;
      const scale = largest(vector) / 127;
      let squares = 0;
      for (let at = 0; at < dimensions; at++) {
        const value = vector[at] ?? 0;
        const step = scale === 0 ? 0 : Math.round(value / scale);
        bytes[start + at] = step;
        squares += (value - step * scale) ** 2;
      }
      scales[row] = scale;
      errors[row] = Math.sqrt(squares);
    },
    copy(from, to) {
      bytes.copyWithin(LAYOUT.rows + to * stride, LAYOUT.rows + from * stride, LAYOUT.rows + (from + 1) * stride);
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
        kernel.scanI8((LAYOUT.rows + first * stride) | 0, count, stride, LAYOUT.query, LAYOUT.scores);
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
