import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { emptyLists, openNumberLists, packNumberLists } from "./number-lists.ts";

const listArbitrary = fc
  .uniqueArray(fc.oneof(fc.nat({ max: 300 }), fc.integer({ min: 0, max: 0xffffffff })), { maxLength: 30 })
  .map((numbers) => numbers.sort((a, b) => a - b));

describe("lists of ascending numbers", () => {
  it("are read as they were added, before and after they were saved", () => {
    fc.assert(
      fc.property(fc.array(listArbitrary, { maxLength: 12 }), fc.nat({ max: 12 }), (lists, cut) => {
        const saved = lists.slice(0, cut);
        const opened = openNumberLists(packNumberLists(saved.length, (list) => saved[list] ?? []));
        for (const [list, numbers] of lists.entries()) if (list >= saved.length) opened.add(list, numbers);
        expect(lists.map((_, list) => opened.read(list))).toEqual(lists);
        const again = openNumberLists(opened.parts());
        expect(lists.map((_, list) => again.read(list))).toEqual(lists);
      }),
    );
  });

  it("take about one byte a number where numbers are near each other", () => {
    const numbers = Array.from({ length: 1_000 }, (_, at) => at * 3);
    expect(packNumberLists(1, () => numbers).bytes.length).toBe(1_000);
    expect(openNumberLists(emptyLists()).read(0)).toEqual([]);
  });
});
