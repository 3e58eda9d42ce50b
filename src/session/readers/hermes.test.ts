import { describe, expect, test } from "vitest";
import { hermes } from "./hermes.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const session = {
  session_id: "20260203_one",
  model: "model-1",
  platform: "cli",
  session_start: "2026-02-03T04:05:06Z",
  last_updated: "2026-02-03T04:06:06Z",
  cwd: "/work/shop",
  system_prompt: "Help.",
  messages: [
    { role: "user", content: "what day is it?" },
    {
      role: "assistant",
      content: "Let me see.",
      reasoning: "Ask the shell.",
      reasoning_content: "Ask the shell.",
      tool_calls: [{ id: "c1", type: "function", function: { name: "shell", arguments: '{"command":"date"}' } }],
    },
    { role: "tool", content: "no such command", tool_call_id: "c1", tool_name: "shell", finish_reason: "error" },
    { role: "session_meta" },
  ],
};

describe("Hermes", () => {
  test("reads header, reasoning, calls and results that say how they ended", () => {
    const run = runFormat(hermes, [session]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(run.sessions[0]).toMatchObject({
      id: "20260203_one",
      header: { model: "model-1", projectRoot: "/work/shop", startedAt: session.session_start },
    });
    expect(personTexts(run)).toEqual(["what day is it?"]);
    expect(run.sessions[0]?.messages.flatMap((message) => message.parts).slice(2)).toEqual([
      { type: "reasoning", text: "Ask the shell." },
      { type: "text", text: "Let me see." },
      { type: "tool_call", callId: "c1", name: "shell", input: { command: "date" } },
      { type: "tool_result", callId: "c1", status: "error", text: "no such command" },
    ]);
    expect(run.skipped).toEqual({ bookkeeping: 1 });
  });

  test("a skill's text is the host's, what the person typed with it theirs", () => {
    const skill = '[IMPORTANT: The user has invoked the "gifs" skill. Its text follows.]\n\n# Gifs\nSearch.';
    const typed = "The user has provided the following instruction alongside the skill invocation: find cats";
    const cron = `[SYSTEM: Skipped.]\n\n${typed.replace("find cats", "[IMPORTANT: You are running as a scheduled job.]")}`;
    const messages = [skill, `${skill}\n\n${typed}\n\n[Runtime note: tools work]`, cron].map((content) => {
      return { role: "user", content };
    });
    const run = runFormat(hermes, [{ ...session, messages }]);
    expect(personTexts(run)).toEqual(["find cats"]);
    expect(
      run.sessions[0]?.messages.filter((message) => message.role === "user" && message.origin === "host"),
    ).toHaveLength(3);
  });

  test("does not take a folder below an unknown home for a root", () => {
    const run = runFormat(hermes, [{ ...session, cwd: undefined, model_config: { cwd: "~/shop" } }]);
    expect(run.sessions[0]?.header.projectRoot).toBeUndefined();
  });

  test.each([[{ messages: session.messages }], [{ session_id: "x", messages: [] }], [[session]], ["x"]])(
    "does not claim %j",
    (document) => expect(runFormat(hermes, [document]).confidence).toBe(0),
  );

  test("holds under random damage", () => expectToHoldUnderMutation(hermes, [session]));
});
