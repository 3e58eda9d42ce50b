import { describe, expect, test } from "vitest";
import { miniSweAgent } from "./mini-swe-agent.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const fenced = (command: string, before = "Next:"): string =>
  `${before}\n\n\`\`\`mswea_bash_command\n${command}\n\`\`\``;
const printed = (code: number, output: string): string =>
  `<returncode>${code}</returncode>\n<output>\n${output}\n</output>`;

const messages = [
  { role: "system", content: "One command a message." },
  { role: "user", content: "Please solve this issue: rounding." },
  { role: "assistant", content: fenced("npm test") },
  { role: "user", content: printed(1, "1 failing") },
  { role: "assistant", content: "I forgot the command." },
  { role: "user", content: "Please always provide EXACTLY ONE action." },
  { role: "assistant", content: fenced("npm test", "Once more:") },
  { role: "user", content: printed(0, "ok") },
  { role: "assistant", content: fenced("echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff") },
  { role: "user", content: "diff --git a/x b/x" },
];

describe("mini-SWE-agent", () => {
  test("the task is the person's only turn, and printed output the result of the command before", () => {
    const run = runFormat(miniSweAgent, [messages]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["Please solve this issue: rounding."]);
    const parts = run.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    const calls = parts.filter((part) => part.type === "tool_call");
    const results = parts.filter((part) => part.type === "tool_result");
    expect(calls.map((call) => call.input)).toEqual([
      { command: "npm test" },
      { command: "npm test" },
      { command: "echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && git diff" },
    ]);
    expect(results.map(({ status, exitCode }) => [status, exitCode])).toEqual([
      ["error", 1],
      ["ok", 0],
      ["unknown", undefined],
    ]);
    expect(results.map((result) => result.callId)).toEqual(calls.map((call) => call.callId));
  });

  test("what answers no command is the host's, and two commands are none", () => {
    const two = `${fenced("ls")}\n${fenced("pwd")}`;
    const run = runFormat(miniSweAgent, [[...messages.slice(0, 2), { role: "assistant", content: two }, messages[5]]]);
    expect(run.sessions[0]?.messages.map((message) => message.origin)).toEqual(["host", "person", "model", "host"]);
    expect(run.sessions[0]?.messages[2]?.parts.map((part) => part.type)).toEqual(["text"]);
  });

  test("a person who interrupts is heard", () => {
    const rejected = "Command not executed. The user rejected your command with the following message:\nuse pnpm";
    const run = runFormat(miniSweAgent, [[...messages.slice(0, 3), { role: "user", content: rejected }]]);
    expect(personTexts(run)[1]).toBe("use pnpm");
  });

  test("a document with tool calls and return codes beside the text is read too", () => {
    const run = runFormat(miniSweAgent, [
      {
        trajectory_format: "mini-swe-agent-1.1",
        info: { exit_status: "LimitsExceeded", mini_version: "2.0.0", config: { model: { model_name: "model-1" } } },
        messages: [
          ...messages.slice(0, 2),
          {
            role: "assistant",
            content: "",
            tool_calls: [{ id: "c1", function: { name: "bash", arguments: '{"command":"ls"}' } }],
          },
          { role: "tool", tool_call_id: "c1", content: "none", extra: { returncode: 2 } },
          { role: "exit", content: "", extra: {} },
        ],
      },
    ]);
    expect(run.sessions[0]?.header).toMatchObject({
      model: "model-1",
      sourceVersion: "2.0.0",
      outcome: { status: "failure", basis: "recorded", detail: "LimitsExceeded" },
    });
    expect(run.sessions[0]?.messages[3]?.parts).toEqual([
      { type: "tool_result", callId: "c1", status: "error", exitCode: 2, text: "none" },
    ]);
  });

  test("does not claim a chat that merely shows bash", () => {
    const chat = [
      { role: "user", content: "how do I list files?" },
      { role: "assistant", content: "```bash\nls\n```" },
    ];
    expect(runFormat(miniSweAgent, [chat]).confidence).toBe(0);
  });

  test("holds under random damage", () => expectToHoldUnderMutation(miniSweAgent, [messages]));
});
