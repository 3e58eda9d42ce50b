import { expect, test } from "vitest";
import { taggedBlocks, withoutBlocks } from "./tagged-text.ts";

test("finds each closed block and what is around them", () => {
  const text = "a <q>\n one </q> b <q>two</q> c <q> open";
  const blocks = taggedBlocks(text, "q");
  expect(blocks.map((block) => block.inner)).toEqual(["one", "two"]);
  expect(blocks.map((block) => text.slice(block.start, block.end))).toEqual(["<q>\n one </q>", "<q>two</q>"]);
  expect(withoutBlocks(text, blocks)).toBe("a  b  c <q> open");
});

test("ends on a text that only opens", () => {
  expect(taggedBlocks("<q>".repeat(200_000), "q")).toEqual([]);
});
