import { expect, test } from "vitest";
import { textOf } from "./text-of.ts";

test.each([
  ["plain", "plain"],
  [[{ type: "text", text: "a" }, "b"], "a\nb"],
  [{ rows: 2 }, '{"rows":2}'],
  [[{ type: "image" }], '[{"type":"image"}]'],
  [[], "[]"],
  [undefined, ""],
  [null, ""],
])("%j reads as %j", (value, text) => {
  expect(textOf(value)).toBe(text);
});
