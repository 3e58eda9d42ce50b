/** A whole conversation as one text, for a program that takes one. */
import { OWN_RUN_MARKER } from "../../base/index.ts";
import type { ModelMessage, ModelRequest } from "../model.ts";

/**
 * Begins with the marker by which such a run, should the program record it, is known for ours. Each part stands between tags with a word that no part contains, so that no text can end its part or pass for another.
 */
export function conversationText(request: Pick<ModelRequest, "system" | "messages">): string {
  const [only] = request.messages;
  if (request.messages.length === 1 && only?.role === "user" && !request.system)
    return `${OWN_RUN_MARKER}\n\n${only.text}`;
  const parts = [
    ...(request.system ? [{ name: "instructions", text: request.system }] : []),
    ...request.messages.flatMap(messageParts),
  ];
  const word = unusedWord(parts.map(({ text }) => text).join("\n"));
  const body = parts.map(({ name, text }) => `<${word}:${name}>\n${text}\n</${word}:${name}>`).join("\n\n");
  const task = "The parts below make up one request. Write the next message of the assistant, and nothing else.";
  return `${OWN_RUN_MARKER}\n\n${task}\n\n${body}\n`;
}

function messageParts(message: ModelMessage): { name: string; text: string }[] {
  switch (message.role) {
    case "user":
      return [{ name: "user", text: message.text }];
    case "assistant":
      return [{ name: "assistant", text: message.text }];
    case "tool":
      return message.results.map(({ name, output }) => ({ name: `result-of-${name}`, text: output }));
  }
}

function unusedWord(text: string): string {
  for (let number = 1; ; number += 1) {
    const word = `part${number}`;
    if (!text.includes(`${word}:`)) return word;
  }
}
