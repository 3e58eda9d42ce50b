/**
 * One message of OpenAI's chat shape as messages of ours. Shared by the formats that keep their dialogue in this shape:
 * OpenAI chat, Hermes, tau-bench, SWE-agent and mini-SWE-agent.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart, ToolStatus } from "../model.ts";
import { callFrom, toolCalls } from "./openai-chat-calls.ts";
import { contentParts, contentText, reasoningParts } from "./openai-chat-content.ts";
import { inlineParts, inlineResults } from "./openai-chat-inline.ts";
import { type CallIds, createCallIds } from "./shared/call-ids.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

/** What has to be remembered between the messages of one session. */
export interface ChatState {
  idOf: (wanted?: unknown) => string;
  calls: CallIds;
}

export function createChatState(): ChatState {
  return { idOf: createMessageIds(), calls: createCallIds() };
}

export interface ResultOutcome {
  status: ToolStatus;
  exitCode?: number;
}

/** True for an object with a role of the chat API and content, calls or reasoning that this module can read. */
export function isChatMessage(value: unknown): boolean {
  const message = asRecord(value);
  const role = message?.role;
  if (message === undefined || typeof role !== "string" || !CHAT_ROLES.has(role)) return false;
  if (typeof message.content === "string") return true;
  if (Array.isArray(message.content))
    return message.content.every((part) => typeof part === "string" || asRecord(part));
  return (message.content ?? null) === null && (Array.isArray(message.tool_calls) || "function_call" in message);
}

export const CHAT_ROLES = new Set(["system", "developer", "user", "assistant", "tool", "function"]);

/**
 * Reads one message. `undefined` when its role is not of the chat API; a message without parts when it is empty.
 * @param resultOutcome how a tool result ended, where the format says so; default `unknown`.
 */
export function readChatMessage(
  source: JsonRecord,
  span: ByteSpan,
  state: ChatState,
  resultOutcome: (source: JsonRecord, text: string) => ResultOutcome = () => ({ status: "unknown" }),
): Message | undefined {
  const made = (message: Omit<Message, "id" | "at" | "spans">): Message => {
    const at = isoTime(source.timestamp) ?? isoTime(source.created_at);
    return { id: state.idOf(source.id), ...(at && { at }), ...message, spans: [span] };
  };
  switch (source.role) {
    case "system":
    case "developer":
      return made({ role: "system", origin: "host", parts: contentParts(source.content) });
    case "user":
      return made({ role: "user", origin: "person", parts: contentParts(source.content) });
    case "assistant": {
      const model = asString(source.model);
      return made({
        role: "assistant",
        origin: "model",
        ...(model && { model }),
        parts: assistantParts(source, state),
      });
    }
    case "tool":
    case "function":
      return made({ role: "tool", origin: "tool", parts: resultParts(source, state.calls, resultOutcome) });
    default:
      return undefined;
  }
}

function assistantParts(source: JsonRecord, { calls }: ChatState): MessagePart[] {
  const parts = reasoningParts(source.reasoning_content ?? source.reasoning);
  if (typeof source.content === "string") parts.push(...inlineParts(source.content, calls));
  else {
    for (const entry of asArray(source.content)) {
      const part = asRecord(entry);
      if (part?.type === "tool_call") parts.push(...callFrom(parsed(part.value) ?? part, calls));
      else parts.push(...contentParts([entry]));
    }
  }
  parts.push(...toolCalls(source, calls));
  return parts;
}

/** One result; several where a message without an id answers several open calls with as many responses or list entries. */
function resultParts(
  source: JsonRecord,
  calls: CallIds,
  outcome: (source: JsonRecord, text: string) => ResultOutcome,
): ToolResultPart[] {
  const text = typeof source.content === "string" ? source.content : contentText(source.content);
  const id = asString(source.tool_call_id) ?? asString(asArray(source.tool_call_ids)[0]);
  const list = id === undefined && calls.open() > 1 ? parsed(text) : undefined;
  if (Array.isArray(list) && list.length === calls.open()) {
    return list.map((entry) => {
      const content = asRecord(entry)?.content ?? entry;
      const one = typeof content === "string" ? content : JSON.stringify(content);
      return { type: "tool_result", callId: calls.answered(), ...outcome(source, one), text: one };
    });
  }
  return inlineResults(text).map((one) => {
    return { type: "tool_result", callId: calls.answered(id), ...outcome(source, one), text: one };
  });
}

function parsed(text: unknown): unknown {
  if (typeof text !== "string") return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
