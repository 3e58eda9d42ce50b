import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createVectorIndex } from "./vector-index.ts";

const DIMENSIONS = 4;
const vectorOf = (seed: number) =>
  Float32Array.from({ length: DIMENSIONS }, (_, at) => Math.sin(seed * 7.3 + at) + 1.01);
const unit = (vector: Float32Array) => vector.map((value) => value / Math.hypot(...vector));

const changeArbitrary = fc.record({
  id: fc.nat({ max: 9 }).map((number) => `d${number}`),
  seed: fc.option(fc.nat({ max: 50 })),
});

describe("rows that somebody else names", () => {
  it("change like rows that have names of their own", () => {
    fc.assert(
      fc.property(fc.nat({ max: 7 }), fc.array(changeArbitrary, { maxLength: 25 }), (count, changes) => {
        const ids = Array.from({ length: count }, (_, row) => `d${row}`);
        const vectors = Float32Array.from(ids.flatMap((_, row) => [...unit(vectorOf(row))]));
        const rowOf = (id: string) => (ids.includes(id) ? ids.indexOf(id) : undefined);
        const names = { count, idOf: (row: number) => ids[row] ?? "none", rowOf };
        const named = createVectorIndex({ dimensions: DIMENSIONS, named: { names, vectors: vectors.slice() } });
        const plain = createVectorIndex({ dimensions: DIMENSIONS, stored: { ids, vectors } });
        for (const { id, seed } of changes) {
          if (seed === null) expect(named.delete(id)).toBe(plain.delete(id));
          else for (const index of [named, plain]) index.set(id, vectorOf(seed));
          expect(named.size).toBe(plain.size);
        }
        expect(named.search(vectorOf(3), 20)).toEqual(plain.search(vectorOf(3), 20));
        expect(named.rows()).toEqual(plain.rows());
        for (let id = 0; id < 10; id++) expect(named.get(`d${id}`)).toEqual(plain.get(`d${id}`));
      }),
    );
  });
});
