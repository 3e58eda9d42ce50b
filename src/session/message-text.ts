/** What a message says in words, without its calls, results, thinking and attachments. */
import type { Message } from "./model.ts";

/** The texts of a message, with a blank line between; empty where it has none. */
export function messageText({ parts }: Pick<Message, "parts">): string {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
}
