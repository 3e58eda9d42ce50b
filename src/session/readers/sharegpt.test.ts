import { describe, expect, test } from "vitest";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";
import { shareGptDocument, shareGptLines } from "./sharegpt.ts";

const turn = (from: string, value: unknown) => ({ from, value });

const talk = (id?: string) => ({
  ...(id && { id }),
  conversations: [
    turn("system", "Be kind."),
    turn("human", "Какая погода?"),
    turn("function_call", '{"name": "weather", "arguments": {"city": "Rome"}}'),
    turn("observation", '{"t": 21}'),
    turn("gpt", "21."),
    turn("human", "Thanks."),
    turn("gpt", "You are welcome."),
  ],
});

describe("ShareGPT", () => {
  test.each([
    ["a list", shareGptDocument, [[talk("a"), talk("b")]]],
    ["lines", shareGptLines, [talk("a"), talk("b")]],
  ])("reads every conversation of %s as a session", (_, format, values) => {
    const run = runFormat(format, values);
    expect(run.confidence).toBeGreaterThan(0.5);
    expect(run.sessions.map((session) => [session.id, session.messages.length])).toEqual([
      ["sharegpt-fallback-a", 7],
      ["sharegpt-fallback-b", 7],
    ]);
    expect(personTexts(run)).toEqual(["Какая погода?", "Thanks.", "Какая погода?", "Thanks."]);
    expect(isAccounted(run)).toBe(true);
  });

  test("the speakers of tool use become a call and its result", () => {
    const parts = runFormat(shareGptDocument, [talk()]).sessions[0]?.messages.flatMap((message) => message.parts);
    expect(parts?.slice(2, 4)).toEqual([
      { type: "tool_call", callId: "call-1", name: "weather", input: { city: "Rome" } },
      { type: "tool_result", callId: "call-1", status: "unknown", text: '{"t": 21}' },
    ]);
  });

  test("calls and results that are written into the text are found there", () => {
    const call = (name: string) => `<tool_call>\n{"name": "${name}", "arguments": {}}\n</tool_call>`;
    const run = runFormat(shareGptDocument, [
      {
        model: "model-1",
        conversations: [
          turn("human", "x"),
          turn("gpt", `<think>\nTwo things.\n</think>\nDoing both.\n${call("a")}\n${call("b")}`),
          turn("tool", "<tool_response>\n1\n</tool_response>\n<tool_response>\n2\n</tool_response>"),
          turn("gpt", "<tool_call>not JSON</tool_call>"),
        ],
      },
    ]);
    expect(run.sessions[0]?.header.model).toBe("model-1");
    expect(run.sessions[0]?.messages.flatMap((message) => message.parts).slice(1)).toEqual([
      { type: "reasoning", text: "Two things." },
      { type: "text", text: "Doing both." },
      { type: "tool_call", callId: "call-1", name: "a", input: {} },
      { type: "tool_call", callId: "call-2", name: "b", input: {} },
      { type: "tool_result", callId: "call-1", status: "unknown", text: "1" },
      { type: "tool_result", callId: "call-2", status: "unknown", text: "2" },
      { type: "text", text: "<tool_call>not JSON</tool_call>" },
    ]);
  });

  test("a call that is no JSON stays as the model's words", () => {
    const run = runFormat(shareGptDocument, [{ conversations: [turn("human", "x"), turn("function_call", "oops(")] }]);
    expect(run.sessions[0]?.messages[1]).toMatchObject({ origin: "model", parts: [{ type: "text", text: "oops(" }] });
  });

  test("the system text beside the conversation, its image and role/content turns are read", () => {
    const run = runFormat(shareGptDocument, [
      {
        id: "x",
        image: "cat.jpg",
        system: "See.",
        conversations: [
          { role: "user", content: "<image>\nWhat is it?" },
          { role: "assistant", content: "A cat." },
        ],
      },
    ]);
    expect(run.sessions[0]?.messages.flatMap((message) => message.parts)).toEqual([
      { type: "text", text: "See." },
      { type: "text", text: "What is it?" },
      { type: "image", reference: "cat.jpg" },
      { type: "text", text: "A cat." },
    ]);
  });

  test("conversations without an id are numbered, and odd turns skipped", () => {
    const run = runFormat(shareGptDocument, [
      [{ conversations: [turn("human", "a"), turn("narrator", "b"), turn("human", " "), 5] }, "odd", talk()],
    ]);
    expect(run.sessions.map((session) => session.id)).toEqual([
      expect.stringMatching(/^sharegpt-fallback-0-[0-9a-f]{8}$/),
      expect.stringMatching(/^sharegpt-fallback-2-[0-9a-f]{8}$/),
    ]);
    expect(run.skipped).toEqual({ not_a_message: 2, no_content: 1, not_a_conversation: 1 });
  });

  test.each([
    [[]],
    [{ conversations: [] }],
    [{ conversations: [{ id: "chat-1", title: "x" }] }],
    [[talk(), 3]],
    [null],
  ])("does not claim %j", (document) => {
    expect(runFormat(shareGptDocument, [document]).confidence).toBe(0);
    expect(runFormat(shareGptLines, Array.isArray(document) ? document : [document]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(shareGptDocument, [[talk("a"), talk()]]);
    expectToHoldUnderMutation(shareGptLines, [talk("a"), talk()]);
  });
});

describe("WildChat", () => {
  const message = (role: string, content: string) => ({
    content,
    created: null,
    hashed_ip: role === "user" ? "0".repeat(64) : null,
    language: "English",
    redacted: false,
    role,
    toxic: false,
    turn_identifier: 7,
  });
  const row = {
    conversation_hash: "3f1c0a5b9d8e7f60a1b2c3d4e5f60718",
    model: "gpt-4-0314",
    timestamp: "2023-04-09T00:02:53+00:00",
    conversation: [message("user", "Rewrite this."), message("assistant", "Done.")],
    turn: 1,
    language: "English",
    openai_moderation: [{ flagged: false }],
    detoxify_moderation: [{ toxicity: 0.01 }],
    toxic: false,
    redacted: false,
    country: "Nowhere",
  };

  test("a row is a session with its hash, model, language and time", () => {
    const run = runFormat(shareGptLines, [row, { ...row, conversation_hash: "4".repeat(32) }]);
    expect(run.confidence).toBeGreaterThan(0.5);
    expect(run.sessions.map(({ id, header }) => [id, header.model, header.language])).toEqual([
      [row.conversation_hash, "gpt-4-0314", "English"],
      ["4".repeat(32), "gpt-4-0314", "English"],
    ]);
    expect(personTexts(run)).toEqual(["Rewrite this.", "Rewrite this."]);
    expect(run.sessions[0]?.header.startedAt).toBe(row.timestamp);
    expect(isAccounted(run)).toBe(true);
  });
});
