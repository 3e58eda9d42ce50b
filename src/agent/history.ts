/**
 * A saved conversation as the messages that a model is given.
 *
 * Contract: what the program put before a person's words goes into the same user message, in order. Every tool call has
 * exactly one result, as providers demand: a call that was never answered gets one that says so, a result without a call
 * is left out.
 */
import type { ModelMessage, ModelToolCall, ModelToolResult } from "../model/index.ts";
import { type Message, messageText } from "../session/index.ts";

export const UNANSWERED = "The session ended before this call was done; whether it took effect is not known.";

export interface History {
  history: ModelMessage[];
  /** Calls that got a result here because the session has none. */
  unanswered: ModelToolResult[];
}

export function historyOf(messages: readonly Message[]): History {
  const history: ModelMessage[] = [];
  const unanswered: ModelToolResult[] = [];
  let open: ModelToolCall[] = [];
  let results: ModelToolResult[] = [];

  const settle = (): void => {
    for (const { id, name } of open) {
      const result = { id, name, output: UNANSWERED, isError: true };
      results.push(result);
      unanswered.push(result);
    }
    if (results.length > 0) history.push({ role: "tool", results });
    open = [];
    results = [];
  };

  for (const message of messages) {
    // What was condensed then stands before it, whole.
    if (message.compaction === true) continue;
    if (message.origin === "tool") {
      for (const part of message.parts) {
        const call = part.type === "tool_result" ? open.find(({ id }) => id === part.callId) : undefined;
        if (call === undefined || part.type !== "tool_result") continue;
        open = open.filter((other) => other !== call);
        results.push({ id: call.id, name: call.name, output: part.text, isError: part.status !== "ok" });
      }
      continue;
    }
    settle();
    const text = messageText(message);
    if (message.origin === "model") {
      const toolCalls = message.parts.flatMap((part) =>
        part.type === "tool_call" ? [{ id: part.callId, name: part.name, input: part.input }] : [],
      );
      open = toolCalls;
      history.push({ role: "assistant", text, ...(toolCalls.length === 0 ? {} : { toolCalls }) });
    } else if (text !== "") {
      const last = history.at(-1);
      if (last?.role === "user") last.text = joinUserText([last.text, text]);
      else history.push({ role: "user", text });
    }
  }
  settle();
  return { history, unanswered };
}

/** The one user message of several texts that come before the model speaks. */
export function joinUserText(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n\n");
}
