/**
 * OpenCode (0.1 … 1.18), three forms of the same records:
 * - `opencode export <id>`: `{info, messages: [{info, parts}]}`;
 * - rows of `opencode.db`, dumped as `{session: […], message: […], part: […]}` with the JSON of `data` parsed or not;
 * - the split store `storage/{session,message,part}/…`, one small JSON file per session, message and part. A session file
 *   gives the whole conversation, its messages and parts read from the sibling folders. A message or part file alone is
 *   recognised and kept, but gives no session, so that nothing is counted twice.
 *
 * A session with a `parentID` is a sub-agent's. `revert` takes a message and all after it back (`rewound`).
 */
import type { ContentSample, DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { collectConversation } from "./opencode-conversation.ts";
import { PART_TYPES, rowData } from "./opencode-message.ts";
import { messageIdOfPart, splitStoreFiles } from "./opencode-store.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

export const openCodeDocument: TranscriptFormat = {
  kind: "opencode",
  layout: "document",
  recognise(sample) {
    switch (shapeOf(sample.values[0])) {
      case "export":
      case "session":
        return 0.95;
      case "database":
        return 0.9;
      case "message":
      case "part":
        return 0.85;
      case "bare_part":
        return 0.5;
      default:
        return 0;
    }
  },
  *records(document): Iterable<DocumentRecord> {
    const root = asRecord(document) ?? {};
    switch (shapeOf(document)) {
      case "export":
        yield { value: root.info, path: ["info"] };
        for (const [index, value] of asArray(root.messages).entries()) yield { value, path: ["messages", index] };
        return;
      case "database":
        for (const [table, rows] of Object.entries(root)) {
          for (const [index, row] of asArray(rows).entries()) {
            yield { value: { table, row }, path: [table, index] };
          }
        }
        return;
      default:
        yield { value: document, path: [] };
    }
  },
  async companions(path: string, sample: ContentSample): Promise<string[]> {
    const info = asRecord(sample.values[0]);
    return info !== undefined && shapeOf(info) === "session" ? splitStoreFiles(path, info) : [];
  },
  open: openConversation,
};

type Shape = "export" | "database" | "session" | "message" | "part" | "bare_part";

function shapeOf(value: unknown): Shape | undefined {
  const record = asRecord(value);
  if (record === undefined) return undefined;
  if (asRecord(record.info) !== undefined && Array.isArray(record.messages)) {
    const exported = record.messages.every((message) => Array.isArray(asRecord(message)?.parts));
    return exported && asString(asRecord(record.info)?.id) !== undefined ? "export" : undefined;
  }
  if (Array.isArray(record.session) && Array.isArray(record.message) && Array.isArray(record.part)) return "database";
  if (asString(record.id) === undefined) return undefined;
  const time = asRecord(record.time);
  if (asString(record.projectID) !== undefined && asString(record.directory) !== undefined && time !== undefined) {
    return "session";
  }
  if (asString(record.sessionID) !== undefined && time !== undefined && isRole(record.role)) return "message";
  if (!PART_TYPES.has(record.type)) return undefined;
  if (asString(record.messageID) !== undefined) return "part";
  return typeof record.text === "string" && asNumber(time?.start) !== undefined ? "bare_part" : undefined;
}

function isRole(role: unknown): boolean {
  return role === "user" || role === "assistant";
}

const NOT_IN_FILE = { start: 0, end: 0 };

function openConversation(context: ReaderContext): RecordReader {
  const conversation = collectConversation();

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      if (typeof record.table === "string") {
        const row = asRecord(record.row);
        if (row === undefined) return { skipped: "not_an_object" };
        switch (record.table) {
          case "session":
            conversation.session(row);
            return "kept";
          case "message":
            conversation.message(fromRow(row), span);
            return "kept";
          case "part": {
            const messageId = asString(row.message_id);
            if (messageId === undefined) return { skipped: "no_id" };
            conversation.part(fromRow(row), messageId, span);
            return "kept";
          }
          default:
            return { skipped: "bookkeeping" };
        }
      }
      const info = asRecord(record.info);
      if (info !== undefined) {
        conversation.message(info, span, asArray(record.parts).map(asRecord).filter(isPresent));
        return "kept";
      }
      if (isPart(record) || isRole(record.role)) return "kept";
      if (asString(record.id) === undefined) return { skipped: "no_id" };
      conversation.session(record);
      return "kept";
    },
    companion(value, path) {
      const record = asRecord(value);
      if (record === undefined) return;
      if (isRole(record.role)) {
        conversation.message(record, NOT_IN_FILE, [], false);
        return;
      }
      const messageId = messageIdOfPart(record, path);
      if (messageId !== undefined) conversation.part(record, messageId, NOT_IN_FILE, false);
    },
    end() {
      conversation.emit(context);
    },
  };
}

function isPart(record: JsonRecord): boolean {
  return PART_TYPES.has(record.type);
}

function isPresent<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** A row as the store would write it: `data` with the ids of its columns. */
function fromRow(row: JsonRecord): JsonRecord {
  const { id, session_id: sessionID, message_id: messageID, time_created: created } = row;
  const data = rowData(row.data);
  return { ...data, id, sessionID, messageID, time: asRecord(data.time) ?? { created } };
}
