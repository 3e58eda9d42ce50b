import { describe, expect, test } from "vitest";
import { factoryDroid } from "./factory-droid.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const at = (second: number): string => new Date(Date.UTC(2026, 1, 3, 4, 5, second)).toISOString();
const stored = (id: string, second: number, role: string, content: unknown[]) => ({
  type: "message",
  id,
  timestamp: at(second),
  message: { role, content },
});

const store = [
  { type: "session_start", id: "s-1", title: "Fix lint", cwd: "/work/shop", version: "0.90.1" },
  stored("m1", 1, "user", [{ type: "text", text: "<system-reminder>\nBe brief.\n</system-reminder>\n\nfix the lint" }]),
  stored("m2", 2, "assistant", [
    { type: "thinking", thinking: "Look first." },
    { type: "text", text: "Looking." },
    { type: "tool_use", id: "t1", name: "Execute", input: { command: "npx eslint ." } },
  ]),
  stored("m3", 3, "user", [{ type: "tool_result", tool_use_id: "t1", content: "2 problems", is_error: true }]),
  stored("m4", 4, "user", [
    { type: "image", source: { type: "base64", media_type: "image/png", data: "AAAA" } },
    { type: "text", text: "see the picture" },
  ]),
  { type: "todo_state", id: "x", todos: [] },
];

const stream = [
  {
    type: "system",
    subtype: "init",
    session_id: "s-2",
    timestamp: at(0),
    model: "model-1",
    cwd: "/work/shop",
    id: "i",
  },
  { type: "message", session_id: "s-2", timestamp: at(1), role: "user", text: "list the files", id: "u1" },
  {
    type: "tool_call",
    session_id: "s-2",
    timestamp: at(2),
    id: "c1",
    toolName: "Execute",
    parameters: { command: "ls" },
  },
  {
    type: "tool_result",
    session_id: "s-2",
    timestamp: at(3),
    id: "c1",
    value: { stdout: "", stderr: "no", exitCode: 2 },
  },
  { type: "message", session_id: "s-2", timestamp: at(4), role: "assistant", text: "Nothing there.", id: "a1" },
  { type: "completion", session_id: "s-2", timestamp: at(5), finalText: "Nothing there.", id: "end" },
];

describe("Factory Droid", () => {
  test("reads the session store and takes the host's reminder out of the person's words", () => {
    const run = runFormat(factoryDroid, store);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(run.sessions.map((session) => session.id)).toEqual(["s-1"]);
    expect(run.sessions[0]?.header).toMatchObject({
      title: "Fix lint",
      projectRoot: "/work/shop",
      sourceVersion: "0.90.1",
    });
    expect(personTexts(run)).toEqual(["fix the lint", "[image]\nsee the picture"]);
    expect(run.sessions[0]?.messages.map((message) => message.origin)).toEqual([
      "host",
      "person",
      "model",
      "tool",
      "person",
    ]);
    expect(run.skipped).toEqual({ bookkeeping: 1 });
  });

  test("keeps an image by its type and size only", () => {
    const image = runFormat(factoryDroid, store).sessions[0]?.messages[4]?.parts[0];
    expect(image).toEqual({ type: "image", mediaType: "image/png", encodedLength: 4 });
  });

  test("reads the stream, with exit codes, and the last words once", () => {
    const run = runFormat(factoryDroid, stream);
    expect(run.confidence).toBeGreaterThanOrEqual(0.9);
    expect(personTexts(run)).toEqual(["list the files"]);
    const parts = run.sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.filter((part) => part.type === "tool_call" || part.type === "tool_result")).toEqual([
      { type: "tool_call", callId: "c1", name: "Execute", input: { command: "ls" } },
      { type: "tool_result", callId: "c1", status: "error", exitCode: 2, text: "no" },
    ]);
    expect(run.skipped).toEqual({ repeated_text: 1 });
  });

  test("a run that ends with an error failed, as the record says", () => {
    const run = runFormat(factoryDroid, [
      ...stream,
      { type: "error", session_id: "s-2", message: "no credit", id: "e" },
    ]);
    expect(run.sessions[0]?.header.outcome).toEqual({ status: "failure", basis: "recorded", detail: "no credit" });
  });

  test("two sessions in one stream stay two", () => {
    const other = stream.map((record) => ({ ...record, session_id: "s-3" }));
    const run = runFormat(factoryDroid, [...stream, ...other]);
    expect(run.sessions.map((session) => [session.id, session.messages.length])).toEqual([
      ["s-2", 4],
      ["s-3", 4],
    ]);
  });

  test("a session that another session started is a sub-agent's", () => {
    const run = runFormat(factoryDroid, [{ ...store[0], callingSessionId: "s-0" }, ...store.slice(1)]);
    expect(run.sessions[0]?.header.subAgentOf).toBe("s-0");
  });

  test("a tail that was written twice counts once", () => {
    const run = runFormat(factoryDroid, [...store, ...store.slice(3)]);
    expect(run.skipped.duplicate).toBe(3);
    expect(personTexts(run)).toHaveLength(2);
  });

  test("the settings beside the file name the model", () => {
    const run = runFormat(factoryDroid, store, { companions: [["/s-1.settings.json", { model: "model-2" }]] });
    expect(run.sessions[0]?.header.model).toBe("model-2");
  });

  test("is not taken by messages of other agents", () => {
    const pi = {
      type: "message",
      id: "a",
      timestamp: at(1),
      message: { role: "user", content: [{ type: "text", text: "x" }] },
    };
    expect(runFormat(factoryDroid, [pi]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(factoryDroid, store);
    expectToHoldUnderMutation(factoryDroid, stream);
  });
});
