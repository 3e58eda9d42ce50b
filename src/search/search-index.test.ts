import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SearchHit, SearchIndex } from "./model.ts";
import { documentOf, documentsArbitrary, queryArbitrary, vowelEmbedder } from "./search.test-helper.ts";
import { createSearchIndex } from "./search-index.ts";
import { tokenize } from "./tokenize.ts";

const ALL = { topK: 100, minScore: 0 };

function indexOf(...documents: ReturnType<typeof documentOf>[]): SearchIndex {
  const index = createSearchIndex({ now: () => new Date("2026-11-29T00:00:00Z") });
  for (const document of documents) index.add(document);
  return index;
}

const shuffledArbitrary = documentsArbitrary.chain((documents) =>
  fc.tuple(fc.constant(documents), fc.shuffledSubarray(documents, { minLength: documents.length })),
);

const idsOf = (hits: SearchHit[]) => hits.map((hit) => hit.id);

describe("an index, whatever is in it", () => {
  it("answers alike in whatever order the documents came", () => {
    fc.assert(
      fc.property(shuffledArbitrary, queryArbitrary, ([documents, shuffled], query) => {
        const options = { ...ALL, explain: true };
        const there = indexOf(...documents).search(query, options);
        expect(indexOf(...shuffled).search(query, options)).toEqual(there);
        expect(indexOf(...documents.toReversed()).search(query, options)).toEqual(there);
      }),
      { numRuns: 60 },
    );
  });

  it("forgets a removed document as if it had never been there", () => {
    fc.assert(
      fc.property(documentsArbitrary, queryArbitrary, (documents, query) => {
        const [extra = documentOf("d"), ...rest] = documents;
        const index = indexOf(...rest, extra);
        expect(index.remove(extra.id)).toBe(true);
        expect([index.size, index.has(extra.id), index.remove(extra.id)]).toEqual([rest.length, false, false]);
        expect(index.search(query, { ...ALL, explain: true })).toEqual(
          indexOf(...rest).search(query, { ...ALL, explain: true }),
        );
      }),
      { numRuns: 60 },
    );
  });

  it("finds every document by every one of its terms", () => {
    fc.assert(
      fc.property(documentsArbitrary, (documents) => {
        const index = indexOf(...documents);
        for (const document of documents) {
          for (const term of tokenize(
            [document.name, document.description, document.body, ...document.triggers, ...document.tags].join("\n"),
          )) {
            expect(idsOf(index.search(term, ALL))).toContain(document.id);
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it("gives scores in [0, 1], best first, and fewer hits, never others, under a higher least score", () => {
    fc.assert(
      fc.property(
        documentsArbitrary,
        queryArbitrary,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (documents, query, least) => {
          const index = indexOf(...documents);
          const all = index.search(query, ALL);
          for (const [at, hit] of all.entries()) {
            expect(hit.score).toBeGreaterThanOrEqual(0);
            expect(hit.score).toBeLessThanOrEqual(1);
            expect(hit.score).toBeLessThanOrEqual(all[at - 1]?.score ?? 1);
          }
          expect(index.search(query, { ...ALL, minScore: least })).toEqual(all.filter((hit) => hit.score >= least));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("replaces a document that is added again", () => {
    const index = indexOf(documentOf("a", { description: "docker compose" }));
    index.add(documentOf("a", { description: "release notes" }));
    expect(index.size).toBe(1);
    expect(index.search("docker", ALL)).toEqual([]);
    expect(idsOf(index.search("release", ALL))).toEqual(["a"]);
  });
});

describe("ranking", () => {
  const others = Array.from({ length: 30 }, (_, at) =>
    documentOf(`other${at}`, { description: `subject${at} matter${at}` }),
  );

  it("finds inflections, derivations and typing errors", () => {
    const index = indexOf(...others, documentOf("draw", { description: "visualization of networks" }));
    for (const query of ["visualize", "visualizer", "visualisation", "network"]) {
      expect(idsOf(index.search(query, ALL))[0]).toBe("draw");
    }
  });

  it("puts the skill that is asked for by name first", () => {
    const index = indexOf(
      ...others,
      documentOf("playwright-tests", { description: "browser tests" }),
      documentOf("unit-tests", { description: "tests of units", body: "not with playwright" }),
    );
    expect(idsOf(index.search("playwright tests", ALL))[0]).toBe("playwright-tests");
  });

  it("is not drawn to a long document that mentions everything", () => {
    const long = documentOf("everything", {
      body: others
        .map((other) => other.description)
        .join(" ")
        .repeat(20),
    });
    const index = indexOf(...others, long);
    expect(idsOf(index.search("subject7 matter7", ALL))[0]).toBe("other7");
  });

  it("says nothing when only function words or chance agree", () => {
    const index = indexOf(...others, documentOf("a", { description: "please help me with the release notes" }));
    expect(index.search("please help me with the washing machine")).toEqual([]);
    expect(idsOf(index.search("release notes"))).toEqual(["a"]);
    expect(index.search("")).toEqual([]);
  });

  it("lets use and recency decide between equals and nothing more", () => {
    const same = { name: "same", description: "release notes" };
    const index = indexOf(
      ...others,
      documentOf("a", same),
      documentOf("b", { ...same, uses: 50 }),
      documentOf("c", { ...same, updatedAt: "2026-11-28T00:00:00Z" }),
      documentOf("d", { name: "other", description: "release of something", uses: 1000 }),
    );
    expect(idsOf(index.search("release notes", ALL)).slice(0, 4)).toEqual(["b", "c", "a", "d"]);
    const byContent = index.search("release notes", { ...ALL, byContentAlone: true });
    expect(idsOf(byContent).slice(0, 4)).toEqual(["a", "b", "c", "d"]);
    expect(new Set(byContent.slice(0, 3).map(({ score }) => score)).size).toBe(1);
    expect(index.updateMeta("a", { uses: 500 })).toBe(true);
    expect(idsOf(index.search("release notes", ALL))[0]).toBe("a");
  });

  it("sets near copies behind other hits when diversity is asked for", () => {
    const copy = {
      description: "write release notes from commits",
      body: "collect commits, group them, write release notes",
    };
    const index = indexOf(
      ...others,
      documentOf("one", copy),
      documentOf("two", copy),
      documentOf("far", { description: "release party plans" }),
    );
    expect(idsOf(index.search("release notes from commits", ALL)).slice(0, 3)).toEqual(["one", "two", "far"]);
    expect(idsOf(index.search("release notes from commits", { ...ALL, diversity: 1 })).slice(0, 3)).toEqual([
      "one",
      "far",
      "two",
    ]);
  });

  it("finds likenesses of a document, itself left out", () => {
    const copy = { description: "write release notes from commits" };
    const index = indexOf(...others, documentOf("one", copy), documentOf("two", copy));
    const [first] = index.similar("one", ALL);
    expect(first?.id).toBe("two");
    expect(index.similar("unknown")).toEqual([]);
  });
});

describe("filters", () => {
  const index = indexOf(
    documentOf("a", { description: "release", scope: "user", tags: ["Git", "CI"] }),
    documentOf("b", { description: "release", scope: "common", tags: ["git"], state: "stale" }),
    documentOf("c", { description: "release", scope: "project", state: "archived" }),
  );

  it("leave out archived skills unless they are asked for", () => {
    expect(idsOf(index.search("release", ALL)).sort()).toEqual(["a", "b"]);
    expect(idsOf(index.search("release", { ...ALL, states: ["archived"] }))).toEqual(["c"]);
  });

  it("keep to scopes and tags, without regard to case and width", () => {
    expect(idsOf(index.search("release", { ...ALL, scopes: ["common"] }))).toEqual(["b"]);
    expect(idsOf(index.search("release", { ...ALL, tags: ["ＧＩＴ", "ci"] }))).toEqual(["a"]);
    expect(index.search("release", { ...ALL, scopes: [] })).toEqual([]);
  });
});

describe("explanations", () => {
  it("name the terms, their fields and parts that sum to the lexical share", () => {
    const index = indexOf(
      documentOf("notes", { description: "release notes", triggers: ["write release notes"] }),
      documentOf("b"),
    );
    const [hit] = index.search("release notes please", { ...ALL, explain: true });
    const parts = hit?.parts;
    expect(parts?.terms.find(({ term }) => term === "releas")?.fields).toEqual(["description", "triggers"]);
    const sum = (parts?.terms ?? []).reduce((total, term) => total + term.weight, parts?.name ?? 0);
    expect(sum).toBeCloseTo(parts?.lexical ?? 0, 5);
    expect(hit?.document).toMatchObject({ id: "notes", name: "notes", scope: "user", state: "active" });
  });
});

describe("vectors", () => {
  const words = [
    documentOf("a", { description: "aaa aaa" }),
    documentOf("e", { description: "eee eee" }),
    documentOf("o", { description: "ooo" }),
  ];

  it("find what shares no word, where the embedder is semantic", () => {
    const index = createSearchIndex({ embedder: vowelEmbedder() });
    for (const document of words) index.add({ ...document, name: document.description });
    expect(index.vectorCount).toBe(3);
    expect(index.search("eeee", ALL)[0]).toMatchObject({ id: "e" });
  });

  it("come from the caller or a call where the embedder needs one, and words answer when the call fails", async () => {
    const embedder = vowelEmbedder();
    delete embedder.embedSync;
    const index = createSearchIndex({ embedder });
    expect(await index.addAll(words)).toEqual([]);
    expect(index.vectorCount).toBe(3);
    expect((await index.query("zeee", ALL)).find((hit) => hit.id === "e")).toBeDefined();

    const broken = createSearchIndex({ embedder: { ...embedder, embed: () => Promise.reject(new Error("down")) } });
    expect(await broken.addAll(words)).toMatchObject([{ code: "embedder_failed" }]);
    expect(idsOf(await broken.query("ooo", ALL))).toEqual(["o"]);
  });

  it("refuse a query of other dimensions", () => {
    const index = createSearchIndex({ embedder: vowelEmbedder() });
    index.add(words[0] ?? documentOf("a"));
    expect(() => index.search("a", { queryVector: new Float32Array(3) })).toThrow(
      expect.objectContaining({ code: "VECTOR_DIMENSIONS" }),
    );
  });

  it("take nothing from a document that words find", () => {
    const lexical = indexOf(...words).search("ooo", ALL);
    const embedder = vowelEmbedder({ embedSync: () => Float32Array.from([1, 0, 0, 0, 0]) });
    const index = createSearchIndex({ embedder });
    for (const document of words) index.add(document);
    expect(index.search("ooo", ALL)[0]?.score).toBeGreaterThanOrEqual(lexical[0]?.score ?? 1);
  });
});
