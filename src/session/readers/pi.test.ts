import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { openClawFixture, piEntry, piFixture } from "./agent-fixtures.test-helper.ts";
import { openClaw } from "./openclaw.ts";
import { pi } from "./pi.ts";
import { isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

describe("Pi sessions", () => {
  test("hold only what the person typed for a turn: no command of theirs, extension, or compaction", async () => {
    const run = runFormat(pi, piFixture);
    expect(personTexts(run)).toEqual(["Make the tests pass"]);
    expect(run.skipped).toEqual({ metadata: 2 });
    expect(run.sessions[0]?.messages.map((message) => [message.id, message.origin, message.compaction])).toEqual([
      ["u1", "person", undefined],
      ["a1", "model", undefined],
      ["r1", "tool", undefined],
      ["k1", "host", true],
      ["b1", "host", undefined],
      ["x1", "host", undefined],
      ["a2", "host", undefined],
    ]);
    await withTranscript(piFixture, async (path) => {
      expect(await checkTranscript(path)).toMatchObject({ kind: "pi", userTurns: 1, toolCalls: 1, unaccounted: 0 });
    });
  });

  test("read the exit code that the shell tool writes under its output", () => {
    const result = runFormat(pi, piFixture).sessions[0]?.messages[2]?.parts[0];
    expect(result).toMatchObject({ callId: "c1", status: "error", exitCode: 1 });
  });

  test("fill the header, the given name as title", () => {
    expect(runFormat(pi, piFixture).sessions[0]).toMatchObject({
      id: "ps-1",
      header: { projectRoot: "/work/demo", model: "test-model", title: "Fix the tests" },
    });
  });

  test("follow the branch of the last entry and skip the one that was left", () => {
    const said = (text: string) => ({ role: "user", content: text });
    const run = runFormat(pi, [
      { type: "session", version: 3, id: "ps-1", timestamp: "2026-01-01T00:00:00Z", cwd: "/" },
      piEntry("a", null, said("one")),
      piEntry("b", "a", said("left")),
      {
        type: "branch_summary",
        id: "s",
        parentId: "a",
        timestamp: "2026-01-01T00:00:00Z",
        summary: "tried b",
        fromId: "b",
      },
      piEntry("c", "s", said("two")),
      piEntry("c", "s", said("two")),
    ]);
    expect(personTexts(run)).toEqual(["one", "two"]);
    expect(run.skipped).toEqual({ rewound: 1, duplicate: 1 });
    expect(isAccounted(run)).toBe(true);
  });

  test("read version 1, whose entries have no ids, in order", () => {
    const line = (message: object) => ({ type: "message", timestamp: "2026-01-01T00:00:00Z", message });
    const run = runFormat(pi, [
      line({ role: "toolResult", toolCallId: "cut-off", toolName: "read", content: [], isError: false }),
      line({ role: "user", content: "one" }),
      { type: "compaction", timestamp: "2026-01-01T00:00:00Z", summary: "s", firstKeptEntryIndex: 3 },
      line({ role: "user", content: "two" }),
    ]);
    expect(run.confidence).toBeGreaterThan(0.5);
    expect(personTexts(run)).toEqual(["one", "two"]);
    expect(new Set(run.sessions[0]?.messages.map((message) => message.id)).size).toBe(4);
  });
});

describe("OpenClaw sessions", () => {
  test("are told from Pi's, and Pi's from them", async () => {
    expect(runFormat(openClaw, piFixture).confidence).toBe(0);
    expect(runFormat(openClaw, openClawFixture).confidence).toBeGreaterThan(runFormat(pi, openClawFixture).confidence);
    await withTranscript(openClawFixture, async (path) => {
      expect(await checkTranscript(path)).toMatchObject({
        kind: "openclaw",
        userTurns: 1,
        toolCalls: 1,
        unaccounted: 0,
      });
    });
  });

  test("give the words of a message without the channel's metadata; a heartbeat is nobody's", () => {
    const run = runFormat(openClaw, openClawFixture);
    expect(personTexts(run)).toEqual(["Tidy the notes"]);
    expect(run.sessions[0]?.messages.at(-1)).toMatchObject({ id: "u2", origin: "host" });
    expect(run.sessions[0]?.messages[1]?.parts).toHaveLength(2);
  });

  test.each([
    ["[Wed 2026-01-07 15:56 GMT+1] tidy up", "tidy up"],
    ["[message_id: 7]\n[media attached: a.png (image/png)]\n整理笔记", "整理笔记"],
    ["[ ] is an open item, [x] a done one", "[ ] is an open item, [x] a done one"],
    ["[Bug 2026] crash on start", "[Bug 2026] crash on start"],
  ])("the person's words in %j are %j", (content, words) => {
    const run = runFormat(openClaw, [openClawFixture[0], piEntry("u", null, { role: "user", content })]);
    expect(personTexts(run)).toEqual([words]);
  });

  test("go on over a parent that is a call or the session itself", () => {
    const run = runFormat(openClaw, openClawFixture);
    expect(run.skipped).toEqual({ bookkeeping: 1 });
    expect(run.sessions[0]?.messages.map((message) => message.id)).toEqual(["u1", "u1:context", "a1", "r1", "u2"]);
  });
});
