import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { numberedItems } from "./numbered-items.ts";

describe("a sentence that counts its items", () => {
  test.each([
    ["The list needs (1) a header, (2) the year", ["The list needs", "a header", "the year"]],
    ["Always 1) sign it; and 2) fold it", ["Always", "sign it", "fold it"]],
    ["清单需要（1）标题，以及（2）年份", ["清单需要", "标题", "年份"]],
    ["(1) one (2) see f(1) twice (3) three", ["", "one", "see f(1) twice", "three"]],
  ])("gives what leads into them, and each: %s", (text, [lead, ...items]) => {
    expect(numberedItems(text)).toEqual({ lead, items });
  });

  test.each(["See (2) and (3)", "Only (1) one", "Call f(1) first, then f(2) last", "In 2020) and 2021)"])(
    "is none: %s",
    (text) => {
      expect(numberedItems(text)).toBeUndefined();
    },
  );

  test("keeps every word of every item, whatever separates them", () => {
    const word = fc.stringMatching(/^[a-z]{5,8}$/);
    const gap = fc.constantFrom(" ", ", ", "; ", ", and ", ",,  ,");
    fc.assert(
      fc.property(fc.array(fc.tuple(word, gap), { minLength: 2, maxLength: 9 }), (given) => {
        const text = given.map(([item, after], at) => `(${at + 1}) ${item}${after}`).join("");
        expect(numberedItems(text)?.items).toEqual(given.map(([item]) => item));
      }),
    );
  });

  test("is read where an item holds tens of thousands of commas", () => {
    const commas = ",".repeat(100_000);
    expect(numberedItems(`(1) a${commas}b${commas} (2) c`)?.items).toEqual([`a${commas}b`, "c"]);
  });
});
