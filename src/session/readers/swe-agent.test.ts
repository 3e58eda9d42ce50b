import { describe, expect, test } from "vitest";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";
import { sweAgent } from "./swe-agent.ts";
import { actionInput } from "./swe-agent-action.ts";

const step = {
  action: "ls",
  observation: "a.py",
  response: "Look.\n```\nls\n```",
  thought: "Look.",
  state: '{"open_file": "n/a", "working_dir": "/repo"}',
};

const byText = {
  environment: "main",
  trajectory: [step],
  info: { exit_status: "submitted", submission: "diff" },
  history: [
    { role: "system", content: "You fix issues.", agent: "primary" },
    { role: "user", content: "Here is a demonstration of a fix.", is_demo: true, agent: "primary" },
    { role: "user", content: "Fix the rounding.", agent: "primary" },
    {
      role: "assistant",
      content: "Look.\n<command>\nls\n</command>",
      thought: "Look.",
      action: "ls",
      agent: "primary",
    },
    { role: "user", content: "a.py", agent: "primary" },
    { role: "assistant", content: "Open it.", thought: "Open it.", action: 'open "a.py" 12', agent: "primary" },
    { role: "user", content: "[File: a.py]", agent: "primary" },
  ],
};

const call = (id: string, name: string, args: object) => [
  { id, type: "function", function: { name, arguments: JSON.stringify(args) } },
];

const byCalls = {
  ...byText,
  replay_config: JSON.stringify({ problem_statement: { id: "repo__1" }, agent: { model: { name: "model-1" } } }),
  history: [
    { role: "user", content: "Fix the rounding.", message_type: "observation" },
    {
      role: "assistant",
      content: "Look.",
      thought: "Look.",
      action: "ls",
      tool_calls: call("c1", "bash", { command: "ls" }),
    },
    { role: "tool", content: "a.py", tool_call_ids: ["c1"], message_type: "observation" },
    {
      role: "assistant",
      content: "Again.",
      thought: "Again.",
      action: "ls",
      tool_calls: call("c1", "bash", { command: "ls -a" }),
    },
    { role: "tool", content: "b.py", tool_call_ids: ["c1"], message_type: "observation" },
  ],
};

describe("SWE-agent", () => {
  test("the task is the person's only turn; demonstrations are the host's, observations are results", () => {
    const run = runFormat(sweAgent, [byText]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["Fix the rounding."]);
    expect(run.sessions[0]?.messages.map((message) => `${message.role}/${message.origin}`)).toEqual([
      "system/host",
      "user/host",
      "user/person",
      "assistant/model",
      "tool/tool",
      "assistant/model",
      "tool/tool",
    ]);
  });

  test("an action written as text is a call, and the next observation its result", () => {
    const parts = runFormat(sweAgent, [byText]).sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    const calls = parts.filter((part) => part.type === "tool_call");
    const results = parts.filter((part) => part.type === "tool_result");
    expect(calls).toMatchObject([
      { name: "bash", input: { command: "ls" } },
      { name: "open", input: { path: "a.py", arguments: '"a.py" 12' } },
    ]);
    expect(results.map((result) => [result.callId, result.status])).toEqual(
      calls.map((made) => [made.callId, "unknown"]),
    );
  });

  test("calls that share an id are told apart", () => {
    const run = runFormat(sweAgent, [byCalls]);
    expect(personTexts(run)).toEqual(["Fix the rounding."]);
    const parts = run.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []))).toEqual(["c1", "c1~2"]);
    expect(parts.flatMap((part) => (part.type === "tool_result" ? [`${part.callId} ${part.text}`] : []))).toEqual([
      "c1 a.py",
      "c1~2 b.py",
    ]);
    expect(run.sessions[0]?.header).toMatchObject({ title: "repo__1", model: "model-1", projectRoot: "/repo" });
  });

  test("without a dialogue the steps are read", () => {
    const run = runFormat(sweAgent, [{ trajectory: [step, { ...step, action: "submit" }], info: {} }]);
    expect(run.sessions[0]?.messages.map((message) => message.role)).toEqual([
      "assistant",
      "tool",
      "assistant",
      "tool",
    ]);
  });

  test.each([
    ["submitted", "unknown"],
    ["submitted (exit_cost)", "unknown"],
    ["exit_format", "failure"],
  ])("a run that ended as %s has outcome %s", (exit_status, status) => {
    const run = runFormat(sweAgent, [{ ...byText, info: { exit_status } }]);
    expect(run.sessions[0]?.header.outcome).toEqual({ status, basis: "recorded", detail: exit_status });
  });

  test.each([[{ trajectory: [] }], [{ trajectory: [{ step: 1 }], info: {} }], [{ history: [], info: {} }], [[byText]]])(
    "does not claim %j",
    (document) => expect(runFormat(sweAgent, [document]).confidence).toBe(0),
  );

  test("holds under random damage", () => {
    expectToHoldUnderMutation(sweAgent, [byText]);
    expectToHoldUnderMutation(sweAgent, [byCalls]);
  });
});

describe("actionInput", () => {
  test.each([
    ["python a.py && ls", { name: "bash", input: { command: "python a.py && ls" } }],
    ["create reproduce.py", { name: "create", input: { arguments: "reproduce.py", path: "reproduce.py" } }],
    ["edit 1:2\nx = 1\nend_of_edit", { name: "edit", input: { arguments: "1:2\nx = 1\nend_of_edit" } }],
    ["submit", { name: "submit", input: {} }],
    ["openssl version", { name: "bash", input: { command: "openssl version" } }],
  ])("%j", (action, expected) => expect(actionInput(action)).toEqual(expected));
});
