import { expect, test } from "vitest";
import { codexExec } from "./codex-exec.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, runFormat } from "./run-format.test-helper.ts";

const item = (type: string, id: string, more: object, at = "item.completed"): object => ({
  type: at,
  item: { id, type, ...more },
});
const fixture: object[] = [
  { type: "thread.started", thread_id: "t-1" },
  { type: "turn.started" },
  item("agent_message", "i1", { text: "I run them." }),
  item("command_execution", "i2", { command: "npm test", status: "in_progress" }, "item.started"),
  item("command_execution", "i2", { command: "npm test", aggregated_output: "boom", exit_code: 1, status: "failed" }),
  item("file_change", "i3", { changes: [{ path: "/work/a.ts", kind: "update" }], status: "completed" }),
  item("mcp_tool_call", "i4", { server: "docs", tool: "find", arguments: { q: "x" }, status: "completed" }),
  item("error", "i5", { message: "a warning" }),
  item("todo_list", "i6", { items: [] }),
  item("brand_new", "i7", {}),
  { type: "turn.completed", usage: {} },
];

test("completed items are messages, calls with their results", () => {
  const run = runFormat(codexExec, fixture);
  expect(run.confidence).toBeGreaterThan(0.5);
  expect(isAccounted(run)).toBe(true);
  const [session] = run.sessions;
  expect(session?.id).toBe("t-1");
  expect(session?.messages.map(({ origin, parts }) => [origin, parts[0]])).toMatchObject([
    ["model", { type: "text", text: "I run them." }],
    ["model", { type: "tool_call", name: "exec_command", input: { command: "npm test" } }],
    ["tool", { type: "tool_result", status: "error", exitCode: 1, text: "boom" }],
    ["model", { type: "tool_call", name: "apply_patch" }],
    ["tool", { type: "tool_result", status: "ok" }],
    ["model", { type: "tool_call", name: "docs__find" }],
    ["tool", { type: "tool_result", status: "ok" }],
    ["host", { type: "text", text: "a warning" }],
  ]);
  expect(run.skipped).toEqual({ turn_state: 2, duplicate: 1, session_state: 1, unknown_record: 1 });
});

test("damaged records break nothing", () => {
  expectToHoldUnderMutation(codexExec, fixture);
});
