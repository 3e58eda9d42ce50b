/**
 * OpenCode's message model, the same in all its stores: a message `info` and its `parts`.
 *
 * Contract:
 * - Parts that the program made up (`synthetic`, `ignored`, reminders in tags) are the host's, not the person's.
 * - A `compaction` part marks a request to compact, `summary: true` its result; both are the host's.
 * - A tool part carries call and result. `state.metadata.exit` is the exit code of a shell, and a `completed` command may
 *   have failed by it. Calls and results of one step come before those of the next.
 */
import type { ByteSpan, MediaPart, Message, MessagePart, ToolResultPart } from "../model.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult } from "./shared/tool-result.ts";
import { separateParts, userMessages } from "./shared/user-messages.ts";

/** The messages behind one OpenCode message, in order; empty when nothing was said or done in it. */
export function toMessages(info: JsonRecord, parts: readonly JsonRecord[], spans: ByteSpan[]): Message[] {
  const id = asString(info.id) ?? "?";
  const at = isoTime(asRecord(info.time)?.created);
  const model = asString(info.modelID) ?? asString(asRecord(info.model)?.modelID);
  const base: MessageBase = { ...(at === undefined ? {} : { at }), ...(model === undefined ? {} : { model }), spans };
  return info.role === "user" ? fromUser(id, parts, base) : assistantMessages(id, info, parts, base);
}

type MessageBase = Pick<Message, "spans" | "at" | "model">;

/** For what was said or happened in words that the source does not have. */
const NO_WORDS: MessagePart = { type: "text", text: "" };

function fromUser(id: string, parts: readonly JsonRecord[], base: MessageBase): Message[] {
  const said: MessagePart[] = [];
  const madeUp: MessagePart[] = [];
  for (const part of parts) {
    if (part.type === "file") said.push(readFile(part));
    const text = part.type === "text" ? asString(part.text) : undefined;
    if (text !== undefined) {
      const byHost = part.synthetic === true || part.ignored === true;
      (byHost ? madeUp : said).push({ type: "text", text });
    }
  }
  const { own, added } = separateParts(said);
  added.push(...madeUp);
  if (parts.some((part) => part.type === "compaction")) {
    const words = own.length + added.length === 0 ? [NO_WORDS] : [...own, ...added];
    return [{ id, role: "user", origin: "host", compaction: true, parts: words, ...base }];
  }
  // A message whose parts are lost was still said by somebody.
  return userMessages({ id, ...base }, { own: parts.length === 0 ? [NO_WORDS] : own, added });
}

function assistantMessages(id: string, info: JsonRecord, parts: readonly JsonRecord[], base: MessageBase): Message[] {
  const summary = info.summary === true;
  const messages: Message[] = [];
  let said: MessagePart[] = [];
  let results: ToolResultPart[] = [];
  let step = 0;

  function flush(): void {
    const stepId = step === 0 ? id : `${id}:${step}`;
    if (said.length > 0 && summary) {
      messages.push({ id: stepId, role: "assistant", origin: "host", compaction: true, parts: said, ...base });
    } else if (said.length > 0) {
      messages.push({ id: stepId, role: "assistant", origin: "model", parts: said, ...base });
    }
    if (results.length > 0) {
      messages.push({ id: `${stepId}:results`, role: "tool", origin: "tool", parts: results, ...base });
    }
    if (said.length > 0 || results.length > 0) step += 1;
    said = [];
    results = [];
  }

  for (const [index, part] of parts.entries()) {
    const text = asString(part.text);
    switch (part.type) {
      case "step-start":
        flush();
        break;
      case "text":
        if (text !== undefined) said.push({ type: "text", text });
        break;
      case "reasoning":
        if (text !== undefined) said.push({ type: "reasoning", text });
        break;
      case "file":
        said.push(readFile(part));
        break;
      case "tool": {
        const { call, result } = readTool(part, `${id}.${index}`);
        said.push(call);
        if (result !== undefined) results.push(result);
        break;
      }
      case "compaction":
        flush();
        messages.push({
          id: `${id}:compaction`,
          role: "system",
          origin: "host",
          compaction: true,
          parts: [NO_WORDS],
          ...base,
        });
        break;
    }
  }
  flush();
  const error = asRecord(info.error);
  if (error !== undefined) {
    const words = [asString(error.name), asString(asRecord(error.data)?.message)].filter((word) => word !== undefined);
    const text = words.join(": ");
    messages.push({ id: `${id}:error`, role: "system", origin: "host", parts: [{ type: "text", text }], ...base });
  }
  return messages;
}

/** What OpenCode writes when a call was stopped or refused rather than failing by itself. */
const STOPPED = /^(?:tool execution aborted|the user (?:rejected|dismissed)|the operation was aborted)/i;

function readTool(part: JsonRecord, fallbackId: string): { call: MessagePart; result?: ToolResultPart } {
  const state = asRecord(part.state);
  const callId = asString(part.callID) ?? asString(part.id) ?? fallbackId;
  const name = asString(part.tool) ?? "unknown";
  const call: MessagePart = { type: "tool_call", callId, name, input: state?.input ?? {} };
  const exitCode = asNumber(asRecord(state?.metadata)?.exit);
  switch (state?.status) {
    case "completed":
      return { call, result: toolResult({ callId, text: textOf(state.output), status: "ok", exitCode }) };
    case "error": {
      const text = textOf(state.error ?? state.output);
      return {
        call,
        result: toolResult({ callId, text, status: STOPPED.test(text) ? "cancelled" : "error", exitCode }),
      };
    }
    default:
      return { call: { ...call, status: "unknown" } };
  }
}

function readFile(part: JsonRecord): MediaPart {
  const mediaType = asString(part.mime);
  const url = asString(part.url);
  const isData = url?.startsWith("data:") === true;
  const reference = asString(part.filename) ?? (isData ? undefined : url);
  return {
    type: mediaType?.startsWith("image/") ? "image" : "file",
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(reference === undefined ? {} : { reference }),
    ...(isData ? { encodedLength: url.length } : {}),
  };
}

/** The types of part that OpenCode has had so far. */
export const PART_TYPES: ReadonlySet<unknown> = new Set([
  "text",
  "reasoning",
  "tool",
  "file",
  "agent",
  "subtask",
  "step-start",
  "step-finish",
  "snapshot",
  "patch",
  "retry",
  "compaction",
]);

/** `data` of a database row: an object, or JSON as SQLite keeps it. */
export function rowData(value: unknown): JsonRecord {
  if (typeof value !== "string") return asRecord(value) ?? {};
  try {
    return asRecord(JSON.parse(value)) ?? {};
  } catch {
    return {};
  }
}
