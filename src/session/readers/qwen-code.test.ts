import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { qwenFixture as fixture, qwenRecord as record } from "./agent-fixtures.test-helper.ts";
import { qwenCode } from "./qwen-code.ts";
import { isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

describe("Qwen Code transcripts", () => {
  test("are recognised by their parts, and Claude Code's are not", () => {
    expect(runFormat(qwenCode, fixture).confidence).toBeGreaterThan(0.9);
    const claude = {
      uuid: "u1",
      parentUuid: null,
      sessionId: "s",
      type: "user",
      message: { role: "user", content: "hi" },
    };
    expect(runFormat(qwenCode, [claude]).confidence).toBe(0);
  });

  test("give one turn per prompt of a person; hook context and notifications are the host's", () => {
    const run = runFormat(qwenCode, fixture);
    expect(personTexts(run)).toEqual(["Run the tests"]);
    expect(run.skipped).toEqual({ telemetry: 2 });
    expect(isAccounted(run)).toBe(true);
    const hostTexts = run.sessions[0]?.messages.filter((message) => message.origin === "host");
    expect(hostTexts?.map((message) => message.id)).toEqual(["u1:context", "n1"]);
  });

  test("count tool calls of the conversation, never those that telemetry reports", async () => {
    await withTranscript(fixture, async (path) => {
      const check = await checkTranscript(path);
      expect(check).toMatchObject({ kind: "qwen-code", toolCalls: 2, userTurns: 1, unaccounted: 0 });
    });
  });

  test("take status and exit code from the call's result", () => {
    const results = runFormat(qwenCode, fixture).sessions[0]?.messages.flatMap((message) =>
      message.parts.filter((part) => part.type === "tool_result"),
    );
    expect(results).toMatchObject([
      { callId: "c1", status: "error", exitCode: 2 },
      { callId: "c2", status: "error", text: "tool is off" },
    ]);
  });

  test("fill the header from the records", () => {
    expect(runFormat(qwenCode, fixture).sessions[0]).toMatchObject({
      id: "qs-1",
      header: {
        projectRoot: "/work/demo",
        sourceVersion: "0.24.0",
        model: "test-model",
        endedAt: "2026-01-01T00:00:07.000Z",
      },
    });
  });

  test("leave out what was rewound: only the path from the last record to the root was said in the end", () => {
    const run = runFormat(qwenCode, [
      record("a", null, "user", { message: { role: "user", parts: [{ text: "first try" }] } }),
      record("b", "a", "assistant", { message: { role: "model", parts: [{ text: "one" }] } }),
      record("r", null, "system", { subtype: "rewind", systemPayload: { truncatedCount: 2 } }),
      record("c", "r", "user", { message: { role: "user", parts: [{ text: "second try" }] } }),
      record("t", "a", "system", { subtype: "custom_title", systemPayload: { customTitle: "My title" } }),
    ]);
    expect(personTexts(run)).toEqual(["second try"]);
    expect(run.skipped).toEqual({ rewind_marker: 1, metadata: 1, rewound: 2 });
    expect(run.kept).toBe(1);
    expect(run.sessions[0]?.header.title).toBe("My title");
  });

  test("go on over a parent that the file does not contain", () => {
    const run = runFormat(qwenCode, [
      record("a", "cut-off", "user", { message: { role: "user", parts: [{ text: "one" }] } }),
      record("b", "on-a-broken-line", "user", { message: { role: "user", parts: [{ text: "two" }] } }),
    ]);
    expect(personTexts(run)).toEqual(["one", "two"]);
  });

  test("join fragments with one uuid and count an equal record once", () => {
    const first = record("a", null, "assistant", { message: { role: "model", parts: [{ text: "one" }] } });
    const second = record("a", null, "assistant", { message: { role: "model", parts: [{ text: "two" }] } });
    const run = runFormat(qwenCode, [first, second, second]);
    expect(run.sessions[0]?.messages).toMatchObject([{ parts: [{ text: "one" }, { text: "two" }] }]);
    expect(run).toMatchObject({ kept: 2, skipped: { duplicate: 1 } });
  });

  test("mark a compression, and hold no sub-agent's or cron's text for a person's", () => {
    const said = (text: string) => ({ message: { role: "user", parts: [{ text }] } });
    const run = runFormat(qwenCode, [
      record("a", null, "user", { ...said("typed"), provenance: "real_user" }),
      record("b", "a", "system", {
        subtype: "chat_compression",
        systemPayload: { compressedHistory: [{ role: "user", parts: [{ text: "so far: tests fixed" }] }] },
      }),
      record("c", "b", "user", { ...said("every hour"), subtype: "cron" }),
      record("d", "c", "user", { ...said("sub task"), agentId: "agent-1" }),
      record("e", "d", "user", { ...said("queued while working"), subtype: "mid_turn_user_message" }),
    ]);
    expect(personTexts(run)).toEqual(["typed", "queued while working"]);
    const messages = run.sessions[0]?.messages ?? [];
    expect(messages[1]).toMatchObject({ compaction: true, origin: "host", parts: [{ text: "so far: tests fixed" }] });
    expect(messages[3]).toMatchObject({ thread: "agent-1", origin: "host" });
  });

  test("read two sessions in one file as two", () => {
    const other = { ...record("z", null, "user", { message: { parts: [{ text: "hello" }] } }), sessionId: "qs-2" };
    expect(runFormat(qwenCode, [...fixture, other]).sessions.map((session) => session.id)).toEqual(["qs-1", "qs-2"]);
  });
});
