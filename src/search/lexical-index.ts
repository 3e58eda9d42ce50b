/**
 * An inverted index in typed arrays: exact BM25 over weighted fields (BM25F with one length; Robertson and Zaragoza 2009,
 * §3.3), words written nearly alike, and the likeness of query and name. A document is a slot (0, 1, 2 …) that the caller
 * gives out; a slot is never used twice.
 *
 * Removal marks the slot and lowers the counts, so that scores are at once as if it had never been there; its postings
 * weigh nothing and go when their term moves, or when the index is saved.
 */
import { isCommonWord } from "./common-words.ts";
import { compacted, type LexicalParts } from "./compact-index.ts";
import { atLeast } from "./growing-arrays.ts";
import type { SearchField } from "./model.ts";
import { createNearWords } from "./near-words.ts";
import { emptyPool, openPostingPool } from "./posting-pool.ts";
import {
  COMMON_WORD_SHARE,
  FIELD_WEIGHTS,
  FIELDS,
  LENGTH_SHARE,
  NAME_SHARE,
  NEAR_WORD_COMMON,
  NEAR_WORD_SHARE,
  PRESENCE,
  type QuerySize,
  SATURATION,
  WEIGHT_UNITS,
} from "./ranking.ts";
import { openStringTable } from "./string-table.ts";

/** Bits of a posting's weight that say which fields hold the term; the rest is its weighted frequency in units. */
const FIELD_BITS = 5;
const FIELD_MASK = (1 << FIELD_BITS) - 1;
const MAX_FREQUENCY = (1 << (16 - FIELD_BITS)) - 1;
/** Counts whose logarithm is kept: rare terms are most terms. */
const MAX_KEPT_RARITIES = 1024;
/** Length of a removed document: everything divided by it is nothing. */
const REMOVED = Number.POSITIVE_INFINITY;

/** One distinct term of a query. */
export interface QueryTerm {
  text: string;
  /** Number in the vocabulary; −1 when no living document holds it. */
  number: number;
  /** Robertson and Sparck Jones, always positive: ln(1 + (N − n + ½) / (n + ½)). */
  rarity: number;
  /** Words written nearly like it, and how like. */
  near: { number: number; likeness: number }[];
}

export interface TermMatch {
  fields: SearchField[];
  /** Part of the score, in the unit of `score`. */
  weight: number;
}

export interface LexicalIndex {
  /** Living documents. */
  readonly size: number;
  readonly bytes: number;
  add(slot: number, fields: Record<SearchField, readonly string[]>): void;
  remove(slot: number): void;
  /** The distinct terms of a query, looked up. */
  look(terms: Iterable<string>): QueryTerm[];
  /** A term of the vocabulary as a query term, without near words. */
  known(number: number): QueryTerm;
  /**
   * Adds to `scores` what the terms give each document that holds one, and lists those documents in `touched`; both must
   * reach beyond the last slot, and `scores` be zero. Returns how many were touched.
   */
  score(terms: readonly QueryTerm[], scores: Float32Array, touched: Uint32Array): number;
  /** What the likeness of a document's name and the query adds to its score. */
  nameScore(terms: readonly QueryTerm[], slot: number): number;
  /**
   * The highest score that a document could get for these terms, near words apart; and their rarities together, counted
   * in terms that no document holds.
   */
  bestScore(terms: readonly QueryTerm[]): { best: number; size: QuerySize };
  /** What one term gives one document; undefined when neither it nor a near word is there. */
  explain(term: QueryTerm, slot: number): TermMatch | undefined;
  term(number: number): string;
  rarity(number: number): number;
  /** Distinct terms of a document, ascending by number. */
  termsOf(slot: number): Uint32Array;
  /** The whole index, its slots renumbered 0, 1, 2 … in the order given. */
  parts(slots: readonly number[]): LexicalParts;
}

export function createLexicalIndex(): LexicalIndex {
  return openLexicalIndex({
    terms: { ends: new Uint32Array(0), units: new Uint16Array(0), hashes: new Uint32Array(0) },
    postings: emptyPool(),
    lengths: new Float32Array(0),
    documents: emptyPool(),
    names: emptyPool(),
    near: emptyPool(),
  });
}

