/**
 * Words of the vocabulary that are written nearly like a word: other inflections, derivations ("visualizer" for
 * "visualization"), compounds and typing errors. Likeness is Dice's coefficient over three-letter sequences, the word's
 * ends included; words that share a four-letter sequence are compared.
 */
import { characterClass, DIGIT, LETTER, MARK } from "./character-class.ts";
import { atLeast } from "./growing-arrays.ts";
import { emptyPool, openPostingPool, type PoolParts, type PostingPool, packPool } from "./posting-pool.ts";
import { NEAR_WORD_LIKENESS, NEAR_WORDS } from "./ranking.ts";
import type { StringTable } from "./string-table.ts";

export interface NearWord {
  number: number;
  /** `NEAR_WORD_LIKENESS` … 1. */
  likeness: number;
}

export interface NearWords {
  readonly bytes: number;
  /** Words of the table up to its present size become findable. */
  learn(): void;
  /** Must be called whenever `isAlive` has changed its mind on a word. */
  forget(): void;
  parts(): PoolParts;
  /** The `NEAR_WORDS` likest living words, itself left out; likest first, ties in the order of the alphabet. */
  find(word: string): readonly NearWord[];
}

const SHORTEST = 4;
/** Words whose near words are kept. */
const MOST_KEPT = 4096;
const FEWEST_BUCKETS = 256;
const MOST_BUCKETS = 1 << 17;

const ALL_ALIVE = (_number: number): boolean => true;

/** `parts`: the buckets that were saved with these very words. */
export function createNearWords(words: StringTable, parts?: PoolParts, isAlive = ALL_ALIVE): NearWords {
  const saved = parts !== undefined && parts.starts.length > FEWEST_BUCKETS;
  let learnt = saved ? words.size : 0;
  let buckets = saved ? parts.starts.length - 1 : FEWEST_BUCKETS;
  let pool = saved ? openPostingPool(parts, { weighted: false }) : emptyBuckets();
  /** Sequences that each word shares with the one looked for: zero between calls. */
  let shared = new Uint8Array(0);
  let seen = new Uint32Array(0);
  /** Near words by word, until a word comes or goes: requests repeat their words. */
  const kept = new Map<string, readonly NearWord[]>();

  function emptyBuckets(): PostingPool {
    return openPostingPool(emptyPool(), { weighted: false });
  }

  function learn(): void {
    if (words.size > buckets * 4 && buckets < MOST_BUCKETS) {
      while (buckets < words.size && buckets < MOST_BUCKETS) buckets *= 2;
      pool = emptyBuckets();
      learnt = 0;
    }
    if (learnt < words.size) kept.clear();
    for (; learnt < words.size; learnt++) {
      const word = words.text(learnt);
      if (!isComparable(word)) continue;
      const padded = `^${word}$`;
      for (let at = 0; at + 4 <= padded.length; at++) {
        const bucket = bucketOf(padded, at);
        const [, added] = pool.runs;
        const end = added.end(bucket);
        if (end > added.start(bucket) && added.items[end - 1] === learnt) continue;
        pool.append(bucket, learnt, 0);
      }
    }
  }

  function bucketOf(padded: string, at: number): number {
    let hash = 0x811c9dc5;
    for (let index = at; index < at + 4; index++) hash = Math.imul(hash ^ padded.charCodeAt(index), 0x01000193);
    return (hash ^ (hash >>> 15)) & (buckets - 1);
  }

  function compare(word: string): NearWord[] {
    if (shared.length < learnt) [shared, seen] = [atLeast(shared, learnt), atLeast(seen, learnt)];
    const padded = `^${word}$`;
    let count = 0;
    let sequences = 0;
    for (let at = 0; at + 4 <= padded.length; at++, sequences++) {
      const bucket = bucketOf(padded, at);
      for (const run of pool.runs) {
        const { items } = run;
        const end = run.end(bucket);
        for (let item = run.start(bucket); item < end; item++) {
          const number = items[item] as number;
          if (shared[number] === 0) seen[count++] = number;
          shared[number] = (shared[number] as number) + 1;
        }
      }
    }
    const found: (NearWord & { text: string })[] = [];
    for (let at = 0; at < count; at++) {
      const number = seen[at] as number;
      const likeness = Math.min(1, (2 * (shared[number] as number)) / (sequences + words.length(number) - 1));
      shared[number] = 0;
      if (likeness < NEAR_WORD_LIKENESS || !isAlive(number)) continue;
      const text = words.text(number);
      if (text !== word) found.push({ number, likeness, text });
    }
    found.sort((a, b) => b.likeness - a.likeness || (a.text < b.text ? -1 : 1));
    return found.slice(0, NEAR_WORDS).map(({ number, likeness }) => ({ number, likeness }));
  }

  return {
    get bytes() {
      return pool.bytes + shared.byteLength + seen.byteLength;
    },
    learn,
    forget: () => kept.clear(),
    parts() {
      const parts = packPool(pool);
      // As many lists as buckets, so that what opens it knows the hash.
      const starts = new Uint32Array(buckets + 1).fill(parts.items.length);
      starts.set(parts.starts);
      return { ...parts, starts };
    },
    find(word) {
      let near = kept.get(word);
      if (near === undefined) {
        if (kept.size >= MOST_KEPT) kept.clear();
        near = isComparable(word) ? compare(word) : NONE;
        kept.set(word, near);
      }
      return near;
    },
  };
}

const NONE: readonly NearWord[] = [];

/** Words of alphabets that are long enough; numbers and scripts without spaces have other ways to match. */
function isComparable(word: string): boolean {
  if (word.length < SHORTEST) return false;
  let letters = 0;
  for (let index = 0; index < word.length; index++) {
    const kind = characterClass(word.charCodeAt(index));
    if (kind === LETTER) letters++;
    else if (kind !== DIGIT && kind !== MARK) return false;
  }
  return letters >= SHORTEST - 1;
}
