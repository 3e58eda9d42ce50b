import { expect, test } from "vitest";
import { readRetryAfter } from "./retry-after.ts";

const NOW = new Date("2026-05-01T12:00:00Z");
const read = (headers: Record<string, string>, body = "") => readRetryAfter((name) => headers[name], body, NOW);

test.each([
  ["seconds", { "retry-after": "7" }, 7000],
  ["part of a second", { "retry-after": " 0.5 " }, 500],
  ["an HTTP date", { "retry-after": "Fri, 01 May 2026 12:00:30 GMT" }, 30_000],
  ["a date that is over", { "retry-after": "Fri, 01 May 2026 11:00:00 GMT" }, 0],
  ["milliseconds, which say it more exactly", { "retry-after-ms": "250", "retry-after": "1" }, 250],
])("reads %s", (_name, headers, expected) => {
  expect(read(headers as Record<string, string>)).toBe(expected);
});

test("reads Google's delay out of the body", () => {
  const body = '{"error":{"details":[{"@type":"…RetryInfo","retryDelay": "34.5s"}]}}';
  expect(read({}, body)).toBe(34_500);
});

test.each([
  ["nothing", ""],
  ["a word", "soon"],
  ["less than nothing", "-5"],
])("takes %s for no answer", (_name, value) => {
  expect(read({ "retry-after": value })).toBeUndefined();
});
