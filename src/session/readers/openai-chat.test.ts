import { describe, expect, test } from "vitest";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { openAiChatDocument, openAiChatLines } from "./openai-chat.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";

const call = (id: string, name: string, args: unknown) => ({
  id,
  type: "function",
  function: { name, arguments: JSON.stringify(args) },
});

const messages = [
  { role: "developer", content: "Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "How warm is it?" },
      { type: "image_url", image_url: { url: "https://a.example/x.png" } },
    ],
  },
  { role: "assistant", content: null, tool_calls: [call("c1", "weather", { at: "Rome" }), call("c2", "clock", {})] },
  { role: "tool", tool_call_id: "c2", content: "noon" },
  { role: "tool", tool_call_id: "c1", content: [{ type: "text", text: "21" }] },
  { role: "assistant", content: "<think>\nWarm.\n</think>\n\n21 degrees." },
  { role: "user", content: "谢谢" },
];

/** LLaMA-Factory's form: payloads under `value`, calls as parts, one answer for several calls. */
const valueForm = {
  messages: [
    { role: "user", content: [{ type: "text", value: "Two areas, please." }] },
    {
      role: "assistant",
      content: [
        { type: "reasoning", value: "Two calls." },
        { type: "tool_call", value: '{"name": "area", "arguments": {"r": 1}}' },
        { type: "tool_call", value: '{"name": "area", "arguments": {"r": 2}}' },
      ],
    },
    { role: "tool", content: [{ type: "text", value: '[{"content": "3.1"}, {"content": {"area": 12.5}}]' }] },
  ],
  tools: "[]",
};

