/**
 * Claude Code 1.0 … 2.1: `~/.claude/projects/<cwd>/<session>.jsonl`, sub-agents in `<session>/subagents/agent-*.jsonl`,
 * and the stream of `claude -p --output-format stream-json`.
 *
 * - One record is one content block; the lines of one API message become one message (message-order.ts).
 * - `isSidechain` with an `agentId` is a session of its own, `<session>:<agentId>`; without one (up to 1.0) it is a thread
 *   named by the uuid of its first record.
 * - Records that come again with the same uuid, and blocks that come again under new uuids (a resumed file copies what
 *   went before), count once.
 * - `queue-operation` records are bookkeeping: what was queued comes again as a `user` or `queued_command` record.
 */
import { createIdSet } from "../id-set.ts";
import type { ByteSpan, Message, MessageOrigin, MessagePart, MessageRole } from "../model.ts";
import type { ContentSample, ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { attachmentParts, textParts } from "./claude-code/attachments.ts";
import { isResultBlock, mediaPart, modelPart, refusalWords, resultParts } from "./claude-code/blocks.ts";
import { createMessageOrder } from "./claude-code/message-order.ts";
import { splitUserText } from "./claude-code/user-text.ts";
import { asArray, asRecord, asString, entryOf, type JsonRecord } from "./shared/json-access.ts";

export const claudeCode: TranscriptFormat = { kind: "claude-code", layout: "lines", recognise, open };

/** Types that no other program writes with these fields; the value is the field to look for. */
const TELLTALES: Record<string, string> = {
  "file-history-snapshot": "snapshot",
  summary: "leafUuid",
  "queue-operation": "operation",
  "last-prompt": "lastPrompt",
  "custom-title": "customTitle",
  "ai-title": "aiTitle",
  "api-request": "sessionId",
};

function recognise(sample: ContentSample): number {
  let best = 0;
  for (const value of sample.values) {
    const record = asRecord(value);
    if (record === undefined || typeof record.type !== "string") continue;
    const message = asRecord(record.message);
    const session = record.sessionId ?? record.session_id;
    const conversation = record.type === "user" || record.type === "assistant";
    if (conversation && typeof session === "string" && message?.role === record.type && "content" in message) {
      return record.uuid !== undefined ? 0.95 : 0.7;
    }
    const telltale = entryOf(TELLTALES, record.type);
    if (telltale !== undefined && telltale in record) best = Math.max(best, 0.6);
    const inChain = typeof record.uuid === "string" && typeof session === "string" && "parentUuid" in record;
    if (inChain && (record.type === "progress" || record.type === "attachment")) best = Math.max(best, 0.8);
    if (record.type === "system" && record.subtype === "init" && "permissionMode" in record) best = Math.max(best, 0.8);
  }
  return best;
}

/** Records that say nothing of the conversation, with the reason to count them under. */
const BOOKKEEPING: Record<string, string> = {
  progress: "progress",
  "file-history-snapshot": "file_history",
  "queue-operation": "queue_operation",
  "api-request": "api_request",
  "api-request-shape": "api_request",
  "api-request-blob": "api_request",
};

const SESSION_STATE = new Set(
  (
    "mode permission-mode last-prompt atis-latch cost-state tools-used agent-name agent-color agent-setting frame-link " +
    "pr-link started result relocated worktree-state bridge-session tag task-summary content-replacement " +
    "marble-origami-commit marble-origami-snapshot stream_event rate_limit_event keep_alive"
  ).split(" "),
);

const skipped = (reason: string): RecordVerdict => ({ skipped: reason });

/** Where a record belongs. */
interface Place {
  sessionId: string;
  thread?: string;
  /** Spoken to or by a sub-agent. */
  subAgent: boolean;
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const order = createMessageOrder((sessionId, message) => emit.message(sessionId, message));
  const seenUuids = createIdSet();
  const seenCalls = createIdSet();
  const seenResults = createIdSet();
  /** API message ids with the length of each of their texts (thoughts negative): enough to tell a copy. */
  const seenTexts = createIdSet();
  /** Inline sidechains: uuid of each record to the uuid of its first. */
  const threadOf = new Map<string, string>();
  const summaries = new Map<string, string>();
  let currentSession = fallbackSessionId;
  let ordinal = 0;
  let lastCallId = "";
  /** The session whose header has its model already. */
  let modelled = "";

  const placeOf = (record: JsonRecord): Place => {
    const sessionId = asString(record.sessionId) ?? asString(record.session_id) ?? currentSession;
    currentSession = sessionId;
    const agentId = asString(record.agentId);
    if (record.isSidechain === true && agentId !== undefined) {
      const id = `${sessionId}:${agentId}`;
      emit.session(id, { subAgentOf: sessionId });
      return { sessionId: id, subAgent: true };
    }
    const parentCall = asString(record.parent_tool_use_id);
    if (parentCall !== undefined) return { sessionId, thread: parentCall, subAgent: true };
    if (record.isSidechain !== true) return { sessionId, subAgent: false };
    const uuid = asString(record.uuid);
    const parent = asString(record.parentUuid);
    const thread = (parent === undefined ? undefined : threadOf.get(parent)) ?? uuid ?? "sidechain";
    if (uuid !== undefined) threadOf.set(uuid, thread);
    return { sessionId, thread, subAgent: true };
  };

  let headed = "";
  /** Once per session in a row: versions change within a session, but its header keeps the first. */
  const header = (record: JsonRecord, { sessionId }: Place): void => {
    if (sessionId === headed) return;
    const sourceVersion = asString(record.version);
    const projectRoot = asString(record.cwd);
    if (sourceVersion !== undefined && projectRoot !== undefined) headed = sessionId;
    emit.session(sessionId, {
      ...(sourceVersion === undefined ? {} : { sourceVersion }),
      ...(projectRoot === undefined ? {} : { projectRoot }),
    });
  };

  const compose = (
    record: JsonRecord,
    place: Place,
    span: ByteSpan,
    role: MessageRole,
    origin: MessageOrigin,
    parts: MessagePart[],
    suffix = "",
  ): Message => {
    ordinal++;
    const id = asString(record.uuid) ?? String(ordinal);
    const message: Message = { id: suffix === "" ? id : id + suffix, role, origin, parts, spans: [span] };
    const at = asString(record.timestamp);
    if (at !== undefined) message.at = at;
    if (place.thread !== undefined) message.thread = place.thread;
    return message;
  };

  /** True for a block that this message had before, on another line. */
  const isCopy = (apiMessageId: string, part: MessagePart): boolean => {
    if (part.type === "tool_call") return !seenCalls.add(part.callId);
    if (part.type === "text") return !seenTexts.add(apiMessageId, part.text.length);
    return part.type === "reasoning" && !seenTexts.add(apiMessageId, -part.text.length);
  };

  const callId = (source: unknown): string => {
    lastCallId = asString(source) ?? `call-${ordinal}`;
    return lastCallId;
  };

  const readAssistant = (record: JsonRecord, message: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    const apiMessageId = asString(message.id);
    const blocks = typeof message.content === "string" ? [{ type: "text", text: message.content }] : message.content;
    const parts: MessagePart[] = [];
    const results: MessagePart[] = [];
    let repeated = 0;
    for (const value of asArray(blocks)) {
      const block = asRecord(value);
      if (block === undefined) continue;
      if (isResultBlock(block)) {
        results.push(...resultParts(block, asString(block.tool_use_id) ?? lastCallId, undefined, false));
        continue;
      }
      const part = modelPart(block, callId);
      if (part === undefined) continue;
      if (apiMessageId !== undefined && isCopy(apiMessageId, part)) repeated++;
      else parts.push(part);
    }
    if (parts.length === 0 && results.length === 0) return skipped(repeated > 0 ? "duplicate" : "empty_message");
    const synthetic = record.isApiErrorMessage === true || message.model === "<synthetic>";
    const composed = compose(record, place, span, "assistant", synthetic ? "host" : "model", parts);
    const model = synthetic ? undefined : asString(message.model);
    if (model !== undefined) {
      composed.model = model;
      if (modelled !== place.sessionId) emit.session(place.sessionId, { model });
      modelled = place.sessionId;
    }
    if (parts.length > 0) order.add(place.sessionId, composed, synthetic ? undefined : apiMessageId);
    if (results.length > 0) {
      order.add(place.sessionId, compose(record, place, span, "tool", "tool", results, ":result"));
    }
    return "kept";
  };

  const readUser = (record: JsonRecord, message: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    const { content } = message;
    const blocks = typeof content === "string" ? [{ type: "text", text: content }] : asArray(content);
    const extra = asRecord(record.toolUseResult);
    const denied = typeof record.toolDenialKind === "string";
    const results: MessagePart[] = [];
    const person: MessagePart[] = [];
    const host: MessagePart[] = [];
    let repeated = 0;
    let compaction = record.isCompactSummary === true;
    const fromHost = compaction || place.subAgent || isFromHost(record);
    for (const value of blocks) {
      const block = typeof value === "string" ? { type: "text", text: value } : asRecord(value);
      if (block === undefined) continue;
      if (isResultBlock(block)) {
        const id = asString(block.tool_use_id);
        if (id !== undefined && !seenResults.add(id)) {
          repeated++;
          continue;
        }
        results.push(...resultParts(block, id ?? lastCallId, extra, denied));
      } else if (block.type === "text" && typeof block.text === "string") {
        if (block.text.trim() === "") continue;
        if (fromHost) host.push({ type: "text", text: block.text });
        else {
          const split = splitUserText(block.text);
          compaction ||= split.compaction === true;
          if (split.person !== "") person.push({ type: "text", text: split.person });
          if (split.host !== "") host.push({ type: "text", text: split.host });
        }
      } else if (block.type === "image" || block.type === "document") (fromHost ? host : person).push(mediaPart(block));
    }
    const refusal = fromHost ? undefined : refusalWords(results);
    if (refusal !== undefined) person.push({ type: "text", text: refusal });
    if (results.length + person.length + host.length === 0)
      return skipped(repeated > 0 ? "duplicate" : "empty_message");
    const { sessionId } = place;
    if (results.length > 0) order.add(sessionId, compose(record, place, span, "tool", "tool", results));
    if (person.length > 0) {
      order.add(sessionId, compose(record, place, span, "user", "person", person, results.length > 0 ? ":person" : ""));
    }
    if (host.length > 0) {
      const suffix = results.length + person.length > 0 ? ":host" : "";
      const composed = compose(record, place, span, "user", "host", host, suffix);
      order.add(sessionId, compaction ? { ...composed, compaction: true } : composed);
    }
    return "kept";
  };

  const readAttachment = (record: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    const attachment = asRecord(record.attachment);
    if (attachment === undefined) return skipped("malformed");
    if (attachment.type === "queued_command") return readQueued(record, attachment, place, span);
    const parts = attachmentParts(attachment);
    if (parts.length === 0) return skipped("context_attachment");
    order.add(place.sessionId, compose(record, place, span, "user", "host", parts));
    return "kept";
  };

  /** What was typed while the agent worked, and handed to it between two steps. */
  const readQueued = (record: JsonRecord, attachment: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    const parts = textParts(attachment.prompt);
    if (parts.length === 0) return skipped("empty_message");
    const typed = attachment.commandMode === undefined || attachment.commandMode === "prompt";
    let origin: MessageOrigin = "host";
    if (typed && attachment.isMeta !== true && !place.subAgent && !isFromHost(attachment)) {
      origin = parts.some((part) => part.type === "text" && splitUserText(part.text).person === "") ? "host" : "person";
    }
    order.add(place.sessionId, compose(record, place, span, "user", origin, parts));
    return "kept";
  };

  const readSystem = (record: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    const subtype = record.subtype;
    if (subtype === "compact_boundary" || subtype === "microcompact_boundary") {
      const parts = textParts(asString(record.content) ?? "Conversation compacted");
      order.add(place.sessionId, { ...compose(record, place, span, "system", "host", parts), compaction: true });
      return "kept";
    }
    if (subtype === "init") {
      const model = asString(record.model);
      if (model !== undefined) emit.session(place.sessionId, { model });
      return "kept";
    }
    if (subtype !== "local_command" && subtype !== "informational") return skipped("system_event");
    const parts = textParts(record.content);
    if (parts.length === 0) return skipped("system_event");
    order.add(place.sessionId, compose(record, place, span, "system", "host", parts));
    return "kept";
  };

  /** Flat calls and results, as some programs that embed Claude Code (SDK 1.9) write them. */
  const readFlatTool = (record: JsonRecord, place: Place, span: ByteSpan): RecordVerdict => {
    if (record.type === "tool_use") {
      const id = callId(record.id ?? record.uuid);
      const name = asString(record.name) ?? "unknown";
      const call: MessagePart = { type: "tool_call", callId: id, name, input: record.input };
      order.add(place.sessionId, compose(record, place, span, "assistant", "model", [call]));
      return "kept";
    }
    const block = { ...record, content: record.content ?? record.output };
    const parts = resultParts(block, asString(record.tool_use_id) ?? lastCallId, undefined, false);
    order.add(place.sessionId, compose(record, place, span, "tool", "tool", parts));
    return "kept";
  };

  const readTitle = (record: JsonRecord): RecordVerdict => {
    const title = asString(record.customTitle) ?? asString(record.aiTitle);
    const sessionId = asString(record.sessionId);
    if (title === undefined || sessionId === undefined) return skipped("malformed");
    emit.session(sessionId, { title });
    return "kept";
  };

  const readSummary = (record: JsonRecord): RecordVerdict => {
    const leaf = asString(record.leafUuid);
    const summary = asString(record.summary);
    if (leaf === undefined || summary === undefined) return skipped("malformed");
    summaries.set(leaf, summary);
    return skipped("summary");
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined || typeof record.type !== "string") return skipped("not_a_record");
      const isMessage = record.type === "user" || record.type === "assistant";
      if (!isMessage) {
        const reason =
          entryOf(BOOKKEEPING, record.type) ?? (SESSION_STATE.has(record.type) ? "session_state" : undefined);
        if (reason !== undefined) return skipped(reason);
        if (record.type === "summary") return readSummary(record);
        if (record.type === "custom-title" || record.type === "ai-title") return readTitle(record);
      }
      const message = isMessage ? asRecord(record.message) : undefined;
      if (isMessage && message === undefined) return skipped("malformed");
      const uuid = asString(record.uuid);
      if (uuid !== undefined && !seenUuids.add(uuid)) return skipped("duplicate");
      const place = placeOf(record);
      header(record, place);
      if (message !== undefined) {
        return record.type === "user"
          ? readUser(record, message, place, span)
          : readAssistant(record, message, place, span);
      }
      if (record.type === "attachment") return readAttachment(record, place, span);
      if (record.type === "system") return readSystem(record, place, span);
      if (record.type === "tool_use" || record.type === "tool_result") return readFlatTool(record, place, span);
      return skipped("unknown_record");
    },
    end() {
      order.flush();
      for (const [leaf, title] of summaries) if (seenUuids.has(leaf)) emit.session(currentSession, { title });
    },
  };
}

/** Set by the program on records that no person typed. */
function isFromHost(record: JsonRecord): boolean {
  if (record.isMeta === true || record.isVisibleInTranscriptOnly === true) return true;
  if (record.promptSource === "system" || record.turnOrigin === "task_notification") return true;
  if (record.planContent !== undefined) return true;
  const kind = asRecord(record.origin)?.kind;
  return kind !== undefined && kind !== "human" && kind !== "cli" && kind !== "user";
}
