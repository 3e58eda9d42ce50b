import { expect, test } from "vitest";
import type { SavedRecord } from "../saved-session.ts";
import { autoskill } from "./autoskill.ts";
import { transcriptFormats } from "./index.ts";
import { outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, runFormat } from "./run-format.test-helper.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString();

const fixture: SavedRecord[] = [
  {
    type: "autoskill_session",
    version: 1,
    id: "s-1",
    at: at(0),
    projectRoot: "/work/demo",
    model: "openai-compatible:one",
    programVersion: "0.1.0",
  },
  { type: "host", id: "m1", at: at(1), text: "<available_skills>…</available_skills>" },
  { type: "person", id: "m2", at: at(1), text: "Make the tests pass" },
  {
    type: "model",
    id: "m3",
    at: at(2),
    text: "I run them.",
    toolCalls: [
      { id: "c1", name: "shell", input: { command: "npm test" } },
      { id: "c2", name: "edit", input: { path: "a.ts", old_string: "a", new_string: "b" } },
    ],
  },
  { type: "tool", id: "m4", at: at(3), callId: "c1", name: "shell", status: "error", exitCode: 1, text: "1 failing" },
  { type: "tool", id: "m5", at: at(4), callId: "c2", name: "edit", status: "cancelled", text: "refused" },
  { type: "ended", at: at(5), how: "turn_limit" },
  { type: "resumed", at: at(6), model: "anthropic:two" },
  { type: "person", id: "m6", at: at(6), text: "Go on" },
  { type: "condensed", id: "m7", at: at(6), text: "4 messages" },
  { type: "model", id: "m8", at: at(7), text: "Done." },
  { type: "ended", at: at(7), how: "answered" },
];

test("who said what is kept: the person, the program, the model, its tools", () => {
  const run = runFormat(autoskill, fixture);
  expect(isAccounted(run)).toBe(true);
  const [session] = run.sessions;
  expect(session?.id).toBe("s-1");
  expect(session?.header).toMatchObject({ projectRoot: "/work/demo", startedAt: at(0), sourceVersion: "0.1.0" });
  expect(outline(session?.messages ?? [])).toEqual([
    "host: <available_skills>…</available_skills>",
    "person: Make the tests pass",
    "model: I run them. + call c1 + call c2",
    "tool: result c1 error1",
    "tool: result c2 cancelled",
    "person: Go on",
    "host: 4 messages",
    "model: Done.",
  ]);
  expect(session?.messages.map(({ model }) => model)).toEqual([
    undefined,
    undefined,
    "openai-compatible:one",
    undefined,
    undefined,
    undefined,
    undefined,
    "anthropic:two",
  ]);
  expect(run.skipped).toEqual({ session_state: 3 });
});

test("no other reader claims it with more confidence", () => {
  const text = fixture.map((value) => JSON.stringify(value)).join("\n");
  const claims = transcriptFormats
    .filter(({ layout }) => layout !== "document")
    .map((format) => ({ format, confidence: format.recognise({ layout: format.layout, values: [...fixture], text }) }))
    .sort((a, b) => b.confidence - a.confidence);
  expect(claims[0]?.format).toBe(autoskill);
  expect(claims[0]?.confidence).toBeGreaterThan(claims[1]?.confidence ?? 1);
});

test("damaged records break nothing", () => {
  expectToHoldUnderMutation(autoskill, fixture);
});
