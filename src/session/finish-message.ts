/**
 * The last step of every message before anyone sees it: bounded, redacted, digestible. Readers do none of this.
 *
 * Bounds (characters, UTF-16): what was said or thought keeps 24 Ki of its head and 24 Ki of its tail; a tool's result,
 * and each string of a call's input, 8 Ki and 8 Ki; an input keeps 5,000 values and 32 levels. What is left out is said in
 * its place, and `originalLength` gives the size of the whole.
 */
import { digestOf, redactText, redactValue } from "../base/index.ts";
import type { Message, MessagePart } from "./model.ts";

/** Characters that are kept of a text, a reasoning or a title. */
export const TEXT_LIMIT = 48 * 1024;
/** Characters that are kept of a tool's result, and of each string in a call's input. */
export const TOOL_TEXT_LIMIT = 16 * 1024;
/**
 * Redaction sees this much beyond a cut, so that a secret across it is recognised whole: beyond the head a long token,
 * before the tail the beginning of a private key.
 */
const HEAD_MARGIN = 1024;
const TAIL_MARGIN = 4096;
const VALUE_LIMIT = 5000;
const DEPTH_LIMIT = 32;

/** Finishes a message in place and returns it. */
export function finishMessage(message: Message): Message {
  for (const part of message.parts) finishPart(part);
  return message;
}

function finishPart(part: MessagePart): void {
  switch (part.type) {
    case "text":
    case "reasoning":
    case "tool_result": {
      const limit = part.type === "tool_result" ? TOOL_TEXT_LIMIT : TEXT_LIMIT;
      if (part.text.length > limit) part.originalLength ??= part.text.length;
      part.text = finishText(part.text, limit);
      return;
    }
    case "tool_call":
      if (typeof part.input === "string") part.input = finishText(part.input, TOOL_TEXT_LIMIT);
      else part.input = redactValue(boundValue(part.input));
      return;
    default:
      if (part.reference !== undefined) {
        if (part.reference.startsWith("data:")) delete part.reference;
        else part.reference = finishText(part.reference);
      }
  }
}

/** A text, bounded (head and tail stay) and redacted. */
export function finishText(text: string, limit = TEXT_LIMIT): string {
  if (text.length <= limit) return redactText(text);
  const side = limit / 2;
  const head = redactText(text.slice(0, side + HEAD_MARGIN)).slice(0, side);
  const tail = redactText(text.slice(-side - TAIL_MARGIN)).slice(-side);
  return `${head}\n[… ${text.length - limit} characters left out …]\n${tail}`.toWellFormed();
}

/** The same value back when it is within bounds. */
function boundValue(value: unknown): unknown {
  let left = VALUE_LIMIT;
  const bound = (current: unknown, depth: number): unknown => {
    left--;
    if (typeof current === "string") {
      return current.length > TOOL_TEXT_LIMIT ? finishText(current, TOOL_TEXT_LIMIT) : current;
    }
    if (typeof current !== "object" || current === null) return current;
    if (depth >= DEPTH_LIMIT) return `[… deeper than ${DEPTH_LIMIT} levels …]`;
    if (Array.isArray(current)) {
      let copy: unknown[] | undefined;
      for (let index = 0; index < current.length; index++) {
        if (left <= 0) return [...(copy ?? current.slice(0, index)), `[… ${current.length - index} values left out …]`];
        const after = bound(current[index], depth + 1);
        if (after !== current[index] && copy === undefined) copy = current.slice(0, index);
        copy?.push(after);
      }
      return copy ?? current;
    }
    const record = current as Record<string, unknown>;
    let copy: Record<string, unknown> | undefined;
    const keys = Object.keys(record);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index] ?? "";
      if (left <= 0) {
        copy ??= Object.fromEntries(keys.slice(0, index).map((kept) => [kept, record[kept]]));
        copy["…"] = `[… ${keys.length - index} members left out …]`;
        return copy;
      }
      const after = bound(record[key], depth + 1);
      if (after !== record[key]) copy ??= { ...record };
      if (copy !== undefined) copy[key] = after;
    }
    return copy ?? current;
  };
  return bound(value, 0);
}

/**
 * sha256 (64 hex digits) of what a message says: the canonical JSON of its role, origin and parts. Ids, times and places
 * in the file do not count, and secrets are placeholders already, so the digest is stable across re-reading.
 */
export function digestMessage(message: Message): string {
  return digestOf({ role: message.role, origin: message.origin, parts: message.parts });
}
