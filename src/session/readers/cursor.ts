/**
 * Cursor's agent transcripts: `~/.cursor/projects/<project>/agent-transcripts/<id>(/<id>).jsonl`, lines of
 * `{role, message: {content: […]}}` without ids, times or (in most versions) tool results.
 *
 * Contract:
 * - What a person typed stands in `<user_query>` where the program added context around it, else it is the text itself.
 * - Calls and results are joined by order where there are no ids.
 * - A file in a folder `subagents/` is a sub-agent's; nothing in its content says so. The session's id is the file's name
 *   where that is a UUID.
 */
import { basename, dirname } from "node:path";
import type { MessagePart, ToolResultPart, ToolStatus } from "../model.ts";
import type { ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { createCallIds } from "./shared/call-ids.ts";
import type { HostBlockSplit } from "./shared/host-blocks.ts";
import { asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult, toolStatus } from "./shared/tool-result.ts";
import { type SeparatedParts, separateParts, userMessages } from "./shared/user-messages.ts";

export const cursor: TranscriptFormat = {
  kind: "cursor",
  layout: "lines",
  recognise(sample) {
    const records = sample.values.map(asRecord).filter((record) => record !== undefined);
    const ours = records.filter(isEntry);
    return ours.length > 0 && ours.length * 2 > records.length ? 0.8 : 0;
  },
  open: openLog,
};

function isEntry(record: JsonRecord): boolean {
  return (
    (record.role === "user" || record.role === "assistant") &&
    Array.isArray(asRecord(record.message)?.content) &&
    !("type" in record || "uuid" in record)
  );
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

function openLog(context: ReaderContext): RecordReader {
  const name = basename(context.path).replace(/\.jsonl$/, "");
  const sessionId = UUID.test(name) ? name : context.fallbackSessionId;
  const folder = dirname(context.path);
  const parent = basename(folder) === "subagents" ? basename(dirname(folder)) : undefined;
  const messageId = createMessageIds();
  const calls = createCallIds();
  const sourceIds = new Set<string>();
  const toolNames = new Map<string, string>();

  function readBlock(block: JsonRecord, record: JsonRecord, said: MessagePart[], results: ToolResultPart[]): void {
    const text = asString(block.text);
    switch (block.type) {
      case "thinking":
      case "reasoning": {
        const thinking = asString(block.thinking) ?? text;
        if (thinking !== undefined) said.push({ type: "reasoning", text: thinking });
        return;
      }
      case "tool_use":
      case "tool_call":
      case "tool-call": {
        const sourceId = asString(block.id) ?? asString(block.toolCallId);
        if (sourceId !== undefined) sourceIds.add(sourceId);
        const callId = calls.called(sourceId);
        const tool = asString(block.name) ?? asString(block.toolName) ?? "unknown";
        toolNames.set(callId, tool);
        said.push({ type: "tool_call", callId, name: tool, input: block.input ?? block.args ?? {} });
        return;
      }
      case "tool_result":
      case "tool-result": {
        const sourceId = asString(block.tool_use_id) ?? asString(block.toolCallId);
        // Results may name ids that no call has; then the oldest open call is meant.
        const callId = calls.answered(sourceId !== undefined && sourceIds.has(sourceId) ? sourceId : undefined);
        const status = resultStatus(block, record);
        const output = textOf(block.content ?? block.result ?? block.output);
        results.push(toolResult({ callId, text: output, status, toolName: toolNames.get(callId) }));
        return;
      }
      case "image":
      case "file": {
        const reference = asString(block.url) ?? asString(block.path) ?? asString(block.filename);
        const isData = reference?.startsWith("data:") === true;
        said.push({ type: block.type, ...(reference === undefined || isData ? {} : { reference }) });
        return;
      }
      default:
        if (text !== undefined) said.push({ type: "text", text });
    }
  }

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const content = asRecord(record.message)?.content;
      const blocks = typeof content === "string" ? [{ type: "text", text: content }] : content;
      if (!Array.isArray(blocks) || (record.role !== "user" && record.role !== "assistant")) {
        return { skipped: "unknown_type" };
      }
      const said: MessagePart[] = [];
      const results: ToolResultPart[] = [];
      for (const block of blocks.map(asRecord)) if (block !== undefined) readBlock(block, record, said, results);
      if (said.length === 0 && results.length === 0) return { skipped: "no_content" };

      context.emit.session(sessionId, parent === undefined ? {} : { subAgentOf: parent });
      const spans = [span];
      if (results.length > 0) {
        context.emit.message(sessionId, { id: messageId(), role: "tool", origin: "tool", parts: results, spans });
      }
      if (said.length === 0) return "kept";
      const id = messageId();
      if (record.role === "assistant") {
        context.emit.message(sessionId, { id, role: "assistant", origin: "model", parts: said, spans });
        return "kept";
      }
      const origin = parent === undefined ? "person" : "host";
      for (const message of userMessages({ id, spans }, separateQuery(said), origin)) {
        context.emit.message(sessionId, message);
      }
      return "kept";
    },
  };
}

function resultStatus(block: JsonRecord, record: JsonRecord): ToolStatus {
  if (block.is_error === true || block.isError === true) return "error";
  if (block.is_error === false || block.isError === false) return "ok";
  return toolStatus(block.status ?? asRecord(record.metadata)?.toolResultStatus);
}

const USER_QUERY = /<user_query>\s*([\s\S]*?)\s*(?:<\/user_query>|$(?![\s\S]))/;

function separateQuery(said: readonly MessagePart[]): SeparatedParts {
  const marked = said.some((part) => part.type === "text" && USER_QUERY.test(part.text));
  return marked ? separateParts(said, splitQuery) : separateParts(said);
}

/** With a marked query somewhere in the message, all other text is the program's. */
function splitQuery(text: string): HostBlockSplit {
  const rest = text.replace(USER_QUERY, "").trim();
  return { person: USER_QUERY.exec(text)?.[1] ?? "", host: rest === "" ? [] : [rest] };
}
