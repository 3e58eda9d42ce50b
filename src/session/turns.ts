import type { Message, Session, SessionHeader, Turn } from "./model.ts";

/** True when a message opens a turn: a person said it, on the main thread, in a session that is no sub-agent's. */
export function isPersonTurn(message: Message, header: SessionHeader): boolean {
  return message.origin === "person" && message.thread === undefined && header.subAgentOf === undefined;
}

/** The turns of a session. The prelude (index 0) is there only when something came before the first person turn. */
export function turnsOf(session: Session): Turn[] {
  const turns: Turn[] = [];
  let index = 0;
  for (const message of session.messages) {
    const last = turns[turns.length - 1];
    if (isPersonTurn(message, session)) turns.push({ index: ++index, messages: [message] });
    else if (last === undefined) turns.push({ index: 0, messages: [message] });
    else last.messages.push(message);
  }
  return turns;
}
