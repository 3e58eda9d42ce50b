/** Messages, events and sessions as the records in which our own agent saves its sessions. Nothing is redacted here. */
import { z } from "zod";
import type { NewRecord } from "../agent/index.ts";
import { AutoskillError } from "../base/index.ts";
import { type Message, messageText, type Session } from "../session/index.ts";
import type { ChatMessage, TraceEvent } from "./model.ts";

export type IngestSource = readonly ChatMessage[] | readonly TraceEvent[] | Session;

/**
 * A `tool` record holds the end of a call; one without text and calls holds nothing and is left out.
 *
 * @throws AutoskillError `INVALID_INPUT` for what is none of the three: nothing of it is taken then
 */
export function recordsOf(source: IngestSource): NewRecord[] {
  checkSource(source);
  if (!isList(source)) return source.messages.filter((message) => message.thread === undefined).flatMap(ofMessage);
  const names = new Map<string, string>();
  return source.flatMap((item) => ("role" in item ? ofChat(item, names) : ofEvent(item)));
}

/** Callers in plain JavaScript have no compiler. */
const message = z.looseObject({
  role: z.string(),
  content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish(),
  tool_calls: z
    .array(z.looseObject({ id: z.string(), function: z.looseObject({ name: z.string(), arguments: z.string() }) }))
    .nullish(),
});
const event = z.union([
  z.looseObject({ type: z.enum(["user", "assistant", "system"]), text: z.string() }),
  z.looseObject({ type: z.literal("tool_call"), id: z.string(), name: z.string() }),
  z.looseObject({ type: z.literal("tool_result"), id: z.string(), name: z.string(), output: z.string() }),
]);
const session = z.looseObject({ id: z.string(), messages: z.array(z.looseObject({ parts: z.array(z.unknown()) })) });

function checkSource(source: unknown): void {
  const shape = Array.isArray(source) ? z.array(z.union([message, event])) : session;
  const problem = shape.safeParse(source).error?.issues[0];
  if (problem === undefined) return;
  const at = problem.path.length === 0 ? "" : ` at ${problem.path.join(".")}`;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `This cannot be ingested: what is given${at} has another shape.`,
    expected: "chat messages {role, content}, events {type, …}, or a session of `loadSessions`",
    found: problem.message,
    next: "See docs/sdk.md for the shapes.",
  });
}

function isList(source: IngestSource): source is readonly ChatMessage[] | readonly TraceEvent[] {
  return Array.isArray(source);
}

function ofChat(message: ChatMessage, names: Map<string, string>): NewRecord[] {
  const text = textOf(message.content);
  switch (message.role) {
    case "user":
      return text === "" ? [] : [{ type: "person", text }];
    case "assistant": {
      const toolCalls = (message.tool_calls ?? []).map((call) => {
        names.set(call.id, call.function.name);
        return { id: call.id, name: call.function.name, input: parsed(call.function.arguments) };
      });
      if (text === "" && toolCalls.length === 0) return [];
      return [{ type: "model", text, ...(toolCalls.length === 0 ? {} : { toolCalls }) }];
    }
    case "tool": {
      const callId = message.tool_call_id ?? "";
      return [{ type: "tool", callId, name: names.get(callId) ?? "tool", status: "unknown", text }];
    }
    default:
      return text === "" ? [] : [{ type: "host", text }];
  }
}

function ofEvent(event: TraceEvent): NewRecord[] {
  switch (event.type) {
    case "tool_call":
      return [{ type: "model", text: "", toolCalls: [{ id: event.id, name: event.name, input: event.input }] }];
    case "tool_result": {
      const { id, name, output, exitCode } = event;
      const status = event.status ?? (exitCode === undefined ? "unknown" : exitCode === 0 ? "ok" : "error");
      return [
        { type: "tool", callId: id, name, status, text: output, ...(exitCode === undefined ? {} : { exitCode }) },
      ];
    }
    default:
      if (event.text === "") return [];
      return [
        { type: event.type === "user" ? "person" : event.type === "assistant" ? "model" : "host", text: event.text },
      ];
  }
}

function ofMessage(message: Message): NewRecord[] {
  const text = messageText(message);
  const toolCalls = message.parts.flatMap((part) =>
    part.type === "tool_call" ? [{ id: part.callId, name: part.name, input: part.input }] : [],
  );
  const results = message.parts.flatMap((part): NewRecord[] => {
    if (part.type !== "tool_result") return [];
    const { callId, status, exitCode } = part;
    return [
      { type: "tool", callId, name: "tool", status, text: part.text, ...(exitCode === undefined ? {} : { exitCode }) },
    ];
  });
  const said = ((): NewRecord[] => {
    if (message.origin === "model") {
      if (text === "" && toolCalls.length === 0) return [];
      return [{ type: "model", text, ...(toolCalls.length === 0 ? {} : { toolCalls }) }];
    }
    if (text === "" || message.origin === "tool") return [];
    return [{ type: message.origin === "person" ? "person" : "host", text }];
  })();
  return [...said, ...results];
}

function textOf(content: ChatMessage["content"]): string {
  if (content === null || content === undefined) return "";
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" && part.text !== undefined ? [part.text] : [])).join("\n\n");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
