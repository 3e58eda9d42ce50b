/**
 * An inverted index in typed arrays: exact BM25 over weighted fields (BM25F with one length, Robertson and Zaragoza 2009,
 * §3.3), changed in place. A document is a slot (0, 1, 2 …) that the caller gives out; a slot is never used twice.
 *
 * Postings of a term lie together in one pool and move to its end, with room to double, when they have no more room.
 * Removal marks the slot and lowers the counts; its postings weigh nothing and go when the term moves or `compact` runs.
 */
import { atLeast } from "./growing-arrays.ts";
import type { SearchField } from "./model.ts";
import { FIELD_WEIGHTS, FIELDS, LENGTH_SHARE, SATURATION, WEIGHT_UNITS } from "./ranking.ts";
import { createStringTable, openStringTable, type StringTable, type StringTableParts } from "./string-table.ts";

/** Bits of a posting's weight that say which fields hold the term; the rest is its weighted frequency in units. */
const FIELD_BITS = 5;
const FIELD_MASK = (1 << FIELD_BITS) - 1;
const MAX_FREQUENCY = (1 << (16 - FIELD_BITS)) - 1;
/** Length of a removed document: everything divided by it is nothing. */
const REMOVED = Number.POSITIVE_INFINITY;

/** A term of a query that some document holds. */
export interface QueryTerm {
  number: number;
  /** Robertson and Sparck Jones, always positive: ln(1 + (N − n + ½) / (n + ½)). */
  rarity: number;
}

export interface LexicalIndex {
  /** Living documents. */
  readonly size: number;
  readonly bytes: number;
  /** Postings of removed documents that are still there, as a share of all. */
  readonly waste: number;
  add(slot: number, fields: Record<SearchField, readonly string[]>): void;
  remove(slot: number): boolean;
  /** The known terms of a query, and the rarity that a term in no document has. */
  terms(query: readonly string[]): { known: QueryTerm[]; unknown: string[]; unknownRarity: number };
  /**
   * Adds the score of every document that holds one of the terms to `scores` and appends it to `touched`.
   * @returns how many slots were touched.
   */
  score(terms: readonly QueryTerm[], scores: Float32Array, touched: Uint32Array): number;
  /** The share of one term in the score of a document, and the fields that hold it. */
  explain(term: QueryTerm, slot: number): { weight: number; fields: SearchField[] } | undefined;
  term(number: number): string;
  /** Distinct terms of a document, ascending by number. */
  termsOf(slot: number): Uint32Array;
  rarityOf(term: number): number;
  parts(slots: readonly number[]): LexicalParts;
}

/** The whole index as arrays, slots renumbered 0, 1, 2 … in the order given to `parts`. */
export interface LexicalParts {
  terms: StringTableParts;
  /** Start of each term's postings, and one more for the end. */
  starts: Uint32Array;
  slots: Uint32Array;
  weights: Uint16Array;
  lengths: Float32Array;
  forwardStarts: Uint32Array;
  forward: Uint32Array;
}

export function createLexicalIndex(): LexicalIndex {
  return openLexicalIndex({
    terms: createStringTable().parts(),
    starts: new Uint32Array(1),
    slots: new Uint32Array(0),
    weights: new Uint16Array(0),
    lengths: new Float32Array(0),
    forwardStarts: new Uint32Array(1),
    forward: new Uint32Array(0),
  });
}

