import { describe, expect, test } from "vitest";
import { kimiCli } from "./kimi-cli.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";

const time = (second: number): number => Date.UTC(2026, 1, 3, 4, 5, second);
const event = (second: number, inner: object) => ({
  type: "context.append_loop_event",
  event: inner,
  time: time(second),
});
const said = (second: number, text: string, origin: object = { kind: "user" }) => ({
  type: "context.append_message",
  message: { role: "user", content: [{ type: "text", text }], toolCalls: [], origin },
  time: time(second),
});

const session = [
  { type: "metadata", protocol_version: "1.4", created_at: time(0) },
  { type: "config.update", cwd: "/work/shop", modelAlias: "maker/model-1", systemPrompt: "Be useful.", time: time(0) },
  { type: "turn.prompt", input: [{ type: "text", text: "run the tests" }], origin: { kind: "user" }, time: time(1) },
  said(1, "run the tests"),
  said(2, "<system-reminder>\nKeep a list.\n</system-reminder>", { kind: "injection", variant: "todo" }),
  event(3, { type: "step.begin", uuid: "step-1", step: 1 }),
  event(3, {
    type: "content.part",
    uuid: "p1",
    stepUuid: "step-1",
    part: { type: "think", think: "They want tests." },
  }),
  event(4, { type: "content.part", uuid: "p2", stepUuid: "step-1", part: { type: "text", text: "Running." } }),
  event(4, { type: "tool.call", uuid: "Bash_0", toolCallId: "Bash_0", name: "Bash", args: { command: "npm test" } }),
  event(6, {
    type: "tool.result",
    toolCallId: "Bash_0",
    result: { output: "1 failing\nCommand failed with exit code: 3.", isError: true },
  }),
  event(6, { type: "step.end", uuid: "step-1", step: 1 }),
  { type: "permission.record_approval_result", toolCallId: "Bash_1", result: { decision: "rejected" }, time: time(7) },
  event(7, { type: "tool.call", uuid: "Bash_1", toolCallId: "Bash_1", name: "Bash", args: { command: "rm -r x" } }),
  event(8, { type: "tool.result", toolCallId: "Bash_1", result: { output: "The user said no.", isError: true } }),
  { type: "context.apply_compaction", summary: "Tests were run.", contextSummary: "…", time: time(9) },
  { type: "usage.record", usage: {}, time: time(9) },
];

describe("Kimi CLI", () => {
  const run = runFormat(kimiCli, session);
  const messages = run.sessions[0]?.messages ?? [];

  test("counts the prompt once, and no reminder as said by the person", () => {
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["run the tests"]);
    expect(messages.filter((message) => message.role === "user" && message.origin === "host")).toHaveLength(2);
  });

  test("makes one message of a step, with the place of each of its records", () => {
    const [step] = messages.filter((message) => message.id === "step-1");
    expect(step?.parts.map((part) => part.type)).toEqual(["reasoning", "text", "tool_call"]);
    expect(step?.spans).toHaveLength(3);
    expect(step?.model).toBe("maker/model-1");
    expect(step?.at).toBe("2026-02-03T04:05:03.000Z");
  });

  test("joins results to calls and says how they ended", () => {
    const results = messages.flatMap((message) => message.parts.filter((part) => part.type === "tool_result"));
    expect(results).toMatchObject([
      { callId: "Bash_0", status: "error", exitCode: 3 },
      { callId: "Bash_1", status: "cancelled" },
    ]);
  });

  test("knows folder, model and times, and marks the compaction", () => {
    expect(run.sessions[0]?.header).toMatchObject({
      projectRoot: "/work/shop",
      model: "maker/model-1",
      startedAt: "2026-02-03T04:05:00.000Z",
      endedAt: "2026-02-03T04:05:09.000Z",
    });
    expect(messages.filter((message) => message.compaction)).toMatchObject([{ origin: "host" }]);
  });

  test("a tail that was written twice counts once", () => {
    const again = runFormat(kimiCli, [...session, ...session.slice(3)]);
    expect(personTexts(again)).toEqual(["run the tests"]);
    expect(again.skipped.duplicate).toBeGreaterThan(4);
    expect(isAccounted(again)).toBe(true);
  });

  test("a sub-agent's prompt is nobody's turn", () => {
    const sub = runFormat(kimiCli, [said(1, "count files", { kind: "system_trigger", name: "subagent" })]);
    expect(sub.sessions[0]?.header.subAgentOf).toBe("main");
    expect(personTexts(sub)).toEqual([]);
  });

  test("reads calls and results of messages that were put back whole", () => {
    const put = (message: object) => ({ type: "context.append_message", message, time: time(1) });
    const run = runFormat(kimiCli, [
      put({ role: "assistant", content: [], toolCalls: [{ id: "c1", name: "Bash", arguments: '{"command":"ls"}' }] }),
      put({ role: "tool", content: [{ type: "text", text: "no such" }], toolCallId: "c1", isError: true }),
    ]);
    expect(run.sessions[0]?.messages.flatMap((message) => message.parts)).toEqual([
      { type: "tool_call", callId: "c1", name: "Bash", input: { command: "ls" } },
      { type: "tool_result", callId: "c1", status: "error", text: "no such" },
    ]);
  });

  test("takes the ids of session and sub-agent from the path", () => {
    const main = runFormat(kimiCli, session, { path: "/k/session_9/agents/main/wire.jsonl" });
    expect(main.sessions[0]).toMatchObject({ id: "session_9" });
    expect(personTexts(main)).toHaveLength(1);
    const sub = runFormat(kimiCli, session, { path: "/k/session_9/agents/agent-0/wire.jsonl" });
    expect(sub.sessions[0]).toMatchObject({ id: "session_9:agent-0", header: { subAgentOf: "session_9" } });
  });

  test("the session's state file gives title and folder", () => {
    const run = runFormat(kimiCli, [said(1, "hello")], {
      companions: [["/state.json", { title: "Greeting", workDir: "/work/shop" }]],
    });
    expect(run.sessions[0]?.header).toMatchObject({ title: "Greeting", projectRoot: "/work/shop" });
  });

  test("holds under random damage", () => expectToHoldUnderMutation(kimiCli, session));
});
