/** A copy of the lexical index without what is gone: terms, documents and postings renumbered from 0. */
import { createNearWords } from "./near-words.ts";
import type { PoolParts, PostingPool } from "./posting-pool.ts";
import { createStringTable, type StringTable, type StringTableParts } from "./string-table.ts";

export interface LexicalParts {
  terms: StringTableParts;
  postings: PoolParts;
  lengths: Float32Array;
  /** Terms of each document; terms of each name. */
  documents: PoolParts;
  names: PoolParts;
  /** Buckets of `near-words.ts` for `terms`. */
  near: PoolParts;
}

export interface LexicalArrays {
  terms: StringTable;
  postings: PostingPool;
  documents: PostingPool;
  names: PostingPool;
  lengths: Float32Array;
  living: Uint32Array;
}

const GONE = 0xffffffff;

/** `order` gives the old slot of each new one. */
export function compacted(order: readonly number[], arrays: LexicalArrays): LexicalParts {
  const { terms, postings, documents, names, lengths, living } = arrays;
  const newSlot = new Uint32Array(lengths.length).fill(GONE);
  for (const [index, slot] of order.entries()) newSlot[slot] = index;
  const newTerm = new Uint32Array(terms.size).fill(GONE);
  const keptTerms: number[] = [];
  const vocabulary = createStringTable();
  for (let term = 0; term < terms.size; term++) {
    if ((living[term] ?? 0) === 0) continue;
    newTerm[term] = vocabulary.add(terms.text(term));
    keptTerms.push(term);
  }
  const near = createNearWords(vocabulary);
  near.learn();
  return {
    terms: vocabulary.parts(),
    postings: select(postings, keptTerms, newSlot, true),
    lengths: Float32Array.from(order, (slot) => lengths[slot] ?? 0),
    documents: select(documents, order, newTerm, false),
    names: select(names, order, newTerm, false),
    near: near.parts(),
  };
}

/** These lists of a pool, their items renamed and those that are gone left out. */
function select(pool: PostingPool, lists: readonly number[], renamed: Uint32Array, weighted: boolean): PoolParts {
  const starts = new Uint32Array(lists.length + 1);
  let length = 0;
  for (const [index, list] of lists.entries()) {
    for (let at = pool.start(list); at < pool.end(list); at++) if (renamed[pool.items[at] ?? 0] !== GONE) length++;
    starts[index + 1] = length;
  }
  const items = new Uint32Array(length);
  const weights = new Uint16Array(weighted ? length : 0);
  let to = 0;
  for (const list of lists) {
    for (let at = pool.start(list); at < pool.end(list); at++) {
      const item = renamed[pool.items[at] ?? 0] ?? GONE;
      if (item === GONE) continue;
      items[to] = item;
      if (weighted) weights[to] = pool.weights[at] ?? 0;
      to++;
    }
  }
  return { starts, items, weights };
}
