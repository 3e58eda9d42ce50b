/** Turns and calls of real transcripts, counted by hand. They lie beside the project and are not part of it. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { loadSessions } from "../load-sessions.ts";
import type { SourceKind } from "../model.ts";

const shared = join(import.meta.dirname, "../../../../shared");
const absent = !existsSync(join(shared, "sessions"));

const counted: [kind: SourceKind, file: string, userTurns: number, toolCalls: number][] = [
  ["qwen-code", "sessions/qwen-code/agent-sessions/019f0000-0000-7000-8000-000000000001.jsonl", 1, 1],
  ["qwen-code", "sessions/qwen-code/agent-sessions/019f0000-0000-7000-8000-000000000005.jsonl", 1, 0],
  ["qwen-code", "agents/qwen/headless-2calls-session.jsonl", 1, 2],
  ["qwen-code", "agents/qwen/headless-21calls-autoskill-session.jsonl", 1, 21],
  ["qwen-code", "agents/qwen/interactive-21calls-autoskill-session.jsonl", 1, 21],
  ["qwen-code", "agents/qwen/stream-json-output-r2.jsonl", 0, 21],
  ["gemini-cli", "sessions/gemini-cli/pomodoro.json", 5, 11],
  ["gemini-cli", "sessions/gemini-cli/agent-sessions/large.json", 2, 2],
  ["gemini-cli", "sessions/gemini-cli/agent-sessions/jsonl_v040.jsonl", 1, 1],
  ["gemini-cli", "agents/gemini-cli/transcript/session-2026-11-29T18-00-14a64a5f.jsonl", 1, 5],
  ["opencode", "sessions/opencode/agent-sessions/storage_v2/session/proj_test/ses_s_stage0_small.json", 1, 1],
  ["opencode", "sessions/opencode/agent-sessions/storage_v2/message/s_stage0_small/msg_0001.json", 0, 0],
  ["opencode", "sessions/opencode/agent-sessions/storage_v2/part/m_user_small/001.json", 0, 0],
  ["opencode", "sessions/opencode/agent-sessions/storage_legacy/session/proj_test/ses_s_stage0_drift.json", 1, 0],
  ["opencode", "agents/opencode/export-with-skill.json", 1, 5],
  ["opencode", "agents/opencode/opencode.db.json", 1, 5],
  ["opencode", "agents/opencode/run-format-json.jsonl", 0, 5],
  ["copilot-cli", "sessions/copilot-cli/agent-sessions/large.jsonl", 3, 2],
  ["copilot-cli", "sessions/copilot-cli/agent-sessions/schema_drift.jsonl", 0, 1],
  ["copilot-cli", "agents/copilot-cli/transcript/events.jsonl", 1, 5],
  ["copilot-cli", "agents/copilot-cli/stdout-json.jsonl", 1, 5],
  ["cursor", "sessions/cursor/agent-sessions/large.jsonl", 3, 2],
  ["cursor", "sessions/cursor/agent-sessions/schema_drift.jsonl", 1, 1],
  ["cursor", "sessions/cursor/agent-sessions/subagent/subagents/child.jsonl", 0, 0],
  ["pi", "sessions/pi/agent-sessions/small.jsonl", 2, 0],
  ["pi", "sessions/pi/compaction-window.jsonl", 27, 296],
  ["openclaw", "sessions/openclaw/agent-sessions/large.jsonl", 1, 2],
  ["openclaw", "sessions/openclaw/agent-sessions/schema_drift.jsonl", 1, 1],
  ["openclaw", "sessions/openclaw/metaclaw-bench/day01_ae8c0044-6395-42f7-8cb4-604c411defe2.jsonl", 1, 0],
];

describe.skipIf(absent)("real transcripts (skipped where ../shared is absent)", () => {
  test.each(counted)("%s: %s has %i turns of a person and %i calls", async (kind, file, userTurns, toolCalls) => {
    const check = await checkTranscript(join(shared, file));
    expect(check).toMatchObject({ kind, userTurns, toolCalls, unaccounted: 0, brokenLines: [] });
  });

  test("a failed command is a failure in every agent's transcript, whatever it calls success", async () => {
    const failing = [
      "agents/gemini-cli/transcript/session-2026-11-29T18-00-14a64a5f.jsonl",
      "agents/opencode/export-with-skill.json",
      "agents/copilot-cli/transcript/events.jsonl",
      "sessions/gemini-cli/agent-sessions/large.json",
    ];
    for (const file of failing) {
      const { sessions } = await loadSessions(join(shared, file));
      const results = sessions.flatMap((session) => session.messages).flatMap((message) => message.parts);
      const failed = results.filter((part) => part.type === "tool_result" && part.exitCode === 1);
      expect(failed, file).toHaveLength(1);
      expect(failed[0], file).toMatchObject({ status: "error" });
    }
  });

  test("sub-agents are children, their turns nobody's", async () => {
    const copilot = await loadSessions(join(shared, "agents/copilot-cli/transcript/events.jsonl"));
    expect(copilot.sessions.map((session) => session.children.length)).toEqual([1]);
    const openCode = await loadSessions(join(shared, "agents/opencode/opencode.db.json"));
    expect(openCode.sessions.map((session) => session.children.length)).toEqual([1]);
    expect(openCode.sessions[0]?.children[0]?.subAgentOf).toBe(openCode.sessions[0]?.id);
  });

  test.each([
    "agents/qwen/hook-payloads-interactive.jsonl",
    "agents/qwen/usage_record.jsonl",
    "agents/qwen/skill-curator.json",
    "agents/gemini-cli/gemini-stdout.json",
    "agents/gemini-cli/settings.json",
    "agents/opencode/plugin-events.jsonl",
    "agents/opencode/opencode.json",
    "agents/copilot-cli/transcript/rewind-index.json",
    "agents/copilot-cli/hooks-config.json",
  ])("%s is no session", async (file) => {
    expect(await checkTranscript(join(shared, file))).toMatchObject({ kind: "unknown", sessions: 0, unaccounted: 0 });
  });
});
