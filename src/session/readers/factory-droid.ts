/**
 * Factory Droid, two forms with the same record types:
 * - the session store (`~/.factory/sessions/**.jsonl`): `session_start`, then `message` records whose `message` has
 *   Anthropic content blocks; tool results come in messages of the user;
 * - `droid exec --output-format stream-json`: `system`, `message` (flat), `tool_call`, `tool_result`, `completion`,
 *   `error`, each with the session's id.
 * `<system-reminder>` blocks around a person's words are the host's and become a message of their own.
 */
import { stat } from "node:fs/promises";
import type { ByteSpan, Message, MessagePart, ToolResultPart, ToolStatus } from "../model.ts";
import type { ContentSample, ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { contentParts, contentText, reasoningParts, textParts } from "./openai-chat-content.ts";
import { type CallIds, createCallIds } from "./shared/call-ids.ts";
import { splitHostBlocks } from "./shared/host-blocks.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

const STREAM_TYPES = new Set(["message", "reasoning", "tool_call", "tool_result", "completion", "error"]);

function recognise(sample: ContentSample): number {
  let confidence = 0;
  for (const value of sample.values) {
    const record = asRecord(value);
    if (record === undefined) continue;
    if (isStoreStart(record)) return 0.95;
    if (isStoreMessage(record)) confidence = Math.max(confidence, 0.6);
    if (streamSession(record) === undefined) continue;
    if (record.type === "tool_call" && asString(record.toolName) !== undefined) return 0.95;
    if (record.type === "completion" && typeof record.finalText === "string") return 0.95;
    if (record.type === "message" && typeof record.text === "string" && asString(record.role) !== undefined) return 0.9;
  }
  return confidence;
}

const isStoreStart = (record: JsonRecord): boolean =>
  record.type === "session_start" && asString(record.id) !== undefined && asString(record.cwd) !== undefined;

/** A message of a store file that lost its head: Anthropic's tool blocks under an id that no other agent writes so. */
function isStoreMessage(record: JsonRecord): boolean {
  if (record.type !== "message" || asString(record.id) === undefined || "uuid" in record) return false;
  const blocks = asArray(asRecord(record.message)?.content).map((block) => asRecord(block)?.type);
  return blocks.includes("tool_use") || blocks.includes("tool_result");
}

const streamSession = (record: JsonRecord): string | undefined =>
  asString(record.session_id) ?? asString(record.sessionId);

/** What one session of the file needs while it is read. */
interface Thread {
  idOf: (wanted?: unknown) => string;
  calls: CallIds;
  lastText: string | undefined;
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const threads = new Map<string, Thread>();
  const seen = new Set<string>();
  let storeSession = fallbackSessionId;

  const threadOf = (session: string): Thread => {
    let thread = threads.get(session);
    if (thread === undefined) {
      thread = { idOf: createMessageIds(), calls: createCallIds(), lastText: undefined };
      threads.set(session, thread);
    }
    return thread;
  };
  const send = (session: string, record: JsonRecord, message: Omit<Message, "id" | "at">, wanted = record.id): void => {
    const at = isoTime(record.timestamp);
    const thread = threadOf(session);
    if (message.origin === "model") thread.lastText = lastText(message.parts) ?? thread.lastText;
    emit.message(session, { id: thread.idOf(wanted), ...(at && { at }), ...message });
  };
  /** A user's message: the host's blocks first, then what the person said. Answers false when there is nothing in it. */
  const sendUser = (session: string, record: JsonRecord, content: unknown, span: ByteSpan): boolean => {
    const host: MessagePart[] = [];
    const person: MessagePart[] = [];
    for (const part of contentParts(content)) {
      if (part.type !== "text") {
        person.push(part);
        continue;
      }
      const split = splitHostBlocks(part.text);
      host.push(...split.host.flatMap(textParts));
      person.push(...textParts(split.person));
    }
    const wanted = asString(record.id);
    const hostId = wanted === undefined ? undefined : `${wanted}:host`;
    if (host.length > 0) send(session, record, { role: "user", origin: "host", parts: host, spans: [span] }, hostId);
    if (person.length > 0) send(session, record, { role: "user", origin: "person", parts: person, spans: [span] });
    return host.length + person.length > 0;
  };

  const readStoreMessage = (record: JsonRecord, span: ByteSpan): RecordVerdict => {
    const session = storeSession;
    const message = asRecord(record.message);
    const content = message?.content;
    const { calls } = threadOf(session);
    if (message?.role === "assistant") {
      const parts =
        typeof content === "string"
          ? textParts(content)
          : asArray(content).flatMap((block) => blockParts(block, calls));
      if (parts.length === 0) return { skipped: "no_content" };
      const model = asString(message.model);
      send(session, record, { role: "assistant", origin: "model", ...(model && { model }), parts, spans: [span] });
      return "kept";
    }
    if (message?.role !== "user") return { skipped: "unknown_role" };
    const results = asArray(content)
      .map(asRecord)
      .filter((block) => block?.type === "tool_result")
      .map((block) => resultPart(calls, block?.tool_use_id, block?.content, block?.is_error === true));
    if (results.length > 0) {
      send(session, record, { role: "tool", origin: "tool", parts: results, spans: [span] });
      sendUser(
        session,
        record,
        asArray(content).filter((block) => asRecord(block)?.type !== "tool_result"),
        span,
      );
      return "kept";
    }
    return sendUser(session, record, content, span) ? "kept" : { skipped: "no_content" };
  };

  const readStream = (record: JsonRecord, session: string, span: ByteSpan): RecordVerdict => {
    const thread = threadOf(session);
    const model = { role: "assistant", origin: "model", spans: [span] } satisfies Partial<Message>;
    switch (record.type) {
      case "message": {
        const content = record.text ?? record.content;
        if (record.role === "user")
          return sendUser(session, record, content, span) ? "kept" : { skipped: "no_content" };
        const parts = contentParts(content);
        if (parts.length === 0) return { skipped: "no_content" };
        if (record.role === "assistant") send(session, record, { ...model, parts });
        else send(session, record, { role: "system", origin: "host", parts, spans: [span] });
        return "kept";
      }
      case "reasoning": {
        const parts = reasoningParts(record.text ?? record.content);
        if (parts.length === 0) return { skipped: "no_content" };
        send(session, record, { ...model, parts });
        return "kept";
      }
      case "tool_call": {
        const name = asString(record.toolName) ?? asString(record.toolId) ?? asString(record.tool_name);
        if (name === undefined) return { skipped: "no_content" };
        const callId = thread.calls.called(record.toolCallId ?? record.id);
        send(session, record, {
          ...model,
          parts: [{ type: "tool_call", callId, name, input: record.parameters ?? {} }],
        });
        return "kept";
      }
      case "tool_result": {
        const part = resultPart(thread.calls, record.toolCallId ?? record.id, record.value, record.isError);
        send(session, record, { role: "tool", origin: "tool", parts: [part], spans: [span] });
        return "kept";
      }
      case "completion": {
        emit.session(session, { outcome: { status: "unknown" } });
        const parts = textParts(record.finalText);
        if (parts.length === 0 || record.finalText === thread.lastText) return { skipped: "repeated_text" };
        send(session, record, { ...model, parts });
        return "kept";
      }
      default: {
        const detail = asString(record.message);
        emit.session(session, { outcome: { status: "failure", basis: "recorded", ...(detail && { detail }) } });
        const parts = textParts(detail);
        if (parts.length > 0) send(session, record, { role: "system", origin: "host", parts, spans: [span] });
        return "kept";
      }
    }
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const key = JSON.stringify([streamSession(record) ?? storeSession, record.type, record.id]);
      if (asString(record.id) !== undefined) {
        if (seen.has(key)) return { skipped: "duplicate" };
        seen.add(key);
      }
      const stream = streamSession(record);
      if (record.type === "session_start") {
        storeSession = asString(record.id) ?? fallbackSessionId;
        const parent = asString(record.callingSessionId);
        emit.session(storeSession, { ...header(record), ...(parent && { subAgentOf: parent }) });
        return "kept";
      }
      if (record.type === "system") {
        emit.session(stream ?? storeSession, header(record));
        return "kept";
      }
      if (record.type === "message" && asRecord(record.message) !== undefined) return readStoreMessage(record, span);
      if (typeof record.type === "string" && STREAM_TYPES.has(record.type)) {
        return readStream(record, stream ?? storeSession, span);
      }
      return { skipped: "bookkeeping" };
    },
    companion(value) {
      const model = asString(asRecord(value)?.model);
      if (model !== undefined) emit.session(storeSession, { model });
    },
  };
}

