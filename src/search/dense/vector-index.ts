/**
 * Exact nearest neighbours, in memory. Three layouts behind one contract, chosen by size: a typed array for small banks,
 * a WebAssembly memory of their own for larger ones, and beside that a coarse copy in bytes that narrows down the rows of
 * large ones. All three give the same hits. Decision: docs/adr/0041.
 */
import { AutoskillError } from "../../base/index.ts";
import type { StoredVectors, VectorHit, VectorIndex } from "../model.ts";
import { createHeapRows } from "./heap-rows.ts";
import { createKernelRows } from "./kernel-rows.ts";
import { createQuantizedRows, type QuantizedRows } from "./quantized-rows.ts";
import { HEAP_BYTES, takeRows } from "./ready-rows.ts";
import { createRowNames, type FirstRows } from "./row-names.ts";
import { MAX_DIMENSIONS, type RowStore, strideOf } from "./row-store.ts";
import { createTopRows } from "./top-rows.ts";
import { unitVector } from "./unit-vector.ts";

export interface VectorIndexOptions {
  /** 1 … 16,384. */
  dimensions: number;
  /** Rows to start with: unit vectors, as `readVectorFiles` and `rows` give them. The index takes the array over. */
  stored?: Pick<StoredVectors, "ids" | "vectors">;
  /** The same, with rows whose names somebody else knows. */
  named?: { names: FirstRows; vectors: Float32Array };
  /** Bytes of vectors up to which they lie in an ordinary array. Default 1 MiB. */
  heapBytes?: number;
  /** Bytes of vectors above which a coarse copy narrows down the scan. Default 2 MiB. */
  quantizeBytes?: number;
  /** Plain JavaScript even where the kernel is there. Default false. */
  scalar?: boolean;
}

/** What `createVectorIndex` gives beyond the common contract. */
export interface DenseIndex extends VectorIndex {
  /** Everything, for `writeVectorFiles`: ids sorted, and their vectors row after row. */
  rows(): { ids: string[]; vectors: Float32Array };
  /** Where the vector of a document lies, until `moves` changes. */
  rowOf(id: string): number | undefined;
  /** How often rows have changed their places. */
  readonly moves: number;
  /** Cosine of the vector with each of these rows. */
  cosinesOfRows(vector: Float32Array, rows: readonly number[]): number[];
}

