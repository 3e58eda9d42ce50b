/** Tool calls in the shapes of OpenAI's chat API. Source: OpenAI API reference, "Create chat completion". */
import type { ToolCallPart } from "../model.ts";
import type { CallIds } from "./shared/call-ids.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

/** Arguments as JSON where they parse, else as they stand; `{}` for none. */
export function parseArguments(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  try {
    return JSON.parse(value) ?? {};
  } catch {
    return value;
  }
}

/** The `tool_calls` of an assistant's message (`function` nested or flat), and the older single `function_call`. */
export function toolCalls(message: JsonRecord, calls: CallIds): ToolCallPart[] {
  const entries = [...asArray(message.tool_calls)];
  if (entries.length === 0 && asRecord(message.function_call) !== undefined) entries.push(message.function_call);
  return entries.flatMap((entry) => callFrom(entry, calls));
}

/** One call: `{ id?, function: { name, arguments } }`, `{ id?, name, arguments | parameters | input }`. */
export function callFrom(value: unknown, calls: CallIds): ToolCallPart[] {
  const entry = asRecord(value);
  const target = asRecord(entry?.function) ?? asRecord(entry?.custom) ?? entry;
  const name = asString(target?.name);
  if (entry === undefined || target === undefined || name === undefined) return [];
  const input = target.arguments ?? target.parameters ?? target.input;
  return [{ type: "tool_call", callId: calls.called(entry.id), name, input: parseArguments(input) }];
}
