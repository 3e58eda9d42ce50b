/**
 * The k best documents for a query without scoring every one that holds one of its words (MaxScore; Turtle and Flood
 * 1995). Exact: what each word can add at most is known, so lists are taken by that, highest first; once the documents
 * that hold none of the words so far cannot reach the k-th best, the long lists that are left are only asked for the
 * documents that still can. A score is summed in the same order on either way, so it does not depend on which was taken.
 */
import { atLeast } from "./growing-arrays.ts";
import { keepBest } from "./keep-best.ts";
import type { NearWord } from "./near-words.ts";
import { firstAtLeast, type PostingPool, type PostingRun } from "./posting-pool.ts";
import { FIELD_BITS, NEAR_WORD_SHARE, PRESENCE } from "./ranking.ts";

/** What a score is made of: a word, or words written nearly like one of the query. */
interface Part {
  rarity: number;
  /** No document gets more from it. */
  most: number;
  words: readonly NearWord[];
  isNear: boolean;
}

/** A term of a query as far as scores need it. */
export interface ScoredTerm {
  number: number;
  rarity: number;
  near: readonly NearWord[];
}

export interface ScoredArrays {
  postings: PostingPool;
  /** By slot; infinite for removed documents, which makes all that is divided by it nothing. */
  lengths: Float32Array;
  /** Of a document, by its length: BM25's k1 · (1 − b + b · length / mean) as `base + perUnit · length`. */
  dampening(): { base: number; perUnit: number };
}

export interface BestDocumentsOptions {
  k: number;
  /** Documents it refuses are as if they were not there. */
  allowed(slot: number): boolean;
  /** Decides between equal scores at the edge. */
  idOf(slot: number): string;
}

export interface BestDocuments {
  readonly bytes: number;
  /** In no order. */
  find(terms: readonly ScoredTerm[], options: BestDocumentsOptions): { slot: number; score: number }[];
  /** The score of any document, to the last bit that of `find`. 0 when no term is there. */
  scoreOf(terms: readonly ScoredTerm[], slot: number): number;
}

/** Sums of 32-bit floats may be off by this share. */
const ROUNDING = 1e-5;
/** Looking one document up in a long list costs as much as reading so many of its items. */
const GALLOP = 8;

