import { expect, test } from "vitest";
import type { Message, MessagePart } from "../model.ts";
import { codex } from "./codex.ts";
import { messagesFrom, outline, outlineOf } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const line = (type: string, payload: object, second = 0): object => ({
  timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
  type,
  payload,
});
const meta = (more: object = {}): object =>
  line("session_meta", {
    id: "t-1",
    cwd: "/work/demo",
    cli_version: "0.171.0",
    timestamp: "2026-01-01T00:00:00Z",
    ...more,
  });
const item = (payload: object): object => line("response_item", payload);
const event = (payload: object): object => line("event_msg", payload);
const completed = (payload: object): object => event({ type: "item_completed", item: payload });
const userItem = (text: string, more: object = {}): object =>
  item({ type: "message", role: "user", content: [{ type: "input_text", text }], ...more });
const userEvent = (message: string, more: object = {}): object => event({ type: "user_message", message, ...more });
const agentItem = (text: string): object =>
  item({ type: "message", role: "assistant", content: [{ type: "output_text", text }] });
const call = (callId: string, name = "exec_command", args: unknown = { cmd: "ls" }): object =>
  item({ type: "function_call", name, arguments: JSON.stringify(args), call_id: callId });
const output = (callId: string, value: unknown): object =>
  item({ type: "function_call_output", call_id: callId, output: value });

const messagesOf = (values: unknown[]): Message[] => messagesFrom(codex, values);

test("what stands as item and as event counts once, whichever comes first", () => {
  const itemFirst = [
    meta(),
    userItem("Go"),
    userEvent("Go"),
    agentItem("Done."),
    event({ type: "agent_message", message: "Done." }),
  ];
  const eventFirst = [
    meta(),
    userEvent("Go"),
    userItem("Go"),
    completed({ type: "AgentMessage", content: [{ type: "Text", text: "Done." }] }),
    agentItem("Done."),
  ];
  for (const values of [itemFirst, eventFirst]) {
    const run = runFormat(codex, values);
    expect(outline(run.sessions[0]?.messages ?? [])).toEqual(["person: Go", "model: Done."]);
    expect(run.skipped).toEqual({ duplicate: 2 });
  }
});

test("saying the same twice is two messages", () => {
  const values = [meta(), userItem("ok"), userEvent("ok"), agentItem("Yes?"), userItem("ok"), userEvent("ok")];
  expect(personTexts(runFormat(codex, values))).toEqual(["ok", "ok"]);
});

test("a file with events only is read from them", () => {
  const messages = messagesOf([
    meta(),
    userEvent("Go"),
    event({ type: "agent_reasoning", text: "hm" }),
    event({
      type: "exec_command_end",
      call_id: "c1",
      command: ["bash", "-lc", "ls"],
      aggregated_output: "a",
      exit_code: 0,
    }),
    event({
      type: "mcp_tool_call_end",
      call_id: "c2",
      invocation: { server: "s", tool: "t", arguments: {} },
      result: { Err: "no" },
    }),
    event({ type: "agent_message", message: "Done." }),
  ]);
  expect(outline(messages)).toEqual([
    "person: Go",
    "model: hm",
    "model: call c1",
    "tool: result c1 ok0",
    "model: call c2",
    "tool: result c2 error",
    "model: Done.",
  ]);
});

test("where a file has user events, a user item without one is the host's", () => {
  const run = runFormat(codex, [
    meta(),
    userItem("Go"),
    userEvent("Go"),
    agentItem("ok"),
    userItem("Injected words"),
    agentItem("hm"),
  ]);
  expect(personTexts(run)).toEqual(["Go"]);
  expect(
    run.sessions[0]?.messages.find(({ parts }) => outlineOf(parts[0] as MessagePart) === "Injected words")?.origin,
  ).toBe("host");
});

test("where it has none, a user item is a person's unless Codex wrote it", () => {
  const run = runFormat(codex, [
    meta(),
    userItem("<environment_context>\n  <cwd>/work</cwd>\n</environment_context>"),
    userItem("<user_instructions>\nBe brief\n</user_instructions>"),
    userItem("# AGENTS.md instructions for /work\n\n<INSTRUCTIONS>\nUse tabs\n</INSTRUCTIONS>"),
    userItem("<turn_aborted>\nstopped\n</turn_aborted>"),
    userItem("Fix it 中文"),
    agentItem("ok"),
    userItem("# Context from my IDE setup:\n\n## Active file: a.ts\n\n## My request for Codex:\nAnd the tests\n"),
  ]);
  expect(personTexts(run)).toEqual(["Fix it 中文", "And the tests"]);
});

test("a person's message found in both has the places of both", () => {
  const [message] = messagesOf([meta(), userItem("Go"), userEvent("Go")]);
  expect(message?.spans).toEqual([
    { start: 10, end: 19 },
    { start: 20, end: 29 },
  ]);
});

