/** Sessions of autoskill's own agent (`chat` and `run`), as `saved-session.ts` describes them. */
import type { ByteSpan, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { createCallIds } from "./shared/call-ids.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { toolResult, toolStatus } from "./shared/tool-result.ts";

export const autoskill: TranscriptFormat = {
  kind: "autoskill",
  layout: "lines",
  recognise: ({ values }) => (values.some((value) => asRecord(value)?.type === "autoskill_session") ? 0.98 : 0),
  open,
};

const skipped = (reason: string): RecordVerdict => ({ skipped: reason });

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const idOf = createMessageIds();
  const calls = createCallIds();
  let session = fallbackSessionId;
  let model: string | undefined;

  const send = (
    record: JsonRecord,
    span: ByteSpan,
    message: Pick<Message, "role" | "origin" | "parts" | "compaction">,
  ): void => {
    const at = isoTime(record.at);
    const byModel = message.origin === "model" ? (asString(record.model) ?? model) : undefined;
    emit.message(session, {
      id: idOf(record.id),
      ...message,
      ...(at === undefined ? {} : { at }),
      ...(byModel === undefined ? {} : { model: byModel }),
      spans: [span],
    });
  };

  const readHeader = (record: JsonRecord): RecordVerdict => {
    session = asString(record.id) ?? fallbackSessionId;
    model = asString(record.model);
    const startedAt = isoTime(record.at);
    const projectRoot = asString(record.projectRoot);
    const sourceVersion = asString(record.programVersion);
    emit.session(session, {
      ...(model && { model }),
      ...(startedAt && { startedAt }),
      ...(projectRoot && { projectRoot }),
      ...(sourceVersion && { sourceVersion }),
    });
    return "kept";
  };

  const readModel = (record: JsonRecord, span: ByteSpan): RecordVerdict => {
    const text = asString(record.text);
    const parts: MessagePart[] = text === undefined ? [] : [{ type: "text", text }];
    for (const value of asArray(record.toolCalls)) {
      const call = asRecord(value);
      const name = asString(call?.name);
      if (name === undefined) continue;
      parts.push({ type: "tool_call", callId: calls.called(call?.id), name, input: call?.input ?? {} });
    }
    if (parts.length === 0) return skipped("no_content");
    send(record, span, { role: "assistant", origin: "model", parts });
    return "kept";
  };

  const readTool = (record: JsonRecord, span: ByteSpan): RecordVerdict => {
    const exitCode = asNumber(record.exitCode);
    const part = toolResult({
      callId: calls.answered(record.callId),
      text: typeof record.text === "string" ? record.text : "",
      status: toolStatus(record.status),
      exitCode,
    });
    send(record, span, { role: "tool", origin: "tool", parts: [part] });
    return "kept";
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return skipped("not_a_record");
      switch (record.type) {
        case "autoskill_session":
          return readHeader(record);
        case "person":
        case "host": {
          const text = asString(record.text);
          if (text === undefined) return skipped("no_content");
          const origin = record.type === "person" ? "person" : "host";
          send(record, span, { role: "user", origin, parts: [{ type: "text", text }] });
          return "kept";
        }
        case "condensed": {
          const parts: MessagePart[] = [{ type: "text", text: asString(record.text) ?? "" }];
          send(record, span, { role: "user", origin: "host", compaction: true, parts });
          return "kept";
        }
        case "model":
          return readModel(record, span);
        case "tool":
          return readTool(record, span);
        case "resumed":
          model = asString(record.model) ?? model;
          return skipped("session_state");
        case "ended":
          return skipped("session_state");
        default:
          return skipped("unknown_record");
      }
    },
  };
}
