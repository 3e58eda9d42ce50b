import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLexicalIndex, type LexicalIndex } from "./lexical-index.ts";
import { documentOf } from "./search.test-helper.ts";
import { createSearchIndex } from "./search-index.ts";

/** Some words in nearly every document, some in one: only then are there documents that need not be scored. */
const WORDS = [
  "the",
  "skill",
  "skills",
  "write",
  "writer",
  "docker",
  "dockers",
  "release",
  "releases",
  "парсер",
  "周报",
];
const RARE = Array.from({ length: 12 }, (_, at) => `rareword${"abcdefghijkl"[at]}`);

const wordsArbitrary = fc
  .tuple(fc.subarray(WORDS), fc.array(fc.constantFrom(...RARE), { maxLength: 2 }))
  .map(([common, rare]) => [...common, ...rare]);
const bankArbitrary = fc.array(wordsArbitrary, { minLength: 20, maxLength: 80 });
const idOf = (slot: number) => `d${String(slot).padStart(3, "0")}`;

function indexOf(bank: readonly string[][], gone: readonly number[] = []): LexicalIndex {
  const index = createLexicalIndex();
  for (const [slot, description] of bank.entries()) {
    index.add(slot, { name: [], description, triggers: [], tags: [], body: description.slice(0, 3) });
  }
  for (const slot of gone) index.remove(slot);
  return index;
}

const inOrder = (list: { slot: number; score: number }[]) =>
  list.toSorted((a, b) => b.score - a.score || (idOf(a.slot) < idOf(b.slot) ? -1 : 1));

describe("the best documents of the words", () => {
  it("are those that scoring every single document gives, to the last bit", () => {
    fc.assert(
      fc.property(
        bankArbitrary,
        wordsArbitrary,
        fc.integer({ min: 1, max: 9 }),
        fc.nat({ max: 4 }),
        (bank, query, k, refused) => {
          const gone = bank.map((_, slot) => slot).filter((slot) => slot % 7 === 3);
          const index = indexOf(bank, gone);
          const allowed = (slot: number) => slot % 5 !== refused;
          const terms = index.look(query);
          const every = bank
            .map((_, slot) => ({ slot, score: index.score(terms, slot) }))
            .filter(({ slot, score }) => score > 0 && allowed(slot));
          expect(inOrder(index.best(terms, { k, allowed, idOf }))).toEqual(inOrder(every).slice(0, k));
        },
      ),
      { numRuns: 150 },
    );
  });

  it("get their scores from what each term says it gives", () => {
    fc.assert(
      fc.property(bankArbitrary, wordsArbitrary, (bank, query) => {
        const index = indexOf(bank);
        const terms = index.look(query);
        for (const { slot, score } of index.best(terms, { k: 5, allowed: () => true, idOf })) {
          const sum = terms.reduce((total, term) => total + (index.explain(term, slot)?.weight ?? 0), 0);
          expect(sum).toBeCloseTo(score, 4);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe("words written nearly alike", () => {
  it("are found however many others were removed", () => {
    const index = createSearchIndex();
    for (let at = 0; at < 60; at++)
      index.add(documentOf(`gone${at}`, { description: `configurator${"x".repeat(at % 9)}${at}` }));
    for (let at = 0; at < 60; at++)
      index.add(documentOf(`also${at}`, { description: `configurato${"abcdefghij"[at % 10]}${"klmnop"[at % 6]}` }));
    index.add(documentOf("living", { description: "configurations" }));
    expect(index.search("configurator", { minScore: 0, topK: 100 }).length).toBeGreaterThan(5);
    for (let at = 0; at < 60; at++) for (const kind of ["gone", "also"]) index.remove(`${kind}${at}`);
    expect(index.search("configurator", { minScore: 0 }).map(({ id }) => id)).toEqual(["living"]);
  });

  it("are found again when a removed one comes back", () => {
    const index = createSearchIndex();
    const document = documentOf("a", { description: "configurations" });
    index.add(documentOf("b", { description: "docker" }));
    index.add(document);
    const before = index.search("configurator", { minScore: 0 });
    index.remove("a");
    expect(index.search("configurator", { minScore: 0 })).toEqual([]);
    index.add(document);
    expect(index.search("configurator", { minScore: 0 })).toEqual(before);
    expect(before).toHaveLength(1);
  });
});
