/** Small documents and random ones for the tests of this room. */
import fc from "fast-check";
import type { Embedder, SearchDocument } from "./model.ts";

export function documentOf(id: string, fields: Partial<SearchDocument> = {}): SearchDocument {
  return {
    id,
    name: id,
    description: "",
    triggers: [],
    tags: [],
    body: "",
    scope: "user",
    state: "active",
    hash: `hash of ${id}`,
    ...fields,
  };
}

const WORDS = [
  "release",
  "releases",
  "notes",
  "docker",
  "compose",
  "парсер",
  "ссылки",
  "周报",
  "生成周报",
  "テスト",
  "createIndex",
  "v1.2.3",
  "naïve",
  "한국어",
];

const text = (most: number) => fc.array(fc.constantFrom(...WORDS), { maxLength: most }).map((words) => words.join(" "));

/** Up to a dozen documents with different ids over a small vocabulary of many scripts. */
export const documentsArbitrary: fc.Arbitrary<SearchDocument[]> = fc
  .uniqueArray(
    fc.record({
      id: fc.integer({ min: 0, max: 40 }),
      name: text(3),
      description: text(8),
      body: text(20),
      triggers: fc.array(text(4), { maxLength: 3 }),
      tags: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 12 },
  )
  .map((list) => list.map(({ id, ...fields }) => documentOf(`d${id}`, fields)));

export const queryArbitrary: fc.Arbitrary<string> = text(5);

/** Counts vowels: crude, and enough to see that vectors are used. */
export function vowelEmbedder(overrides: Partial<Embedder> = {}): Embedder {
  const embedSync = (words: string): Float32Array => {
    const counts = [..."aeiou"].map((vowel) => words.split(vowel).length - 1);
    const length = Math.hypot(...counts) || 1;
    return Float32Array.from(counts, (count) => count / length);
  };
  return {
    signature: "vowels-d5",
    dimensions: 5,
    fusionWeight: 0.5,
    embed: async (texts) => texts.map(embedSync),
    embedSync,
    ...overrides,
  };
}
