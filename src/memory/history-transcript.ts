/** A host's conversation as a transcript that can be read like any other, so that evidence in it can be verified later. */
import { redactValue } from "../base/index.ts";
import type { Content } from "./model.ts";

export interface HistoryTranscript {
  projectRoot: string;
  sessionId: string;
  history: readonly Content[];
}

/**
 * JSONL in the form of Qwen Code's chats, whose messages are the same `Content`. Redacted. The same history gives the same
 * bytes, whatever the time: evidence points to bytes.
 */
export function historyTranscript({ projectRoot, sessionId, history }: HistoryTranscript): string {
  let parentUuid: string | null = null;
  const lines = history.map((content, index) => {
    const uuid = `${sessionId}-${index}`;
    const line = { uuid, parentUuid, sessionId, timestamp: timeOf(index), cwd: projectRoot, version: "embedded" };
    parentUuid = uuid;
    return JSON.stringify({ ...line, type: typeOf(content), message: redactValue(content) });
  });
  return lines.map((line) => `${line}\n`).join("");
}

function typeOf({ role, parts }: Content): "user" | "assistant" | "tool_result" {
  if (role === "model") return "assistant";
  return parts?.some((part) => part.functionResponse !== undefined) === true ? "tool_result" : "user";
}

/** The history has no times; their order is all that counts. */
function timeOf(index: number): string {
  return new Date(index * 1000).toISOString();
}
