import { expect, test } from "vitest";
import { AutoskillError, errorToJson } from "./errors.ts";

test("an error of ours keeps its code, what was expected and found, and the next step", () => {
  const json = { code: "CONFLICT", message: "Changed.", next: "Read again.", expected: "a", found: "b" };
  expect(errorToJson(new AutoskillError(json))).toEqual(json);
});

test("what the system refuses says what to do about it", () => {
  const full = Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC" });
  expect(errorToJson(full)).toEqual({
    code: "FILE_SYSTEM",
    message: "ENOSPC: no space left on device, write",
    next: expect.stringContaining("space"),
  });
});

test("anything else is ours to explain", () => {
  for (const thrown of [new Error("odd"), "odd", undefined, null, { code: "ODD" }]) {
    expect(errorToJson(thrown)).toMatchObject({ code: "INTERNAL", next: expect.stringContaining("doctor") });
  }
});