export function createBestDocuments(arrays: ScoredArrays): BestDocuments {
  const { postings } = arrays;
  /** By slot; zero between queries. */
  let scores = new Float32Array(0);
  let nearFrequency = new Float32Array(0);
  /** Slots with a score, and slots with a near word. */
  let touched = new Uint32Array(0);
  let held = new Uint32Array(0);
  let candidates = new Uint32Array(0);
  let base = 0;
  let perUnit = 0;

  function prepare(): void {
    ({ base, perUnit } = arrays.dampening());
    const slots = arrays.lengths.length;
    if (scores.length >= slots) return;
    scores = atLeast(scores, slots);
    nearFrequency = new Float32Array(scores.length);
    touched = new Uint32Array(scores.length);
    held = new Uint32Array(scores.length);
    candidates = new Uint32Array(scores.length);
  }

  /** Adds what one run of one word gives to all its documents. Returns how many are touched then. */
  function addRun(run: PostingRun, number: number, rarity: number, before: number): number {
    const { items, weights } = run;
    const { lengths } = arrays;
    const end = run.end(number);
    let count = before;
    for (let at = run.start(number); at < end; at++) {
      const slot = items[at] as number;
      const frequency = (weights[at] as number) >>> FIELD_BITS;
      const share = frequency / (frequency + base + perUnit * (lengths[slot] as number));
      if (share === 0) continue;
      const score = scores[slot] as number;
      if (score === 0) touched[count++] = slot;
      scores[slot] = score + rarity * (share + PRESENCE);
    }
    return count;
  }

  function addNearRun(run: PostingRun, { number, likeness }: NearWord, before: number): number {
    const { items, weights } = run;
    const end = run.end(number);
    let count = before;
    for (let at = run.start(number); at < end; at++) {
      const slot = items[at] as number;
      const frequency = nearFrequency[slot] as number;
      if (frequency === 0) held[count++] = slot;
      nearFrequency[slot] = frequency + likeness * ((weights[at] as number) >>> FIELD_BITS);
    }
    return count;
  }

  /** Turns the frequencies of near words into scores, and sets them back to zero. */
  function addHeld(count: number, rarity: number, before: number): number {
    const { lengths } = arrays;
    let touchedCount = before;
    for (let at = 0; at < count; at++) {
      const slot = held[at] as number;
      const frequency = nearFrequency[slot] as number;
      nearFrequency[slot] = 0;
      const share = frequency / (frequency + base + perUnit * (lengths[slot] as number));
      if (share === 0) continue;
      const score = scores[slot] as number;
      if (score === 0) touched[touchedCount++] = slot;
      scores[slot] = score + NEAR_WORD_SHARE * rarity * share;
    }
    return touchedCount;
  }

  function addPart({ isNear, words, rarity }: Part, before: number): number {
    let count = before;
    let heldCount = 0;
    for (const word of words) {
      for (const run of postings.runs) {
        if (isNear) heldCount = addNearRun(run, word, heldCount);
        else count = addRun(run, word.number, rarity, count);
      }
    }
    return isNear ? addHeld(heldCount, rarity, count) : count;
  }

  /** Adds what a part gives to these documents alone; `slots` ascends. */
  function addTo({ isNear, words, rarity }: Part, slots: Uint32Array): void {
    const { lengths } = arrays;
    let heldCount = 0;
    for (const { number, likeness } of words) {
      for (const run of postings.runs) {
        const { items, weights } = run;
        const end = run.end(number);
        let at = run.start(number);
        for (let index = 0; index < slots.length && at < end; index++) {
          const slot = slots[index] as number;
          at = firstAtLeast(items, at, end, slot);
          if (at === end || items[at] !== slot) continue;
          const frequency = (weights[at] as number) >>> FIELD_BITS;
          if (isNear) {
            const before = nearFrequency[slot] as number;
            if (before === 0) held[heldCount++] = slot;
            nearFrequency[slot] = before + likeness * frequency;
          } else {
            const share = frequency / (frequency + base + perUnit * (lengths[slot] as number));
            if (share > 0) scores[slot] = (scores[slot] as number) + rarity * (share + PRESENCE);
          }
        }
      }
    }
    if (isNear) addHeld(heldCount, rarity, 0);
  }

  /** The k-th best score so far, which every document of the answer reaches; 0 while there are fewer. */
  function kthBest(slots: Uint32Array, count: number, options: BestDocumentsOptions): number {
    const best = keepBest(options.k, scores, slots, count, options.allowed, options.idOf);
    return best.length < options.k ? 0 : (scores[best[0] as number] as number) * (1 - ROUNDING);
  }

  function find(terms: readonly ScoredTerm[], options: BestDocumentsOptions): { slot: number; score: number }[] {
    const { k, allowed, idOf } = options;
    if (k <= 0) return [];
    prepare();
    const parts = partsOf(terms);
    const total = parts.reduce((sum, part) => sum + part.most, 0);
    /** What the parts that are still to come can add. */
    let left = total;
    /** Documents with a score; then, once others cannot come in, those that may be among the best. */
    let count = 0;
    let staying: Uint32Array | undefined;
    for (const part of parts) {
      const postings = postingsOf(part);
      const slots: Uint32Array = staying ?? touched;
      const size = staying?.length ?? count;
      if (size > k && left < total - left && postings * 2 > size) {
        const floor = kthBest(slots, size, options);
        if (left < floor) staying = reaching(slots, size, floor - left, allowed);
      }
      if (staying !== undefined && staying.length * GALLOP < postings) addTo(part, staying);
      else count = addPart(part, count);
      left -= part.most;
    }
    const best = keepBest(k, scores, staying ?? touched, staying?.length ?? count, allowed, idOf);
    const found = best.map((slot) => ({ slot, score: scores[slot] as number }));
    clear(count);
    return found;
  }

  /** Those of the first `count` slots with this score or more, ascending. */
  function reaching(slots: Uint32Array, count: number, least: number, allowed: (slot: number) => boolean): Uint32Array {
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const slot = slots[index] as number;
      if ((scores[slot] as number) >= least && allowed(slot)) candidates[kept++] = slot;
    }
    const result = candidates.subarray(0, kept);
    return slots === touched ? result.sort() : result;
  }

  function clear(count: number): void {
    // One long write is faster than very many single ones.
    if (count * 16 > scores.length) scores.fill(0);
    else for (let at = 0; at < count; at++) scores[touched[at] as number] = 0;
  }

  function postingsOf(part: Part): number {
    let count = 0;
    for (const { number } of part.words) count += postings.count(number);
    return count;
  }

  return {
    get bytes() {
      return 5 * scores.byteLength;
    },
    find,
    scoreOf(terms, slot) {
      prepare();
      const one = Uint32Array.of(slot);
      for (const part of partsOf(terms)) addTo(part, one);
      const score = scores[slot] as number;
      scores[slot] = 0;
      return score;
    },
  };
}

/** Those that can add most first; ties in the order of the query. */
function partsOf(terms: readonly ScoredTerm[]): Part[] {
  const parts: Part[] = [];
  for (const { number, rarity, near } of terms) {
    if (number >= 0) {
      parts.push({ rarity, most: rarity * (1 + PRESENCE), words: [{ number, likeness: 1 }], isNear: false });
    }
    if (near.length > 0) parts.push({ rarity, most: rarity * NEAR_WORD_SHARE, words: near, isNear: true });
  }
  return parts.sort((a, b) => b.most - a.most);
}
