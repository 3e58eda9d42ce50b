/** Tool calls in the shapes of Codex: response items and, for files that have only those, end events. */
import type { ToolCallPart } from "../../model.ts";
import { asRecord, asString, type JsonRecord, parseJson } from "../shared/json-access.ts";

export interface CodexCall {
  name: string;
  input: unknown;
  callId: string | undefined;
}

/** The call in a `response_item`, if it is one. */
export function itemCall(item: JsonRecord): CodexCall | undefined {
  const callId = asString(item.call_id) ?? asString(item.id);
  switch (item.type) {
    case "function_call":
      return { name: functionName(item), input: parseJson(item.arguments), callId };
    case "custom_tool_call":
      return { name: asString(item.name) ?? "unknown", input: parseJson(item.input), callId };
    case "local_shell_call":
      return { name: "local_shell", input: item.action, callId };
    case "web_search_call":
      return { name: "web_search", input: item.action, callId: asString(item.id) ?? callId };
    case "tool_search_call":
      return { name: "tool_search", input: item.arguments, callId };
    case "image_generation_call":
      return { name: "image_generation", input: { prompt: item.revised_prompt }, callId };
    default:
      return undefined;
  }
}

function functionName(item: JsonRecord): string {
  const name = asString(item.name) ?? "unknown";
  const namespace = asString(item.namespace);
  return namespace?.startsWith("mcp") ? `${namespace}.${name}` : name;
}

/** The call that an end event (or a completed item) tells about. */
export function eventCall(event: JsonRecord): CodexCall | undefined {
  const callId = asString(event.call_id) ?? asString(event.callId) ?? asString(event.id);
  const invocation = asRecord(event.invocation) ?? event;
  switch (event.type) {
    case "exec_command_end":
    case "CommandExecution":
      return { name: "exec_command", input: { command: event.command, cwd: event.cwd }, callId };
    case "patch_apply_end":
    case "FileChange":
      return { name: "apply_patch", input: { changes: event.changes }, callId };
    case "mcp_tool_call_end":
    case "McpToolCall": {
      const name = `${asString(invocation.server) ?? "mcp"}__${asString(invocation.tool) ?? "unknown"}`;
      return { name, input: invocation.arguments, callId };
    }
    case "dynamic_tool_call_response":
      return { name: asString(event.tool) ?? "unknown", input: event.arguments, callId };
    case "web_search_end":
      return { name: "web_search", input: event.action ?? { query: event.query }, callId };
    case "view_image_tool_call":
      return { name: "view_image", input: { path: event.path }, callId };
    default:
      return undefined;
  }
}

/** What an end event says came out; shaped like the `output` of an item. */
export function eventOutput(event: JsonRecord): unknown {
  const result = asRecord(event.result);
  const outcome = asRecord(result?.Ok) ?? result;
  if (result !== undefined && "Err" in result)
    return { content: asString(result.Err) ?? JSON.stringify(result.Err), success: false };
  if (outcome !== undefined) return { content: outcome.content, success: outcome.isError !== true };
  if (event.content_items !== undefined) return { content: event.content_items };
  const output = asString(event.aggregated_output) ?? [event.stdout, event.stderr].filter(asString).join("\n");
  return output === "" ? undefined : output;
}

export function callPart(call: CodexCall, callId: string, status?: unknown): ToolCallPart {
  const part: ToolCallPart = { type: "tool_call", callId, name: call.name, input: call.input };
  return status === "completed" ? { ...part, status: "ok" } : status === "failed" ? { ...part, status: "error" } : part;
}
