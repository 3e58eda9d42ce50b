/** A session's messages, as often as they are needed. */
import type { Conversation, Message } from "../../session/index.ts";

/** Calls `visit` with every message, in order. */
export type MessageVisit = (visit: (message: Message) => void) => Promise<void>;

export interface RepeatableMessages {
  messages: Exclude<Conversation["messages"], AsyncIterable<Message>>;
  visit: MessageVisit;
}

/** What can only be read once (a generator, a stream) is held; everything else is read again each time. */
export async function repeatable(source: Conversation["messages"]): Promise<RepeatableMessages> {
  if (typeof source === "function") {
    const visit: MessageVisit = (visitor) =>
      source((message) => {
        visitor(message);
        return true;
      });
    return { messages: source, visit };
  }
  const messages = Symbol.iterator in source && !("next" in source) ? source : await held(source);
  return {
    messages,
    visit: async (visitor) => {
      for (const message of messages) visitor(message);
    },
  };
}

async function held(source: AsyncIterable<Message> | Iterable<Message>): Promise<Message[]> {
  const all: Message[] = [];
  for await (const message of source) all.push(message);
  return all;
}
