/**
 * Codex CLI rollouts, 0.9 … 0.171: `~/.codex/sessions/YYYY/MM/DD/rollout-*.jsonl`.
 *
 * - New lines are `{timestamp, type, payload}`; up to 0.2x they are bare response items after a line `{id, instructions}`.
 *   The first exported logs had `{role, content}` and `tool_call` / `tool_result` lines.
 * - What stands both as response item and as event counts once (codex/said-once.ts; calls by `call_id`). A `user` item is
 *   a person's only if an event says so too, or if the file has no such events and the text is none that Codex injects.
 * - A sub-agent has its own file; its `session_meta` names the parent. A second `session_meta` opens a second session,
 *   unless it is the copied history of a fork.
 */
import type { ByteSpan, Message, MessageOrigin, MessagePart, MessageRole } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { type CodexCall, callPart, eventCall, eventOutput, itemCall } from "./codex/calls.ts";
import { BOOKKEEPING, recognise } from "./codex/lines.ts";
import { createSaidOnce, textKey } from "./codex/said-once.ts";
import { type CallEnd, callEnd, imagePart, outputParts } from "./codex/tool-output.ts";
import { splitUserText } from "./codex/user-text.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, entryOf, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

export const codex: TranscriptFormat = { kind: "codex", layout: "lines", recognise, open };

const skipped = (reason: string): RecordVerdict => ({ skipped: reason });

/** A `user` item whose owner is not known yet. */
interface Candidate {
  sessionId: string;
  message: Message;
  key: string;
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const messageIds = createMessageIds();
  const agentSaid = createSaidOnce();
  const thought = createSaidOnce();
  const seenIds = new Set<string>();
  const knownCalls = new Set<string>();
  const answeredCalls = new Set<string>();
  const ends = new Map<string, CallEnd>();
  const eventTexts: string[] = [];
  let candidates: Candidate[] = [];
  let sawUserEvent = false;
  let sessionId = fallbackSessionId;
  let opened = false;
  let subAgent = false;
  let forkedFrom = new Set<string>();
  let model: string | undefined;
  let lastCallId = "";
  let sinceCompaction = Number.POSITIVE_INFINITY;

  const compose = (
    line: JsonRecord,
    span: ByteSpan,
    role: MessageRole,
    origin: MessageOrigin,
    parts: MessagePart[],
    id?: unknown,
  ): Message => {
    const at = isoTime(line.timestamp);
    return {
      id: messageIds(id),
      role,
      origin,
      ...(at === undefined ? {} : { at }),
      ...(origin === "model" && model !== undefined ? { model } : {}),
      parts,
      spans: [span],
    };
  };

  /** What no event has claimed by now: a person's where the file has no events, else Codex's own. */
  const settle = (): void => {
    if (candidates.length === 0) return;
    const unclaimed = candidates;
    candidates = [];
    for (const { sessionId: session, message } of unclaimed) {
      if (sawUserEvent || subAgent) message.origin = "host";
      emit.message(session, message);
    }
  };

  const send = (message: Message): RecordVerdict => {
    settle();
    emit.message(sessionId, message);
    return "kept";
  };

  const readMeta = (line: JsonRecord, meta: JsonRecord): RecordVerdict => {
    const id = asString(meta.id) ?? asString(meta.session_id);
    if (id === undefined) return skipped("malformed");
    if (opened && id !== sessionId && forkedFrom.has(id)) return skipped("forked_history");
    settle();
    const source = asRecord(meta.source);
    const spawn = asRecord(asRecord(source?.subagent)?.thread_spawn);
    const parent = asString(meta.parent_thread_id) ?? asString(spawn?.parent_thread_id);
    const forked = asString(meta.forked_from_id);
    if (!opened || id !== sessionId) sawUserEvent = false;
    sessionId = id;
    opened = true;
    subAgent = parent !== undefined || source?.subagent !== undefined;
    forkedFrom = new Set([parent, forked].filter((origin) => origin !== undefined && origin !== id) as string[]);
    const version = asString(meta.cli_version);
    const cwd = asString(meta.cwd);
    const startedAt = isoTime(meta.timestamp) ?? isoTime(line.timestamp);
    emit.session(id, {
      ...(version === undefined ? {} : { sourceVersion: version }),
      ...(cwd === undefined ? {} : { projectRoot: cwd }),
      ...(startedAt === undefined ? {} : { startedAt }),
      ...(subAgent ? { subAgentOf: parent ?? forked ?? "unknown" } : {}),
    });
    return "kept";
  };

