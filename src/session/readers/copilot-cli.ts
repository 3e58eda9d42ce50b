/**
 * GitHub Copilot CLI (0.0.420 … 1.0.102): `~/.copilot/session-state/<session>/events.jsonl`, and the same events as
 * printed by `copilot -p … --output-format json`, where `ephemeral` ones and a last `result` line are added.
 *
 * Contract:
 * - A person is a `user.message` without `agentId` and without a `source` other than `user`; their words are `content`
 *   (`transformedContent` has the program's additions). `agentId` makes an event part of a sub-agent's thread.
 * - A call counts once, though it stands in `assistant.message` and again in `tool.execution_start`.
 * - `success: true` only says that the tool ran: the exit code of `shellExecution` decides.
 * - `skill.invoked` is kept as the host's message: it is what the model was told.
 */
import type { ByteSpan, MediaPart, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, SessionHeaderPatch, TranscriptFormat } from "../reader.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult } from "./shared/tool-result.ts";
import { separateParts, userMessages } from "./shared/user-messages.ts";

/** Types that no other format's records have together with `data`, `id` and `parentId`. */
const TELLING_TYPES: ReadonlySet<unknown> = new Set([
  "session.start",
  "session.resume",
  "user.message",
  "assistant.message",
  "assistant.turn_start",
  "tool.execution_start",
  "tool.execution_complete",
]);

export const copilotCli: TranscriptFormat = {
  kind: "copilot-cli",
  layout: "lines",
  recognise(sample) {
    const ours = sample.values.some((value) => {
      const event = asRecord(value);
      return (
        event !== undefined &&
        TELLING_TYPES.has(event.type) &&
        asRecord(event.data) !== undefined &&
        asString(event.id) !== undefined &&
        "parentId" in event
      );
    });
    return ours ? 0.95 : 0;
  },
  open: openEvents,
};

function openEvents(context: ReaderContext): RecordReader {
  let sessionId: string | undefined;
  /** What came before the session's id was known: a printed stream tells it on its last line. */
  let waiting: Message[] = [];
  const header: SessionHeaderPatch = {};
  const seen = new Set<string>();
  const toolNames = new Map<string, string>();

  function begin(id: string): void {
    sessionId = id;
    context.emit.session(id, header);
    for (const message of waiting) context.emit.message(id, message);
    waiting = [];
  }

  function emit(message: Message): "kept" {
    if (sessionId === undefined) waiting.push(message);
    else context.emit.message(sessionId, message);
    return "kept";
  }

  function patch(change: SessionHeaderPatch): void {
    if (sessionId === undefined) Object.assign(header, { ...change, ...header });
    else context.emit.session(sessionId, change);
  }

  /** A call that was not seen before; `undefined` for one that was, or that has no name. */
  function newCall(callId: unknown, name: unknown, input: unknown): MessagePart | undefined {
    const id = asString(callId);
    const tool = asString(name);
    if (id === undefined || tool === undefined || toolNames.has(id)) return undefined;
    toolNames.set(id, tool);
    return { type: "tool_call", callId: id, name: tool, input: input ?? {} };
  }

  function readEvent(event: JsonRecord, data: JsonRecord, id: string, span: ByteSpan): RecordVerdict {
    const at = isoTime(event.timestamp);
    const agent = asString(event.agentId);
    const model = asString(data.model);
    const base = {
      ...(at === undefined ? {} : { at }),
      ...(agent === undefined ? {} : { thread: agent }),
      spans: [span],
    };
    switch (event.type) {
      case "session.start":
      case "session.resume": {
        const started = asString(data.sessionId) ?? context.fallbackSessionId;
        for (const key of Object.keys(header) as (keyof SessionHeaderPatch)[]) delete header[key];
        Object.assign(header, readHeader(data));
        begin(started);
        return "kept";
      }
      case "user.message":
        return readUser(data, id, base, emit);
      case "system.message":
      case "session.error":
      case "abort": {
        const text = asString(data.content) ?? asString(data.message) ?? asString(data.reason);
        if (text === undefined) return { skipped: "no_content" };
        return emit({ id, role: "system", origin: "host", parts: [{ type: "text", text }], ...base });
      }
      case "assistant.message": {
        const parts: MessagePart[] = [];
        const reasoning = asString(data.reasoningText);
        const text = asString(data.content);
        if (reasoning !== undefined) parts.push({ type: "reasoning", text: reasoning });
        if (text !== undefined) parts.push({ type: "text", text });
        for (const request of asArray(data.toolRequests).map(asRecord)) {
          const call = newCall(request?.toolCallId, request?.name, request?.arguments);
          if (call !== undefined) parts.push(call);
        }
        if (parts.length === 0) return { skipped: "no_content" };
        if (model !== undefined && agent === undefined) patch({ model });
        return emit({
          id,
          role: "assistant",
          origin: "model",
          parts,
          ...base,
          ...(model === undefined ? {} : { model }),
        });
      }
      case "tool.execution_start": {
        const call = newCall(data.toolCallId, data.toolName, data.arguments);
        if (call === undefined) return { skipped: "tool_call_repeated" };
        return emit({ id, role: "assistant", origin: "model", parts: [call], ...base });
      }
      case "tool.execution_complete": {
        const callId = asString(data.toolCallId);
        if (callId === undefined) return { skipped: "no_id" };
        return emit({ id, role: "tool", origin: "tool", parts: [readResult(data, callId, toolNames)], ...base });
      }
      case "skill.invoked": {
        const lines = [`Skill ${asString(data.name) ?? "unknown"}`, asString(data.path), asString(data.content)];
        const text = lines.filter((line) => line !== undefined).join("\n");
        return emit({ id, role: "system", origin: "host", parts: [{ type: "text", text }], ...base });
      }
      case "session.compaction_complete": {
        const text = asString(data.summaryContent) ?? asString(data.summary) ?? "";
        return emit({ id, role: "system", origin: "host", compaction: true, parts: [{ type: "text", text }], ...base });
      }
      case "session.model_change": {
        const newModel = asString(data.newModel);
        if (agent === undefined && newModel !== undefined) patch({ model: newModel });
        return { skipped: "metadata" };
      }
      case "session.title_changed": {
        const title = asString(data.title);
        if (title !== undefined) patch({ title });
        return { skipped: "metadata" };
      }
      case "session.shutdown":
        if (at !== undefined) patch({ endedAt: at });
        return { skipped: "metadata" };
      case "hook.start":
      case "hook.end":
        return { skipped: "hook" };
      default:
        return { skipped: KNOWN_FAMILY.test(asString(event.type) ?? "") ? "bookkeeping" : "unknown_type" };
    }
  }

  return {
    read(value, span) {
      const event = asRecord(value);
      if (event === undefined) return { skipped: "not_an_object" };
      if (event.ephemeral === true) return { skipped: "ephemeral" };
      if (event.type === "result") {
        const id = asString(event.sessionId);
        if (sessionId === undefined && id !== undefined) begin(id);
        return { skipped: "metadata" };
      }
      const data = asRecord(event.data);
      const id = asString(event.id);
      if (data === undefined) return { skipped: "malformed" };
      if (id === undefined) return { skipped: "no_id" };
      if (seen.has(id)) return { skipped: "duplicate" };
      seen.add(id);
      return readEvent(event, data, id, span);
    },
    end() {
      if (sessionId === undefined && waiting.length > 0) begin(context.fallbackSessionId);
    },
  };
}

