import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { fileWith } from "../transcript-file.test-helper.ts";
import { type ChatGptTurn, chatGptConversation } from "./chat-export-fixtures.test-helper.ts";
import { chatGpt } from "./chatgpt.ts";
import { messagesFrom, outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";

const said = (id: string, role: string, content: ChatGptTurn["content"], more: Partial<ChatGptTurn> = {}) => ({
  id,
  role,
  content,
  ...more,
});
const hidden = { is_visually_hidden_from_conversation: true };

const tools = chatGptConversation("tools", [
  said("s", "system", "", { metadata: hidden }),
  said(
    "c",
    "user",
    { content_type: "user_editable_context", user_profile: "Lives in Rome.", user_instructions: "Be brief." },
    { metadata: { ...hidden, is_user_system_message: true } },
  ),
  said(
    "u1",
    "user",
    {
      content_type: "multimodal_text",
      parts: [{ content_type: "image_asset_pointer", asset_pointer: "sediment://file_1", size_bytes: 9 }, "Plot this."],
    },
    { metadata: { attachments: [{ id: "f", name: "plot.png", mime_type: "image/png" }, { name: "data.csv" }] } },
  ),
  said("t", "assistant", {
    content_type: "thoughts",
    thoughts: [{ summary: "Plan", content: "Read it first.", finished: true }],
  }),
  said(
    "a1",
    "assistant",
    { content_type: "code", language: "python", text: "open('data.csv')" },
    { recipient: "python" },
  ),
  said(
    "r1",
    "tool",
    { content_type: "execution_output", text: "no such file" },
    { name: "python", metadata: { aggregate_result: { status: "error" } } },
  ),
  said("a2", "assistant", '{"query": "plots"}', { recipient: "web.search", metadata: { model_slug: "gpt-5" } }),
  said(
    "r2",
    "tool",
    { content_type: "sonic_webpage", title: "Plots", url: "https://a.example", text: "How to" },
    { name: "web" },
  ),
  said("r3", "tool", { content_type: "system_error", text: "robots.txt" }, { name: "web.search" }),
  said("p", "assistant", { content_type: "reasoning_recap", content: "Thought for 9 seconds" }),
  said("a3", "assistant", "Here it is."),
]);

describe("ChatGPT's export", () => {
  test("tells person, model, tools and host apart, and joins calls with their results", () => {
    expect(outline(messagesFrom(chatGpt, [tools]))).toEqual([
      "host: Lives in Rome.\nBe brief.",
      "person: image + Plot this. + file",
      "model: Plan\nRead it first.",
      "model: call a1",
      "tool: result a1 error",
      "model: call a2",
      "tool: result a2 unknown",
      "tool: result a2 error",
      "model: Here it is.",
    ]);
    const parts = messagesFrom(chatGpt, [tools]).flatMap((message) => message.parts);
    expect(parts.filter((part) => part.type === "tool_call")).toEqual([
      { type: "tool_call", callId: "a1", name: "python", input: "open('data.csv')" },
      { type: "tool_call", callId: "a2", name: "web.search", input: { query: "plots" } },
    ]);
  });

  test("a result answers the oldest call of its tool that waits, else the last call", () => {
    const call = (id: string, recipient: string) => said(id, "assistant", "{}", { recipient });
    const result = (id: string, name: string) => said(id, "tool", "done", { name });
    const several = chatGptConversation("several", [
      said("u", "user", "Go."),
      ...[call("a1", "python"), call("a2", "web"), call("a3", "python")],
      ...[result("r1", "web"), result("r2", "python"), result("r3", "python"), result("r4", "web")],
    ]);
    expect(outline(messagesFrom(chatGpt, [several])).slice(-4)).toEqual(
      ["a2", "a1", "a3", "a3"].map((id) => `tool: result ${id} unknown`),
    );
  });

  test("opens a session for each conversation, with its id, title, model and time", () => {
    const run = runFormat(chatGpt, [
      tools,
      chatGptConversation("two", [said("u", "user", "Hi"), said("a", "assistant", "Hello")]),
    ]);
    expect(run.sessions.map(({ id, header }) => [id, header])).toEqual([
      [
        "tools-0000-4000-8000-000000000000",
        { title: "About tools", model: "gpt-5", startedAt: "2025-06-15T15:06:40.250Z" },
      ],
      ["two-0000-4000-8000-000000000000", { title: "About two", model: "auto", startedAt: "2025-06-15T15:06:40.250Z" }],
    ]);
    expect(run.sessions[1]?.messages[0]?.at).toBe("2025-06-15T15:06:40.500Z");
    expect(isAccounted(run)).toBe(true);
  });

  const branched = [
    said("u1", "user", "Ask"),
    said("a1", "assistant", "First answer"),
    said("a2", "assistant", "Second answer", { parent: "u1" }),
    said("u2", "user", "Typo", { parent: "a2" }),
    said("u3", "user", "Corrected", { parent: "a2" }),
    said("a3", "assistant", "Fine"),
  ];

  test("the branch to the current node is the conversation, what was left is not", () => {
    const run = runFormat(chatGpt, [chatGptConversation("b", branched)]);
    expect(outline(run.sessions[0]?.messages ?? [])).toEqual([
      "person: Ask",
      "model: Second answer",
      "person: Corrected",
      "model: Fine",
    ]);
    expect(run.skipped).toEqual({ rewound: 2, no_content: 1 });
    const without = runFormat(chatGpt, [chatGptConversation("b", branched, { current_node: null })]);
    expect(personTexts(without)).toEqual(["Ask", "Corrected"]);
  });

  test("a conversation without messages or in another shape costs itself only", () => {
    const run = runFormat(chatGpt, [
      { title: "Broken", id: "x" },
      chatGptConversation("b", branched),
      "odd",
      chatGptConversation("e", []),
    ]);
    expect(run.confidence).toBe(0);
    expect(run.skipped).toEqual({ not_a_conversation: 2, rewound: 2, no_content: 2 });
    expect(run.sessions).toHaveLength(2);
    expect(runFormat(chatGpt, [{ title: "Broken", id: "x" }, tools, tools]).confidence).toBeGreaterThan(0.9);
  });

  test("a list inside of an object, and a voice conversation, are read too", () => {
    const spoken = { content_type: "multimodal_text", parts: [{ content_type: "audio_transcription", text: "Aloud" }] };
    const run = runFormat(chatGpt, [{ conversations: [chatGptConversation("v", [said("u", "user", spoken)])] }]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["Aloud"]);
  });

  test("each message has the bytes of its own node, in a list on one line and in one that is set out", async () => {
    for (const indent of [0, 2]) {
      const content = JSON.stringify([tools, chatGptConversation("b", branched)], null, indent);
      const { sessions, report } = await loadSessions(fileWith(content));
      expect(report).toMatchObject({ kind: "chatgpt", layout: "list", unaccounted: 0, brokenLines: [] });
      for (const { messages } of sessions) {
        for (const { id, spans } of messages) {
          const [span] = spans;
          const node = JSON.parse(Buffer.from(content).toString("utf8", span?.start, span?.end));
          expect(node).toMatchObject({ id, message: { id } });
        }
      }
      expect(sessions.map(({ messages }) => messages.length)).toEqual([9, 4]);
    }
  });

  test("an export that was cut off gives what is whole", async () => {
    const content = JSON.stringify([tools, chatGptConversation("b", branched)]);
    const { sessions, report } = await loadSessions(fileWith(content.slice(0, -40)));
    expect(sessions.map(({ messages }) => messages.length)).toEqual([9]);
    expect(report).toMatchObject({ kind: "chatgpt", brokenLines: [1], unaccounted: 0 });
  });

  test.each([
    ["a settings file", { mapping: { a: "b" }, title: "x" }],
    ["another program's tree", { mapping: { n: { id: "n", parent: null, children: [], message: { fragments: [] } } } }],
    ["an empty conversation alone", { mapping: {}, current_node: null }],
    ["nothing", null],
  ])("does not claim %s", (_name, value) => {
    expect(runFormat(chatGpt, [value]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(chatGpt, [tools, chatGptConversation("b", branched)]);
  });
});
