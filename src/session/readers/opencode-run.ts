/**
 * The stream of `opencode run --format json`: one JSON line per part, `{type, timestamp, sessionID, part}`. It has what
 * the model said and did, not what the person asked, so it gives a session without turns of a person.
 */
import type { ByteSpan } from "../model.ts";
import type { ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { PART_TYPES, toMessages } from "./opencode-message.ts";
import { asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createUniqueIds } from "./shared/message-ids.ts";

export const openCodeRun: TranscriptFormat = {
  kind: "opencode",
  layout: "lines",
  recognise(sample) {
    const ours = sample.values.some((value) => {
      const record = asRecord(value);
      return asString(record?.sessionID) !== undefined && asString(asRecord(record?.part)?.messageID) !== undefined;
    });
    return ours ? 0.9 : 0;
  },
  open: openRun,
};

interface Pending {
  sessionId: string;
  info: JsonRecord;
  parts: JsonRecord[];
  spans: ByteSpan[];
}

function openRun(context: ReaderContext): RecordReader {
  const uniqueId = createUniqueIds();
  let pending: Pending | undefined;

  function flush(): void {
    if (pending === undefined) return;
    for (const message of toMessages(pending.info, pending.parts, pending.spans)) {
      context.emit.message(pending.sessionId, { ...message, id: uniqueId(message.id) });
    }
    pending = undefined;
  }

  return {
    read(value, span) {
      const record = asRecord(value);
      const part = asRecord(record?.part);
      const sessionId = asString(record?.sessionID);
      if (record === undefined || sessionId === undefined) return { skipped: "no_session" };
      context.emit.session(sessionId);
      const messageId = asString(part?.messageID);
      if (part === undefined || messageId === undefined || !PART_TYPES.has(part.type))
        return { skipped: "unknown_type" };
      if (pending?.info.id !== messageId || pending.sessionId !== sessionId) {
        flush();
        const info = { id: messageId, role: "assistant", time: { created: asNumber(record.timestamp) } };
        pending = { sessionId, info, parts: [], spans: [] };
      }
      pending.parts.push(part);
      pending.spans.push(span);
      return "kept";
    },
    end: flush,
  };
}
