/**
 * Conversations of OpenAI chat messages, whoever kept them: one list of messages, one object with `messages`, a list or
 * a file of lines of such objects (fine-tuning and preference files, batch requests with the messages in `body`), or a
 * file of one message a line. `images`, `videos` and `audios` beside the messages fill the `<image>` … marks in them.
 * Each conversation is a session of its own.
 *
 * The shape is common, so recognition asks that everything looked at is such a conversation, and stays below every
 * other format's confidence.
 * Source: OpenAI API reference, "Fine-tuning"; LLaMA-Factory data/README.md.
 */
import type { DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { createConversations } from "./openai-chat-conversations.ts";
import { CHAT_ROLES, type ChatState, isChatMessage, readChatMessage } from "./openai-chat-message.ts";
import { asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const CONFIDENCE = 0.5;
const SPEAKERS = new Set(["user", "assistant"]);

/** The messages of a conversation object, where they are. */
function messagesAt(conversation: JsonRecord): { messages: readonly unknown[]; path: string[] } | undefined {
  if (Array.isArray(conversation.messages)) return { messages: conversation.messages, path: ["messages"] };
  const body = asRecord(conversation.body);
  return Array.isArray(body?.messages) ? { messages: body.messages, path: ["body", "messages"] } : undefined;
}

function isDialogue(messages: readonly unknown[]): boolean {
  const first = messages.slice(0, 20);
  return first.length > 0 && first.every(isChatMessage) && first.some((message) => SPEAKERS.has(roleOf(message)));
}

const roleOf = (message: unknown): string => asString(asRecord(message)?.role) ?? "";

function isConversation(value: unknown): boolean {
  const conversation = asRecord(value);
  return conversation !== undefined && isDialogue(messagesAt(conversation)?.messages ?? []);
}

/** A message, or a conversation's opening, and the conversation that it belongs to. */
type ChatRecord = { at: number; opens: JsonRecord } | { at: number; message: unknown } | { odd: unknown };

function* records(document: unknown): Iterable<DocumentRecord> {
  if (Array.isArray(document) && isDialogue(document)) {
    yield { value: { at: 0, opens: { messages: document } } satisfies ChatRecord, path: [] };
    yield* messageRecords(0, document, []);
    return;
  }
  const list = Array.isArray(document) ? (document as unknown[]) : [document];
  for (let at = 0; at < list.length; at++) {
    const place = Array.isArray(document) ? [at] : [];
    const conversation = asRecord(list[at]);
    const found = conversation && messagesAt(conversation);
    if (conversation === undefined || found === undefined) {
      yield { value: { odd: list[at] } satisfies ChatRecord, path: place };
      continue;
    }
    yield { value: { at, opens: conversation } satisfies ChatRecord, path: place };
    yield* messageRecords(at, found.messages, [...place, ...found.path]);
  }
}

function* messageRecords(
  at: number,
  messages: readonly unknown[],
  path: (string | number)[],
): Iterable<DocumentRecord> {
  for (let index = 0; index < messages.length; index++) {
    yield { value: { at, message: messages[index] } satisfies ChatRecord, path: [...path, index] };
  }
}

const readMessage = (value: unknown, span: { start: number; end: number }, state: ChatState) => {
  const message = asRecord(value);
  return message === undefined ? undefined : readChatMessage(message, span, state);
};

function openDocument(context: ReaderContext): RecordReader {
  const conversations = createConversations(context, readMessage);
  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined || typeof record.at !== "number") return { skipped: "not_a_conversation" };
      const opens = asRecord(record.opens);
      if (opens === undefined) return conversations.read(record.at, record.message, span);
      return conversations.open(record.at, opens, messagesAt(opens)?.messages ?? [], span);
    },
  };
}

function openLines(context: ReaderContext): RecordReader {
  const conversations = createConversations(context, readMessage);
  let lines = 0;
  return {
    read(value, span) {
      const record = asRecord(value);
      const found = record && messagesAt(record);
      if (record !== undefined && found !== undefined) {
        const at = lines++;
        conversations.open(at, record, found.messages, span);
        const verdicts = found.messages.map((message) => conversations.read(at, message, span));
        return verdicts.includes("kept") ? "kept" : { skipped: "no_content" };
      }
      if (record === undefined || !CHAT_ROLES.has(roleOf(record))) return { skipped: "not_a_conversation" };
      return conversations.read(0, record, span);
    },
  };
}

export const openAiChatDocument: TranscriptFormat = {
  kind: "openai-chat",
  layout: "document",
  recognise({ values: [document] }) {
    if (!Array.isArray(document)) return isConversation(document) ? CONFIDENCE : 0;
    const list = document as unknown[];
    if (isDialogue(list)) return list.length > 1 ? CONFIDENCE : 0;
    return list.length > 0 && list.slice(0, 20).every(isConversation) ? CONFIDENCE : 0;
  },
  records,
  open: openDocument,
};

export const openAiChatLines: TranscriptFormat = {
  kind: "openai-chat",
  layout: "lines",
  recognise({ values }) {
    if (values.length === 0) return 0;
    if (values.every(isConversation)) return CONFIDENCE;
    return values.length > 1 && isDialogue(values) ? CONFIDENCE : 0;
  },
  open: openLines,
};
