/**
 * Puts the lines of one API message together again. Claude Code writes one line per content block, and, when tools run
 * while the model still speaks, the first results come between them.
 *
 * At most one model message per thread is held back, with the results and notes that came after its first line, until
 * another model message or a person's message shows that it is over. That bounds both memory and delay.
 */
import type { Message } from "../../model.ts";

export interface MessageOrder {
  /** @param apiMessageId the id that the lines of one model message share; absent for any other message. */
  add(sessionId: string, message: Message, apiMessageId?: string): void;
  flush(): void;
}

interface Held {
  sessionId: string;
  apiMessageId: string;
  message: Message;
  followers: Message[];
}

const FOLLOWER_LIMIT = 256;

export function createMessageOrder(emit: (sessionId: string, message: Message) => void): MessageOrder {
  const heldByThread = new Map<string, Held>();

  const release = (key: string): void => {
    const held = heldByThread.get(key);
    if (held === undefined) return;
    heldByThread.delete(key);
    emit(held.sessionId, held.message);
    for (const follower of held.followers) emit(held.sessionId, follower);
  };

  return {
    add(sessionId, message, apiMessageId) {
      const key = message.thread === undefined ? sessionId : `${sessionId}\n${message.thread}`;
      const held = heldByThread.get(key);
      if (apiMessageId !== undefined) {
        if (held?.apiMessageId === apiMessageId) {
          held.message.parts.push(...message.parts);
          held.message.spans.push(...message.spans);
          return;
        }
        release(key);
        heldByThread.set(key, { sessionId, apiMessageId, message, followers: [] });
        return;
      }
      const follows = message.origin === "tool" || (message.origin === "host" && message.compaction === undefined);
      if (held !== undefined && follows && held.followers.length < FOLLOWER_LIMIT) held.followers.push(message);
      else {
        release(key);
        emit(sessionId, message);
      }
    },
    flush() {
      for (const key of [...heldByThread.keys()]) release(key);
    },
  };
}
