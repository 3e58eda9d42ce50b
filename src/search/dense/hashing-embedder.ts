/**
 * The embedder that is always there: feature hashing, without a model, a download or a call.
 *
 * Words and their 3- and 4-grams for scripts that write spaces, single characters and pairs for those that do not, each
 * hashed to a component and a sign (Weinberger et al. 2009), logarithmic counts, length 1. It sees the same evidence as
 * the words of the lexical index, plus word forms and typing errors, hence its low weight and `semantic: false`.
 */
import { AutoskillError } from "../../base/index.ts";
import type { Embedder } from "../model.ts";
import { MAX_DIMENSIONS } from "./row-store.ts";
import { embedderSignature } from "./signature.ts";
import { unitVector } from "./unit-vector.ts";

export interface HashingOptions {
  /** Default 512. */
  dimensions?: number;
  /** Default 0.2, measured best against the lexical score (docs/embedders.md). */
  fusionWeight?: number;
}

/** Changes whenever the same text would get another vector. */
const VERSION = 1;
/** Length of a word's n-grams together, against 1 for the word; characters and pairs count 1 each. Measured best. */
const GRAMS_WEIGHT = 1.5;

/** Letters of scripts without spaces between words, and Hangul, whose words carry their particles. */
const UNSPACED =
  "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}";
const RUNS = new RegExp(`([${UNSPACED}]+)|[[\\p{L}\\p{N}\\p{M}]--[${UNSPACED}]]+`, "gv");
const CAMEL_CASE = /(\p{Ll})(\p{Lu})/gu;

/** @throws AutoskillError `EMBEDDER_DIMENSIONS` unless 16 … 16,384. */
export function createHashingEmbedder(options: HashingOptions = {}): Embedder {
  const { dimensions = 512, fusionWeight = 0.2 } = options;
  if (!Number.isInteger(dimensions) || dimensions < 16 || dimensions > MAX_DIMENSIONS) {
    throw new AutoskillError({
      code: "EMBEDDER_DIMENSIONS",
      message: `The hashing embedder cannot make vectors of ${dimensions} dimensions.`,
      next: "Leave the number out for 512, or choose another.",
      expected: `16 to ${MAX_DIMENSIONS}`,
      found: String(dimensions),
    });
  }
  const embedSync = (text: string): Float32Array => hashText(text, dimensions);
  return {
    signature: embedderSignature("hashing", `v${VERSION}`, dimensions, {}),
    dimensions,
    fusionWeight,
    semantic: false,
    embed: async (texts) => texts.map(embedSync),
    embedSync,
  };
}

function hashText(text: string, dimensions: number): Float32Array {
  const features = new Map<number, { count: number; weight: number }>();
  const count = (hash: number, weight: number): void => {
    const known = features.get(hash);
    if (known === undefined) features.set(hash, { count: 1, weight });
    else known.count++;
  };
  const folded = text.normalize("NFKC").replace(CAMEL_CASE, "$1 $2").toLowerCase();
  for (const [run, unspaced] of folded.matchAll(RUNS)) {
    if (unspaced !== undefined) countCharacters(run, count);
    else countWord(run, count);
  }
  const sums = new Float64Array(dimensions);
  for (const [hash, feature] of features) {
    // The lowest bit is the sign, the others the component.
    const component = (hash >>> 1) % dimensions;
    const value = feature.weight * (1 + Math.log(feature.count));
    sums[component] = (sums[component] ?? 0) + (hash & 1 ? value : -value);
  }
  return unitVector(sums, dimensions);
}

function countCharacters(run: string, count: (hash: number, weight: number) => void): void {
  const characters = [...run];
  for (const [at, character] of characters.entries()) {
    count(hashOf(character, 0, character.length, 1), 1);
    const next = characters[at + 1];
    if (next !== undefined) count(hashOf(character + next, 0, character.length + next.length, 2), 1);
  }
}

function countWord(word: string, count: (hash: number, weight: number) => void): void {
  count(hashOf(word, 0, word.length, 3), 1);
  if (word.length < 3) return;
  const marked = `^${word}$`;
  const grams = 2 * marked.length - 5;
  const weight = GRAMS_WEIGHT / Math.sqrt(grams);
  for (const size of [3, 4]) {
    for (let at = 0; at + size <= marked.length; at++) count(hashOf(marked, at, at + size, 4), weight);
  }
}

/** FNV-1a over UTF-16 units with the finisher of MurmurHash3, so that all bits depend on all units. */
function hashOf(text: string, start: number, end: number, kind: number): number {
  let hash = 0x811c9dc5 ^ kind;
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
