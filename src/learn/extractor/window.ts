/** The recent turns of a conversation, as the extractor sees them: what the person and the model said, nothing of tools. */
import {
  type CondensedSession,
  condenseSession,
  isPersonTurn,
  type Message,
  type MessageReading,
  type SessionHeader,
} from "../../session/index.ts";

/** Tokens of the whole window. */
const WINDOW_TOKENS = 8_000;

export interface RecentWindow {
  condensed: CondensedSession;
  /** Person turns in it. */
  turns: number;
}

/** @param size person turns, counted from the end */
export async function recentWindow(
  header: SessionHeader,
  read: MessageReading,
  personTurns: number,
  size: number,
): Promise<RecentWindow> {
  const skipped = Math.max(0, personTurns - size);
  const messages: Message[] = [];
  let turn = 0;
  await read((message) => {
    if (isPersonTurn(message, header)) turn += 1;
    if (turn <= skipped || message.thread !== undefined) return true;
    if (message.origin !== "person" && message.origin !== "model") return true;
    const parts = message.parts.filter((part) => part.type === "text");
    if (parts.length > 0) messages.push({ ...message, parts });
    return true;
  });
  const condensed = await condenseSession({ header, messages }, { maxTokens: WINDOW_TOKENS });
  return { condensed, turns: turn - Math.min(turn, skipped) };
}