/** @throws AutoskillError `VECTOR_DIMENSIONS` when `dimensions` or the stored vectors do not fit. */
export function createVectorIndex(options: VectorIndexOptions): DenseIndex {
  const { dimensions, heapBytes = HEAP_BYTES, quantizeBytes = 2 ** 21, scalar = false } = options;
  if (!Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) {
    throw new AutoskillError({
      code: "VECTOR_DIMENSIONS",
      message: `A vector index cannot have ${dimensions} dimensions.`,
      next: "Give the number of dimensions of the embedder.",
      expected: `1 to ${MAX_DIMENSIONS}`,
      found: String(dimensions),
    });
  }
  const rowBytes = 4 * strideOf(dimensions);
  const names = createRowNames(options.named?.names);
  let count = 0;
  let store: RowStore = createHeapRows(dimensions, { scalar });
  let onHeap = true;
  let coarse: QuantizedRows | undefined;
  let mayQuantize = !scalar;
  let moves = 0;

  /** Chooses the layout for this many rows and makes room. Never goes back: a bank that was large stays ready. */
  function reserve(rows: number): void {
    if (onHeap && !scalar && rows * rowBytes > heapBytes) {
      onHeap = false;
      const larger = createKernelRows(dimensions);
      if (larger !== undefined) {
        larger.reserve(rows);
        for (let row = 0; row < count; row++) larger.write(row, store.read(row));
        store = larger;
      }
    }
    store.reserve(rows);
    coarse?.reserve(rows);
  }

  /** The coarse copy, made when the first scan of a large bank needs it: most queries weigh a few rows and never scan. */
  function quantized(): QuantizedRows | undefined {
    if (coarse === undefined && mayQuantize && count * rowBytes > quantizeBytes) {
      coarse = createQuantizedRows(dimensions);
      mayQuantize = coarse !== undefined;
      coarse?.reserve(count);
      coarse?.writeAll(0, count, store.copyTo);
    }
    return coarse;
  }

  function loadNamed(stored: Pick<StoredVectors, "ids" | "vectors">): void {
    if (stored.vectors.length !== stored.ids.length * dimensions) {
      throw new AutoskillError({
        code: "VECTOR_DIMENSIONS",
        message: `${stored.vectors.length} numbers are not ${stored.ids.length} vectors of ${dimensions} dimensions.`,
        next: "Read the vectors again, or make them anew with `autoskill index rebuild`.",
      });
    }
    load(stored.vectors);
    for (const [row, id] of stored.ids.entries()) names.set(row, id);
  }

  function load(vectors: Float32Array): void {
    const ready = scalar ? undefined : takeRows(vectors);
    if (ready !== undefined) {
      store = ready;
      onHeap = false;
    }
    count = vectors.length / dimensions;
    reserve(count);
    if (ready === undefined) store.writeAll(vectors);
  }
  if (options.stored !== undefined) loadNamed(options.stored);
  else if (options.named !== undefined) load(options.named.vectors);

  function searchAll(query: Float32Array, k: number): { row: number; score: number }[] {
    const top = createTopRows(k, names.idOf);
    const narrowing = quantized();
    if (narrowing !== undefined) {
      const rows = narrowing.candidates(query, count, k);
      const scores = store.gather(query, rows);
      for (const [at, row] of rows.entries()) top.offer(row, scores[at] ?? 0);
      return top.sorted();
    }
    let floor = top.floor;
    store.scan(query, count, (first, scores, scanned) => {
      for (let at = 0; at < scanned; at++) {
        const score = scores[at] ?? 0;
        if (score < floor) continue;
        top.offer(first + at, score);
        floor = top.floor;
      }
    });
    return top.sorted();
  }

  return {
    dimensions,
    get size() {
      return count;
    },
    get bytes() {
      return store.bytes + (coarse?.bytes ?? 0);
    },
    set(id, vector) {
      const unit = unitVector(vector, dimensions);
      let row = names.rowOf(id);
      if (row === undefined) {
        row = count;
        reserve(row + 1);
        names.set(row, id);
        count++;
      }
      store.write(row, unit);
      coarse?.writeAll(row, 1, store.copyTo);
    },
    delete(id) {
      const row = names.rowOf(id);
      if (row === undefined) return false;
      moves++;
      const last = count - 1;
      const moved = names.idOf(last);
      names.remove(id, last);
      if (row !== last) {
        store.copy(last, row);
        coarse?.copy(last, row);
        names.set(row, moved);
      }
      count--;
      return true;
    },
    get(id) {
      const row = names.rowOf(id);
      return row === undefined ? undefined : store.read(row);
    },
    search(vector, k) {
      const wanted = Math.min(Math.max(0, Math.floor(k)), count);
      const query = unitVector(vector, dimensions);
      if (wanted === 0) return [];
      return searchAll(query, wanted).map(
        ({ row, score }): VectorHit => ({ id: names.idOf(row), cosine: clamp(score) }),
      );
    },
    cosines(vector, wanted) {
      const query = unitVector(vector, dimensions);
      const rows = wanted.map((id) => names.rowOf(id));
      const scores = store.gather(
        query,
        rows.filter((row) => row !== undefined),
      );
      let at = 0;
      return rows.map((row) => (row === undefined ? undefined : clamp(scores[at++] ?? 0)));
    },
    rowOf: names.rowOf,
    get moves() {
      return moves;
    },
    cosinesOfRows(vector, rows) {
      return Array.from(store.gather(unitVector(vector, dimensions), rows), clamp);
    },
    rows() {
      const sorted = Array.from({ length: count }, (_, row) => names.idOf(row)).sort();
      const vectors = new Float32Array(sorted.length * dimensions);
      for (const [at, id] of sorted.entries()) vectors.set(store.read(names.rowOf(id) ?? 0), at * dimensions);
      return { ids: sorted, vectors };
    },
  };
}

/** Rounding can take the cosine of equal vectors past 1. */
function clamp(cosine: number): number {
  return Math.min(1, Math.max(-1, cosine));
}
