import { describe, expect, it } from "vitest";
import { isExtractDue } from "./due.ts";

describe("when to extract", () => {
  it("auto: after every so many new turns of the person", () => {
    const due = (personTurns: number, lookedAt: number) =>
      isExtractDue({ mode: "auto", everyTurns: 3, personTurns, lookedAt });
    expect([due(2, 0), due(3, 0), due(5, 3), due(6, 3)]).toEqual([false, true, false, true]);
  });
  it("always: whenever there is a new turn; never: not at all", () => {
    expect(isExtractDue({ mode: "always", personTurns: 1, lookedAt: 0 })).toBe(true);
    expect(isExtractDue({ mode: "always", personTurns: 1, lookedAt: 1 })).toBe(false);
    expect(isExtractDue({ mode: "never", personTurns: 99, lookedAt: 0 })).toBe(false);
  });
});
