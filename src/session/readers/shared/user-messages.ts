/** Turns a `user` record into messages: what the person said, and beside it what the host put into the same record. */
import type { Message, MessagePart } from "../../model.ts";
import { type HostBlockSplit, splitHostBlocks } from "./host-blocks.ts";

export interface SeparatedParts {
  /** The person's words and what they attached. */
  own: MessagePart[];
  /** Text of the host. */
  added: MessagePart[];
}

/** Takes the host's blocks out of the text parts; media stay with the person. `split` defaults to the known tags. */
export function separateParts(
  parts: readonly MessagePart[],
  split: (text: string) => HostBlockSplit = splitHostBlocks,
): SeparatedParts {
  const own: MessagePart[] = [];
  const added: MessagePart[] = [];
  for (const part of parts) {
    if (part.type !== "text") {
      own.push(part);
      continue;
    }
    const { person, host } = split(part.text);
    if (person !== "") own.push({ type: "text", text: person });
    for (const text of host) added.push({ type: "text", text });
  }
  return { own, added };
}

/**
 * The person's message, then the host's as `<id>:context`, so that it lies in the turn that the person opened. A record
 * that is all host keeps its id; an empty one gives nothing.
 */
export function userMessages(
  base: Omit<Message, "role" | "origin" | "parts">,
  { own, added }: SeparatedParts,
  origin: "person" | "host" = "person",
): Message[] {
  const messages: Message[] = [];
  if (own.length > 0) messages.push({ ...base, role: "user", origin, parts: own });
  if (added.length > 0) {
    const id = own.length > 0 ? `${base.id}:context` : base.id;
    messages.push({ ...base, id, role: "user", origin: "host", parts: added, spans: [...base.spans] });
  }
  return messages;
}