  const readContext = (context: JsonRecord): RecordVerdict => {
    model = asString(context.model) ?? model;
    const cwd = asString(context.cwd);
    emit.session(sessionId, {
      ...(model === undefined ? {} : { model }),
      ...(cwd === undefined ? {} : { projectRoot: cwd }),
    });
    return skipped("turn_context");
  };

  const readUserItem = (line: JsonRecord, item: JsonRecord, span: ByteSpan): RecordVerdict => {
    const person: MessagePart[] = [];
    const host: MessagePart[] = [];
    const words: string[] = [];
    for (const value of typeof item.content === "string" ? [{ text: item.content }] : asArray(item.content)) {
      const block = asRecord(value);
      const text = asString(block?.text);
      if (block?.type === "input_image") {
        if (block.image_url !== null) person.push(imagePart(block.image_url));
      } else if (text !== undefined) {
        const split = splitUserText(text);
        if (split.host !== "") host.push({ type: "text", text: split.host });
        if (split.person === "") continue;
        person.push({ type: "text", text: split.person });
        words.push(split.person);
      }
    }
    if (host.length + person.length === 0) return skipped("empty_message");
    if (host.length > 0) send(compose(line, span, "user", "host", host, item.id));
    if (words.length === 0) return host.length > 0 ? "kept" : skipped("empty_message");
    const key = textKey(words.join("\n"));
    const known = eventTexts.indexOf(key);
    if (known >= 0) {
      eventTexts.splice(known, 1);
      return host.length > 0 ? "kept" : skipped("duplicate");
    }
    const message = compose(line, span, "user", "person", person, item.id);
    candidates.push({ sessionId, message, key });
    return "kept";
  };

  const readUserEvent = (line: JsonRecord, event: JsonRecord, span: ByteSpan): RecordVerdict => {
    const texts = typeof event.message === "string" ? [event.message] : [];
    const media: MessagePart[] = [];
    for (const value of asArray(event.content)) {
      const block = asRecord(value);
      const text = asString(block?.text);
      if (text !== undefined) texts.push(text);
      else if (block?.type === "image" || block?.type === "local_image") {
        media.push(imagePart(block.image_url ?? block.path));
      }
    }
    for (const image of [...asArray(event.images), ...asArray(event.local_images)]) media.push(imagePart(image));
    const split = splitUserText(texts.join("\n"));
    const fromHost = split.person === "" || (event.kind !== undefined && event.kind !== "plain");
    if (fromHost && media.length === 0) return split.host === "" ? skipped("empty_message") : skipped("duplicate");
    sawUserEvent = true;
    const key = textKey(split.person);
    const claimed = candidates.findIndex((candidate) => candidate.key === key);
    if (claimed >= 0) {
      const before = candidates.splice(0, claimed + 1);
      const own = before.pop();
      const later = candidates;
      candidates = before;
      settle();
      candidates = later;
      if (own !== undefined) {
        own.message.spans.push(span);
        if (subAgent) own.message.origin = "host";
        emit.message(own.sessionId, own.message);
      }
      return skipped("duplicate");
    }
    if (eventTexts.length >= 50) eventTexts.shift();
    eventTexts.push(key);
    const parts: MessagePart[] = split.person === "" ? media : [{ type: "text", text: split.person }, ...media];
    return send(compose(line, span, "user", subAgent ? "host" : "person", parts, event.id));
  };

