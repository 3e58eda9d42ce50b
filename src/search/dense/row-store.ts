/**
 * Where the rows of a vector index lie. Rows are unit vectors padded with zeros to `stride` floats; a store scores them
 * against a query, all of them block by block or some by number. Growing, filling and shrinking is the index's business.
 */

export interface RowStore {
  /** Memory held, in bytes. */
  readonly bytes: number;
  /** Makes room for this many rows. */
  reserve(rows: number): void;
  write(row: number, vector: Float32Array): void;
  /** Writes many, from row 0, without padding between them. */
  writeAll(vectors: Float32Array): void;
  /** Copies a row over another. */
  copy(from: number, to: number): void;
  read(row: number): Float32Array;
  /** Puts rows with their padding into the start of `target`. */
  copyTo(target: Float32Array, first: number, count: number): void;
  /** Calls `visit` with the scores of rows `first … first + count − 1`, in order; `scores` is reused. */
  scan(query: Float32Array, rows: number, visit: ScoreVisitor): void;
  /** Scores of the listed rows, in order. */
  gather(query: Float32Array, rows: readonly number[]): Float32Array;
}

export type ScoreVisitor = (first: number, scores: Float32Array, count: number) => void;

/** Largest number of dimensions; the fixed part of the memory layout has room for a query of this size. */
export const MAX_DIMENSIONS = 16_384;

/** Floats between rows: the inner loops take 32 bytes of int8 or 16 floats at a time. */
export function strideOf(dimensions: number): number {
  return Math.ceil(dimensions / 32) * 32;
}

/** Bytes of a kernel's memory: the query, row numbers, scores of one block, then the rows. */
export const LAYOUT = { query: 0, list: 65_536, scores: 81_920, rows: 131_072, blockRows: 4_096 } as const;