test.each([
  ["metadata in the output", '{"output":"boom","metadata":{"exit_code":2,"duration_seconds":0.1}}', "error2", "boom"],
  [
    "a header with a process",
    "Chunk ID: ab\nWall time: 0.1 seconds\nProcess exited with code 1\nOutput:\nboom\n",
    "error1",
    "boom\n",
  ],
  ["a header with an exit code", "Exit code: 0\nWall time: 0 seconds\nOutput:\nfine", "ok0", "fine"],
  [
    "a command that goes on",
    "Wall time: 1 seconds\nProcess running with session ID 7\nOutput:\nsoon",
    "unknown",
    "soon",
  ],
  ["plain words", "Plan updated", "unknown", "Plan updated"],
  ["words about exit codes", "see Exit code: 3", "unknown", "see Exit code: 3"],
  [
    "a patch that did not apply",
    "apply_patch verification failed: no lines",
    "error",
    "apply_patch verification failed: no lines",
  ],
  ["an aborted command", "aborted by user after 2.0s", "cancelled", "aborted by user after 2.0s"],
  ["a structured failure", { content: "no", success: false }, "error", "no"],
  [
    "content blocks",
    [
      { type: "input_text", text: "a" },
      { type: "input_text", text: "b" },
    ],
    "unknown",
    "a\nb",
  ],
])("%s gives status and text", (_name, value, expected, text) => {
  const [, result] = messagesOf([meta(), call("c1"), output("c1", value)]);
  expect(outline(result === undefined ? [] : [result])).toEqual([`tool: result c1 ${expected}`]);
  expect(result?.parts[0]).toMatchObject({ text });
});

