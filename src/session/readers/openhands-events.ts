/**
 * OpenHands events as messages. An action of the agent is a tool call, the observation that names it in `cause` its
 * result. `think` is reasoning, `finish` the agent's last words; state changes, recalls and null observations are
 * bookkeeping. Source: OpenHands repository, openhands/core/schema and openhands/events/serialization.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart } from "../model.ts";
import type { RecordVerdict, SessionEmitter } from "../reader.ts";
import { parseArguments } from "./openai-chat-calls.ts";
import { mediaPart, reasoningParts, textParts } from "./openai-chat-content.ts";
import { createCallIds } from "./shared/call-ids.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

export interface EventReader {
  read(event: unknown, span: ByteSpan): RecordVerdict;
}

const BOOKKEEPING_ACTIONS = new Set([
  "change_agent_state",
  "recall",
  "null",
  "pause",
  "resume",
  "stop",
  "start",
  "init",
]);
const BOOKKEEPING_OBSERVATIONS = new Set(["agent_state_changed", "null", "recall", "think", "success"]);
/** Arguments that say how an action is handled, not what it does. */
const HANDLING = new Set([
  "thought",
  "blocking",
  "hidden",
  "confirmation_state",
  "security_risk",
  "translated_ipython_code",
]);

export function isOpenHandsEvent(value: unknown): boolean {
  const event = asRecord(value);
  const kind = typeof event?.action === "string" ? "args" : "content";
  return (
    event !== undefined &&
    typeof event.source === "string" &&
    typeof event.id === "number" &&
    (typeof event.action === "string" || typeof event.observation === "string") &&
    kind in event
  );
}

/**
 * Reads the events of one session in their order.
 * @param onlyTask true when only the first message of the user is a person's (a benchmark's task).
 */
