import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { cursorFixture } from "./agent-fixtures.test-helper.ts";
import { cursor } from "./cursor.ts";
import { isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

describe("Cursor transcripts", () => {
  test("give the query, not the files attached around it", async () => {
    const run = runFormat(cursor, cursorFixture);
    expect(personTexts(run)).toEqual(["List the files", "Thanks"]);
    expect(isAccounted(run)).toBe(true);
    await withTranscript(cursorFixture, async (path) => {
      expect(await checkTranscript(path)).toMatchObject({ kind: "cursor", userTurns: 2, toolCalls: 2, unaccounted: 0 });
    });
  });

  test("join calls and results by order where their ids do not meet", () => {
    const parts = runFormat(cursor, cursorFixture)
      .sessions.flatMap((session) => session.messages)
      .flatMap((message) => message.parts);
    const calls = parts.filter((part) => part.type === "tool_call");
    const results = parts.filter((part) => part.type === "tool_result");
    expect(results.map((result) => result.callId)).toEqual(calls.map((call) => call.callId));
    expect(results.map((result) => result.status)).toEqual(["unknown", "error"]);
  });

  test("are a sub-agent's in a folder named subagents, and named by their file where that is a UUID", () => {
    const id = "0a1b2c3d-0000-4000-8000-000000000000";
    const child = runFormat(cursor, cursorFixture, { path: `/x/parent-1/subagents/${id}.jsonl` });
    expect(child.sessions[0]).toMatchObject({ id, header: { subAgentOf: "parent-1" } });
    expect(personTexts(child)).toEqual([]);
  });

  test("are told from other lines with a role", () => {
    expect(runFormat(cursor, [{ role: "user", content: "hi" }]).confidence).toBe(0);
    expect(runFormat(cursor, [{ type: "user", uuid: "u", role: "user", message: { content: [] } }]).confidence).toBe(0);
  });

  test("keep the text of blocks that are not known", () => {
    const run = runFormat(cursor, [
      { role: "assistant", message: { content: [{ type: "new_block", text: "visible" }, { type: "odd" }] } },
    ]);
    expect(run.sessions[0]?.messages[0]?.parts).toEqual([{ type: "text", text: "visible" }]);
  });
});
