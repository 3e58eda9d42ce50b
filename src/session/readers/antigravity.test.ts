import { describe, expect, test } from "vitest";
import { antigravity } from "./antigravity.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

let index = 0;
const step = (source: string, type: string, rest: object = {}) => ({
  step_index: index++,
  source,
  type,
  status: "DONE",
  created_at: `2026-02-03T04:05:0${index % 10}Z`,
  ...rest,
});

const request =
  "<USER_REQUEST>\nrun the tests\n</USER_REQUEST>\n<USER_SETTINGS_CHANGE>\nThe user changed setting `Model Selection` from None to Model One (Low).\n</USER_SETTINGS_CHANGE>";

const log = [
  step("USER_EXPLICIT", "USER_INPUT", { content: request }),
  step("SYSTEM", "CONVERSATION_HISTORY"),
  step("MODEL", "PLANNER_RESPONSE", {
    thinking: "Two things.",
    tool_calls: [
      { name: "run_command", args: { CommandLine: '"npm test"', Cwd: '"/work/shop"' } },
      { name: "view_file", args: { AbsolutePath: '"/work/shop/a.ts"', StartLine: "3" } },
    ],
  }),
  step("MODEL", "RUN_COMMAND", { content: "The command failed with exit code: 2\nOutput:\n1 failing" }),
  step("MODEL", "VIEW_FILE", { content: "3: let a" }),
  step("MODEL", "GREP_SEARCH", { content: "a.ts:3" }),
  step("SYSTEM", "CHECKPOINT", { content: "What happened so far" }),
  step("SYSTEM", "SYSTEM_MESSAGE", { content: "Not from the user." }),
  step("MODEL", "PLANNER_RESPONSE", { content: "One test fails." }),
];

describe("Antigravity", () => {
  const run = runFormat(antigravity, log);
  const messages = run.sessions[0]?.messages ?? [];

  test("finds the request among what the host put around it", () => {
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["run the tests"]);
    expect(run.sessions[0]?.header.model).toBe("Model One (Low)");
    expect(run.skipped).toEqual({ no_content: 1 });
  });

  test("lets results answer calls in order, and gives a result without a call one of its own", () => {
    const calls = messages.flatMap((message) => message.parts.filter((part) => part.type === "tool_call"));
    const results = messages.flatMap((message) => message.parts.filter((part) => part.type === "tool_result"));
    expect(calls.map((call) => [call.name, call.input])).toEqual([
      ["run_command", { CommandLine: "npm test", Cwd: "/work/shop" }],
      ["view_file", { AbsolutePath: "/work/shop/a.ts", StartLine: 3 }],
      ["grep_search", {}],
    ]);
    expect(results.map((result) => result.callId)).toEqual(calls.map((call) => call.callId));
    expect(results).toMatchObject([{ status: "error", exitCode: 2 }, { status: "ok" }, { status: "ok" }]);
  });

  test("marks the checkpoint as a compaction by the host", () => {
    expect(messages.filter((message) => message.compaction)).toMatchObject([{ origin: "host" }]);
  });

  test("input that no person gave is the host's", () => {
    expect(personTexts(runFormat(antigravity, [step("SYSTEM", "USER_INPUT", { content: "go on" })]))).toEqual([]);
  });

  test("holds under random damage", () => expectToHoldUnderMutation(antigravity, log));
});
