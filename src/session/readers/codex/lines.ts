/** The kinds of lines in a rollout: by which it is recognised, and which say nothing of the conversation. */
import type { ContentSample } from "../../reader.ts";
import { asArray, asRecord, asString } from "../shared/json-access.ts";

const LINE_TYPES = new Set(["session_meta", "turn_context", "response_item", "event_msg", "compacted"]);
const BARE_TYPES = new Set(["message", "reasoning", "function_call", "function_call_output", "local_shell_call"]);

export function recognise({ values }: ContentSample): number {
  let best = 0;
  for (const value of values) {
    const line = asRecord(value);
    if (line === undefined) continue;
    const payload = asRecord(line.payload);
    if (payload !== undefined && LINE_TYPES.has(asString(line.type) ?? "")) {
      return line.type === "session_meta" || typeof line.timestamp === "string" ? 0.95 : 0.8;
    }
    if (line.record_type === "state") best = Math.max(best, 0.7);
    if (typeof line.id === "string" && "instructions" in line && "timestamp" in line) best = Math.max(best, 0.85);
    const bare = BARE_TYPES.has(asString(line.type) ?? "") && line.message === undefined;
    if (bare && (typeof line.call_id === "string" || isItemContent(line.content))) best = Math.max(best, 0.7);
    const flat = typeof line.content === "string" && typeof line.timestamp === "string" && line.type === undefined;
    if (flat && (line.role === "user" || line.role === "assistant")) best = Math.max(best, 0.65);
  }
  return best;
}

const isItemContent = (content: unknown): boolean =>
  asArray(content).some((block) => ["input_text", "output_text"].includes(asString(asRecord(block)?.type) ?? ""));

/** Events and lines that say nothing of the conversation, with the reason to count them under. */
export const BOOKKEEPING: Record<string, string> = {
  token_count: "token_count",
  token_usage_record: "token_count",
  "account/rateLimits/updated": "token_count",
  world_state: "environment",
  ghost_snapshot: "snapshot",
  inter_agent_communication_metadata: "session_state",
  thread_settings_applied: "session_state",
  thread_goal_updated: "session_state",
  session_configured: "session_state",
  undo_completed: "session_state",
  task_started: "turn_state",
  task_complete: "turn_state",
  turn_started: "turn_state",
  turn_complete: "turn_state",
  turn_aborted: "turn_state",
  "turn.started": "turn_state",
  "turn.completed": "turn_state",
  item_started: "turn_state",
  guardian_assessment: "turn_state",
  sub_agent_activity: "sub_agent_event",
  SubAgentActivity: "sub_agent_event",
  CollabAgentToolCall: "sub_agent_event",
  collab_agent_spawn_end: "sub_agent_event",
  collab_agent_interaction_end: "sub_agent_event",
  collab_close_end: "sub_agent_event",
  collab_waiting_end: "sub_agent_event",
  exec_command_begin: "duplicate",
  exec_command_output_delta: "duplicate",
  patch_apply_begin: "duplicate",
  mcp_tool_call_begin: "duplicate",
  web_search_begin: "duplicate",
  dynamic_tool_call_request: "duplicate",
  image_generation_end: "duplicate",
  Extension: "duplicate",
  Plan: "duplicate",
};
