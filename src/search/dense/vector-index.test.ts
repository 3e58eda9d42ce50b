import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVectorIndex, type DenseIndex, type VectorIndexOptions } from "./vector-index.ts";

/** The layouts, forced on small indexes. */
const LAYOUTS: Record<string, Partial<VectorIndexOptions>> = {
  scalar: { scalar: true },
  heap: {},
  "own memory": { heapBytes: 0 },
  "coarse copy": { heapBytes: 0, quantizeBytes: 0 },
};

/** Reproducible numbers in [−1, 1). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function randomVector(next: () => number, dimensions: number): Float32Array {
  return Float32Array.from({ length: dimensions }, next);
}

function cosine(left: Float32Array, right: Float32Array): number {
  let [dot, leftSquares, rightSquares] = [0, 0, 0];
  for (const [at, value] of left.entries()) {
    const other = right[at] ?? 0;
    dot += value * other;
    leftSquares += value * value;
    rightSquares += other * other;
  }
  return dot / Math.sqrt(leftSquares * rightSquares);
}

describe.each(Object.entries(LAYOUTS))("a vector index (%s)", (_, layout) => {
  const create = (dimensions: number): DenseIndex => createVectorIndex({ dimensions, ...layout });

  it("finds the k nearest in order, as a sort of all cosines does", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 120 }),
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        (count, dimensions, k, seed) => {
          const next = randomNumbers(seed);
          const index = create(dimensions);
          const vectors = Array.from({ length: count }, (_, at) => ({
            id: `d${at}`,
            vector: randomVector(next, dimensions),
          }));
          for (const { id, vector } of vectors) index.set(id, vector);
          const query = randomVector(next, dimensions);
          const all = vectors.map(({ vector }) => cosine(query, vector)).sort((left, right) => right - left);
          const hits = index.search(query, k);
          expect(hits).toHaveLength(Math.min(k, count));
          for (const [at, hit] of hits.entries()) expect(hit.cosine).toBeCloseTo(all[at] ?? Number.NaN, 4);
        },
      ),
      { numRuns: 60 },
    );
  });

  it("keeps to a model under any order of set and delete", () => {
    const change = fc.record({
      id: fc.constantFrom("a", "b", "c", "d", "e", "f"),
      seed: fc.option(fc.nat(), { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 40 }), (changes) => {
        const index = create(33);
        const model = new Map<string, Float32Array>();
        for (const { id, seed } of changes) {
          if (seed === undefined) {
            expect(index.delete(id)).toBe(model.delete(id));
          } else {
            const vector = randomVector(randomNumbers(seed), 33);
            index.set(id, vector);
            model.set(id, vector);
          }
        }
        expect(index.size).toBe(model.size);
        expect(new Set(index.search(randomVector(randomNumbers(1), 33), 99).map(({ id }) => id))).toEqual(
          new Set(model.keys()),
        );
        for (const [id, vector] of model) {
          expect(index.search(vector, 1)[0]?.cosine).toBeCloseTo(1, 5);
          expect(cosine(index.get(id) ?? new Float32Array(33), vector)).toBeCloseTo(1, 5);
        }
      }),
      { numRuns: 60 },
    );
  });

  it("orders equal cosines by id, whatever the order of arrival", () => {
    const ids = ["m", "b", "z", "a", "k", "c"];
    const results = [ids, [...ids].reverse()].map((order) => {
      const index = create(8);
      for (const id of order) index.set(id, new Float32Array(8).fill(1));
      return index.search(new Float32Array(8).fill(2), 4);
    });
    expect(results[0]?.map(({ id }) => id)).toEqual(["a", "b", "c", "k"]);
    expect(results[1]).toEqual(results[0]);
  });

  it("gives the cosines of named documents, and undefined for strangers", () => {
    const index = create(3);
    index.set("x", Float32Array.of(1, 0, 0));
    index.set("y", Float32Array.of(0, 3, 0));
    const [y, nobody, x] = index.cosines(Float32Array.of(0, 2, 0), ["y", "nobody", "x"]);
    expect(y).toBeCloseTo(1, 6);
    expect(nobody).toBeUndefined();
    expect(x).toBeCloseTo(0, 6);
  });

  it("gives back what it was given, and starts again from it", () => {
    const next = randomNumbers(7);
    const first = create(40);
    for (let at = 0; at < 50; at++) first.set(`d${at}`, randomVector(next, 40));
    const second = createVectorIndex({ dimensions: 40, ...layout, stored: first.rows() });
    const query = randomVector(next, 40);
    expect(second.search(query, 10)).toEqual(first.search(query, 10));
    expect(second.rows()).toEqual(first.rows());
  });

  it("takes a vector of zeros for like nothing", () => {
    const index = create(5);
    index.set("empty", new Float32Array(5));
    expect(index.search(Float32Array.of(1, 0, 0, 0, 0), 1)).toEqual([{ id: "empty", cosine: 0 }]);
    expect(index.search(new Float32Array(5), 1)).toEqual([{ id: "empty", cosine: 0 }]);
  });

  it("refuses vectors of other dimensions and what is not a number", () => {
    const index = create(4);
    expect(() => index.set("a", new Float32Array(5))).toThrow(expect.objectContaining({ code: "VECTOR_DIMENSIONS" }));
    expect(() => index.search(new Float32Array(3), 1)).toThrow(expect.objectContaining({ code: "VECTOR_DIMENSIONS" }));
    expect(() => index.set("a", Float32Array.of(1, Number.NaN, 0, 0))).toThrow(
      expect.objectContaining({ code: "VECTOR_NOT_FINITE" }),
    );
    expect(index.size).toBe(0);
  });
});

describe("the layouts of a vector index", () => {
  it("give the same hits, on clustered vectors that rounding could confuse", () => {
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: 20, max: 96 }), (seed, dimensions) => {
        const next = randomNumbers(seed);
        const centre = randomVector(next, dimensions);
        const vectors = Array.from({ length: 300 }, () => centre.map((value) => value + 0.002 * next()));
        const query = centre.map((value) => value + 0.01 * next());
        const hits = Object.values(LAYOUTS).map((layout) => {
          const index = createVectorIndex({ dimensions, ...layout });
          for (const [at, vector] of vectors.entries()) index.set(`d${at}`, vector);
          return index.search(query, 10);
        });
        const [scalar, ...others] = hits;
        for (const other of others) expect(other).toEqual(others[0]);
        for (const [at, hit] of (others[0] ?? []).entries())
          expect(hit.cosine).toBeCloseTo(scalar?.[at]?.cosine ?? 0, 5);
      }),
      { numRuns: 30 },
    );
  });

  it("change while an index grows past their bounds, without a trace in the hits", () => {
    const next = randomNumbers(3);
    const growing = createVectorIndex({ dimensions: 32, heapBytes: 32 * 4 * 100, quantizeBytes: 32 * 4 * 5_000 });
    const plain = createVectorIndex({ dimensions: 32, heapBytes: Number.POSITIVE_INFINITY });
    const query = randomVector(next, 32);
    for (let at = 0; at < 9_000; at++) {
      const vector = randomVector(next, 32);
      growing.set(`d${at}`, vector);
      plain.set(`d${at}`, vector);
      if ([50, 99, 100, 101, 4_999, 5_001, 8_999].includes(at))
        expect(growing.search(query, 20)).toEqual(plain.search(query, 20));
    }
    for (let at = 0; at < 9_000; at += 2) growing.delete(`d${at}`);
    for (let at = 0; at < 9_000; at += 2) plain.delete(`d${at}`);
    expect(growing.search(query, 20)).toEqual(plain.search(query, 20));
  });

  it("hold a small bank in little more than its vectors", () => {
    const next = randomNumbers(5);
    const vectors = Float32Array.from({ length: 50 * 512 }, next);
    const ids = Array.from({ length: 50 }, (_, at) => `d${at}`);
    expect(createVectorIndex({ dimensions: 512, stored: { ids, vectors } }).bytes).toBe(50 * 512 * 4);
  });

  it("refuse impossible dimensions and rows that do not fit", () => {
    for (const dimensions of [0, 1.5, -1, 20_000]) {
      expect(() => createVectorIndex({ dimensions })).toThrow(expect.objectContaining({ code: "VECTOR_DIMENSIONS" }));
    }
    const stored = { ids: ["a"], vectors: new Float32Array(3) };
    expect(() => createVectorIndex({ dimensions: 2, stored })).toThrow(
      expect.objectContaining({ code: "VECTOR_DIMENSIONS" }),
    );
  });
});