/** Takes the arrays over: they must be the caller's alone. */
export function openLexicalIndex(parts: LexicalParts): LexicalIndex {
  const terms: StringTable = openStringTable(parts.terms);
  let starts = parts.starts.slice(0, terms.size);
  let counts = new Uint32Array(terms.size);
  for (let term = 0; term < terms.size; term++)
    counts[term] = (parts.starts[term + 1] ?? 0) - (parts.starts[term] ?? 0);
  let rooms = counts.slice();
  let living = counts.slice();
  let { slots, weights, lengths, forward } = parts;
  let used = slots.length;
  let forwardUsed = forward.length;
  let forwardStarts = parts.forwardStarts.slice(0, lengths.length);
  let forwardCounts = new Uint32Array(lengths.length);
  for (let slot = 0; slot < lengths.length; slot++) {
    forwardCounts[slot] = (parts.forwardStarts[slot + 1] ?? 0) - (parts.forwardStarts[slot] ?? 0);
  }
  let size = lengths.length;
  let totalLength = 0;
  for (const length of lengths) totalLength += length;
  let livingPostings = used;

  function append(term: number, slot: number, weight: number): void {
    const count = counts[term] ?? 0;
    if (count === rooms[term]) moveToEnd(term);
    const at = (starts[term] ?? 0) + (counts[term] ?? 0);
    slots[at] = slot;
    weights[at] = weight;
    counts[term] = (counts[term] ?? 0) + 1;
    living[term] = (living[term] ?? 0) + 1;
  }

  /** Gives a term room for twice its living postings, and leaves those of removed documents behind. */
  function moveToEnd(term: number): void {
    const room = Math.max(2, 2 * (living[term] ?? 0));
    slots = atLeast(slots, used + room);
    weights = atLeast(weights, used + room);
    const from = starts[term] ?? 0;
    let to = used;
    for (let at = from; at < from + (counts[term] ?? 0); at++) {
      const slot = slots[at] ?? 0;
      if (lengths[slot] === REMOVED) continue;
      slots[to] = slot;
      weights[to] = weights[at] ?? 0;
      to++;
    }
    starts[term] = used;
    counts[term] = to - used;
    rooms[term] = room;
    used += room;
  }

  function termNumber(text: string): number {
    const number = terms.add(text);
    if (number === counts.length || number >= starts.length) {
      starts = atLeast(starts, number + 1);
      counts = atLeast(counts, number + 1);
      rooms = atLeast(rooms, number + 1);
      living = atLeast(living, number + 1);
    }
    return number;
  }

  function rarity(count: number): number {
    return Math.log(1 + (size - count + 0.5) / (count + 0.5));
  }

  /** tf / (tf + k1 · (1 − b + b · length / mean)), the part before the bracket being constant for one search. */
  function dampening(): { base: number; perUnit: number } {
    const mean = size === 0 ? 1 : Math.max(totalLength / size, 1);
    return {
      base: SATURATION * WEIGHT_UNITS * (1 - LENGTH_SHARE),
      perUnit: (SATURATION * WEIGHT_UNITS * LENGTH_SHARE) / mean,
    };
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      const arrays = [starts, counts, rooms, living, slots, weights, lengths, forward, forwardStarts, forwardCounts];
      return terms.bytes + arrays.reduce((sum, array) => sum + array.byteLength, 0);
    },
    get waste() {
      return used === 0 ? 0 : 1 - livingPostings / used;
    },
    add(slot, fields) {
      const weightOf = new Map<number, number>();
      let length = 0;
      for (const [bit, field] of FIELDS.entries()) {
        const unit = FIELD_WEIGHTS[field];
        for (const text of fields[field]) {
          const term = termNumber(text);
          weightOf.set(term, ((weightOf.get(term) ?? 0) + (unit << FIELD_BITS)) | (1 << bit));
        }
        length += unit * fields[field].length;
      }
      lengths = atLeast(lengths, slot + 1);
      forwardStarts = atLeast(forwardStarts, slot + 1);
      forwardCounts = atLeast(forwardCounts, slot + 1);
      lengths[slot] = length;
      const own = Uint32Array.from(weightOf.keys()).sort();
      forward = atLeast(forward, forwardUsed + own.length);
      forward.set(own, forwardUsed);
      forwardStarts[slot] = forwardUsed;
      forwardCounts[slot] = own.length;
      forwardUsed += own.length;
      for (const [term, weight] of weightOf) {
        const frequency = Math.min(weight >>> FIELD_BITS, MAX_FREQUENCY);
        append(term, slot, (frequency << FIELD_BITS) | (weight & FIELD_MASK));
      }
      livingPostings += own.length;
      totalLength += length;
      size++;
    },
    remove(slot) {
      const length = lengths[slot];
      if (length === undefined || length === REMOVED || slot >= lengths.length) return false;
      const start = forwardStarts[slot] ?? 0;
      const count = forwardCounts[slot] ?? 0;
      for (let at = start; at < start + count; at++) {
        const term = forward[at] ?? 0;
        living[term] = (living[term] ?? 0) - 1;
      }
      lengths[slot] = REMOVED;
      livingPostings -= count;
      totalLength -= length;
      size--;
      return true;
    },
    terms(query) {
      const known: QueryTerm[] = [];
      const unknown: string[] = [];
      for (const text of new Set(query)) {
        const number = terms.find(text);
        const count = number < 0 ? 0 : (living[number] ?? 0);
        if (count === 0) unknown.push(text);
        else known.push({ number, rarity: rarity(count) });
      }
      return { known, unknown, unknownRarity: rarity(0) };
    },
    score(queryTerms, scores, touched) {
      const { base, perUnit } = dampening();
      const [allSlots, allWeights, allLengths] = [slots, weights, lengths];
      let count = 0;
      for (const { number, rarity: rare } of queryTerms) {
        const start = starts[number] ?? 0;
        const end = start + (counts[number] ?? 0);
        for (let at = start; at < end; at++) {
          const slot = allSlots[at] as number;
          const frequency = (allWeights[at] as number) >>> FIELD_BITS;
          const share = (rare * frequency) / (frequency + base + perUnit * (allLengths[slot] as number));
          if (share === 0) continue;
          const before = scores[slot] as number;
          if (before === 0) touched[count++] = slot;
          scores[slot] = before + share;
        }
      }
      return count;
    },
    explain({ number, rarity: rare }, slot) {
      const { base, perUnit } = dampening();
      const start = starts[number] ?? 0;
      const at = slots.subarray(start, start + (counts[number] ?? 0)).indexOf(slot);
      if (at < 0 || lengths[slot] === REMOVED) return undefined;
      const weight = weights[start + at] ?? 0;
      const frequency = weight >>> FIELD_BITS;
      return {
        weight: (rare * frequency) / (frequency + base + perUnit * (lengths[slot] ?? 0)),
        fields: FIELDS.filter((_, bit) => (weight & (1 << bit)) !== 0),
      };
    },
    term: (number) => terms.text(number),
    termsOf(slot) {
      const start = forwardStarts[slot] ?? 0;
      return forward.subarray(start, start + (forwardCounts[slot] ?? 0));
    },
    rarityOf: (term) => rarity(living[term] ?? 0),
    parts(order) {
      const newSlot = new Map(order.map((slot, index) => [slot, index]));
      const keep: number[] = [];
      const newTerms = createStringTable();
      for (let term = 0; term < terms.size; term++) {
        if ((living[term] ?? 0) === 0) continue;
        keep.push(term);
        newTerms.add(terms.text(term));
      }
      const out: LexicalParts = {
        terms: newTerms.parts(),
        starts: new Uint32Array(keep.length + 1),
        slots: new Uint32Array(livingPostings),
        weights: new Uint16Array(livingPostings),
        lengths: new Float32Array(order.length),
        forwardStarts: new Uint32Array(order.length + 1),
        forward: new Uint32Array(livingPostings),
      };
      const newNumber = new Uint32Array(terms.size);
      let to = 0;
      for (const [number, term] of keep.entries()) {
        newNumber[term] = number;
        const start = starts[term] ?? 0;
        for (let at = start; at < start + (counts[term] ?? 0); at++) {
          const slot = newSlot.get(slots[at] ?? 0);
          if (slot === undefined) continue;
          out.slots[to] = slot;
          out.weights[to++] = weights[at] ?? 0;
        }
        out.starts[number + 1] = to;
      }
      let next = 0;
      for (const [index, slot] of order.entries()) {
        out.lengths[index] = lengths[slot] ?? 0;
        const start = forwardStarts[slot] ?? 0;
        for (let at = start; at < start + (forwardCounts[slot] ?? 0); at++) {
          out.forward[next++] = newNumber[forward[at] ?? 0] ?? 0;
        }
        out.forwardStarts[index + 1] = next;
      }
      return out;
    },
  };
}
