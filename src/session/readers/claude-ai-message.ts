/**
 * One message of a Claude.ai conversation. Sources: see claude-ai.ts.
 *
 * Contract:
 * - The words of a `human` message are the person's; the text of a file or of a long paste (`attachments[]`,
 *   `extracted_content`) is not: it lies beside them as the host's, and the file is named in the person's message.
 * - A message of the assistant that calls tools holds the results too. It becomes several messages, in order.
 */
import type { ByteSpan, MediaPart, Message, MessagePart, ToolResultPart } from "../model.ts";
import { reasoningParts, textParts } from "./openai-chat-content.ts";
import type { ChatState } from "./openai-chat-message.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult } from "./shared/tool-result.ts";
import { userMessages } from "./shared/user-messages.ts";

/** `value`: `{ message }`. */
export function readClaudeAiMessage(value: unknown, span: ByteSpan, state: ChatState): Message[] | undefined {
  const source = asRecord(asRecord(value)?.message);
  if (source === undefined) return undefined;
  const at = isoTime(source.created_at);
  const base = { id: state.idOf(source.uuid), ...(at && { at }), spans: [span] };
  if (source.sender === "human") {
    return userMessages(base, {
      own: [...saidParts(source), ...fileParts(source)],
      added: asArray(source.attachments).flatMap((file) => textParts(asRecord(file)?.extracted_content)),
    });
  }
  return source.sender === "assistant" ? assistantMessages(source, base, state) : undefined;
}

/** Older exports have the words under `text` alone. */
function saidParts(source: JsonRecord): MessagePart[] {
  const parts = asArray(source.content).flatMap((entry) => {
    const block = asRecord(entry);
    return block?.type === "text" || block?.type === "voice_note" ? textParts(block.text) : [];
  });
  return parts.length > 0 ? parts : textParts(source.text);
}

function fileParts(source: JsonRecord): MediaPart[] {
  const parts: MediaPart[] = [];
  for (const entry of [...asArray(source.files), ...asArray(source.attachments)]) {
    const file = asRecord(entry);
    if (file === undefined) continue;
    const reference = asString(file.file_name);
    const mediaType = asString(file.file_type);
    if (reference !== undefined && parts.some((part) => part.reference === reference)) continue;
    const type = file.file_kind === "image" || mediaType?.startsWith("image/") ? "image" : "file";
    parts.push({ type, ...(mediaType && { mediaType }), ...(reference && { reference }) });
  }
  return parts;
}

function assistantMessages(
  source: JsonRecord,
  { id, ...base }: Pick<Message, "id" | "at" | "spans">,
  { calls, idOf }: ChatState,
): Message[] {
  const messages: Message[] = [];
  let said: MessagePart[] = [];
  let results: ToolResultPart[] = [];
  const flush = (): void => {
    const step = messages.length === 0 ? id : idOf(`${id}:${messages.length}`);
    if (said.length > 0) messages.push({ id: step, role: "assistant", origin: "model", parts: said, ...base });
    if (results.length > 0) {
      messages.push({ id: idOf(`${id}:results`), role: "tool", origin: "tool", parts: results, ...base });
    }
    said = [];
    results = [];
  };
  for (const entry of asArray(source.content)) {
    const block = asRecord(entry);
    if (block?.type === "tool_result") {
      const status = block.is_error === true ? "error" : block.is_error === false ? "ok" : "unknown";
      const callId = calls.answered(block.tool_use_id);
      results.push(toolResult({ callId, text: textOf(block.content), status, toolName: asString(block.name) }));
      continue;
    }
    const parts = block === undefined ? [] : modelParts(block, calls);
    if (parts.length > 0 && results.length > 0) flush();
    said.push(...parts);
  }
  if (said.length + results.length + messages.length === 0) said = textParts(source.text);
  flush();
  return messages;
}

function modelParts(block: JsonRecord, calls: ChatState["calls"]): MessagePart[] {
  switch (block.type) {
    case "text":
    case "voice_note":
      return textParts(block.text);
    case "thinking":
      return reasoningParts(block.thinking);
    case "tool_use": {
      const name = asString(block.name);
      if (name === undefined) return [];
      return [{ type: "tool_call", callId: calls.called(block.id), name, input: block.input ?? {} }];
    }
    default:
      return [];
  }
}