/** `<session>.settings.json` beside a store file, which names the model. */
async function companions(path: string): Promise<string[]> {
  const settings = path.replace(/(?:\.jsonl)?$/, ".settings.json");
  return (await stat(settings).catch(() => undefined))?.isFile() ? [settings] : [];
}

function header(record: JsonRecord) {
  const startedAt = isoTime(record.timestamp);
  const title = asString(record.title) ?? asString(record.sessionTitle);
  const projectRoot = asString(record.cwd);
  const sourceVersion = asString(record.version);
  const model = asString(record.model);
  return {
    ...(startedAt && { startedAt }),
    ...(title && { title }),
    ...(projectRoot && { projectRoot }),
    ...(sourceVersion && { sourceVersion }),
    ...(model && { model }),
  };
}

function blockParts(value: unknown, calls: CallIds): MessagePart[] {
  const block = asRecord(value);
  const name = asString(block?.name);
  if (block?.type !== "tool_use" || name === undefined) return contentParts([value]);
  return [{ type: "tool_call", callId: calls.called(block.id), name, input: block.input ?? {} }];
}

function resultPart(calls: CallIds, id: unknown, value: unknown, failed: unknown): ToolResultPart {
  const record = asRecord(value);
  const exitCode = asNumber(record?.exitCode);
  const output = [record?.stdout, record?.stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
  const text =
    record === undefined ? contentText(value) : output === "" && !("stdout" in record) ? JSON.stringify(value) : output;
  const wrong = failed === true || (exitCode !== undefined && exitCode !== 0);
  const known = typeof failed === "boolean" || exitCode !== undefined;
  const status: ToolStatus = wrong ? "error" : known ? "ok" : "unknown";
  return { type: "tool_result", callId: calls.answered(id), status, ...(exitCode !== undefined && { exitCode }), text };
}

function lastText(parts: MessagePart[]): string | undefined {
  return parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).at(-1);
}

export const factoryDroid: TranscriptFormat = { kind: "factory-droid", layout: "lines", recognise, companions, open };
