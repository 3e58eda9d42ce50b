import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadSessions } from "../load-sessions.ts";
import { grokCli } from "./grok-cli.ts";
import { expectToHoldUnderMutation } from "./mutation.test-helper.ts";
import { personTexts, runFormat } from "./run-format.test-helper.ts";

const history = [
  { type: "system", content: "You are a coding agent." },
  {
    type: "user",
    content: [{ type: "text", text: "<user_info>\nOS\n</user_info>" }],
    synthetic_reason: "environment_context",
  },
  { type: "user", content: [{ type: "text", text: "<user_query>\nrun the script\n</user_query>" }], prompt_index: 0 },
  { type: "reasoning", id: "r1", summary: [{ type: "summary_text", text: "Simple." }], encrypted_content: "x" },
  {
    type: "assistant",
    content: "Running it.",
    tool_calls: [{ id: "c1", name: "run_terminal_cmd", arguments: '{"command":"sh a.sh"}' }],
    model_id: "grok-9",
  },
  { type: "tool_result", tool_call_id: "c1", content: "done\n", images: ["data:image/png;base64,AAAA"] },
  {
    type: "backend_tool_call",
    kind: { tool_type: "web_search", action: { query: "sh" }, id: "w1", status: "completed" },
  },
  { type: "user", content: [{ type: "image", url: "data:image/png;base64,AAAAAA" }], prompt_index: 1 },
];

describe("Grok CLI", () => {
  test("tells a person's prompts from the host's and unwraps them", () => {
    const run = runFormat(grokCli, history);
    expect(run.confidence).toBeGreaterThan(0.9);
    expect(personTexts(run)).toEqual(["run the script", "[image]"]);
    expect(run.sessions[0]?.header.model).toBe("grok-9");
  });

  test("reads calls of the agent and of the backend, and drops image bytes", () => {
    const parts = runFormat(grokCli, history).sessions[0]?.messages.flatMap((message) => message.parts) ?? [];
    expect(parts.filter((part) => part.type !== "text")).toEqual([
      { type: "reasoning", text: "Simple." },
      { type: "tool_call", callId: "c1", name: "run_terminal_cmd", input: { command: "sh a.sh" } },
      { type: "tool_result", callId: "c1", status: "unknown", text: "done\n" },
      { type: "image", mediaType: "image/png", encodedLength: 4 },
      { type: "tool_call", callId: "w1", name: "web_search", input: { query: "sh" }, status: "ok" },
      { type: "image", mediaType: "image/png", encodedLength: 6 },
    ]);
  });

  test("finds the summary beside the file and the parent of a sub-agent", async () => {
    const root = await mkdtemp(join(tmpdir(), "grok-"));
    try {
      const child = "019f0000-0000-7000-8000-00000000000a";
      await mkdir(join(root, child));
      await mkdir(join(root, "parent", "subagents", child), { recursive: true });
      const file = join(root, child, "chat_history.jsonl");
      await writeFile(file, history.map((record) => JSON.stringify(record)).join("\n"));
      const summary = {
        info: { id: child, cwd: "/work/shop" },
        generated_title: "A script",
        created_at: "2026-02-03T04:05:06Z",
      };
      await writeFile(join(root, child, "summary.json"), JSON.stringify(summary));
      const meta = { parent_session_id: "parent", subagent_type: "explore" };
      await writeFile(join(root, "parent", "subagents", child, "meta.json"), JSON.stringify(meta));
      const { sessions, report } = await loadSessions(file, { formats: [grokCli] });
      expect(report.diagnostics).toEqual([]);
      expect(sessions[0]).toMatchObject({
        id: child,
        title: "A script",
        projectRoot: "/work/shop",
        startedAt: "2026-02-03T04:05:06Z",
        subAgentOf: "parent",
      });
    } finally {
      await rm(root, { recursive: true });
    }
  });

  test("holds under random damage", () => expectToHoldUnderMutation(grokCli, history));
});