describe("OpenAI chat", () => {
  test.each([
    ["a list of messages", openAiChatDocument, [messages]],
    ["an object with messages", openAiChatDocument, [{ model: "model-1", messages }]],
    ["a batch request", openAiChatLines, [{ custom_id: "r-1", method: "POST", body: { messages } }]],
    ["one message a line", openAiChatLines, messages],
    ["one conversation a line", openAiChatLines, [{ messages, tools: [] }]],
  ])("reads %s", (_, format, values) => {
    const run = runFormat(format, values);
    expect(run.confidence).toBe(0.5);
    expect(personTexts(run)).toEqual(["How warm is it?\n[image]", "谢谢"]);
    expect(isAccounted(run)).toBe(true);
    expect(run.sessions).toHaveLength(1);
    expect(run.sessions[0]?.messages.map((message) => message.origin)).toEqual([
      "host",
      "person",
      "model",
      "tool",
      "tool",
      "model",
      "person",
    ]);
  });

  test("keeps images by reference, thoughts as reasoning, and joins results by id", () => {
    const parts = runFormat(openAiChatDocument, [messages]).sessions[0]?.messages.flatMap((message) => message.parts);
    expect(parts?.slice(2, 9)).toEqual([
      { type: "image", reference: "https://a.example/x.png" },
      { type: "tool_call", callId: "c1", name: "weather", input: { at: "Rome" } },
      { type: "tool_call", callId: "c2", name: "clock", input: {} },
      { type: "tool_result", callId: "c2", status: "unknown", text: "noon" },
      { type: "tool_result", callId: "c1", status: "unknown", text: "21" },
      { type: "reasoning", text: "Warm." },
      { type: "text", text: "21 degrees." },
    ]);
  });

  test("a list that answers several calls becomes one result for each", () => {
    const run = runFormat(openAiChatLines, [valueForm]);
    expect(personTexts(run)).toEqual(["Two areas, please."]);
    expect(run.sessions[0]?.messages.flatMap((message) => message.parts).slice(1)).toEqual([
      { type: "reasoning", text: "Two calls." },
      { type: "tool_call", callId: "call-1", name: "area", input: { r: 1 } },
      { type: "tool_call", callId: "call-2", name: "area", input: { r: 2 } },
      { type: "tool_result", callId: "call-1", status: "unknown", text: "3.1" },
      { type: "tool_result", callId: "call-2", status: "unknown", text: '{"area":12.5}' },
    ]);
  });

  test("each conversation of a list is a session, by its own id where it has one", () => {
    const long = "chat-0123456789abcdef";
    const run = runFormat(openAiChatDocument, [
      [{ id: "one", messages }, { messages }, { id: "one", messages }, { id: long, messages }],
    ]);
    expect(run.sessions.map((session) => session.id)).toEqual([
      "openai-chat-fallback-one",
      expect.stringMatching(/^openai-chat-fallback-1-[0-9a-f]{8}$/),
      "openai-chat-fallback-one~2",
      long,
    ]);
    expect(run.sessions.map((session) => session.messages.length)).toEqual([7, 7, 7, 7]);
  });

  test("conversations that begin with the same prompt have ids of their own, which stay as they go on", () => {
    const idOf = (...said: string[]) => {
      const talk = said.map((content) => ({ role: "user", content }));
      return runFormat(openAiChatDocument, [[messages[0], ...talk]]).sessions[0]?.id;
    };
    expect(idOf("hello")).not.toBe(idOf("good day"));
    expect(idOf("hello")).toBe(idOf("hello", "go on"));
  });

  test("images beside the messages take the places of their marks", () => {
    const conversation = {
      messages: [
        { role: "user", content: "<image>Who is this? And <image>" },
        { role: "assistant", content: "Nobody. <image>" },
      ],
      images: ["a.jpg", "b.jpg"],
    };
    const parts = runFormat(openAiChatDocument, [conversation]).sessions[0]?.messages.flatMap(
      (message) => message.parts,
    );
    expect(parts).toEqual([
      { type: "text", text: "Who is this? And" },
      { type: "image", reference: "a.jpg" },
      { type: "image", reference: "b.jpg" },
      { type: "text", text: "Nobody. <image>" },
    ]);
  });

  test("the older function_call and function role are a call and its result", () => {
    const old = [
      { role: "user", content: "hi" },
      { role: "assistant", content: null, function_call: { name: "greet", arguments: "{broken" } },
      { role: "function", name: "greet", content: "hello" },
    ];
    const parts = runFormat(openAiChatDocument, [old]).sessions[0]?.messages.flatMap((message) => message.parts);
    expect(parts?.slice(1)).toEqual([
      { type: "tool_call", callId: "call-1", name: "greet", input: "{broken" },
      { type: "tool_result", callId: "call-1", status: "unknown", text: "hello" },
    ]);
  });

  test("odd members are skipped with a reason", () => {
    const run = runFormat(openAiChatDocument, [
      [{ messages: [...messages, "x", { role: "narrator", content: "…" }, { role: "user", content: "" }] }, 7],
    ]);
    expect(run.skipped).toEqual({ not_a_message: 2, no_content: 1, not_a_conversation: 1 });
    expect(isAccounted(run)).toBe(true);
  });

  test.each([
    ["a list of numbers", [1, 2]],
    ["an empty list", []],
    ["one message alone", [{ role: "user", content: "x" }]],
    ["an object that is no conversation", { messages: "none" }],
    ["a request without a dialogue", { messages: [{ role: "system", content: "x" }] }],
    ["messages of another shape", [{ type: "user", message: { role: "user", content: "x" } }, { type: "x" }]],
    [
      "people of a directory",
      [
        { role: "user", name: "ann" },
        { role: "admin", name: "bob" },
      ],
    ],
    ["one odd entry among conversations", [{ messages }, { messages: [] }]],
  ])("does not take %s for a conversation", (_, document) => {
    expect(runFormat(openAiChatDocument, [document]).confidence).toBe(0);
    expect(runFormat(openAiChatLines, Array.isArray(document) ? document : [document]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(openAiChatDocument, [[{ id: "one", messages }, valueForm]]);
    expectToHoldUnderMutation(openAiChatLines, [valueForm, ...messages]);
  });
});
