/**
 * Hermes Agent session files: one JSON document with `session_id`, times and `messages` of the OpenAI chat shape.
 * A tool result may say how it ended in `finish_reason`; `session_meta` messages are bookkeeping.
 */
import type { ContentSample, DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { contentText, textParts } from "./openai-chat-content.ts";
import { createChatState, type ResultOutcome, readChatMessage } from "./openai-chat-message.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const INJECTED = /^\s*\[(?:SYSTEM|IMPORTANT):/;
const INSTRUCTION = "The user has provided the following instruction alongside the skill invocation: ";
const RUNTIME_NOTE = "\n[Runtime note: ";

/** The document's own members, handed to the reader as its first record. */
interface HeaderRecord {
  header: JsonRecord;
}

function recognise(sample: ContentSample): number {
  const document = asRecord(sample.values[0]);
  if (document === undefined || asString(document.session_id) === undefined) return 0;
  if (!Array.isArray(document.messages)) return 0;
  const marks = ["session_start", "last_updated", "platform", "message_count"].filter((key) => key in document);
  return marks.length >= 2 ? 0.95 : 0;
}

function* records(document: unknown): Iterable<DocumentRecord> {
  const header = asRecord(document);
  if (header === undefined) return;
  const place = typeof header.system_prompt === "string" ? ["system_prompt"] : [];
  yield { value: { header } satisfies HeaderRecord, path: place };
  const messages = asArray(header.messages);
  for (let index = 0; index < messages.length; index++) yield { value: messages[index], path: ["messages", index] };
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const state = createChatState();
  let session = fallbackSessionId;
  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const document = asRecord(record.header);
      if (document !== undefined && !("role" in record)) {
        session = asString(document.session_id) ?? fallbackSessionId;
        emit.session(session, headerOf(document));
        const parts = textParts(document.system_prompt);
        if (parts.length > 0) {
          emit.message(session, { id: state.idOf("system"), role: "system", origin: "host", parts, spans: [span] });
        }
        return "kept";
      }
      if (record.role === "session_meta") return { skipped: "bookkeeping" };
      const message = readChatMessage(record, span, state, resultOutcome);
      if (message === undefined) return { skipped: "unknown_role" };
      if (message.parts.length === 0) return { skipped: "no_content" };
      const split = message.origin === "person" ? splitInjected(contentText(record.content)) : undefined;
      if (split === undefined) {
        emit.message(session, message);
        return "kept";
      }
      emit.message(session, { ...message, id: `${message.id}:host`, origin: "host", parts: textParts(split.host) });
      const said = textParts(split.person);
      if (said.length > 0) emit.message(session, { ...message, parts: said });
      return "kept";
    },
  };
}

/**
 * Hermes speaks to the model in messages of the user that begin with `[SYSTEM:` or `[IMPORTANT:`: a skill's text when
 * somebody invokes it, a schedule's terms. What the person typed with an invocation stands at its end.
 * `undefined` where the message is a person's altogether.
 */
function splitInjected(text: string): { host: string; person: string } | undefined {
  if (!INJECTED.test(text)) return undefined;
  const at = text.lastIndexOf(INSTRUCTION);
  if (at < 0) return { host: text, person: "" };
  const typed = text.slice(at + INSTRUCTION.length);
  const note = typed.lastIndexOf(RUNTIME_NOTE);
  const person = (note < 0 ? typed : typed.slice(0, note)).trim();
  return INJECTED.test(person) ? { host: text, person: "" } : { host: text.slice(0, at).trimEnd(), person };
}

function headerOf(document: JsonRecord) {
  const startedAt = isoTime(document.session_start);
  const endedAt = isoTime(document.last_updated);
  const model = asString(document.model);
  const title = asString(document.title);
  const folder = asString(document.cwd) ?? asString(asRecord(document.model_config)?.cwd);
  // A folder below `~` is of a home that this file does not name.
  const projectRoot = folder?.startsWith("~") ? undefined : folder;
  return {
    ...(startedAt && { startedAt }),
    ...(endedAt && { endedAt }),
    ...(model && { model }),
    ...(title && { title }),
    ...(projectRoot && { projectRoot }),
  };
}

function resultOutcome(source: JsonRecord): ResultOutcome {
  if (source.finish_reason === "error") return { status: "error" };
  return { status: source.finish_reason === "stop" ? "ok" : "unknown" };
}

export const hermes: TranscriptFormat = { kind: "hermes", layout: "document", recognise, records, open };
