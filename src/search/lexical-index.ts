/**
 * An inverted index in typed arrays: exact BM25 over weighted fields (BM25F with one length; Robertson and Zaragoza 2009,
 * §3.3), words written nearly alike, and the likeness of query and name. A document is a slot (0, 1, 2 …) that the caller
 * gives out; a slot is never used twice.
 *
 * Removal marks the slot and lowers the counts, so that scores are at once as if it had never been there; its postings
 * weigh nothing and go when their term moves, or when the index is saved.
 */
import { type BestDocumentsOptions, createBestDocuments } from "./best-documents.ts";
import { isCommonWord } from "./common-words.ts";
import { compacted, type LexicalParts } from "./compact-index.ts";
import { atLeast } from "./growing-arrays.ts";
import type { SearchField } from "./model.ts";
import { createNearWords, type NearWord } from "./near-words.ts";
import { emptyLists, openNumberLists } from "./number-lists.ts";
import { emptyPool, openPostingPool } from "./posting-pool.ts";
import {
  COMMON_WORD_SHARE,
  FIELD_BITS,
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
import { emptyTable, openStringTable } from "./string-table.ts";

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
  near: readonly NearWord[];
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
  /** The k allowed documents that the terms give most, in no order. */
  best(terms: readonly QueryTerm[], options: BestDocumentsOptions): { slot: number; score: number }[];
  /** What the terms give one document, in the unit of `best`. */
  score(terms: readonly QueryTerm[], slot: number): number;
  /** What the likeness of a document's name and the query adds to its score, as a function of the slot. */
  nameScores(terms: readonly QueryTerm[]): (slot: number) => number;
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
  termsOf(slot: number): number[];
  /** The whole index, its slots renumbered 0, 1, 2 … in the order given. */
  parts(slots: readonly number[]): LexicalParts;
}

export function createLexicalIndex(): LexicalIndex {
  return openLexicalIndex({
    terms: emptyTable(),
    postings: emptyPool(),
    lengths: new Float32Array(0),
    documents: emptyLists(),
    names: emptyLists(),
    near: emptyPool(),
  });
}

/** To 16 binary places, so that a sum does not depend on the order of its parts. */
function exact(value: number): number {
  return Math.round(value * 65_536) / 65_536;
}

/** The arrays are used as they are; those of single numbers are written to. */
export function openLexicalIndex(parts: LexicalParts): LexicalIndex {
  const terms = openStringTable(parts.terms);
  let lengths = parts.lengths;
  const postings = openPostingPool(parts.postings, { weighted: true, isGone: (slot) => lengths[slot] === REMOVED });
  const documents = openNumberLists(parts.documents);
  const names = openNumberLists(parts.names);
  const [saved] = postings.runs;
  /** Documents of each term that came and went since it was saved. */
  let changes = new Int32Array(terms.size);
  const nearWords = createNearWords(terms, parts.near, (number) => living(number) > 0);
  let size = lengths.length;
  let totalLength = lengths.reduce((sum, length) => sum + length, 0);
  nearWords.learn();
  const bestDocuments = createBestDocuments({
    postings,
    get lengths() {
      return lengths;
    },
    dampening,
  });

  /** Living documents that hold a term. */
  function living(term: number): number {
    return saved.end(term) - saved.start(term) + (changes[term] ?? 0);
  }

  function rarityFor(count: number): number {
    return Math.log(1 + (size - count + 0.5) / (count + 0.5));
  }

  /** Rarities by count, as far as they were asked for at this size: logarithms are slow in loops. */
  let rarities = new Float64Array(0);
  let raritiesSize = -1;

  function rarity(number: number): number {
    const count = living(number);
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

  /** BM25's k1 · (1 − b + b · length / mean) as `base + perUnit · length`, for one search. */
  function dampening(): { base: number; perUnit: number } {
    const mean = size === 0 ? 1 : Math.max(totalLength / size, 1);
    const scale = SATURATION * WEIGHT_UNITS;
    return { base: scale * (1 - LENGTH_SHARE), perUnit: (scale * LENGTH_SHARE) / mean };
  }

  /** Of the name of a document: the sum of its terms' squared rarities. Kept until a document comes or goes. */
  let nameSquares = new Float64Array(0);

  function nameSquare(slot: number): number {
    if (nameSquares.length === 0) nameSquares = new Float64Array(lengths.length);
    const known = nameSquares[slot] ?? 0;
    if (known > 0) return known;
    let sum = 0;
    for (const term of names.read(slot)) sum += exact(rarity(term) ** 2);
    nameSquares[slot] = sum;
    return sum;
  }

  function changed(length: number, documents: number): void {
    totalLength += length;
    size += documents;
    if (nameSquares.length > 0) nameSquares = new Float64Array(0);
  }

  /** One document more or less that holds the term. */
  function count(term: number, change: number): void {
    const before = living(term);
    changes[term] = (changes[term] ?? 0) + change;
    if (before === 0 || before + change === 0) nearWords.forget();
  }

  return {
    get size() {
      return size;
    },
    get bytes() {
      const pools = postings.bytes + documents.bytes + names.bytes + nearWords.bytes;
      return terms.bytes + pools + lengths.byteLength + changes.byteLength + bestDocuments.bytes;
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
      changes = atLeast(changes, terms.size);
      lengths[slot] = length;
      const held = Uint32Array.from(weightOf.keys()).sort();
      for (const term of held) {
        const weight = weightOf.get(term) ?? 0;
        const frequency = Math.min(weight >>> FIELD_BITS, MAX_FREQUENCY);
        postings.append(term, slot, (frequency << FIELD_BITS) | (weight & FIELD_MASK));
        count(term, 1);
      }
      documents.add(slot, held);
      names.add(
        slot,
        held.filter((term) => ((weightOf.get(term) ?? 0) & 1) !== 0),
      );
      nearWords.learn();
      changed(length, 1);
    },
    remove(slot) {
      for (const term of documents.read(slot)) count(term, -1);
      changed(-(lengths[slot] ?? 0), -1);
      lengths[slot] = REMOVED;
    },
    look(texts) {
      return Array.from(new Set(texts), (text) => {
        const found = terms.find(text);
        const count = found < 0 ? 0 : living(found);
        const number = count === 0 ? -1 : found;
        if (isCommonWord(text)) return { text, number, rarity: COMMON_WORD_SHARE * rarityFor(count), near: [] };
        const near = count > size * NEAR_WORD_COMMON ? [] : nearWords.find(text);
        return { text, number, rarity: rarityFor(count), near };
      });
    },
    known: (number) => ({ text: terms.text(number), number, rarity: rarity(number), near: [] }),
    best: bestDocuments.find,
    score: bestDocuments.scoreOf,
    nameScores(queryTerms) {
      const squares = new Map<number, number>();
      let [query, total] = [0, 0];
      for (const { number, rarity } of queryTerms) {
        query += rarity * rarity;
        total += rarity;
        if (number >= 0) squares.set(number, exact(rarity * rarity));
      }
      return (slot) => {
        let both = 0;
        for (const term of names.read(slot)) both += squares.get(term) ?? 0;
        return both === 0 ? 0 : (NAME_SHARE * total * both) / Math.sqrt(query * nameSquare(slot));
      };
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
        const weight = postings.weightOf(number, slot);
        if (weight === 0) continue;
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
    termsOf: documents.read,
    parts(order) {
      return compacted(order, { terms, postings, documents, names, lengths, living });
    },
  };
}