export function createEventReader(emit: SessionEmitter, session: string, onlyTask: boolean): EventReader {
  const idOf = createMessageIds();
  const calls = createCallIds();
  /** Our call id by the id of the action's event. */
  const callOfAction = new Map<unknown, string>();
  const seen = new Set<number>();
  let taskSeen = false;

  const send = (event: JsonRecord, span: ByteSpan, message: Omit<Message, "id" | "at" | "spans">): RecordVerdict => {
    if (message.parts.length === 0) return { skipped: "no_content" };
    const at = isoTime(event.timestamp);
    emit.message(session, { id: idOf(event.id), ...(at && { at }), ...message, spans: [span] });
    return "kept";
  };

  const readAction = (event: JsonRecord, action: string, span: ByteSpan): RecordVerdict => {
    const args = asRecord(event.args) ?? {};
    if (action === "message" && event.source === "user") {
      const images = asArray(args.image_urls).map((url) => mediaPart("image", { url }, "image"));
      const isPerson = !onlyTask || !taskSeen;
      taskSeen = true;
      const parts = [...textParts(args.content), ...images];
      return send(event, span, { role: "user", origin: isPerson ? "person" : "host", parts });
    }
    if (action === "system")
      return send(event, span, { role: "system", origin: "host", parts: textParts(args.content) });
    if (action === "condensation") {
      return send(event, span, { role: "user", origin: "host", compaction: true, parts: textParts(args.summary) });
    }
    if (BOOKKEEPING_ACTIONS.has(action)) return { skipped: "bookkeeping" };
    const model = asString(asRecord(asRecord(event.tool_call_metadata)?.model_response)?.model);
    const said = (parts: MessagePart[]) =>
      send(event, span, { role: "assistant", origin: "model", ...(model && { model }), parts });
    if (action === "think") return said(reasoningParts(args.thought));
    if (action === "message") return said(textParts(args.content));
    if (action === "finish") {
      return said(textParts(asString(args.final_thought) ?? asString(args.thought) ?? event.message));
    }
    if (event.source === "user") {
      // A command that the person ran in the shared terminal.
      return send(event, span, { role: "user", origin: "host", parts: textParts(args.command ?? event.message) });
    }
    return said([...textParts(args.thought), callPart(event, action, args)]);
  };

  const callPart = (event: JsonRecord, action: string, args: JsonRecord): MessagePart => {
    const metadata = asRecord(event.tool_call_metadata);
    const callId = calls.called(
      asString(metadata?.tool_call_id) ?? `event-${asString(event.id) ?? asNumber(event.id) ?? "?"}`,
    );
    callOfAction.set(event.id, callId);
    const isMcp = action === "call_tool_mcp" || action === "mcp";
    const name = (isMcp ? asString(args.name) : undefined) ?? asString(metadata?.function_name) ?? action;
    const kept = Object.entries(args).filter(([key, value]) => !HANDLING.has(key) && value !== null && value !== "");
    const input = argumentsOfModel(metadata) ?? (isMcp ? args.arguments : undefined) ?? Object.fromEntries(kept);
    return { type: "tool_call", callId, name, input };
  };

  const readObservation = (event: JsonRecord, kind: string, span: ByteSpan): RecordVerdict => {
    const isAnswer = callOfAction.has(event.cause);
    if (BOOKKEEPING_OBSERVATIONS.has(kind) && !(kind === "success" && isAnswer)) return { skipped: "bookkeeping" };
    const text = asString(event.content) ?? "";
    const toolCallId = asString(asRecord(event.tool_call_metadata)?.tool_call_id);
    if (!isAnswer && toolCallId === undefined) {
      return send(event, span, { role: "system", origin: "host", parts: textParts(text) });
    }
    const callId = callOfAction.get(event.cause) ?? calls.answered(toolCallId);
    const part: ToolResultPart = { type: "tool_result", callId, ...outcomeOf(event, kind, text), text };
    return send(event, span, { role: "tool", origin: "tool", parts: [part] });
  };

  return {
    read(value, span) {
      const event = asRecord(value);
      if (event === undefined) return { skipped: "not_an_object" };
      if (typeof event.id === "number") {
        if (seen.has(event.id)) return { skipped: "duplicate" };
        seen.add(event.id);
      }
      emit.session(session);
      if (typeof event.action === "string") return readAction(event, event.action, span);
      if (typeof event.observation === "string") return readObservation(event, event.observation, span);
      return { skipped: "unknown_type" };
    },
  };
}

/**
 * The arguments as the model gave them, where the event keeps its response. An action's own arguments may say less: a
 * `read` no longer tells that it was `str_replace_editor` with `command: "view"`.
 */
function argumentsOfModel(metadata: JsonRecord | undefined): unknown {
  for (const choice of asArray(asRecord(metadata?.model_response)?.choices)) {
    for (const entry of asArray(asRecord(asRecord(choice)?.message)?.tool_calls)) {
      const call = asRecord(entry);
      if (call?.id !== metadata?.tool_call_id) continue;
      const given = parseArguments(asRecord(call?.function)?.arguments);
      if (asRecord(given) !== undefined) return given;
    }
  }
  return undefined;
}

/** `run` observations have an exit code (-1 while the command goes on: none yet); the file tools begin with `ERROR:`. */
function outcomeOf(event: JsonRecord, kind: string, text: string): Pick<ToolResultPart, "status" | "exitCode"> {
  if (kind === "error") return { status: "error" };
  if (kind === "user_rejected") return { status: "cancelled" };
  const extras = asRecord(event.extras);
  if (kind === "run") {
    const exitCode = asNumber(asRecord(extras?.metadata)?.exit_code) ?? asNumber(extras?.exit_code);
    if (exitCode === undefined || exitCode < 0) return { status: "unknown" };
    return { status: exitCode === 0 ? "ok" : "error", exitCode };
  }
  if (kind === "browse") return { status: extras?.error === true ? "error" : "ok" };
  if (kind === "mcp" || kind === "run_ipython" || kind === "delegate") return { status: "unknown" };
  return { status: text.startsWith("ERROR:") ? "error" : "ok" };
}
