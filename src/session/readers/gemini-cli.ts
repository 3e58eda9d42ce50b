/**
 * Gemini CLI: `~/.gemini/tmp/<project>/chats/session-*.jsonl` (0.40 … 0.61) and the older `session-*.json`, one document
 * with `messages[]`. Sub-agents have files of their own, with `kind: "subagent"` in the header.
 *
 * Contract (replay as in `chatRecordingService.ts` of 0.61):
 * - A record with a known id replaces the earlier one in its place; the earlier is skipped as `superseded`.
 * - `{"$rewindTo": id}` removes that message and all after it (`rewound`); with an unknown id, everything.
 * - `{"$set": {messages}}` sets the model's context: at the start it is the beginning of the conversation; later it
 *   either takes back an aborted turn (a prefix of what is known) or puts a summary in place of old messages. Then the
 *   old messages stay, since they happened, and only the summary is added, as a compaction.
 * - Tool results stand in the `toolCalls` of the model's record; the user record that repeats them is skipped.
 * - `status: "success"` only says that the tool ran: a shell's `Exit Code:` decides.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart } from "../model.ts";
import type { DocumentRecord, ReaderContext, RecordReader, SessionHeaderPatch, TranscriptFormat } from "../reader.ts";
import { exitCodeFromText } from "./shared/exit-code-from-text.ts";
import { readGoogleContent } from "./shared/google-parts.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { textOf } from "./shared/text-of.ts";
import { isShellTool, toolResult, toolStatus } from "./shared/tool-result.ts";
import { separateParts, userMessages } from "./shared/user-messages.ts";

export const geminiCliLines: TranscriptFormat = {
  kind: "gemini-cli",
  layout: "lines",
  recognise(sample) {
    let best = 0;
    for (const value of sample.values) {
      const record = asRecord(value);
      if (record === undefined) continue;
      // A document on one line is better read as one.
      if (isHeader(record)) return sample.values.length === 1 && Array.isArray(record.messages) ? 0.9 : 0.95;
      if (asString(record.id) !== undefined && record.type === "gemini" && "content" in record) best = 0.85;
    }
    return best;
  },
  open: openReplay,
};

export const geminiCliDocument: TranscriptFormat = {
  kind: "gemini-cli",
  layout: "document",
  recognise(sample) {
    const document = asRecord(sample.values[0]);
    if (document === undefined || !Array.isArray(document.messages)) return 0;
    if (isHeader(document)) return 0.95;
    const ours = document.messages.some((message) => asRecord(message)?.type === "gemini");
    return ours && asString(document.sessionId) !== undefined ? 0.85 : 0;
  },
  *records(document): Iterable<DocumentRecord> {
    const { messages, ...header } = asRecord(document) ?? {};
    yield { value: header, path: ["sessionId"] };
    for (const [index, value] of asArray(messages).entries()) yield { value, path: ["messages", index] };
  },
  open: openReplay,
};

function isHeader(record: JsonRecord): boolean {
  return asString(record.sessionId) !== undefined && asString(record.projectHash) !== undefined && !("id" in record);
}

interface Entry {
  record: JsonRecord;
  span: ByteSpan;
  /** It has a record of its own, whose verdict changes when the entry goes; not so inside a `$set`. */
  owned: boolean;
  /** A summary that took the place of older messages in the model's context. */
  summary?: true;
}

