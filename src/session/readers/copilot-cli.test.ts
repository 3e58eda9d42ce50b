import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { copilotEvent, copilotFixture } from "./agent-fixtures.test-helper.ts";
import { copilotCli } from "./copilot-cli.ts";
import { isAccounted, personTexts, runFormat, withTranscript } from "./run-format.test-helper.ts";

describe("Copilot CLI events", () => {
  const run = runFormat(copilotCli, copilotFixture);
  const messages = run.sessions[0]?.messages ?? [];

  test("give the words that a person typed: neither transformed content, nor a sub-agent's task, nor a skill's text", () => {
    expect(personTexts(run)).toEqual(["Make the tests pass\n[file]"]);
    expect(messages.find((message) => message.id === "e11")?.origin).toBe("host");
  });

  test("skip hooks and repeated calls, keep invoked skills and compactions", () => {
    expect(run.skipped).toEqual({ hook: 1, tool_call_repeated: 1, metadata: 1 });
    expect(isAccounted(run)).toBe(true);
    expect(messages.find((message) => message.id === "e7")?.parts).toEqual([
      { type: "text", text: "Skill run-tests\n/skills/run-tests/SKILL.md\n# Run tests" },
    ]);
    expect(messages.find((message) => message.id === "e10")).toMatchObject({ compaction: true, origin: "host" });
  });

  test("take the exit code of the shell over success", () => {
    expect(messages.find((message) => message.id === "e6")?.parts).toEqual([
      { type: "tool_result", callId: "c1", status: "error", exitCode: 1, text: "1 failing" },
    ]);
  });

  test("put events with an agentId into a child session", async () => {
    await withTranscript(copilotFixture, async (path) => {
      const { sessions } = await loadSessions(path);
      expect(sessions).toHaveLength(1);
      expect(sessions[0]).toMatchObject({ id: "cs-1", projectRoot: "/work/demo", model: "test-model" });
      expect(sessions[0]?.children[0]?.messages.map((message) => message.id)).toEqual(["e8", "e9"]);
    });
  });

  test("count an event that comes twice once, and a call whose start comes before the message", () => {
    const start = copilotEvent("s", "tool.execution_start", { toolCallId: "c", toolName: "bash", arguments: {} });
    const message = copilotEvent("m", "assistant.message", {
      content: "",
      toolRequests: [{ toolCallId: "c", name: "bash" }],
    });
    const twice = runFormat(copilotCli, [start, start, message]);
    expect(twice).toMatchObject({ kept: 1, skipped: { duplicate: 1, no_content: 1 } });
  });

  test("take the session's id from the last line of a printed stream", () => {
    const stream = [
      copilotEvent("x", "model.call_start", {}, { ephemeral: true }),
      ...copilotFixture.slice(2, 4),
      { type: "result", sessionId: "cs-9", exitCode: 0 },
    ];
    const printed = runFormat(copilotCli, stream);
    expect(printed.sessions.map((session) => [session.id, session.messages.length])).toEqual([["cs-9", 2]]);
    expect(printed.skipped).toEqual({ ephemeral: 1, metadata: 1 });
  });
});
