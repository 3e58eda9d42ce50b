/**
 * The stream of `codex exec --json`: `thread.started`, `item.started`, `item.completed`, `turn.completed`. It has no
 * prompts, so no person's turns; an item counts when it is completed.
 */
import type { ByteSpan, Message, MessageOrigin, MessagePart, MessageRole } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { callEnd, outputParts } from "./codex/tool-output.ts";
import { asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

export const codexExec: TranscriptFormat = {
  kind: "codex",
  layout: "lines",
  recognise: ({ values }) =>
    values.some((value) => {
      const line = asRecord(value);
      return line?.type === "thread.started" && typeof line.thread_id === "string";
    })
      ? 0.9
      : 0,
  open,
};

const skipped = (reason: string): RecordVerdict => ({ skipped: reason });

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const ids = createMessageIds();
  let sessionId = fallbackSessionId;

  const send = (span: ByteSpan, role: MessageRole, origin: MessageOrigin, parts: MessagePart[], id: unknown): void => {
    const message: Message = { id: ids(id), role, origin, parts, spans: [span] };
    emit.message(sessionId, message);
  };

  const readText = (item: JsonRecord, span: ByteSpan): RecordVerdict => {
    const text = asString(item.text) ?? asString(item.message);
    if (text === undefined) return skipped("empty_message");
    if (item.type === "reasoning") send(span, "assistant", "model", [{ type: "reasoning", text }], item.id);
    else if (item.type === "agent_message") send(span, "assistant", "model", [{ type: "text", text }], item.id);
    else send(span, "system", "host", [{ type: "text", text }], item.id);
    return "kept";
  };

  const readCall = (item: JsonRecord, span: ByteSpan): RecordVerdict => {
    const [name, input] = callOf(item);
    const callId = ids(item.id);
    send(span, "assistant", "model", [{ type: "tool_call", callId, name, input }], `${callId}:call`);
    const result = asRecord(item.result);
    const output = asString(item.aggregated_output) ?? result?.content ?? asRecord(item.error)?.message;
    send(span, "tool", "tool", outputParts(callId, output, callEnd(item)), `${callId}:result`);
    return "kept";
  };

  return {
    read(value, span) {
      const line = asRecord(value);
      if (line === undefined) return skipped("not_a_record");
      if (line.type === "thread.started") {
        sessionId = asString(line.thread_id) ?? fallbackSessionId;
        emit.session(sessionId);
        return "kept";
      }
      const item = asRecord(line.item);
      if (item === undefined) return skipped("turn_state");
      if (line.type !== "item.completed") return skipped("duplicate");
      switch (item.type) {
        case "agent_message":
        case "reasoning":
        case "error":
          return readText(item, span);
        case "command_execution":
        case "file_change":
        case "mcp_tool_call":
        case "web_search":
          return readCall(item, span);
        case "collab_tool_call":
          return skipped("sub_agent_event");
        case "todo_list":
          return skipped("session_state");
        default:
          return skipped("unknown_record");
      }
    },
  };
}

function callOf(item: JsonRecord): [name: string, input: unknown] {
  if (item.type === "command_execution") return ["exec_command", { command: item.command }];
  if (item.type === "file_change") return ["apply_patch", { changes: item.changes }];
  if (item.type === "web_search") return ["web_search", { query: item.query }];
  return [`${asString(item.server) ?? "mcp"}__${asString(item.tool) ?? "unknown"}`, item.arguments];
}
