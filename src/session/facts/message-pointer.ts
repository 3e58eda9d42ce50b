/** Where a message lies, and the pointer that makes it evidence. */
import { digestMessage } from "../finish-message.ts";
import type { Message } from "../model.ts";
import type { MessagePlace, MessagePointer } from "./model.ts";

/** @param turn person turn, 1-based; 0 before the first */
export function placeOf(message: Message, turn: number): MessagePlace {
  return {
    turn,
    messageId: message.id,
    origin: message.origin,
    span: { start: message.spans[0]?.start ?? 0, end: message.spans.at(-1)?.end ?? 0 },
  };
}

export function pointerOf(message: Message, turn: number): MessagePointer {
  return { ...placeOf(message, turn), digest: digestMessage(message) };
}
