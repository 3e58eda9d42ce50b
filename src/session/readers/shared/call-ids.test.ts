import { expect, test } from "vitest";
import { createCallIds } from "./call-ids.ts";

test("a result finds the call with its id, even when another one is older", () => {
  const calls = createCallIds();
  calls.called("a");
  const second = calls.called("b");
  expect(calls.answered("b")).toBe(second);
  expect(calls.open()).toBe(1);
});

test("an id that the source uses twice becomes two ids, answered in order", () => {
  const calls = createCallIds();
  const first = calls.called("same");
  expect(calls.answered("same")).toBe(first);
  const second = calls.called("same");
  expect(second).not.toBe(first);
  expect(calls.answered("same")).toBe(second);
});

test("without ids, results answer the open calls in the order of the calls", () => {
  const calls = createCallIds();
  const made = [calls.called(undefined), calls.called(17), calls.called("")];
  expect(new Set(made).size).toBe(3);
  expect([calls.answered(), calls.answered(), calls.answered()]).toEqual(made);
});

test("a result of a call that nobody made keeps its id, or gets one of its own", () => {
  const calls = createCallIds();
  expect(calls.answered("stranger")).toBe("stranger");
  expect(calls.answered()).not.toBe(calls.answered());
});

test("a call that was abandoned is not answered by a later result without an id", () => {
  const calls = createCallIds();
  const old = calls.called();
  calls.abandon();
  const fresh = calls.called();
  expect(fresh).not.toBe(old);
  expect(calls.answered()).toBe(fresh);
});
