import { expect, it } from "vitest";
import { operations } from "./registry.ts";
import { SUMMARIES } from "./summaries.ts";

it("gives every operation of the registry its line, and no other", () => {
  expect(Object.fromEntries(operations.map(({ name, summary }) => [name, summary]))).toEqual(SUMMARIES);
});