  const readAgentText = (
    line: JsonRecord,
    span: ByteSpan,
    side: "item" | "event",
    texts: string[],
    id: unknown,
  ): RecordVerdict => {
    const text = texts.join("\n");
    if (text.trim() === "") return skipped("empty_message");
    if (agentSaid.repeats(side, text)) return skipped("duplicate");
    return send(compose(line, span, "assistant", "model", [{ type: "text", text }], id));
  };

  const readReasoning = (line: JsonRecord, span: ByteSpan, side: "item" | "event", texts: string[]): RecordVerdict => {
    if (texts.length === 0) return skipped("encrypted_reasoning");
    const fresh = texts.filter((text) => !thought.repeats(side, text));
    if (fresh.length === 0) return skipped("duplicate");
    const parts = fresh.map((text): MessagePart => ({ type: "reasoning", text }));
    return send(compose(line, span, "assistant", "model", parts));
  };

  const readCall = (line: JsonRecord, span: ByteSpan, call: CodexCall, item: JsonRecord): RecordVerdict => {
    const callId = call.callId ?? messageIds();
    if (knownCalls.has(callId)) return skipped("duplicate");
    knownCalls.add(callId);
    lastCallId = callId;
    const own = item.type === "web_search_call" || item.type === "image_generation_call";
    const part = callPart(call, callId, own ? item.status : undefined);
    return send(compose(line, span, "assistant", "model", [part], item.id));
  };

  const readOutput = (line: JsonRecord, span: ByteSpan, item: JsonRecord): RecordVerdict => {
    const callId = asString(item.call_id) ?? lastCallId;
    if (answeredCalls.has(callId)) return skipped("duplicate");
    answeredCalls.add(callId);
    const output = item.output ?? item.result ?? (item.tools === undefined ? undefined : JSON.stringify(item.tools));
    const parts = outputParts(callId, output, ends.get(callId));
    ends.delete(callId);
    return send(compose(line, span, "tool", "tool", parts, item.id));
  };

  /** End events know exit codes. Where the call stands as an item too, only that is taken from them. */
  const readCallEvent = (line: JsonRecord, span: ByteSpan, call: CodexCall, event: JsonRecord): RecordVerdict => {
    const callId = call.callId ?? messageIds();
    if (knownCalls.has(callId)) {
      if (!answeredCalls.has(callId)) ends.set(callId, callEnd(event));
      return skipped("duplicate");
    }
    knownCalls.add(callId);
    answeredCalls.add(callId);
    send(compose(line, span, "assistant", "model", [callPart(call, callId)], `${callId}:call`));
    return send(compose(line, span, "tool", "tool", outputParts(callId, eventOutput(event), callEnd(event)), callId));
  };

  const readCompaction = (line: JsonRecord, span: ByteSpan, text: string | undefined): RecordVerdict => {
    if (sinceCompaction < 12) return skipped("duplicate");
    sinceCompaction = 0;
    const parts: MessagePart[] = [{ type: "text", text: text ?? "Context compacted" }];
    return send({ ...compose(line, span, "system", "host", parts), compaction: true });
  };

  const hostNote = (
    line: JsonRecord,
    span: ByteSpan,
    role: MessageRole,
    texts: string[],
    id?: unknown,
  ): RecordVerdict => {
    const parts = texts.filter((text) => text.trim() !== "").map((text): MessagePart => ({ type: "text", text }));
    return parts.length === 0 ? skipped("empty_message") : send(compose(line, span, role, "host", parts, id));
  };

  const readItem = (line: JsonRecord, item: JsonRecord, span: ByteSpan): RecordVerdict => {
    const id = asString(item.id);
    if (id !== undefined) {
      const key = `${asString(item.type) ?? ""} ${id}`;
      if (seenIds.has(key)) return skipped("duplicate");
      seenIds.add(key);
    }
    const type = asString(item.type) ?? "";
    const call = itemCall(item);
    if (call !== undefined) return readCall(line, span, call, item);
    if (type.endsWith("_output")) return readOutput(line, span, item);
    if (type === "reasoning")
      return readReasoning(line, span, "item", textsOf(item.summary).concat(textsOf(item.content)));
    if (type === "agent_message") return hostNote(line, span, "user", textsOf(item.content), id);
    if (type !== "message") return skipped(entryOf(BOOKKEEPING, type) ?? "unknown_record");
    if (item.role === "user") return readUserItem(line, item, span);
    if (item.role === "assistant") return readAgentText(line, span, "item", textsOf(item.content), id);
    return hostNote(line, span, "system", textsOf(item.content), id);
  };