test("an end event gives its exit code to the output that follows", () => {
  const messages = messagesOf([
    meta(),
    call("c1"),
    completed({ type: "CommandExecution", id: "c1", command: ["ls"], exit_code: 3, status: "failed" }),
    output("c1", "gone"),
    item({ type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch", call_id: "c2" }),
    event({ type: "patch_apply_end", call_id: "c2", success: true }),
    item({ type: "custom_tool_call_output", call_id: "c2", output: "Success." }),
  ]);
  expect(outline(messages)).toEqual([
    "model: call c1",
    "tool: result c1 error3",
    "model: call c2",
    "tool: result c2 ok",
  ]);
  expect(messages[2]?.parts[0]).toMatchObject({ name: "apply_patch", input: "*** Begin Patch" });
});

test("every kind of call is one", () => {
  const messages = messagesOf([
    meta(),
    call("c1", "shell", { command: ["bash", "-lc", "ls"] }),
    item({ type: "local_shell_call", call_id: "c2", action: { type: "exec", command: ["ls"] } }),
    item({ type: "web_search_call", id: "c3", status: "completed", action: { type: "search", query: "x" } }),
    item({ type: "function_call", name: "find", namespace: "mcp__docs", arguments: "{", call_id: "c4" }),
    item({ type: "tool_search_call", call_id: "c5", arguments: { query: "x" } }),
  ]);
  expect(messages.map(({ parts }) => parts[0])).toMatchObject([
    { name: "shell", input: { command: ["bash", "-lc", "ls"] } },
    { name: "local_shell" },
    { name: "web_search", status: "ok" },
    { name: "mcp__docs.find", input: "{" },
    { name: "tool_search", input: { query: "x" } },
  ]);
});

test("a sub-agent's thread names its parent and has no person", () => {
  const run = runFormat(codex, [
    meta({ id: "t-2", source: { subagent: { thread_spawn: { parent_thread_id: "t-1" } } } }),
    userItem("Look for it"),
    userEvent("Look for it"),
    item({ type: "agent_message", author: "/root", content: [{ type: "input_text", text: "NEW_TASK" }] }),
  ]);
  expect(run.sessions).toMatchObject([{ id: "t-2", header: { subAgentOf: "t-1" } }]);
  expect(run.sessions[0]?.messages.map(({ origin }) => origin)).toEqual(["host", "host"]);
});

test("two sessions in one file are two; a fork's copied history is not", () => {
  const two = runFormat(codex, [meta(), userItem("One"), meta({ id: "t-9" }), userItem("Two")]);
  expect(two.sessions.map(({ id, messages }) => [id, messages.length])).toEqual([
    ["t-1", 1],
    ["t-9", 1],
  ]);
  const fork = runFormat(codex, [meta({ id: "t-3", forked_from_id: "t-1" }), meta(), userItem("One")]);
  expect(fork.sessions.map(({ id }) => id)).toEqual(["t-3"]);
  expect(fork.skipped).toEqual({ forked_history: 1 });
});

test("compactions are marked once", () => {
  const messages = messagesOf([
    meta(),
    line("compacted", { message: "So far: one test fails.", replacement_history: [{ type: "message", role: "user" }] }),
    completed({ type: "ContextCompaction", id: "x" }),
    event({ type: "context_compacted" }),
  ]);
  expect(messages.map(({ origin, compaction }) => [origin, compaction])).toEqual([["host", true]]);
});

test("reviews, errors and developer messages are the host's", () => {
  const messages = messagesOf([
    meta(),
    item({ type: "message", role: "developer", content: [{ type: "input_text", text: "<permissions>…" }] }),
    event({ type: "entered_review_mode", user_facing_hint: "current changes" }),
    event({
      type: "exited_review_mode",
      review_output: { overall_explanation: "Fine", findings: [{ title: "T", body: "B" }] },
    }),
    event({ type: "error", message: "rate limited" }),
  ]);
  expect(messages.map(({ origin }) => origin)).toEqual(["host", "host", "host", "host"]);
});

test("the header has id, version, project, model and name", () => {
  const run = runFormat(codex, [
    meta(),
    line("turn_context", { cwd: "/work/demo", model: "test-model" }),
    event({ type: "thread_name_updated", thread_name: "Fix the queue" }),
    agentItem("ok"),
  ]);
  expect(run.sessions[0]).toMatchObject({
    id: "t-1",
    header: {
      sourceVersion: "0.171.0",
      projectRoot: "/work/demo",
      model: "test-model",
      title: "Fix the queue",
      startedAt: "2026-01-01T00:00:00Z",
    },
    messages: [{ model: "test-model" }],
  });
});

test("rollouts of bare items, and the first exported logs, are read", () => {
  const bare = runFormat(codex, [
    { id: "old-1", timestamp: "2025-05-01T00:00:00Z", instructions: null },
    { record_type: "state" },
    { type: "message", role: "user", content: [{ type: "input_text", text: "Go" }] },
    { type: "reasoning", summary: [{ type: "summary_text", text: "hm" }] },
    { type: "function_call", name: "shell", arguments: '{"command":["ls"]}', call_id: "c1" },
    { type: "function_call_output", call_id: "c1", output: '{"output":"a","metadata":{"exit_code":0}}' },
  ]);
  expect(bare.confidence).toBeGreaterThan(0.5);
  expect(bare.sessions[0]?.id).toBe("old-1");
  expect(outline(bare.sessions[0]?.messages ?? [])).toEqual([
    "person: Go",
    "model: hm",
    "model: call c1",
    "tool: result c1 ok0",
  ]);
  const exported = runFormat(codex, [
    { timestamp: "2025-09-10T12:00:00Z", role: "user", content: "Hello", model: "m" },
    { timestamp: "2025-09-10T12:00:01Z", type: "tool_call", function: { name: "translate" }, arguments: '{"to":"es"}' },
    { timestamp: "2025-09-10T12:00:01Z", type: "tool_result", name: "translate", result: "hola" },
    { timestamp: "2025-09-10T12:00:02Z", role: "assistant", content: "hola" },
  ]);
  expect(personTexts(exported)).toEqual(["Hello"]);
  const parts = exported.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
  expect(parts.map(({ type }) => type)).toEqual(["text", "tool_call", "tool_result", "text"]);
  expect(new Set(parts.flatMap((part) => ("callId" in part ? [part.callId] : []))).size).toBe(1);
});

test("everything else is skipped with its reason", () => {
  const run = runFormat(codex, [
    event({ type: "token_count", info: {} }),
    line("turn_context", { model: "m" }),
    line("world_state", {}),
    event({ type: "task_started" }),
    event({ type: "sub_agent_activity" }),
    item({ type: "reasoning", summary: [], encrypted_content: "x" }),
    item({ type: "ghost_snapshot" }),
    event({ type: "mystery_event" }),
    line("mystery_line", {}),
    7,
  ]);
  expect(run.kept).toBe(0);
  expect(run.skipped).toEqual({
    token_count: 1,
    turn_context: 1,
    environment: 1,
    turn_state: 1,
    sub_agent_event: 1,
    encrypted_reasoning: 1,
    snapshot: 1,
    unknown_record: 2,
    not_a_record: 1,
  });
});

test("it is recognised by its lines, not by anyone else's", () => {
  const confidence = (values: unknown[]) => runFormat(codex, values).confidence;
  expect(confidence([meta()])).toBeGreaterThan(0.9);
  expect(confidence([{ type: "user", uuid: "u", sessionId: "s", message: { role: "user", content: "Hi" } }])).toBe(0);
  expect(confidence([{ type: "message", id: "1", message: { role: "user", content: "Hi" } }])).toBe(0);
  expect(confidence([{ messages: [{ role: "user", content: "Hi" }] }])).toBe(0);
  expect(confidence([{ role: "user", content: "Hi" }])).toBe(0);
});

test("damaged records break nothing", () => {
  expectToHoldUnderMutation(codex, [
    meta(),
    line("turn_context", { cwd: "/work", model: "m" }),
    userItem("Go", { id: "i1" }),
    completed({ type: "UserMessage", id: "u1", content: [{ type: "text", text: "Go" }] }),
    item({ type: "reasoning", id: "r1", summary: [{ type: "summary_text", text: "hm" }] }),
    call("c1"),
    completed({ type: "CommandExecution", id: "c1", exit_code: 1 }),
    output("c1", "Exit code: 1\nOutput:\nboom"),
    event({
      type: "mcp_tool_call_end",
      call_id: "c2",
      invocation: { server: "s", tool: "t" },
      result: { Ok: { content: [{ type: "text", text: "x" }] } },
    }),
    line("compacted", { message: "So far" }),
    event({ type: "exited_review_mode", review_output: { findings: [{ title: "T", body: "B" }] } }),
    agentItem("Done."),
    event({ type: "agent_message", message: "Done." }),
  ]);
});