function openReplay(context: ReaderContext): RecordReader {
  const entries = new Map<string, Entry>();
  const header: SessionHeaderPatch = {};
  let sessionId: string | undefined;
  let ordinal = 0;

  function put(record: JsonRecord, span: ByteSpan, owned: boolean): void {
    ordinal += 1;
    const id = asString(record.id) ?? `#${ordinal}`;
    if (entries.get(id)?.owned === true) context.revise("superseded");
    entries.set(id, { record: withoutDisplays(record), span, owned });
  }

  function removeFrom(index: number): void {
    for (const [id, entry] of [...entries].slice(index)) {
      entries.delete(id);
      if (entry.owned) context.revise("rewound");
    }
  }

  function setContext(messages: readonly unknown[], span: ByteSpan): void {
    const records = messages.map(asRecord).filter((record) => record !== undefined);
    if (entries.size === 0) {
      for (const record of records) put(record, span, false);
      return;
    }
    const known = [...entries.keys()];
    if (records.length > 0 && records.every((record, index) => record.id === known[index])) {
      removeFrom(records.length);
      return;
    }
    for (const record of records) {
      const id = asString(record.id);
      if (record.type !== "user" || id === undefined || entries.has(id)) continue;
      entries.set(id, { record, span, owned: false, summary: true });
    }
  }

  function noteHeader(record: JsonRecord): void {
    sessionId ??= asString(record.sessionId);
    const directory = asString(asArray(record.directories)[0]);
    const startedAt = isoTime(record.startTime);
    const endedAt = isoTime(record.lastUpdated);
    const title = asString(record.summary);
    if (directory !== undefined) header.projectRoot ??= directory;
    if (startedAt !== undefined) header.startedAt ??= startedAt;
    if (endedAt !== undefined) header.endedAt = endedAt;
    if (title !== undefined) header.title = title;
    if (record.kind === "subagent") header.subAgentOf ??= asString(record.parentSessionId) ?? "unknown";
  }

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      if ("$rewindTo" in record) {
        const target = typeof record.$rewindTo === "string" ? [...entries.keys()].indexOf(record.$rewindTo) : -1;
        removeFrom(Math.max(target, 0));
        return { skipped: "rewind_marker" };
      }
      if ("$set" in record || isHeader(record)) {
        const patch = "$set" in record ? asRecord(record.$set) : record;
        if (patch === undefined) return { skipped: "malformed" };
        noteHeader(patch);
        if (Array.isArray(patch.messages)) setContext(patch.messages, span);
        return "$set" in record && !Array.isArray(patch.messages) ? { skipped: "metadata" } : "kept";
      }
      if (typeof record.type !== "string" || !("content" in record || "parts" in record || "toolCalls" in record)) {
        return { skipped: "unknown_type" };
      }
      put(record, span, true);
      return "kept";
    },
    end() {
      const id = sessionId ?? context.fallbackSessionId;
      const model = [...entries.values()]
        .map((entry) => asString(entry.record.model))
        .find((name) => name !== undefined);
      if (entries.size === 0 && sessionId === undefined) return;
      context.emit.session(id, model === undefined ? header : { ...header, model });
      const answered = new Set<string>();
      for (const [entryId, entry] of entries) {
        const messages = toMessages(entryId, entry, answered, header.subAgentOf !== undefined);
        if (typeof messages === "string") {
          if (entry.owned) context.revise(messages);
          continue;
        }
        for (const message of messages) context.emit.message(id, message);
      }
    },
  };
}

/**
 * What a tool showed on the screen often holds whole files, before and after, beside the result itself. Entries wait for
 * the end of the file, so that is let go where there is a result.
 */
function withoutDisplays(record: JsonRecord): JsonRecord {
  if (!Array.isArray(record.toolCalls)) return record;
  const toolCalls = record.toolCalls.map((value: unknown) => {
    const call = asRecord(value);
    if (call?.result === undefined) return value;
    const { resultDisplay: _shown, ...rest } = call;
    return rest;
  });
  return { ...record, toolCalls };
}

/** The messages behind one entry, or why it has none. `answered` collects the calls whose result was seen. */
function toMessages(id: string, entry: Entry, answered: Set<string>, inSubAgent: boolean): Message[] | string {
  const { record, span } = entry;
  const at = isoTime(record.timestamp);
  const model = asString(record.model);
  const spans = [span];
  const base = { ...(at === undefined ? {} : { at }), ...(model === undefined ? {} : { model }), spans };
  switch (record.type) {
    case "user": {
      const { said, results } = readGoogleContent(record.displayContent ?? record.content ?? record.parts, id);
      if (results.length > 0) {
        const fresh = results.filter((result) => !answered.has(result.callId));
        if (fresh.length === 0) return "tool_result_repeated";
        for (const result of fresh) answered.add(result.callId);
        return [{ id, role: "tool", origin: "tool", parts: fresh, ...base }];
      }
      if (said.length === 0) return "no_content";
      if (inSubAgent) return [{ id, role: "user", origin: "host", parts: said, ...base }];
      return fromUser(id, said, base, entry.summary === true);
    }
    case "gemini":
    case "model": {
      const { said } = readGoogleContent(record.content ?? record.parts, id);
      const { calls, results } = readToolCalls(record.toolCalls, id, answered);
      const parts = [...readThoughts(record.thoughts), ...said, ...calls];
      const messages: Message[] = [];
      if (parts.length > 0) messages.push({ id, role: "assistant", origin: "model", parts, ...base });
      if (results.length > 0)
        messages.push({ id: `${id}:results`, role: "tool", origin: "tool", parts: results, ...base });
      return messages.length === 0 ? "no_content" : messages;
    }
    case "info":
    case "error":
    case "warning": {
      const { said } = readGoogleContent(record.content, id);
      return said.length === 0 ? "no_content" : [{ id, role: "system", origin: "host", parts: said, ...base }];
    }
    default:
      return "unknown_type";
  }
}

