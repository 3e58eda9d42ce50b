/**
 * What models and trainers write into the text of a message: thoughts in `<think>`, calls as JSON in `<tool_call>`,
 * results in `<tool_response>` (the Hermes function-calling format, which Qwen and others share).
 */
import type { MessagePart } from "../model.ts";
import { callFrom, parseArguments } from "./openai-chat-calls.ts";
import { reasoningParts, textParts } from "./openai-chat-content.ts";
import type { CallIds } from "./shared/call-ids.ts";
import { taggedBlocks, withoutBlocks } from "./shared/tagged-text.ts";

const THOUGHT = /^\s*<think(?:ing)?>([\s\S]*?)<\/think(?:ing)?>\s*/;

/** An assistant's text as reasoning, text and calls, in this order. A call that is no JSON stays in the text. */
export function inlineParts(text: string, calls: CallIds): MessagePart[] {
  const thought = THOUGHT.exec(text);
  const rest = thought === null ? text : text.slice(thought[0].length);
  const made: MessagePart[] = [];
  const blocks = taggedBlocks(rest, "tool_call").filter((block) => {
    const call = callFrom(parseArguments(block.inner), calls);
    made.push(...call);
    return call.length > 0;
  });
  const words = blocks.length > 0 ? withoutBlocks(rest, blocks) : rest;
  return [...reasoningParts(thought?.[1]?.trim()), ...textParts(words), ...made];
}

/** The results in a tool's message: one for each `<tool_response>`, or the whole text where there is none. */
export function inlineResults(text: string): string[] {
  const responses = taggedBlocks(text, "tool_response").map((block) => block.inner);
  return responses.length > 0 ? responses : [text];
}
