import { expect, test } from "vitest";
import { asArray, asNumber, asRecord, asString } from "./json-access.ts";

test("each accessor gives the value of its own type and nothing for the others", () => {
  const record = { a: 1 };
  expect(asRecord(record)).toBe(record);
  expect([[], null, "x", 1, undefined].map(asRecord)).toEqual(Array(5).fill(undefined));
  expect(asString("x")).toBe("x");
  expect(["", 1, null, {}].map(asString)).toEqual(Array(4).fill(undefined));
  expect(asNumber(0)).toBe(0);
  expect([Number.NaN, Number.POSITIVE_INFINITY, "1"].map(asNumber)).toEqual(Array(3).fill(undefined));
  const list = [1];
  expect(asArray(list)).toBe(list);
  expect([null, {}, "x"].map(asArray)).toEqual([[], [], []]);
});
