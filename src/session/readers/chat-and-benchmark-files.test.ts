/** Real files of ../shared, counted by hand; skipped where the folder is not there. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { checkTranscript } from "../check-transcript.ts";
import { loadSessions } from "../load-sessions.ts";

const sessions = join(import.meta.dirname, "../../../../shared/sessions");
const suite = existsSync(sessions) ? describe : describe.skip;

/** File, kind, sessions, turns of a person, tool calls. */
const counted: [string, string, number, number, number][] = [
  ["kimi-cli/agent-sessions/assistant_tools.jsonl", "kimi-cli", 1, 8, 19],
  ["kimi-cli/agent-sessions/subagent_agent-0.jsonl", "kimi-cli", 1, 0, 0],
  ["kimi-cli/agent-sessions/state.json", "unknown", 0, 0, 0],
  ["factory-droid/agent-sessions/session_store_large.jsonl", "factory-droid", 1, 2, 1],
  ["factory-droid/agent-sessions/session_store_schema_drift.jsonl", "factory-droid", 1, 1, 0],
  ["factory-droid/agent-sessions/stream_json_large.jsonl", "factory-droid", 1, 1, 1],
  ["factory-droid/agent-sessions/stream_json_schema_drift.jsonl", "factory-droid", 1, 1, 1],
  ["grok-cli/agent-sessions/chat_history.jsonl", "grok-cli", 1, 2, 3],
  ["grok-cli/agent-sessions/summary.json", "unknown", 0, 0, 0],
  ["hermes/agent-sessions/large.json", "hermes", 1, 1, 1],
  ["hermes/agent-sessions/schema_drift.json", "hermes", 1, 1, 1],
  ["antigravity/agent-sessions/cli_small.jsonl", "antigravity", 1, 1, 9],
  ["antigravity/agent-sessions/cli_schema_drift.jsonl", "antigravity", 1, 1, 1],
  ["swe-agent/marshmallow-1867-function-calling.traj", "swe-agent", 1, 1, 13],
  ["swe-agent/marshmallow-1867-xml.traj", "swe-agent", 1, 1, 12],
  ["swe-agent/ctf-web-i_got_id.traj", "swe-agent", 1, 1, 21],
  ["swe-agent/mini-github_issue.traj.json", "mini-swe-agent", 1, 1, 10],
  ["openhands/multi_swe_bench-output.jsonl", "openhands", 3, 3, 101],
  ["openhands/traj-basic.json", "openhands", 1, 1, 1],
  ["openhands/traj-basic_gui_mode.json", "openhands", 1, 1, 4],
  ["openhands/traj-wrong_initial_state.json", "openhands", 1, 1, 3],
  // 810 messages of the user, 16 of which are nothing but the harness's stop mark.
  ["tau-bench/gpt-4o-airline.json", "tau-bench", 107, 794, 619],
  ["openai-chat/mllm-images.json", "openai-chat", 6, 12, 0],
  ["openai-chat/reason-tool-use-50.jsonl", "openai-chat", 50, 70, 68],
  // Of the 910 conversations that the name promises the file holds 500.
  ["openai-chat/fastchat-dummy-910.json", "sharegpt", 500, 1000, 0],
  ["openai-chat/glaive-toolcall-en.json", "sharegpt", 300, 746, 211],
  // 2,189 turns of a person, 17 of which are empty.
  ["openai-chat/sharegpt-zh.jsonl", "sharegpt", 456, 2172, 0],
  ["aider/chat-history.md", "aider", 385, 396, 157],
];

suite("real transcripts", () => {
  test.each(counted)("%s", async (file, kind, expectedSessions, userTurns, toolCalls) => {
    const check = await checkTranscript(join(sessions, file));
    expect(check).toMatchObject({
      kind,
      sessions: expectedSessions,
      userTurns,
      toolCalls,
      unaccounted: 0,
      brokenLines: [],
    });
  });

  test("rewards of tau-bench are outcomes: 44 of the 107 runs passed", async () => {
    const { sessions: runs } = await loadSessions(join(sessions, "tau-bench/gpt-4o-airline.json"));
    expect(runs.filter((run) => run.outcome.status === "success")).toHaveLength(44);
    expect(runs.filter((run) => run.outcome.status === "failure")).toHaveLength(63);
  });

  test("a run of OpenHands that ran out of turns failed; the others are not known", async () => {
    const { sessions: runs } = await loadSessions(join(sessions, "openhands/multi_swe_bench-output.jsonl"));
    expect(runs.map((run) => run.outcome.status)).toEqual(["unknown", "unknown", "failure"]);
  });

  test.each(["swe-agent/marshmallow-1867-function-calling.traj", "swe-agent/mini-github_issue.traj.json"])(
    "in %s every call has one result",
    async (file) => {
      const [session] = (await loadSessions(join(sessions, file))).sessions;
      const parts = session?.messages.flatMap((message) => message.parts) ?? [];
      const calls = parts.flatMap((part) => (part.type === "tool_call" ? [part.callId] : []));
      expect(new Set(calls).size).toBe(calls.length);
      expect(parts.flatMap((part) => (part.type === "tool_result" ? [part.callId] : []))).toEqual(calls);
    },
  );
});
