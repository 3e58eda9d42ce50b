/**
 * ShareGPT conversations: objects with `conversations` (or `conversation`), a list of `{ from, value }`. One object, a
 * list of them, or one a line; each is a session of its own. Tool use is told by the speakers `function_call` (the call
 * as JSON, or a list of calls) and `observation`. Lists of `{ role, content }` under the same key are read alike.
 * Source: FastChat docs/training.md; LLaMA-Factory data/README.md, "ShareGPT format".
 */
import type { ByteSpan, Message, MessagePart } from "../model.ts";
import type { DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { callFrom, parseArguments } from "./openai-chat-calls.ts";
import { textParts } from "./openai-chat-content.ts";
import { createConversations } from "./openai-chat-conversations.ts";
import { inlineParts, inlineResults } from "./openai-chat-inline.ts";
import { type ChatState, readChatMessage } from "./openai-chat-message.ts";
import { asRecord, asString, entryOf, type JsonRecord } from "./shared/json-access.ts";

const CONFIDENCE = 0.55;

/** Who speaks under which name. */
const SPEAKERS: Readonly<Record<string, "person" | "model" | "host" | "call" | "result">> = {
  human: "person",
  user: "person",
  gpt: "model",
  assistant: "model",
  chatgpt: "model",
  bard: "model",
  bing: "model",
  model: "model",
  system: "host",
  function_call: "call",
  "function-call": "call",
  tool_call: "call",
  observation: "result",
  tool: "result",
  tool_response: "result",
  function_response: "result",
  "function-response": "result",
};

function listOf(conversation: JsonRecord): { list: readonly unknown[]; key: string } | undefined {
  for (const key of ["conversations", "conversation"]) {
    const list = conversation[key];
    if (Array.isArray(list)) return { list, key };
  }
  return undefined;
}

function isTurn(value: unknown): boolean {
  const turn = asRecord(value);
  if (turn === undefined) return false;
  const speaker = asString(turn.from) ?? asString(turn.role);
  return speaker !== undefined && speaker in SPEAKERS && ("value" in turn || "content" in turn);
}

function isConversation(value: unknown): boolean {
  const conversation = asRecord(value);
  const list = conversation && listOf(conversation)?.list;
  return list?.slice(0, 20).every(isTurn) ?? false;
}

const hasTurns = (value: unknown): boolean => (listOf(asRecord(value) ?? {})?.list.length ?? 0) > 0;

function isFileOf(values: readonly unknown[]): boolean {
  const first = values.slice(0, 40);
  return first.length > 0 && first.every(isConversation) && first.some(hasTurns);
}

/** A turn, or a conversation's opening, and the number of the conversation. */
type ShareRecord = { at: number; opens: JsonRecord } | { at: number; turn: unknown } | { odd: unknown };

function* records(document: unknown): Iterable<DocumentRecord> {
  const conversations = Array.isArray(document) ? (document as unknown[]) : [document];
  for (let at = 0; at < conversations.length; at++) {
    const place = Array.isArray(document) ? [at] : [];
    const conversation = asRecord(conversations[at]);
    const found = conversation && listOf(conversation);
    if (conversation === undefined || found === undefined) {
      yield { value: { odd: conversations[at] } satisfies ShareRecord, path: place };
      continue;
    }
    yield { value: { at, opens: conversation } satisfies ShareRecord, path: place };
    for (let index = 0; index < found.list.length; index++) {
      yield { value: { at, turn: found.list[index] } satisfies ShareRecord, path: [...place, found.key, index] };
    }
  }
}

function openDocument(context: ReaderContext): RecordReader {
  const conversations = createConversations(context, readTurn);
  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined || typeof record.at !== "number") return { skipped: "not_a_conversation" };
      const opens = asRecord(record.opens);
      if (opens === undefined) return conversations.read(record.at, record.turn, span);
      return conversations.open(record.at, opens, listOf(opens)?.list ?? [], span);
    },
  };
}

function openLines(context: ReaderContext): RecordReader {
  const conversations = createConversations(context, readTurn);
  let at = -1;
  return {
    read(value, span) {
      const conversation = asRecord(value);
      const found = conversation && listOf(conversation);
      if (conversation === undefined || found === undefined) return { skipped: "not_a_conversation" };
      at++;
      conversations.open(at, conversation, found.list, span);
      const verdicts = found.list.map((turn) => conversations.read(at, turn, span));
      return verdicts.includes("kept") ? "kept" : { skipped: "no_content" };
    },
  };
}

function readTurn(value: unknown, span: ByteSpan, state: ChatState): Message | undefined {
  const turn = asRecord(value);
  if (turn === undefined) return undefined;
  const name = asString(turn.from);
  if (name === undefined) return readChatMessage(turn, span, state);
  const speaker = entryOf(SPEAKERS, name.toLowerCase());
  if (speaker === undefined) return undefined;
  const text = typeof turn.value === "string" ? turn.value : turn.value === undefined ? "" : JSON.stringify(turn.value);
  const made = (message: Pick<Message, "role" | "origin" | "parts">): Message => {
    return { id: state.idOf(turn.id), ...message, spans: [span] };
  };
  switch (speaker) {
    case "person":
      return made({ role: "user", origin: "person", parts: textParts(text) });
    case "model":
      return made({ role: "assistant", origin: "model", parts: inlineParts(text, state.calls) });
    case "host":
      return made({ role: "system", origin: "host", parts: textParts(text) });
    case "call":
      return made({ role: "assistant", origin: "model", parts: callParts(text, state) });
    case "result":
      return made({
        role: "tool",
        origin: "tool",
        parts: inlineResults(text).map((result) => {
          return { type: "tool_result", callId: state.calls.answered(), status: "unknown", text: result };
        }),
      });
  }
}

/** The calls in a `function_call` turn, or its text where it holds none. */
function callParts(text: string, { calls }: ChatState): MessagePart[] {
  const parsed = parseArguments(text);
  const entries = Array.isArray(parsed) ? (parsed as unknown[]) : [parsed];
  const made = entries.flatMap((entry) => callFrom(entry, calls));
  return made.length > 0 ? made : textParts(text);
}

export const shareGptDocument: TranscriptFormat = {
  kind: "sharegpt",
  layout: "document",
  recognise: ({ values: [document] }) => (isFileOf(Array.isArray(document) ? document : [document]) ? CONFIDENCE : 0),
  records,
  open: openDocument,
};

export const shareGptLines: TranscriptFormat = {
  kind: "sharegpt",
  layout: "lines",
  recognise: ({ values }) => (isFileOf(values) ? CONFIDENCE : 0),
  open: openLines,
};
