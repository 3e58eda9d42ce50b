/**
 * Ascending numbers for each document, written once: differences in bytes of seven bits (LEB128), little more than one
 * byte a number where the common ones are small. Read from the saved bytes or from those added since, never copied.
 */
import { atLeast, cut } from "./growing-arrays.ts";

export interface NumberLists {
  readonly bytes: number;
  /** Lists are added in the order 0, 1, 2 …; `numbers` ascends. */
  add(list: number, numbers: ArrayLike<number>): void;
  read(list: number): number[];
  /** All of them, for saving. */
  parts(): NumberListParts;
}

export interface NumberListParts {
  /** Where each list ends in `bytes`. */
  ends: Uint32Array;
  bytes: Uint8Array;
}

export function emptyLists(): NumberListParts {
  return { ends: new Uint32Array(0), bytes: new Uint8Array(0) };
}

/** Five bytes hold any 32-bit number. */
const MOST_BYTES = 5;

/** The arrays are used as they are and never written to in place. */
export function openNumberLists(parts: NumberListParts): NumberLists {
  const saved = parts.bytes;
  let { ends } = parts;
  let added = new Uint8Array(0);
  let used = 0;
  let count = ends.length;

  return {
    get bytes() {
      return saved.byteLength + added.byteLength + ends.byteLength;
    },
    add(list, numbers) {
      added = atLeast(added, used + MOST_BYTES * numbers.length);
      let before = 0;
      for (let at = 0; at < numbers.length; at++) {
        const number = numbers[at] as number;
        let rest = number - before;
        before = number;
        for (; rest > 0x7f; rest >>>= 7) added[used++] = (rest & 0x7f) | 0x80;
        added[used++] = rest;
      }
      ends = atLeast(ends, list + 1);
      ends[list] = saved.length + used;
      count = list + 1;
    },
    read(list) {
      const start = list === 0 ? 0 : (ends[list - 1] ?? 0);
      const isSaved = start < saved.length;
      const bytes = isSaved ? saved : added;
      const shift = isSaved ? 0 : saved.length;
      const end = (ends[list] ?? start) - shift;
      const numbers: number[] = [];
      let number = 0;
      for (let at = start - shift; at < end; ) {
        let byte = bytes[at++] as number;
        let difference = byte & 0x7f;
        for (let bits = 7; byte > 0x7f; bits += 7) {
          byte = bytes[at++] as number;
          difference |= (byte & 0x7f) << bits;
        }
        number += difference >>> 0;
        numbers.push(number);
      }
      return numbers;
    },
    parts() {
      const bytes = new Uint8Array(saved.length + used);
      bytes.set(saved);
      bytes.set(added.subarray(0, used), saved.length);
      return { ends: cut(ends, count), bytes };
    },
  };
}

/** The same lists packed by themselves: `lists[i]` gives the numbers of list i. */
export function packNumberLists(count: number, numbersOf: (list: number) => ArrayLike<number>): NumberListParts {
  const lists = openNumberLists(emptyLists());
  for (let list = 0; list < count; list++) lists.add(list, numbersOf(list));
  return lists.parts();
}