  const readEvent = (line: JsonRecord, event: JsonRecord, span: ByteSpan): RecordVerdict => {
    switch (event.type) {
      case "item_completed": {
        const item = asRecord(event.item);
        return item === undefined ? skipped("malformed") : readEvent(line, item, span);
      }
      case "user_message":
      case "UserMessage":
        return readUserEvent(line, event, span);
      case "agent_message":
      case "AgentMessage":
        return readAgentText(line, span, "event", textsOf(event.message ?? event.content), event.id);
      case "agent_reasoning":
        return readReasoning(line, span, "event", textsOf(event.text));
      case "Reasoning":
        return readReasoning(line, span, "event", textsOf(event.summary_text));
      case "context_compacted":
      case "ContextCompaction":
        return readCompaction(line, span, undefined);
      case "entered_review_mode":
        return hostNote(line, span, "system", textsOf(event.user_facing_hint));
      case "exited_review_mode":
        return hostNote(line, span, "system", reviewTexts(event.review_output));
      case "error":
      case "stream_error":
      case "warning":
        return hostNote(line, span, "system", textsOf(asRecord(event.error)?.message ?? event.message));
      case "thread_name_updated": {
        const title = asString(event.thread_name);
        if (title !== undefined) emit.session(sessionId, { title });
        return skipped("session_state");
      }
    }
    const call = eventCall(event);
    if (call !== undefined) return readCallEvent(line, span, call, event);
    return skipped(entryOf(BOOKKEEPING, event.type) ?? "unknown_record");
  };

  /** Lines without a payload: the rollouts of 2025 and the first exported logs. */
  const readBare = (line: JsonRecord, span: ByteSpan): RecordVerdict => {
    if (line.record_type === "state") return skipped("session_state");
    if (typeof line.id === "string" && "instructions" in line) return readMeta(line, line);
    if (line.type === "tool_call") {
      const name = asString(asRecord(line.function)?.name) ?? asString(line.name);
      return readItem(line, { ...line, type: "function_call", name }, span);
    }
    if (line.type === "tool_result") return readOutput(line, span, line);
    if (line.type === undefined && typeof line.role === "string") {
      const model = asString(line.model);
      emit.session(sessionId, model === undefined ? {} : { model });
      return readItem(line, { ...line, type: "message" }, span);
    }
    return readItem(line, line, span);
  };

  return {
    read(value, span) {
      const line = asRecord(value);
      if (line === undefined) return skipped("not_a_record");
      sinceCompaction++;
      const payload = asRecord(line.payload);
      if (payload === undefined) return readBare(line, span);
      switch (line.type) {
        case "session_meta":
          return readMeta(line, payload);
        case "turn_context":
          return readContext(payload);
        case "response_item":
          return readItem(line, payload, span);
        case "event_msg":
          return readEvent(line, payload, span);
        case "compacted":
          return readCompaction(line, span, asString(payload.message));
        default:
          return skipped(entryOf(BOOKKEEPING, line.type) ?? "unknown_record");
      }
    },
    end: settle,
  };
}

/** A string, or the texts of content blocks. */
function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  return asArray(content).flatMap((value) => asString(typeof value === "string" ? value : asRecord(value)?.text) ?? []);
}

function reviewTexts(value: unknown): string[] {
  const review = asRecord(value);
  const findings = asArray(review?.findings).map((finding) => asRecord(finding));
  return [
    ...textsOf(review?.overall_explanation),
    ...findings.flatMap((finding) => [`${asString(finding?.title) ?? ""}\n${asString(finding?.body) ?? ""}`]),
  ];
}
