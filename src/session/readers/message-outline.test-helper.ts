/** A conversation as short lines, for tests that compare whole conversations. */
import { expect } from "vitest";
import type { Message, MessagePart } from "../model.ts";
import type { TranscriptFormat } from "../reader.ts";
import { isAccounted, runFormat } from "./run-format.test-helper.ts";

/** All messages that a format gives for these records, every one of which is accounted for. */
export function messagesFrom(format: TranscriptFormat, values: unknown[]): Message[] {
  const run = runFormat(format, values);
  expect(isAccounted(run)).toBe(true);
  return run.sessions.flatMap(({ messages }) => messages);
}

/** One line a message: `person: Go`, `model: call c1`, `tool: result c1 error1`. */
export function outline(messages: Message[]): string[] {
  return messages.map(({ origin, parts }) => `${origin}: ${parts.map(outlineOf).join(" + ")}`);
}

/** One part, as it stands in such a line. */
export function outlineOf(part: MessagePart): string {
  if (part.type === "tool_call") return `call ${part.callId}`;
  if (part.type === "tool_result") return `result ${part.callId} ${part.status}${part.exitCode ?? ""}`;
  return "text" in part ? part.text : part.type;
}
