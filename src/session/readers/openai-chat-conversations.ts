/**
 * Many conversations in one file, each a session of its own: what the readers of OpenAI chat, ShareGPT and the exports of
 * chat programs share.
 *
 * A session has the conversation's own id. A short one (`identity_7`) says nothing outside of its file and has the file's
 * fallback put before it. Where there is none: the fallback, the conversation's index, and eight hex digits of the digest
 * of its first turn of a person, since files of one program may well begin with the same long system prompt.
 */
import { digestOf } from "../../base/index.ts";
import type { ByteSpan, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordVerdict } from "../reader.ts";
import { mediaPart, textParts } from "./openai-chat-content.ts";
import { type ChatState, createChatState } from "./openai-chat-message.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createUniqueIds } from "./shared/message-ids.ts";

/** The message behind a record, or the messages in order; `undefined` for what is no message at all. */
export type MessageReader = (value: unknown, span: ByteSpan, state: ChatState) => Message | Message[] | undefined;

export interface Conversations {
  /** Opens conversation number `at`: the object around its messages, and the messages. */
  open(at: number, conversation: JsonRecord, messages: readonly unknown[], span: ByteSpan): RecordVerdict;
  /** Reads one message of conversation number `at`; conversations come one after the other. */
  read(at: number, message: unknown, span: ByteSpan): RecordVerdict;
}

interface Conversation {
  at: number;
  session: string;
  state: ChatState;
  media: MediaQueue;
}

export function createConversations(context: ReaderContext, readMessage: MessageReader): Conversations {
  const { emit, fallbackSessionId } = context;
  const unique = createUniqueIds();
  let current: Conversation | undefined;

  const start = (at: number, wantedId: string, beside: JsonRecord): Conversation => {
    current = { at, session: unique(wantedId), state: createChatState(), media: mediaQueue(beside) };
    return current;
  };

  return {
    open(at, beside, messages, span) {
      const wantedId = ownId(beside, fallbackSessionId) ?? `${fallbackSessionId}-${at}${firstTurnKey(messages)}`;
      const { session, state } = start(at, wantedId, beside);
      const model = asString(beside.model);
      const title = asString(beside.title);
      const startedAt = isoTime(beside.created_at) ?? isoTime(beside.create_time) ?? isoTime(beside.timestamp);
      const language = asString(beside.language);
      emit.session(session, {
        ...(model && { model }),
        ...(title && { title }),
        ...(startedAt && { startedAt }),
        ...(language && { language }),
      });
      const prompt = textParts(beside.system);
      if (prompt.length > 0) {
        emit.message(session, {
          id: state.idOf("system"),
          role: "system",
          origin: "host",
          parts: prompt,
          spans: [span],
        });
      }
      return "kept";
    },
    read(at, value, span) {
      const { session, state, media } = current?.at === at ? current : start(at, fallbackSessionId, {});
      emit.session(session);
      const messages = readMessage(value, span, state);
      if (messages === undefined) return { skipped: "not_a_message" };
      let kept = false;
      for (const message of Array.isArray(messages) ? messages : [messages]) {
        message.parts = message.parts.flatMap(media.fill);
        if (message.parts.length === 0) continue;
        emit.message(session, message);
        kept = true;
      }
      return kept ? "kept" : { skipped: "no_content" };
    },
  };
}

/** From this length on an id is taken to be unique everywhere (a UUID, a completion's id). */
const GLOBAL_ID_LENGTH = 20;

function ownId(beside: JsonRecord, fallback: string): string | undefined {
  const keys = ["id", "conversation_id", "conversation_hash", "session_id", "custom_id"];
  const own = keys.map((key) => asString(beside[key])).find((id) => id !== undefined);
  return own === undefined || own.length >= GLOBAL_ID_LENGTH ? own : `${fallback}-${own}`;
}

function firstTurnKey(messages: readonly unknown[]): string {
  const first = messages.find((message) =>
    PERSON.has(asString(asRecord(message)?.role ?? asRecord(message)?.from) ?? ""),
  );
  return first === undefined ? "" : `-${digestOf(first).slice(0, 8)}`;
}

const PERSON = new Set(["user", "human"]);

interface MediaQueue {
  /** A text with its marks replaced by the media that stand beside the conversation, in order. */
  fill(part: MessagePart): MessagePart[];
}

const MARK = /<(image|video|audio)>/g;

function mediaQueue(beside: JsonRecord): MediaQueue {
  const waiting = {
    image: [...asArray(beside.images), ...(typeof beside.image === "string" ? [beside.image] : [])],
    video: [...asArray(beside.videos)],
    audio: [...asArray(beside.audios)],
  };
  return {
    fill(part) {
      if (part.type !== "text" || waiting.image.length + waiting.video.length + waiting.audio.length === 0)
        return [part];
      const media: MessagePart[] = [];
      const text = part.text.replace(MARK, (mark, kind: keyof typeof waiting) => {
        const next = waiting[kind].shift();
        if (next === undefined) return mark;
        media.push(mediaPart(kind === "image" ? "image" : "file", { url: next }, kind));
        return "";
      });
      return [...textParts(text.trim()), ...media];
    },
  };
}
