/**
 * A session cut down to a token budget, as text for a model that reads it, with an id for every message.
 *
 * Contract:
 * - Turn `T3` is the third person turn (as in `turns.ts` and in facts); `T0` holds what came before the first. `T3.2` is the
 *   second message of it. Ids count every message, shown or not, so they are the same whatever the budget.
 * - Every message of the session is in `turns` once, in order, with what became of it.
 */
import type { MessagePointer } from "../facts/index.ts";
import type { Message, MessageOrigin, SessionHeader } from "../model.ts";

/**
 * A session to condense. Messages are finished (see `finish-message.ts`) and in order. What can be iterated again is read
 * twice and never held; a generator is held in memory.
 */
export interface Conversation {
  header: SessionHeader;
  messages: Iterable<Message> | AsyncIterable<Message> | MessageReading;
}

/** Reads a session's messages from the beginning, each time it is called. `visit` returns `false` to stop. */
export type MessageReading = (visit: (message: Message) => boolean) => Promise<void>;

export interface CondenseOptions {
  /** Upper bound for `tokens`. Default 24,000; at least 500. */
  maxTokens?: number;
  /**
   * Who reads it. `observer` (default): somebody who was not there and has `read_turn`. `participant`: the agent whose own
   * conversation it is, for whom the person's words hold.
   */
  reader?: "observer" | "participant";
}

export interface CondensedSession {
  /** Lines; see `frame.ts` for their form. Same input and options, same bytes. */
  text: string;
  /** `estimateTokens(text)`, never above the budget. */
  tokens: number;
  /** Every turn with every message. A turn has at least one message. */
  turns: CondensedTurn[];
  /** What is not in the text: turns of which nothing is shown; messages cut or omitted; characters, in the session's own count. */
  cut: { turns: number; messages: number; characters: number };
  /** sha256 of `text`, 64 hex digits. */
  digest: string;
}

export interface CondensedTurn {
  /** `T0`, `T1`, … */
  id: string;
  messages: CondensedMessage[];
}

/**
 * `person`: words that open a turn. `tool_call`: the model calls at least one tool, with or without words beside it.
 * `host`: what the program put there, and everything a sub-agent said or did.
 */
export type CondensedKind = "person" | "model" | "tool_call" | "tool_result" | "host";

export interface CondensedMessage {
  /** `T3.2` */
  id: string;
  /** `pointer.turn` is the turn's number. */
  pointer: MessagePointer;
  origin: MessageOrigin;
  kind: CondensedKind;
  shown: "whole" | "cut" | "omitted";
}