const KNOWN_FAMILY =
  /^(?:session|user|assistant|tool|subagent|skill|model|permission|hook|mcp|agent|external_tool|user_input|elicitation|command|exit_plan_mode|system|pending_messages|workspace)[._]/;

function readHeader(data: JsonRecord): SessionHeaderPatch {
  const place = asRecord(data.context);
  const projectRoot = asString(place?.gitRoot) ?? asString(place?.cwd);
  const sourceVersion = asString(data.copilotVersion);
  const startedAt = isoTime(data.startTime);
  const model = asString(data.selectedModel);
  return {
    ...(projectRoot === undefined ? {} : { projectRoot }),
    ...(sourceVersion === undefined ? {} : { sourceVersion }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(model === undefined ? {} : { model }),
  };
}

function readUser(
  data: JsonRecord,
  id: string,
  base: Pick<Message, "at" | "thread" | "spans">,
  emit: (message: Message) => "kept",
): RecordVerdict {
  const attachments = asArray(data.attachments)
    .map(asRecord)
    .filter((item) => item !== undefined)
    .map(readAttachment);
  const content: MessagePart[] = [{ type: "text", text: asString(data.content) ?? "" }, ...attachments];
  const byPerson = base.thread === undefined && (data.source === undefined || data.source === "user");
  const messages = userMessages({ id, ...base }, separateParts(content), byPerson ? "person" : "host");
  for (const message of messages) emit(message);
  return messages.length === 0 ? { skipped: "no_content" } : "kept";
}

function readAttachment(item: JsonRecord): MediaPart {
  const mediaType = asString(item.mimeType);
  const reference = asString(item.path) ?? asString(item.filePath) ?? asString(item.displayName);
  const data = asString(item.data);
  return {
    type: mediaType?.startsWith("image/") ? "image" : "file",
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(reference === undefined ? {} : { reference }),
    ...(data === undefined ? {} : { encodedLength: data.length }),
  };
}

function readResult(data: JsonRecord, callId: string, toolNames: ReadonlyMap<string, string>): MessagePart {
  const result = asRecord(data.result);
  const error = asRecord(data.error);
  const metrics = asRecord(asRecord(data.toolTelemetry)?.metrics);
  return toolResult({
    callId,
    text: textOf(result?.content ?? error?.message ?? data.error ?? data.result),
    status: data.success === true ? "ok" : data.success === false ? "error" : "unknown",
    exitCode: asNumber(asRecord(data.shellExecution)?.exitCode) ?? asNumber(metrics?.exit_code),
    toolName: toolNames.get(callId),
  });
}