/** To 16 binary places, so that a sum does not depend on the order of its parts. */
function exact(value: number): number {
  return Math.round(value * 65_536) / 65_536;
}

/** Takes the arrays over: they must be the caller's alone. */
export function openLexicalIndex(parts: LexicalParts): LexicalIndex {
  const terms = openStringTable(parts.terms);
  const nearWords = createNearWords(terms, parts.near);
  let lengths = parts.lengths;
  const postings = openPostingPool(parts.postings, { weighted: true, isGone: (slot) => lengths[slot] === REMOVED });
  const documents = openPostingPool(parts.documents, { weighted: false });
  const names = openPostingPool(parts.names, { weighted: false });
  /** Living documents of each term. */
  let living = new Uint32Array(terms.size);
  for (let term = 0; term < terms.size; term++) living[term] = postings.end(term) - postings.start(term);
  let size = lengths.length;
  let totalLength = lengths.reduce((sum, length) => sum + length, 0);
  /** Of near words, per slot, while one term is scored; zero otherwise. */
  let nearFrequency = new Float32Array(lengths.length);
  nearWords.learn();

  function rarityFor(count: number): number {
    return Math.log(1 + (size - count + 0.5) / (count + 0.5));
  }

  /** Rarities by count, as far as they were asked for at this size: logarithms are slow in loops. */
  let rarities = new Float64Array(0);
  let raritiesSize = -1;

  function rarity(number: number): number {
    const count = living[number] ?? 0;
    if (raritiesSize !== size) {
      rarities = new Float64Array(Math.min(size, MAX_KEPT_RARITIES) + 1);
      raritiesSize = size;
    }
    const known = rarities[count];
    if (known !== undefined && known > 0) return known;
    const value = rarityFor(count);
    if (count < rarities.length) rarities[count] = value;
    return value;
  }

  const isAlive = (number: number): boolean => (living[number] ?? 0) > 0;

  /** BM25's k1 · (1 − b + b · length / mean) as `base + perUnit · length`, for one search. */
  function dampening(): { base: number; perUnit: number } {
    const mean = size === 0 ? 1 : Math.max(totalLength / size, 1);
    const scale = SATURATION * WEIGHT_UNITS;
    return { base: scale * (1 - LENGTH_SHARE), perUnit: (scale * LENGTH_SHARE) / mean };
  }

  function scoreNear(term: QueryTerm, scores: Float32Array, touched: Uint32Array, before: number): number {
    const { base, perUnit } = dampening();
    const { items, weights } = postings;
    const held: number[] = [];
    for (const { number, likeness } of term.near) {
      for (let at = postings.start(number); at < postings.end(number); at++) {
        const slot = items[at] as number;
        if (lengths[slot] === REMOVED) continue;
        if (nearFrequency[slot] === 0) held.push(slot);
        nearFrequency[slot] = (nearFrequency[slot] as number) + likeness * ((weights[at] as number) >>> FIELD_BITS);
      }
    }
    let count = before;
    for (const slot of held) {
      const frequency = nearFrequency[slot] as number;
      nearFrequency[slot] = 0;
      const score = scores[slot] as number;
      if (score === 0) touched[count++] = slot;
      const share = frequency / (frequency + base + perUnit * (lengths[slot] as number));
      scores[slot] = score + NEAR_WORD_SHARE * term.rarity * share;
    }
    return count;
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      const pools = postings.bytes + documents.bytes + names.bytes + nearWords.bytes;
      return terms.bytes + pools + lengths.byteLength + living.byteLength + nearFrequency.byteLength;
    },
    add(slot, fields) {
      const weightOf = new Map<number, number>();
      let length = 0;
      for (const [bit, field] of FIELDS.entries()) {
        const unit = FIELD_WEIGHTS[field];
        for (const text of fields[field]) {
          const term = terms.add(text);
          weightOf.set(term, ((weightOf.get(term) ?? 0) + (unit << FIELD_BITS)) | (1 << bit));
        }
        length += unit * fields[field].length;
      }
      lengths = atLeast(lengths, slot + 1);
      living = atLeast(living, terms.size);
      nearFrequency = atLeast(nearFrequency, lengths.length);
      lengths[slot] = length;
      for (const term of Uint32Array.from(weightOf.keys()).sort()) {
        const weight = weightOf.get(term) ?? 0;
        const frequency = Math.min(weight >>> FIELD_BITS, MAX_FREQUENCY);
        postings.append(term, slot, (frequency << FIELD_BITS) | (weight & FIELD_MASK));
        documents.append(slot, term, 0);
        if ((weight & 1) !== 0) names.append(slot, term, 0);
        living[term] = (living[term] ?? 0) + 1;
      }
      nearWords.learn();
      totalLength += length;
      size++;
    },
    remove(slot) {
      for (const term of this.termsOf(slot)) living[term] = (living[term] ?? 0) - 1;
      totalLength -= lengths[slot] ?? 0;
      lengths[slot] = REMOVED;
      size--;
    },
    look(texts) {
      return Array.from(new Set(texts), (text) => {
        const found = terms.find(text);
        const count = found < 0 ? 0 : (living[found] ?? 0);
        const number = count === 0 ? -1 : found;
        if (isCommonWord(text)) return { text, number, rarity: COMMON_WORD_SHARE * rarityFor(count), near: [] };
        const near = count > size * NEAR_WORD_COMMON ? [] : nearWords.find(text, isAlive);
        return { text, number, rarity: rarityFor(count), near };
      });
    },
    known: (number) => ({ text: terms.text(number), number, rarity: rarity(number), near: [] }),
    score(queryTerms, scores, touched) {
      const { base, perUnit } = dampening();
      let count = 0;
      for (const term of queryTerms) {
        const { items, weights } = postings;
        const end = term.number < 0 ? 0 : postings.end(term.number);
        for (let at = term.number < 0 ? 0 : postings.start(term.number); at < end; at++) {
          const slot = items[at] as number;
          const frequency = (weights[at] as number) >>> FIELD_BITS;
          const share = frequency / (frequency + base + perUnit * (lengths[slot] as number));
          if (share === 0) continue;
          const before = scores[slot] as number;
          if (before === 0) touched[count++] = slot;
          scores[slot] = before + term.rarity * (share + PRESENCE);
        }
        if (term.near.length > 0) count = scoreNear(term, scores, touched, count);
      }
      return count;
    },
    nameScore(queryTerms, slot) {
      const own = names.items.subarray(names.start(slot), names.end(slot));
      let [both, query, name, total] = [0, 0, 0, 0];
      for (const term of queryTerms) {
        const square = term.rarity * term.rarity;
        query += square;
        total += term.rarity;
        if (term.number >= 0 && own.includes(term.number)) both += square;
      }
      if (both > 0) for (const term of own) name += exact(rarity(term) ** 2);
      return both === 0 ? 0 : (NAME_SHARE * total * both) / Math.sqrt(query * name);
    },
    bestScore(queryTerms) {
      const total = queryTerms.reduce((sum, term) => sum + term.rarity, 0);
      return { best: total * (1 + PRESENCE + NAME_SHARE), size: { terms: total / rarityFor(0), scale: rarityFor(0) } };
    },
    explain(term, slot) {
      const { base, perUnit } = dampening();
      let frequency = 0;
      let bits = 0;
      let near = 0;
      for (const { number, likeness } of [{ number: term.number, likeness: 0 }, ...term.near]) {
        if (number < 0) continue;
        const at = postings.items.subarray(postings.start(number), postings.end(number)).indexOf(slot);
        if (at < 0) continue;
        const weight = postings.weights[postings.start(number) + at] ?? 0;
        bits |= weight & FIELD_MASK;
        if (likeness === 0) frequency = weight >>> FIELD_BITS;
        else near += likeness * (weight >>> FIELD_BITS);
      }
      if (bits === 0) return undefined;
      const damp = base + perUnit * (lengths[slot] ?? 0);
      const exact = frequency === 0 ? 0 : frequency / (frequency + damp) + PRESENCE;
      return {
        weight: term.rarity * (exact + (near === 0 ? 0 : (NEAR_WORD_SHARE * near) / (near + damp))),
        fields: FIELDS.filter((_, bit) => (bits & (1 << bit)) !== 0),
      };
    },
    term: (number) => terms.text(number),
    rarity,
    termsOf: (slot) => documents.items.subarray(documents.start(slot), documents.end(slot)),
    parts(order) {
      return compacted(order, { terms, postings, documents, names, lengths, living });
    },
  };
}
