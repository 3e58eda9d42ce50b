/**
 * Numbers for strings, 0, 1, 2 …, in typed arrays: about 30 bytes a string, no object each, and written to disk as it
 * lies in memory. Open addressing with linear probing; strings are UTF-16 units in one pool and are never removed.
 */
import { atLeast, cut } from "./growing-arrays.ts";

export interface StringTable {
  readonly size: number;
  readonly bytes: number;
  /** The number of a string, or −1. */
  find(text: string): number;
  /** The number of a string, new or not. */
  add(text: string): number;
  text(number: number): string;
  /** UTF-16 units of a string. */
  length(number: number): number;
  parts(): StringTableParts;
}

/** Ends of the strings in the pool, the pool, the hash of each string, and the table of numbers by hash. */
export interface StringTableParts {
  ends: Uint32Array;
  units: Uint16Array;
  hashes: Uint32Array;
  /** Its length is a power of two, at least twice the number of strings. */
  slots: Uint32Array;
}

const EMPTY = 0xffffffff;
const SMALLEST = 16;

/** FNV-1a over UTF-16 units, finished so that the low bits are well mixed. */
function hashOfText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

export function createStringTable(): StringTable {
  return openStringTable(emptyTable());
}

export function emptyTable(): StringTableParts {
  return {
    ends: new Uint32Array(0),
    units: new Uint16Array(0),
    hashes: new Uint32Array(0),
    slots: new Uint32Array(SMALLEST).fill(EMPTY),
  };
}

/** Takes the arrays over: nothing is computed, whatever their size. */
export function openStringTable(parts: StringTableParts): StringTable {
  let { ends, units, hashes, slots } = parts;
  let size = ends.length;
  let used = ends[size - 1] ?? 0;

  function slotsFor(count: number): number {
    let length = SMALLEST;
    while (length < count * 2) length *= 2;
    return length;
  }

  function place(number: number): void {
    const mask = slots.length - 1;
    let at = (hashes[number] ?? 0) & mask;
    while (slots[at] !== EMPTY) at = (at + 1) & mask;
    slots[at] = number;
  }

  function equals(number: number, text: string): boolean {
    const start = number === 0 ? 0 : (ends[number - 1] ?? 0);
    if ((ends[number] ?? 0) - start !== text.length) return false;
    for (let index = 0; index < text.length; index++) {
      if (units[start + index] !== text.charCodeAt(index)) return false;
    }
    return true;
  }

  function lookUp(text: string, hash: number): number {
    const mask = slots.length - 1;
    for (let at = hash & mask; ; at = (at + 1) & mask) {
      const number = slots[at] ?? EMPTY;
      if (number === EMPTY) return -1;
      if (hashes[number] === hash && equals(number, text)) return number;
    }
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      return ends.byteLength + units.byteLength + hashes.byteLength + slots.byteLength;
    },
    find: (text) => lookUp(text, hashOfText(text)),
    add(text) {
      const hash = hashOfText(text);
      const known = lookUp(text, hash);
      if (known >= 0) return known;
      units = atLeast(units, used + text.length);
      for (let index = 0; index < text.length; index++) units[used++] = text.charCodeAt(index);
      ends = atLeast(ends, size + 1);
      hashes = atLeast(hashes, size + 1);
      ends[size] = used;
      hashes[size] = hash;
      size++;
      if (size * 2 > slots.length) {
        slots = new Uint32Array(slotsFor(size)).fill(EMPTY);
        for (let number = 0; number < size; number++) place(number);
      } else place(size - 1);
      return size - 1;
    },
    text(number) {
      const start = number === 0 ? 0 : (ends[number - 1] ?? 0);
      return String.fromCharCode.apply(null, units.subarray(start, ends[number]) as unknown as number[]);
    },
    length: (number) => (ends[number] ?? 0) - (number === 0 ? 0 : (ends[number - 1] ?? 0)),
    parts: () => ({ ends: cut(ends, size), units: cut(units, used), hashes: cut(hashes, size), slots }),
  };
}
