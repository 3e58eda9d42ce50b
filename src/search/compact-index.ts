/** A copy of the lexical index without what is gone: terms, documents and postings renumbered from 0. */
import { createNearWords } from "./near-words.ts";
import { type NumberListParts, type NumberLists, packNumberLists } from "./number-lists.ts";
import { type PoolParts, type PostingPool, packLists } from "./posting-pool.ts";
import { createStringTable, type StringTable, type StringTableParts } from "./string-table.ts";

export interface LexicalParts {
  terms: StringTableParts;
  postings: PoolParts;
  lengths: Float32Array;
  /** Terms of each document; terms of each name. */
  documents: NumberListParts;
  names: NumberListParts;
  /** Buckets of `near-words.ts` for `terms`. */
  near: PoolParts;
}

export interface LexicalArrays {
  terms: StringTable;
  postings: PostingPool;
  documents: NumberLists;
  names: NumberLists;
  lengths: Float32Array;
  /** Living documents that hold a term. */
  living(term: number): number;
}

const GONE = 0xffffffff;

/**
 * `order` gives the old slot of each new one. Terms are numbered by how many documents hold them, so that the terms of a
 * document take few bytes.
 */
export function compacted(order: readonly number[], arrays: LexicalArrays): LexicalParts {
  const { terms, postings, documents, names, lengths, living } = arrays;
  const newSlot = new Uint32Array(lengths.length).fill(GONE);
  for (const [index, slot] of order.entries()) newSlot[slot] = index;
  const counts = Uint32Array.from({ length: terms.size }, (_, term) => living(term));
  const kept = Uint32Array.from(counts.keys())
    .filter((term) => (counts[term] ?? 0) > 0)
    .sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0) || a - b);
  const newTerm = new Uint32Array(terms.size).fill(GONE);
  const vocabulary = createStringTable();
  for (const term of kept) newTerm[term] = vocabulary.add(terms.text(term));
  const near = createNearWords(vocabulary);
  near.learn();
  const renamed = (lists: NumberLists) =>
    packNumberLists(order.length, (index) =>
      Uint32Array.from(lists.read(order[index] ?? 0), (term) => newTerm[term] ?? GONE).sort(),
    );
  return {
    terms: vocabulary.parts(),
    postings: packLists(postings, kept, newSlot, GONE),
    lengths: Float32Array.from(order, (slot) => lengths[slot] ?? 0),
    documents: renamed(documents),
    names: renamed(names),
    near: near.parts(),
  };
}