type MessageBase = Pick<Message, "spans" | "at" | "model">;

const REFERENCED_FILES = "--- Content from referenced files ---";
/** A command to the program, not to the model: `/help`, `/memory add …`; a path has a second slash. */
const SLASH_COMMAND = /^\/[a-z][\w-]*(?:\s|$)/i;

function fromUser(id: string, said: readonly MessagePart[], base: MessageBase, summary: boolean): Message[] {
  const { typed, files } = cutReferencedFiles(said);
  const { own, added } = separateParts(typed);
  added.push(...files);
  if (summary && own.length > 0) {
    return [{ id, role: "user", origin: "host", compaction: true, parts: [...own, ...added], ...base }];
  }
  const first = own[0];
  const isCommand = first?.type === "text" && SLASH_COMMAND.test(first.text);
  return userMessages({ id, ...base }, { own, added }, isCommand ? "host" : "person");
}

/** The content of files that a message names with `@` follows its text behind a marker. */
function cutReferencedFiles(said: readonly MessagePart[]): { typed: MessagePart[]; files: MessagePart[] } {
  const at = said.findIndex((part) => part.type === "text" && part.text.includes(REFERENCED_FILES));
  const marked = said[at];
  if (marked?.type !== "text") return { typed: [...said], files: [] };
  const [before = "", ...after] = marked.text.split(REFERENCED_FILES);
  const rest = after.join(REFERENCED_FILES);
  return {
    typed: [...said.slice(0, at), { type: "text", text: before }],
    files: [...(rest.trim() === "" ? [] : [{ type: "text" as const, text: rest }]), ...said.slice(at + 1)],
  };
}

function readThoughts(thoughts: unknown): MessagePart[] {
  const parts: MessagePart[] = [];
  for (const thought of asArray(thoughts).map(asRecord)) {
    const text = [asString(thought?.subject), asString(thought?.description)].filter((part) => part !== undefined);
    if (text.length > 0) parts.push({ type: "reasoning", text: text.join("\n") });
  }
  return parts;
}

function readToolCalls(
  toolCalls: unknown,
  messageId: string,
  answered: Set<string>,
): { calls: MessagePart[]; results: ToolResultPart[] } {
  const calls: MessagePart[] = [];
  const results: ToolResultPart[] = [];
  for (const [index, value] of asArray(toolCalls).entries()) {
    const call = asRecord(value);
    const name = asString(call?.name);
    if (call === undefined || name === undefined) continue;
    const callId = asString(call.id) ?? `${messageId}.${index}`;
    calls.push({ type: "tool_call", callId, name, input: call.args ?? {} });
    const responses = readGoogleContent(call.result, callId).results;
    const status = toolStatus(call.status);
    if (responses.length === 0 && status === "unknown") continue;
    const text =
      responses.length > 0
        ? responses.map((response) => response.text).join("\n")
        : textOf(call.resultDisplay ?? call.result);
    const failed = responses.some((response) => response.status === "error");
    answered.add(callId);
    results.push(toolResult({ callId, text, status: failed ? "error" : status, exitCode: shellExitCode(name, text) }));
  }
  return { calls, results };
}

/** Some versions wrote the output with its line ends escaped a second time. */
function shellExitCode(name: string, text: string): number | undefined {
  if (!isShellTool(name)) return undefined;
  return exitCodeFromText(text) ?? exitCodeFromText(text.replaceAll("\\n", "\n"));
}
