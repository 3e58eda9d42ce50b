import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { fileWith } from "../transcript-file.test-helper.ts";
import { claudeAiConversation } from "./chat-export-fixtures.test-helper.ts";
import { claudeAi } from "./claude-ai.ts";
import { messagesFrom, outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";

const human = (content: string | Record<string, unknown>[], more = {}) => ({ sender: "human", content, more });
const assistant = (content: string | Record<string, unknown>[], more = {}) => ({ sender: "assistant", content, more });

const tools = claudeAiConversation("tools", [
  human("Check this list.", {
    attachments: [{ file_name: "list.txt", file_type: "txt", file_size: 9, extracted_content: "one\ntwo" }],
    files: [{ file_name: "list.txt" }, { file_kind: "image", file_name: "a.png" }],
  }),
  assistant([
    { type: "thinking", thinking: "Search first.", summaries: [] },
    { type: "text", text: "Looking." },
    { type: "tool_use", id: "toolu_1", name: "web_search", input: { query: "two" } },
    {
      type: "tool_result",
      tool_use_id: "toolu_1",
      name: "web_search",
      content: [{ type: "text", text: "found" }],
      is_error: false,
    },
    { type: "text", text: "Once more." },
    { type: "tool_use", name: "repl", input: { code: "1/0" } },
    { type: "tool_result", name: "repl", content: [{ type: "text", text: "Infinity" }], is_error: true },
    { type: "text", text: "Done." },
  ]),
  human([{ type: "voice_note", title: "Voice note", text: "Thanks." }]),
  assistant("You are welcome."),
]);

describe("Claude.ai's export", () => {
  test("keeps the person's words apart from files, and calls apart from their results", () => {
    expect(outline(messagesFrom(claudeAi, [tools]))).toEqual([
      "person: Check this list. + file + image",
      "host: one\ntwo",
      "model: Search first. + Looking. + call toolu_1",
      "tool: result toolu_1 ok",
      "model: Once more. + call call-1",
      "tool: result call-1 error",
      "model: Done.",
      "person: Thanks.",
      "model: You are welcome.",
    ]);
  });

  test("opens a session for each conversation, in a list and one a line", async () => {
    const older = claudeAiConversation("old", [human([], { text: "Only text" }), assistant([], { text: "Yes" })]);
    for (const content of [JSON.stringify([tools, older], null, 2), [tools, older]]) {
      const { sessions, report } = await loadSessions(fileWith(content));
      expect(report).toMatchObject({ kind: "claude-ai", records: 8, kept: 8, unaccounted: 0, brokenLines: [] });
      expect(sessions.map(({ id, title, startedAt, messages }) => [id, title, startedAt, messages.length])).toEqual([
        ["tools-0000-4000-8000-000000000000", "About tools", "2026-03-01T09:00:00.123456Z", 9],
        ["old-0000-4000-8000-000000000000", "About old", "2026-03-01T09:00:00.123456Z", 2],
      ]);
      const bytes = Buffer.from(
        typeof content === "string" ? content : content.map((one) => `${JSON.stringify(one)}\n`).join(""),
      );
      for (const message of sessions.flatMap(({ messages }) => messages)) {
        const [span] = message.spans;
        expect(message.id.startsWith(JSON.parse(bytes.toString("utf8", span?.start, span?.end)).uuid)).toBe(true);
      }
    }
  });

  test("a long paste without words opens a turn all the same", () => {
    const paste = { attachments: [{ file_name: "", file_type: "txt", extracted_content: "pasted" }] };
    expect(outline(messagesFrom(claudeAi, [claudeAiConversation("p", [human([], paste)])]))).toEqual([
      "person: file",
      "host: pasted",
    ]);
  });

  test("of a tree only the current branch counts; without a leaf it is the newest", () => {
    const root = "00000000-0000-4000-8000-000000000000";
    const turns = [
      human("Ask", { parent_message_uuid: root }),
      assistant("Answer", { parent_message_uuid: "t-0" }),
      human("Ask better", { parent_message_uuid: root }),
      assistant("Better answer", { parent_message_uuid: "t-2" }),
    ];
    const newest = runFormat(claudeAi, [claudeAiConversation("t", turns)]);
    expect(personTexts(newest)).toEqual(["Ask better"]);
    expect(newest.skipped).toEqual({ rewound: 2 });
    const named = runFormat(claudeAi, [claudeAiConversation("t", turns, { current_leaf_message_uuid: "t-1" })]);
    expect(personTexts(named)).toEqual(["Ask"]);
  });

  test("messages and conversations in another shape cost themselves only", () => {
    const run = runFormat(claudeAi, [
      { uuid: "x", name: "", chat_messages: [5, { sender: "someone" }, { sender: "human" }] },
      tools,
      7,
      { uuid: "e", chat_messages: [] },
    ]);
    expect(run.skipped).toEqual({ not_a_message: 2, no_content: 1, not_a_conversation: 1 });
    expect(isAccounted(run)).toBe(true);
    expect(run.confidence).toBe(0);
  });

  test.each([
    [{ uuid: "u", full_name: "A", email_address: "a@b.example" }],
    [{ chat_messages: [] }],
    [[tools]],
    [null],
  ])("does not claim %j", (value) => {
    expect(runFormat(claudeAi, [value]).confidence).toBe(0);
  });

  test("holds under random damage", () => {
    expectToHoldUnderMutation(claudeAi, [tools]);
  });
});
