import { expect, test } from "vitest";
import type { Message } from "../model.ts";
import { claudeCode } from "./claude-code.ts";
import { messagesFrom, outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

let count = 0;

function record(type: string, more: object): Record<string, unknown> {
  count++;
  return {
    type,
    uuid: `uuid-${count}`,
    parentUuid: null,
    isSidechain: false,
    sessionId: "s-1",
    cwd: "/work/demo",
    version: "2.1.0",
    timestamp: new Date(Date.UTC(2026, 0, 1, 0, 0, count)).toISOString(),
    ...more,
  };
}
const user = (content: unknown, more: object = {}) => record("user", { message: { role: "user", content }, ...more });
const assistant = (id: string | undefined, content: unknown, more: object = {}) =>
  record("assistant", { message: { id, role: "assistant", model: "test-model", content }, ...more });
const text = (value: string) => [{ type: "text", text: value }];
const call = (id: string, command = "ls") => [{ type: "tool_use", id, name: "Bash", input: { command } }];
const result = (id: string, content: unknown, more: object = {}, recordMore: object = {}) =>
  user([{ type: "tool_result", tool_use_id: id, content, ...more }], recordMore);

const messagesOf = (values: unknown[]): Message[] => messagesFrom(claudeCode, values);

test("the lines of one API message are one message with a span for each", () => {
  const messages = messagesOf([
    user("Go"),
    assistant("m1", [{ type: "thinking", thinking: "hm", signature: "x" }]),
    assistant("m1", text("I look.")),
    assistant("m1", call("c1")),
    result("c1", "a.txt"),
    assistant("m2", text("Done.")),
  ]);
  expect(outline(messages)).toEqual([
    "person: Go",
    "model: hm + I look. + call c1",
    "tool: result c1 ok",
    "model: Done.",
  ]);
  expect(messages[1]?.spans).toHaveLength(3);
  expect(messages[1]?.model).toBe("test-model");
});

test("results that come while the model still speaks follow its message", () => {
  const messages = messagesOf([
    assistant("m1", call("c1")),
    result("c1", "one"),
    record("progress", { data: {} }),
    assistant("m1", call("c2")),
    result("c2", "two"),
    user("Next"),
  ]);
  expect(outline(messages)).toEqual([
    "model: call c1 + call c2",
    "tool: result c1 ok",
    "tool: result c2 ok",
    "person: Next",
  ]);
});

test("the same API id in two turns is two messages", () => {
  const messages = messagesOf([assistant("m1", text("One")), user("And?"), assistant("m1", text("Other"))]);
  expect(outline(messages)).toEqual(["model: One", "person: And?", "model: Other"]);
  expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
});

test("records with the same uuid, and blocks copied under new uuids, count once", () => {
  const first = [user("Go"), assistant("m1", text("I look.")), assistant("m1", call("c1")), result("c1", "a.txt")];
  const copies = [assistant("m1", text("I look.")), assistant("m1", call("c1")), result("c1", "a.txt")];
  const run = runFormat(claudeCode, [...first, ...first, ...copies]);
  expect(run.skipped).toEqual({ duplicate: 7 });
  expect(outline(run.sessions[0]?.messages ?? [])).toEqual([
    "person: Go",
    "model: I look. + call c1",
    "tool: result c1 ok",
  ]);
});

test.each([
  ["an exit code in the first line", "Exit code 2\nboom", { is_error: true }, {}, "error2"],
  ["an error without an exit code", "File does not exist.", { is_error: true }, {}, "error"],
  ["a program that only prints the words", "Exit code 2\n", {}, {}, "ok"],
  ["a refused call", "The user doesn't want to proceed with this tool use. Stop.", { is_error: true }, {}, "cancelled"],
  ["a denied call", "No.", { is_error: true }, { toolDenialKind: "user-rejected" }, "cancelled"],
  ["an interrupted command", "partial", {}, { toolUseResult: { interrupted: true } }, "cancelled"],
  ["a command left running", "started", {}, { toolUseResult: { backgroundTaskId: "b1" } }, "unknown"],
  ["a tool that records its code", "x", {}, { toolUseResult: { exitCode: 3 } }, "error3"],
  ["an error that the program recorded", "x", {}, { toolUseResult: { is_error: true } }, "error"],
  ["a result in blocks", [{ type: "text", text: "fine" }], {}, {}, "ok"],
])("%s gives the status", (_name, content, more, recordMore, expected) => {
  const [, message] = messagesOf([assistant("m1", call("c1")), result("c1", content, more, recordMore)]);
  expect(outline(message === undefined ? [] : [message])).toEqual([`tool: result c1 ${expected}`]);
});

test("what a person typed is theirs, without what the program put around it", () => {
  const run = runFormat(claudeCode, [
    user("Fix it"),
    user(text("Please check 中文\n<system-reminder>\nBe careful\n</system-reminder>")),
    user([
      { type: "text", text: "<ide_opened_file>a.ts is open</ide_opened_file>" },
      { type: "text", text: "Explain this" },
    ]),
    user(
      "<command-message>review</command-message>\n<command-name>/review</command-name>\n<command-args>only src</command-args>",
    ),
    user("<user-memory-input>always run the linter</user-memory-input>"),
    user([
      { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
      ...text("What is this?"),
    ]),
    record("attachment", { attachment: { type: "queued_command", prompt: "and be quick", commandMode: "prompt" } }),
  ]);
  expect(personTexts(run)).toEqual([
    "Fix it",
    "Please check 中文",
    "Explain this",
    "only src",
    "always run the linter",
    "[image]\nWhat is this?",
    "and be quick",
  ]);
  const media = run.sessions[0]?.messages.flatMap(({ parts }) => parts).find(({ type }) => type === "image");
  expect(media).toEqual({ type: "image", mediaType: "image/png", encodedLength: 4 });
});

test.each([
  ["meta", user("Base directory for this skill: /x", { isMeta: true })],
  ["a compaction summary", user("Summary so far", { isCompactSummary: true })],
  [
    "a continuation without its mark",
    user("This session is being continued from a previous conversation that ran out."),
  ],
  ["a task notification", user("<task-notification>\n<task-id>1</task-id>\n</task-notification>")],
  ["a record of another origin", user("Background work is done", { origin: { kind: "task-notification" } })],
  ["a prompt of the program", user("Continue", { promptSource: "system" })],
  ["a bare slash command", user("<command-name>/clear</command-name><command-args></command-args>")],
  ["the program's own command", user("<command-name>/model</command-name><command-args>opus</command-args>")],
  ["output of a local command", user("<local-command-stdout>Bye!</local-command-stdout>")],
  ["a shell command typed with !", user("<bash-input>ls</bash-input>")],
  ["its output", user("<bash-stdout>a</bash-stdout><bash-stderr></bash-stderr>")],
  ["an interruption", user(text("[Request interrupted by user for tool use]"))],
  ["a caveat", user("Caveat: The messages below were generated by the user while running local commands. DO NOT")],
  ["a reminder", user("<system-reminder>\nTodo list is empty\n</system-reminder>")],
  ["a sub-agent's task", user("Look for it", { isSidechain: true })],
  [
    "a queued notification",
    record("attachment", { attachment: { type: "queued_command", prompt: "done", commandMode: "task-notification" } }),
  ],
])("%s is the host's, not a person's", (_name, value) => {
  const run = runFormat(claudeCode, [value]);
  expect(personTexts(run)).toEqual([]);
  expect(run.sessions.flatMap(({ messages }) => messages).map(({ origin }) => origin)).toEqual(["host"]);
});

test("what a person wrote when refusing a call is theirs", () => {
  const refusal = "The user doesn't want to proceed with this tool use. The tool use was rejected.";
  const run = runFormat(claudeCode, [
    assistant("m1", call("c1", "npm install")),
    result("c1", `${refusal} To tell you how to proceed, the user said:\nuse pnpm here`, { is_error: true }),
    assistant("m2", call("c2", "cat notes")),
    result("c2", "To tell you how to proceed, the user said:\nnot really"),
  ]);
  expect(personTexts(run)).toEqual(["use pnpm here"]);
});

test("compactions are marked", () => {
  const messages = messagesOf([
    user("Go"),
    record("system", { subtype: "compact_boundary", content: "Conversation compacted" }),
    user("Summary so far", { isCompactSummary: true }),
    user("Go on"),
  ]);
  expect(messages.map(({ origin, compaction }) => [origin, compaction])).toEqual([
    ["person", undefined],
    ["host", true],
    ["host", true],
    ["person", undefined],
  ]);
});

test("sidechains are threads, or sessions of their own when they name their agent", () => {
  const root = user("Look", { isSidechain: true });
  const run = runFormat(claudeCode, [
    user("Go"),
    root,
    assistant("m1", text("Looking"), { isSidechain: true, parentUuid: root.uuid }),
    user("Other task", { isSidechain: true, agentId: "a7" }),
  ]);
  expect(run.sessions.map(({ id, header }) => [id, header.subAgentOf])).toEqual([
    ["s-1", undefined],
    ["s-1:a7", "s-1"],
  ]);
  expect(run.sessions[0]?.messages.map(({ thread }) => thread)).toEqual([undefined, root.uuid, root.uuid]);
});

test("the header has id, version, project, model and the title that a person gave", () => {
  const run = runFormat(claudeCode, [
    user("Go"),
    assistant("m1", text("ok")),
    { type: "custom-title", sessionId: "s-1", customTitle: "Fix the queue" },
    { type: "ai-title", sessionId: "s-1", aiTitle: "Something else" },
  ]);
  expect(run.sessions[0]?.header).toMatchObject({
    sourceVersion: "2.1.0",
    projectRoot: "/work/demo",
    model: "test-model",
    title: "Fix the queue",
  });
});

test("a summary is the title only if it is of a record in this file", () => {
  const go = user("Go");
  const titles = (leafUuid: unknown) =>
    runFormat(claudeCode, [{ type: "summary", summary: "Queue work", leafUuid }, go]).sessions[0]?.header.title;
  expect(titles(go.uuid)).toBe("Queue work");
  expect(titles("somewhere-else")).toBeUndefined();
});

test("errors that the program wrote in the model's place are not the model's", () => {
  const messages = messagesOf([
    assistant("m1", text("API Error: 529"), { isApiErrorMessage: true }),
    record("assistant", {
      message: { id: "m2", role: "assistant", model: "<synthetic>", content: text("No response requested.") },
    }),
  ]);
  expect(messages.map(({ origin, model }) => [origin, model])).toEqual([
    ["host", undefined],
    ["host", undefined],
  ]);
});

test("everything else is skipped with its reason", () => {
  const run = runFormat(claudeCode, [
    record("progress", { data: {} }),
    { type: "file-history-snapshot", messageId: "x", snapshot: {} },
    { type: "queue-operation", operation: "enqueue", content: "later" },
    { type: "permission-mode", permissionMode: "default", sessionId: "s-1" },
    { type: "api-request", sessionId: "s-1" },
    record("system", { subtype: "turn_duration", durationMs: 1 }),
    record("attachment", { attachment: { type: "skill_listing", names: [] } }),
    user(null),
    record("user", { message: "error" }),
    record("something-new", {}),
    42,
    null,
    "text",
  ]);
  expect(run.kept).toBe(0);
  expect(run.skipped).toEqual({
    progress: 1,
    file_history: 1,
    queue_operation: 1,
    session_state: 1,
    api_request: 1,
    system_event: 1,
    context_attachment: 1,
    empty_message: 1,
    malformed: 1,
    unknown_record: 1,
    not_a_record: 3,
  });
});

test("the stream of the SDK is read as well", () => {
  const run = runFormat(claudeCode, [
    {
      type: "system",
      subtype: "init",
      session_id: "s-9",
      cwd: "/work",
      model: "test-model",
      permissionMode: "default",
    },
    {
      type: "assistant",
      session_id: "s-9",
      parent_tool_use_id: null,
      message: { id: "m", role: "assistant", content: call("c1") },
    },
    {
      type: "user",
      session_id: "s-9",
      parent_tool_use_id: null,
      message: { role: "user", content: [{ type: "tool_result", tool_use_id: "c1", content: "a" }] },
    },
    { type: "user", session_id: "s-9", parent_tool_use_id: "c1", message: { role: "user", content: text("Sub task") } },
  ]);
  expect(run.confidence).toBeGreaterThan(0.5);
  expect(run.sessions[0]).toMatchObject({ id: "s-9", header: { model: "test-model", projectRoot: "/work" } });
  const threads = run.sessions[0]?.messages.map(({ origin, thread }) => [origin, thread]);
  expect(threads).toContainEqual(["model", undefined]);
  expect(threads).toContainEqual(["tool", undefined]);
  expect(threads).toContainEqual(["host", "c1"]);
});

test("it is recognised by its records, not by anyone else's", () => {
  const confidence = (values: unknown[]) => runFormat(claudeCode, values).confidence;
  expect(confidence([user("Go")])).toBeGreaterThan(0.9);
  expect(confidence([{ type: "file-history-snapshot", messageId: "x", snapshot: {} }])).toBeGreaterThan(0.5);
  expect(
    confidence([{ type: "user", uuid: "u", sessionId: "q", message: { role: "user", parts: [{ text: "Hi" }] } }]),
  ).toBe(0);
  expect(confidence([{ role: "user", content: "Hi" }])).toBe(0);
  expect(confidence([{ type: "session_meta", payload: { id: "x" } }])).toBe(0);
});

test("damaged records break nothing", () => {
  expectToHoldUnderMutation(claudeCode, [
    user(text("Go\n<system-reminder>\nx\n</system-reminder>")),
    assistant("m1", [{ type: "thinking", thinking: "hm" }]),
    assistant("m1", call("c1")),
    result(
      "c1",
      [
        { type: "text", text: "Exit code 1" },
        { type: "image", source: { data: "AA" } },
      ],
      { is_error: true },
      { toolUseResult: { interrupted: false } },
    ),
    user("Look", { isSidechain: true, agentId: "a1" }),
    record("attachment", { attachment: { type: "queued_command", prompt: text("quick"), commandMode: "prompt" } }),
    record("attachment", { attachment: { type: "invoked_skills", skills: [{ name: "x", content: "body" }] } }),
    record("system", { subtype: "compact_boundary", content: "Conversation compacted" }),
    record("tool_use", { name: "bash", input: { command: "ls" } }),
    record("tool_result", { name: "bash", output: "a" }),
    { type: "summary", summary: "Queue work", leafUuid: "uuid-1" },
  ]);
});
