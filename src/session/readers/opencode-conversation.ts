/**
 * Puts an OpenCode session together from records that come in any order: session info, messages and parts, as they lie
 * in the files of the split store, the rows of the database, or an export.
 */
import type { ByteSpan } from "../model.ts";
import type { ReaderContext, SessionHeaderPatch } from "../reader.ts";
import { rowData, toMessages } from "./opencode-message.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

interface Collected {
  info: JsonRecord;
  parts: JsonRecord[];
  spans: ByteSpan[];
  /** Records that were answered "kept" for this message. */
  records: number;
}

export interface Conversation {
  session(info: JsonRecord): void;
  /** `parts`: those that came along with the message. */
  message(info: JsonRecord, span: ByteSpan, parts?: readonly JsonRecord[], isRecord?: boolean): void;
  part(part: JsonRecord, messageId: string, span: ByteSpan, isRecord?: boolean): void;
  /** Emits every session whose info was seen. */
  emit(context: ReaderContext): void;
}

export function collectConversation(): Conversation {
  const sessions = new Map<string, JsonRecord>();
  const messages = new Map<string, Collected>();

  function collected(id: string): Collected {
    let entry = messages.get(id);
    if (entry === undefined) {
      entry = { info: {}, parts: [], spans: [], records: 0 };
      messages.set(id, entry);
    }
    return entry;
  }

  return {
    session(info) {
      const id = asString(info.id);
      if (id !== undefined) sessions.set(id, info);
    },
    message(info, span, parts = [], isRecord = true) {
      const id = asString(info.id) ?? `#${messages.size}`;
      const entry = collected(id);
      entry.info = { ...info, id };
      entry.parts.push(...parts);
      entry.spans.push(span);
      if (isRecord) entry.records += 1;
    },
    part(part, messageId, span, isRecord = true) {
      const entry = collected(messageId);
      entry.parts.push(part);
      entry.spans.push(span);
      if (isRecord) entry.records += 1;
    },
    emit(context) {
      for (const [id, info] of sessions) {
        context.emit.session(id, headerOf(info));
        const own = [...messages.values()].filter((entry) => belongsTo(entry.info, id, sessions.size));
        const ordered = own.map((entry, index) => ({ entry, index, at: createdAt(entry.info) }));
        ordered.sort((a, b) => a.at - b.at || a.index - b.index);
        const revertedFrom = asString(rowData(info.revert).messageID);
        let reverted = false;
        for (const { entry } of ordered) {
          reverted ||= revertedFrom !== undefined && entry.info.id === revertedFrom;
          if (reverted) {
            for (let count = 0; count < entry.records; count++) context.revise("rewound");
            continue;
          }
          for (const message of toMessages(entry.info, entry.parts, entry.spans)) context.emit.message(id, message);
        }
      }
    },
  };
}

/** Messages of an export name their session too, but need not: there is only one. */
function belongsTo(info: JsonRecord, sessionId: string, sessionCount: number): boolean {
  if (info.role !== "user" && info.role !== "assistant") return false;
  const named = asString(info.sessionID);
  return named === sessionId || (named === undefined && sessionCount === 1);
}

function createdAt(info: JsonRecord): number {
  return asNumber(asRecord(info.time)?.created) ?? 0;
}

/** Header from session info: the store's and the export's (`parentID`, `time`), or a row's (`parent_id`, `time_created`). */
function headerOf(info: JsonRecord): SessionHeaderPatch {
  const time = asRecord(info.time);
  const parent = asString(info.parentID) ?? asString(info.parent_id);
  const title = asString(info.title);
  const directory = asString(info.directory);
  const version = asString(info.version);
  const startedAt = isoTime(time?.created ?? info.time_created);
  const endedAt = isoTime(time?.updated ?? info.time_updated);
  const model = asString(rowData(info.model).id);
  return {
    ...(parent === undefined ? {} : { subAgentOf: parent }),
    ...(title === undefined ? {} : { title }),
    ...(directory === undefined ? {} : { projectRoot: directory }),
    ...(version === undefined ? {} : { sourceVersion: version }),
    ...(startedAt === undefined ? {} : { startedAt }),
    ...(endedAt === undefined ? {} : { endedAt }),
    ...(model === undefined ? {} : { model }),
  };
}
