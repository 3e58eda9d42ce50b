import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { fileWith } from "../transcript-file.test-helper.ts";
import { messagesFrom, outline } from "./message-outline.test-helper.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { openWebUi } from "./open-webui.ts";
import { isAccounted, personTexts, runFormat } from "./run-format.test-helper.ts";

const message = (id: string, parentId: string | null, role: string, content: unknown, more = {}) => ({
  id,
  parentId,
  childrenIds: [],
  role,
  content,
  timestamp: 1_750_000_000,
  ...more,
});

const row = (id: string, currentId: string | null, messages: readonly ReturnType<typeof message>[]) => ({
  id: `${id}-0000-4000-8000-000000000000`,
  user_id: "u",
  title: `About ${id}`,
  chat: {
    title: `About ${id}`,
    models: ["llama3.1:latest"],
    history: { currentId, messages: Object.fromEntries(messages.map((one) => [one.id, one])) },
  },
  created_at: 1_750_000_000,
  updated_at: 1_750_000_100,
  archived: false,
});

const tools = row("tools", "a2", [
  message("u1", null, "user", "Weather?", {
    files: [{ type: "image", url: "data:image/png;base64,AAAA" }, { name: "a.pdf" }],
  }),
  message("a1", "u1", "assistant", "<details>", {
    model: "gpt-5",
    output: [
      { type: "reasoning", content: [{ type: "output_text", text: "Ask the tool." }] },
      { type: "function_call", id: "x", call_id: "call_1", name: "weather", arguments: '{"city":"Rome"}' },
      { type: "function_call_output", call_id: "call_1", output: [{ type: "input_text", text: "21" }] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "It is 21." }] },
    ],
  }),
  message("u2", "a1", "user", "Really?"),
  message(
    "a2",
    "u2",
    "assistant",
    '<details type="reasoning" done="true">\n<summary>Thought for 3 seconds</summary>\n&gt; Yes\n</details>\nYes.',
  ),
]);
const branched = row("b", null, [
  message("u1", null, "user", "Ask"),
  message("u2", null, "user", "Ask better", { timestamp: 1_750_000_050 }),
  message("a2", "u2", "assistant", "Answer", { timestamp: 1_750_000_051 }),
]);

describe("Open WebUI's export", () => {
  test("reads the current branch with thoughts, calls and results", () => {
    expect(outline(messagesFrom(openWebUi, [tools]))).toEqual([
      "person: Weather? + image + file",
      "model: Ask the tool. + call call_1",
      "tool: result call_1 unknown",
      "model: It is 21.",
      "person: Really?",
      "model: > Yes + Yes.",
    ]);
  });

  test("opens a session for each chat; without a current message the newest branch counts", () => {
    const run = runFormat(openWebUi, [tools, branched, { id: "x", chat: {} }]);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(run.sessions.map(({ header }) => header)).toEqual([
      { title: "About tools", model: "llama3.1:latest", startedAt: "2025-06-15T15:06:40.000Z" },
      { title: "About b", model: "llama3.1:latest", startedAt: "2025-06-15T15:06:40.000Z" },
    ]);
    expect(personTexts(run).slice(2)).toEqual(["Ask better"]);
    expect(run.skipped).toEqual({ rewound: 1, not_a_conversation: 1 });
    expect(isAccounted(run)).toBe(true);
  });

  test("each message has the bytes of its own node", async () => {
    const content = JSON.stringify([tools, branched]);
    const { sessions, report } = await loadSessions(fileWith(content));
    expect(report).toMatchObject({ kind: "open-webui", unaccounted: 0, brokenLines: [] });
    for (const { id, spans } of sessions.flatMap(({ messages }) => messages)) {
      const [span] = spans;
      const node = JSON.parse(Buffer.from(content).toString("utf8", span?.start, span?.end));
      expect(id.split(":")[0]).toBe(node.id);
    }
  });

  test.each([[{ chat: { history: { messages: {} } } }], [{ history: { messages: { a: { role: "user" } } } }], [null]])(
    "does not claim %j",
    (value) => {
      expect(runFormat(openWebUi, [value]).confidence).toBe(0);
    },
  );

  test("holds under random damage", () => {
    expectToHoldUnderMutation(openWebUi, [tools, branched]);
  });
});
