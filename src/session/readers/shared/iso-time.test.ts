import { expect, test } from "vitest";
import { isoTime } from "./iso-time.ts";

test("ISO strings stay as they are and milliseconds become ISO", () => {
  expect(isoTime("2026-01-02T03:04:05.000Z")).toBe("2026-01-02T03:04:05.000Z");
  expect(isoTime(1_700_000_000_000)).toBe("2023-11-14T22:13:20.000Z");
});

test.each(["", "yesterday", 0, -5, 1e300, Number.NaN, null, {}])("%j is no time", (value) => {
  expect(isoTime(value)).toBeUndefined();
});
