import { describe, expect, test } from "vitest";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";
import { tauBench } from "./tau-bench.ts";

const call = (id: string, name: string) => [{ id, type: "function", function: { name, arguments: "{}" } }];

const run = (reward: number) => ({
  task_id: 4,
  trial: 1,
  reward,
  info: { task: { instruction: "Ask for a seat." } },
  traj: [
    { role: "system", content: "Policy." },
    { role: "user", content: "A seat, please." },
    { role: "assistant", content: null, tool_calls: call("c1", "find_seat") },
    { role: "tool", tool_call_id: "c1", name: "find_seat", content: "Error: no seats" },
    { role: "assistant", content: null, tool_calls: call("c1", "find_seat") },
    { role: "tool", tool_call_id: "c1", name: "find_seat", content: "12A" },
    { role: "assistant", content: "12A is yours." },
    { role: "user", content: "Thanks! ###STOP###" },
    { role: "user", content: "###STOP###" },
  ],
});

describe("tau-bench", () => {
  const read = runFormat(tauBench, [[run(1), run(0), run(0.5)]]);

  test("each run is a session with its reward as recorded outcome", () => {
    expect(read.confidence).toBeGreaterThan(0.9);
    expect(read.sessions.map((session) => session.header.outcome)).toEqual([
      { status: "success", basis: "recorded", detail: "reward 1" },
      { status: "failure", basis: "recorded", detail: "reward 0" },
      { status: "failure", basis: "recorded", detail: "reward 0.5" },
    ]);
    expect(new Set(read.sessions.map((session) => session.id)).size).toBe(3);
  });

  test("the simulated user is the person, without the harness's stop mark", () => {
    expect(personTexts(read).slice(0, 2)).toEqual(["A seat, please.", "Thanks!"]);
    expect(personTexts(read)).toHaveLength(6);
    expect(read.skipped).toEqual({ no_content: 3 });
  });

  test("a failed call and its retry under the same id stay apart", () => {
    const parts = read.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    const results = parts.filter((part) => part.type === "tool_result");
    expect(results.map((part) => [part.callId, part.status])).toEqual([
      ["c1", "error"],
      ["c1~2", "ok"],
    ]);
  });

  test("agents that write actions as text are read, and their results are not said by the user", () => {
    const traj = [
      { role: "user", content: "A seat, please." },
      { role: "assistant", content: 'Thought:\nFind.\nAction:\n{"name": "find_seat", "arguments": {"row": 3}}' },
      { role: "user", content: "API output: 3C" },
      { role: "assistant", content: 'Action:\n{"name": "respond", "arguments": {"content": "3C"}}' },
    ];
    const read = runFormat(tauBench, [[{ ...run(1), traj }]]);
    expect(personTexts(read)).toEqual(["A seat, please."]);
    const parts = read.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.filter((part) => part.type !== "text")).toMatchObject([
      { type: "tool_call", name: "find_seat", input: { row: 3 } },
      { type: "tool_result", status: "ok", text: "3C" },
    ]);
  });

  test.each([[[]], [[{ task_id: 1, reward: "1", traj: [] }]], [run(1)]])("does not claim %j", (document) =>
    expect(runFormat(tauBench, [document]).confidence).toBe(0),
  );

  test("holds under random damage", () => expectToHoldUnderMutation(tauBench, [[run(1), run(0)]]));
});
