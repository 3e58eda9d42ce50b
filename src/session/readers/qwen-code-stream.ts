/**
 * What `qwen … --output-format stream-json` prints. The lines are Claude Code's, told apart by `qwen_code_version` in the
 * first. The prompt of `qwen -p` is not among them, so most such sessions have no turn of a person.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { splitHostBlocks } from "./shared/host-blocks.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult } from "./shared/tool-result.ts";

export const qwenCodeStream: TranscriptFormat = {
  kind: "qwen-code",
  layout: "lines",
  recognise: (sample) => (sample.values.some((value) => isInit(asRecord(value))) ? 0.97 : 0),
  open: openStream,
};

function isInit(record: JsonRecord | undefined): boolean {
  return record?.type === "system" && record.subtype === "init" && asString(record.qwen_code_version) !== undefined;
}

function openStream(context: ReaderContext): RecordReader {
  let sessionId = context.fallbackSessionId;
  const messageId = createMessageIds();
  const toolNames = new Map<string, string>();

  function readMessage(record: JsonRecord, span: ByteSpan): RecordVerdict {
    const message = asRecord(record.message);
    const { said, results } = readBlocks(message?.content, toolNames);
    const thread = asString(record.parent_tool_use_id);
    const model = asString(message?.model);
    const base = { ...(thread === undefined ? {} : { thread }), spans: [span] };
    const emit = (part: Pick<Message, "role" | "origin" | "parts" | "model">): void =>
      context.emit.message(sessionId, { id: messageId(record.uuid), ...part, ...base });
    if (said.length === 0 && results.length === 0) return { skipped: "no_content" };
    if (results.length > 0) emit({ role: "tool", origin: "tool", parts: results });
    if (said.length === 0) return "kept";
    if (record.type === "assistant") {
      emit({ role: "assistant", origin: "model", parts: said, ...(model === undefined ? {} : { model }) });
      return "kept";
    }
    const byPerson =
      thread === undefined && said.some((part) => part.type !== "text" || splitHostBlocks(part.text).person !== "");
    emit({ role: "user", origin: byPerson ? "person" : "host", parts: said });
    return "kept";
  }

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const id = asString(record.session_id);
      if (id !== undefined && id !== sessionId) {
        sessionId = id;
        context.emit.session(sessionId);
      }
      switch (record.type) {
        case "system": {
          if (!isInit(record)) return { skipped: "bookkeeping" };
          const projectRoot = asString(record.cwd);
          const sourceVersion = asString(record.qwen_code_version);
          const model = asString(record.model);
          context.emit.session(sessionId, {
            ...(projectRoot === undefined ? {} : { projectRoot }),
            ...(sourceVersion === undefined ? {} : { sourceVersion }),
            ...(model === undefined ? {} : { model }),
          });
          return "kept";
        }
        case "user":
        case "assistant":
          return readMessage(record, span);
        case "stream_event":
          return { skipped: "stream_event" };
        case "result":
          return { skipped: "metadata" };
        default:
          return { skipped: "unknown_type" };
      }
    },
  };
}

function readBlocks(
  content: unknown,
  toolNames: Map<string, string>,
): { said: MessagePart[]; results: ToolResultPart[] } {
  const said: MessagePart[] = [];
  const results: ToolResultPart[] = [];
  const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asArray(content);
  for (const block of blocks.map(asRecord)) {
    const text = asString(block?.text) ?? asString(block?.thinking);
    const callId = asString(block?.id) ?? asString(block?.tool_use_id);
    switch (block?.type) {
      case "text":
        if (text !== undefined) said.push({ type: "text", text });
        break;
      case "thinking":
        if (text !== undefined) said.push({ type: "reasoning", text });
        break;
      case "tool_use": {
        if (callId === undefined) break;
        const name = asString(block.name) ?? "unknown";
        toolNames.set(callId, name);
        said.push({ type: "tool_call", callId, name, input: block.input ?? {} });
        break;
      }
      case "tool_result": {
        if (callId === undefined) break;
        const status = block.is_error === true ? "error" : block.is_error === false ? "ok" : "unknown";
        results.push(toolResult({ callId, text: textOf(block.content), status, toolName: toolNames.get(callId) }));
        break;
      }
    }
  }
  return { said, results };
}
