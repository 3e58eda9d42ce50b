import { describe, expect, test } from "vitest";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { openHandsDocument, openHandsRuns } from "./openhands.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const at = "2026-02-03T04:05:06.000001";
const action = (id: number, source: string, name: string, args: object, rest: object = {}) => {
  return { id, timestamp: at, source, message: "", action: name, args, ...rest };
};
const observation = (id: number, cause: number, name: string, content: string, extras: object = {}) => {
  return { id, timestamp: at, source: "agent", message: "", cause, observation: name, content, extras };
};
const ran = (id: number, cause: number, content: string, exit_code: number) =>
  observation(id, cause, "run", content, { command: "x", metadata: { exit_code } });
const toolCall = { function_name: "execute_bash", tool_call_id: "t1", model_response: { model: "model-1" } };

const events = [
  action(0, "agent", "system", { content: "You are an agent." }),
  action(1, "user", "message", { content: "Fix the build.", image_urls: ["data:image/png;base64,AAAA"] }),
  action(2, "user", "recall", { query: "Fix" }),
  observation(3, 2, "recall", "Added workspace context"),
  action(4, "agent", "run", { command: "make", thought: "Build it.", hidden: false }, { tool_call_metadata: toolCall }),
  ran(5, 4, "no rule", 2),
  action(6, "agent", "edit", { path: "/w/Makefile", command: "str_replace", old_str: "a", new_str: "b" }),
  observation(7, 6, "edit", "ERROR:\nNo replacement was performed."),
  action(8, "agent", "run", { command: "sleep 99" }),
  ran(9, 8, "", -1),
  action(10, "agent", "think", { thought: "It hangs." }),
  observation(11, 10, "think", "Your thought has been logged."),
  action(12, "user", "message", { content: "Please continue working on the task." }),
  action(13, "agent", "condensation", { summary: "Built once, failed." }),
  action(14, "agent", "finish", { final_thought: "It builds." }),
];

const benchmark = {
  instance_id: "repo__1",
  metadata: { llm_config: { model: "maker/model-1" } },
  history: events,
  error: null,
  test_result: { git_patch: "" },
};

describe("OpenHands", () => {
  test("a list of events: what people said, calls, results with exit codes", () => {
    const run = runFormat(openHandsDocument, [events]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["Fix the build.\n[image]", "Please continue working on the task."]);
    const parts = run.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.filter((part) => part.type === "tool_call")).toEqual([
      { type: "tool_call", callId: "t1", name: "execute_bash", input: { command: "make" } },
      {
        type: "tool_call",
        callId: "event-6",
        name: "edit",
        input: { path: "/w/Makefile", command: "str_replace", old_str: "a", new_str: "b" },
      },
      { type: "tool_call", callId: "event-8", name: "run", input: { command: "sleep 99" } },
    ]);
    expect(parts.filter((part) => part.type === "tool_result")).toEqual([
      { type: "tool_result", callId: "t1", status: "error", exitCode: 2, text: "no rule" },
      { type: "tool_result", callId: "event-6", status: "error", text: "ERROR:\nNo replacement was performed." },
      { type: "tool_result", callId: "event-8", status: "unknown", text: "" },
    ]);
    expect(run.skipped).toEqual({ bookkeeping: 3 });
    expect(run.sessions[0]?.messages.filter((message) => message.compaction)).toMatchObject([{ origin: "host" }]);
  });

  test("a call has the arguments that the model gave, where the event keeps them", () => {
    const given = { function: { name: "str_replace_editor", arguments: '{"command":"view","path":"/w/a"}' }, id: "t2" };
    const metadata = {
      function_name: "str_replace_editor",
      tool_call_id: "t2",
      model_response: { choices: [{ message: { tool_calls: [{ ...given, id: "t1" }, given] } }] },
    };
    const read = action(3, "agent", "read", { path: "/w/a", thought: "" }, { tool_call_metadata: metadata });
    const parts = runFormat(openHandsDocument, [[read]]).sessions[0]?.messages.flatMap((message) => message.parts);
    expect(parts).toEqual([
      { type: "tool_call", callId: "t2", name: "str_replace_editor", input: { command: "view", path: "/w/a" } },
    ]);
  });

  test("in a benchmark run the task is the person's only turn", () => {
    for (const run of [runFormat(openHandsRuns, [benchmark]), runFormat(openHandsDocument, [benchmark])]) {
      expect(run.confidence).toBeGreaterThan(0.9);
      expect(personTexts(run)).toEqual(["Fix the build.\n[image]"]);
      expect(run.sessions[0]).toMatchObject({
        id: "openhands-fallback-repo__1",
        header: { title: "repo__1", model: "maker/model-1", outcome: { status: "unknown" } },
      });
    }
  });

  test("each line is a session of its own, also for a second attempt at the same task", () => {
    const run = runFormat(openHandsRuns, [benchmark, { ...benchmark, instance_id: "repo__2" }, benchmark]);
    expect(run.sessions.map((session) => session.id)).toEqual([
      "openhands-fallback-repo__1",
      "openhands-fallback-repo__2",
      "openhands-fallback-repo__1~2",
    ]);
    expect(run.kept).toBe(3);
  });

  test("events may stand one a line", () => {
    const run = runFormat(openHandsRuns, events);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toHaveLength(2);
  });

  test.each([
    [
      { test_result: { report: { resolved: true } } },
      { status: "success", basis: "recorded", detail: "resolved: true" },
    ],
    [{ report: { resolved: false } }, { status: "failure", basis: "recorded", detail: "resolved: false" }],
    [{ error: "out of turns" }, { status: "failure", basis: "recorded", detail: "out of turns" }],
    [{}, { status: "unknown" }],
  ])("the outcome is what the file records: %j", (rest, outcome) => {
    expect(runFormat(openHandsRuns, [{ ...benchmark, ...rest }]).sessions[0]?.header.outcome).toEqual(outcome);
  });

  test.each([[[]], [[{ id: 1, action: "x" }]], [{ history: [] }], [{ history: [{ role: "user" }] }], [null]])(
    "does not claim %j",
    (document) => {
      expect(runFormat(openHandsDocument, [document]).confidence).toBe(0);
      expect(runFormat(openHandsRuns, [document]).confidence).toBe(0);
    },
  );

  test("holds under random damage", () => {
    expectToHoldUnderMutation(openHandsDocument, [events]);
    expectToHoldUnderMutation(openHandsDocument, [benchmark]);
    expectToHoldUnderMutation(openHandsRuns, [benchmark, benchmark]);
  });
});
