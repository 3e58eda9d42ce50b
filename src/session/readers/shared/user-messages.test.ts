import { describe, expect, test } from "vitest";
import { separateParts, userMessages } from "./user-messages.ts";

const base = { id: "m1", at: "2026-01-01T00:00:00Z", spans: [{ start: 0, end: 9 }] };
const text = (words: string) => ({ type: "text" as const, text: words });

describe("a user record", () => {
  test("becomes the person's message and, in the same turn, the host's", () => {
    const parts = separateParts([text("Do it\n<system-reminder>\nbriefly\n</system-reminder>"), { type: "image" }]);
    expect(userMessages(base, parts)).toEqual([
      { ...base, role: "user", origin: "person", parts: [text("Do it"), { type: "image" }] },
      {
        ...base,
        id: "m1:context",
        role: "user",
        origin: "host",
        parts: [text("<system-reminder>\nbriefly\n</system-reminder>")],
      },
    ]);
  });

  test("that is all host keeps its id, and an empty one gives nothing", () => {
    expect(userMessages(base, { own: [], added: [text("x")] })).toMatchObject([{ id: "m1", origin: "host" }]);
    expect(userMessages(base, separateParts([text("  ")]))).toEqual([]);
  });

  test("of a sub-agent is the host's altogether", () => {
    expect(userMessages(base, { own: [text("task")], added: [] }, "host")).toMatchObject([{ origin: "host" }]);
  });
});
