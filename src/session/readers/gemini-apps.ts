/**
 * Google Takeout's record of the Gemini app: My Activity, "Gemini Apps", as JSON (`MyActivity.json`, named in the
 * account's language; HTML is Takeout's default and is not read).
 *
 * It is a log, newest first: one record a prompt, with the words behind a verb in `title` and the answer in
 * `safeHtmlItem`, the last one the answer that was asked for last. It does not say which prompts belong together. What
 * lies less than 30 minutes apart is taken for one conversation; its id is the time of its first prompt.
 *
 * No file was at hand. Sources, none of them Google's: a Japanese note that counts 2,061 records of a real export by field
 * and verb ("Gemini MyActivity データ形式"), and an importer (OpenJarvis' import_history.py) that cites readers tried on 1,452
 * and 875 records. They agree on `header`, `title` with "Prompted ", `time`, `products` and `safeHtmlItem[].html`; the note
 * adds `subtitles` and `imageFile`, the importer other verbs and the pause. Verbs in other languages are not known: a title
 * without one of ours counts, whole, if it was answered.
 */
import type { ByteSpan, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { mostAre } from "./chat-export.ts";
import { textParts } from "./openai-chat-content.ts";
import { htmlText } from "./shared/html-text.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds, createUniqueIds } from "./shared/message-ids.ts";

const CONFIDENCE = 0.92;
const PAUSE_MS = 30 * 60 * 1000;
const PRODUCT = /\b(?:gemini|bard)\b/i;
const PROMPT = /^(?:Prompted with:|Asked (?:Gemini|Bard):|Prompted|Asked|Said|Answered)\s/;
const NOT_SAID =
  /^(?:Created|Used|Added|Gave|Selected|Shared|Deleted|Viewed|Visited|Searched|Edited|Pinned|Renamed|Exported|Updated)\s/;

interface Prompt {
  /** Milliseconds; `undefined` where the record does not say. */
  time: number | undefined;
  at: string | undefined;
  parts: MessagePart[];
  answer: MessagePart[];
  span: ByteSpan;
}

function isOfGemini(value: unknown): boolean {
  const record = asRecord(value);
  if (typeof record?.title !== "string" || typeof record.time !== "string") return false;
  return [record.header, ...asArray(record.products)].some((name) => typeof name === "string" && PRODUCT.test(name));
}

function readPrompt(record: JsonRecord, span: ByteSpan): Prompt | RecordVerdict {
  const title = asString(record.title) ?? "";
  const answer = asArray(record.safeHtmlItem).flatMap((item) => {
    const html = asString(asRecord(item)?.html);
    return html === undefined ? [] : textParts(htmlText(html));
  });
  const verb = PROMPT.exec(title);
  if (verb === null && (answer.length === 0 || NOT_SAID.test(title))) return { skipped: "bookkeeping" };
  const parts = [...textParts(title.slice(verb?.[0].length ?? 0).trim()), ...files(record)];
  if (parts.length === 0) return { skipped: "no_content" };
  const at = isoTime(record.time);
  return { time: at === undefined ? undefined : Date.parse(at), at, parts, answer: answer.slice(-1), span };
}

/** Names of files that were sent along. */
function files(record: JsonRecord): MessagePart[] {
  const image = asString(record.imageFile);
  const named = asArray(record.subtitles).flatMap((entry): MessagePart[] => {
    const subtitle = asRecord(entry);
    const name = asString(subtitle?.name);
    const reference = asString(subtitle?.url);
    return name?.startsWith("-") && reference !== undefined && reference !== image ? [{ type: "file", reference }] : [];
  });
  return image === undefined ? named : [...named, { type: "image", reference: image }];
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  const unique = createUniqueIds();
  let together: Prompt[] = [];

  const flush = (): void => {
    const prompts = together.toReversed().sort((a, b) => (a.time ?? 0) - (b.time ?? 0));
    together = [];
    const startedAt = prompts[0]?.at;
    const session = unique(startedAt === undefined ? fallbackSessionId : `gemini-apps-${startedAt}`);
    const idOf = createMessageIds();
    for (const { at, parts, answer, span } of prompts) {
      const base = { ...(at && { at }), spans: [span] };
      const said: Message = { id: idOf(at), role: "user", origin: "person", parts, ...base };
      emit.message(session, said);
      if (answer.length === 0) continue;
      emit.message(session, { id: `${said.id}:answer`, role: "assistant", origin: "model", parts: answer, ...base });
    }
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      if (!isOfGemini(record)) return { skipped: "other_activity" };
      const prompt = readPrompt(record, span);
      if (typeof prompt === "string" || "skipped" in prompt) return prompt;
      const before = together[together.length - 1]?.time;
      const goesOn = before !== undefined && prompt.time !== undefined && Math.abs(before - prompt.time) < PAUSE_MS;
      if (!goesOn && together.length > 0) flush();
      together.push(prompt);
      return "kept";
    },
    end() {
      if (together.length > 0) flush();
    },
  };
}

export const geminiApps: TranscriptFormat = {
  kind: "gemini-apps",
  layout: "list",
  recognise: ({ values }) => (mostAre(values, isOfGemini) ? CONFIDENCE : 0),
  open,
};
