/** Rows in a WebAssembly memory of their own, scored where they lie. For banks of more than some hundred documents. */
import { AutoskillError } from "../../base/index.ts";
import { writeQuery } from "./heap-rows.ts";
import { createKernel, MAX_PAGES, PAGE_BYTES } from "./kernel.ts";
import { LAYOUT, type RowStore, strideOf } from "./row-store.ts";

export interface KernelRows extends RowStore {
  /** The first rows with their padding, in place. Valid until `reserve` grows the memory. */
  view(rows: number): Float32Array;
}

/** Undefined where the runtime cannot give such a memory. */
export function createKernelRows(dimensions: number): KernelRows | undefined {
  const created = createKernel(LAYOUT.rows / PAGE_BYTES);
  if (created === undefined) return undefined;
  const kernel = created;
  const stride = strideOf(dimensions);
  const firstFloat = LAYOUT.rows / 4;
  let floats = new Float32Array(kernel.memory.buffer);

  // Views are made anew where memory has grown; numbers above 2 GiB stay exact because no bit operation touches them.
  const at = (row: number): number => firstFloat + row * stride;
  const addressOf = (row: number): number => (LAYOUT.rows + row * stride * 4) | 0;

  return {
    get bytes() {
      return kernel.memory.buffer.byteLength;
    },
    reserve(rows) {
      if (growMemory(kernel.memory, LAYOUT.rows + rows * stride * 4)) floats = new Float32Array(kernel.memory.buffer);
    },
    write(row, vector) {
      floats.set(vector, at(row));
    },
    writeAll(vectors) {
      if (stride === dimensions) floats.set(vectors, firstFloat);
      else {
        for (let row = 0; row * dimensions < vectors.length; row++) {
          floats.set(vectors.subarray(row * dimensions, (row + 1) * dimensions), at(row));
        }
      }
    },
    copy(from, to) {
      floats.copyWithin(at(to), at(from), at(from + 1));
    },
    read(row) {
      return floats.slice(at(row), at(row) + dimensions);
    },
    view(rows) {
      return floats.subarray(firstFloat, at(rows));
    },
    copyTo(target, first, count) {
      target.set(floats.subarray(at(first), at(first + count)));
    },
    scan(query, rows, visit) {
      writeQuery(floats, query, stride);
      const scores = new Float32Array(kernel.memory.buffer, LAYOUT.scores, LAYOUT.blockRows);
      for (let first = 0; first < rows; first += LAYOUT.blockRows) {
        const count = Math.min(LAYOUT.blockRows, rows - first);
        kernel.scanF32(addressOf(first), count, 4 * stride, LAYOUT.query, LAYOUT.scores);
        visit(first, scores, count);
      }
    },
    gather(query, rows) {
      writeQuery(floats, query, stride);
      const list = new Uint32Array(kernel.memory.buffer, LAYOUT.list, LAYOUT.blockRows);
      const result = new Float32Array(rows.length);
      for (let first = 0; first < rows.length; first += LAYOUT.blockRows) {
        const piece = rows.slice(first, first + LAYOUT.blockRows);
        list.set(piece);
        kernel.gatherF32(LAYOUT.rows, LAYOUT.list, piece.length, 4 * stride, LAYOUT.query, LAYOUT.scores);
        result.set(floats.subarray(LAYOUT.scores / 4, LAYOUT.scores / 4 + piece.length), first);
      }
      return result;
    },
  };
}

/**
 * Grows a memory to hold `bytes`, by half of what it has when it has to grow at all. True when it grew.
 *
 * @throws AutoskillError `VECTOR_INDEX_FULL` above 4 GiB or when the machine has no more.
 */
export function growMemory(
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number },
  bytes: number,
): boolean {
  const pages = memory.buffer.byteLength / PAGE_BYTES;
  const needed = Math.ceil(bytes / PAGE_BYTES);
  if (needed <= pages) return false;
  const generous = pages <= LAYOUT.rows / PAGE_BYTES ? needed : Math.max(needed, Math.ceil(pages * 1.5));
  try {
    memory.grow(Math.min(generous, Math.max(needed, MAX_PAGES)) - pages);
  } catch (cause) {
    throw new AutoskillError({
      code: "VECTOR_INDEX_FULL",
      message: `The vectors need ${bytes} bytes, which this process cannot give.`,
      next: "Use an embedder with fewer dimensions, or split the bank by scope.",
      expected: `at most ${MAX_PAGES * PAGE_BYTES} bytes`,
      cause,
    });
  }
  return true;
}
