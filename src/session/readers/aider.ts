/**
 * aider's Markdown log (`.aider.chat.history.md`). Each `# aider chat started at …` begins a chat, a session of its own
 * as soon as something is said in it.
 *
 * How aider writes (aider/io.py): a person's lines begin with `#### `, its own with `> `, and both end with two blanks,
 * which tells them from headings and quotations in the model's answers; an answer follows a blank line. Output of
 * several lines has `> ` on its first line only and the two blanks on its last. Commands (`/add`, `!ls`) are the host's,
 * but for those that hand words to the model (`/ask why`). "Applied edit to FILE" is the record of an edit by the model.
 */
import type { ByteSpan, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { textParts } from "./openai-chat-content.ts";
import { type CallIds, createCallIds } from "./shared/call-ids.ts";
import { createMessageIds } from "./shared/message-ids.ts";

const CHAT_START = /^# aider chat started at (\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2})\s*$/;
const LINE_BREAK = / {2}$/;
const COMMAND = /^(?:!|\/[a-z][a-z-]*(?:\s|$))/;
const COMMAND_WITH_WORDS = /^\/(?:ask|code|architect|context|help)\s+(?=\S)/;
/** What aider itself asks of the model: about the linter's findings, the output of a command, pages of its manual. */
const OWN_PROMPT =
  /^(?:# Fix any errors below, if possible\.|I ran this command:\n|# Question: [\s\S]*\n# Relevant docs:\n)/;
const BLANK_INPUT = "<blank>";
const VERSION = /^Aider v(\S+)/;
const MODEL = /^(?:Models?|Main model): (\S+) with /;
const APPLIED_EDIT = /^Applied edit to (.+)$/;

type Voice = "person" | "host" | "model";

interface Chat {
  session: string;
  startedAt: string | undefined;
  /** The words of the command just given, when it handed words to the model. */
  handedOn: string | undefined;
  idOf: () => string;
  calls: CallIds;
}

interface Block {
  voice: Voice;
  lines: string[];
  span: ByteSpan;
}

function recognise({ text }: { text: string }): number {
  const lines = text.split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "");
  if (first !== undefined && CHAT_START.test(first)) return 0.95;
  // The middle of a log: a chat begins outside of any fence, and aider's own lines follow.
  let fenced = false;
  for (const [index, line] of lines.entries()) {
    if (line.startsWith("```")) fenced = !fenced;
    if (fenced || !CHAT_START.test(line) || lines[index - 1]?.trim() !== "") continue;
    const next = lines.slice(index + 1).find((following) => following.trim() !== "");
    if (next !== undefined && /^(?:> |#### )/.test(next) && LINE_BREAK.test(next)) return 0.7;
  }
  return 0;
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  let chats = 0;
  let chat = startChat(undefined);
  let block: Block | undefined;
  /** Inside output of several lines, whose end is still to come. */
  let inOutput = false;
  let afterBlank = true;

  function startChat(startedAt: string | undefined): Chat {
    const session = `${fallbackSessionId}-${chats++}`;
    return { session, startedAt, handedOn: undefined, idOf: createMessageIds(), calls: createCallIds() };
  }

  const flush = (): void => {
    if (block === undefined) return;
    const { voice, lines, span } = block;
    const text = lines
      .slice(lines.findIndex((line) => line.trim() !== ""))
      .join("\n")
      .trimEnd();
    block = undefined;
    if (voice === "host") sendHost(text, lines, span);
    else if (voice === "model") send({ role: "assistant", origin: "model", parts: textParts(text) }, span);
    else sendInput(text, span);
  };

  const sendInput = (text: string, span: ByteSpan): void => {
    const words = text.replace(COMMAND_WITH_WORDS, "");
    const isCommand = words === text && COMMAND.test(text);
    // `/ask why` hands its words to another mode, which logs them once more.
    const isEcho = text.trim() === chat.handedOn;
    chat.handedOn = words === text ? undefined : words.trim();
    const origin = isCommand || isEcho || OWN_PROMPT.test(text) ? "host" : "person";
    send({ role: "user", origin, parts: textParts(words) }, span);
  };

  const send = (message: Pick<Message, "role" | "origin" | "parts">, span: ByteSpan): void => {
    if (message.parts.length === 0) return;
    const { session, startedAt } = chat;
    emit.session(session, startedAt === undefined ? {} : { startedAt });
    emit.message(session, { id: chat.idOf(), ...message, spans: [span] });
  };

  const sendHost = (text: string, lines: string[], span: ByteSpan): void => {
    const edits = lines.flatMap((line): MessagePart[] => {
      const path = APPLIED_EDIT.exec(line)?.[1];
      if (path === undefined) return [];
      return [{ type: "tool_call", callId: chat.calls.called(), name: "edit_file", input: { path }, status: "ok" }];
    });
    send({ role: "assistant", origin: "model", parts: edits }, span);
    send({ role: "system", origin: "host", parts: textParts(text) }, span);
    for (const line of lines) {
      const sourceVersion = VERSION.exec(line)?.[1];
      const model = MODEL.exec(line)?.[1];
      if (sourceVersion !== undefined) emit.session(chat.session, { sourceVersion });
      if (model !== undefined) emit.session(chat.session, { model });
    }
  };

  const add = (voice: Voice, text: string, span: ByteSpan): RecordVerdict => {
    if (block?.voice !== voice) {
      flush();
      block = { voice, lines: [], span: { ...span } };
    }
    block.lines.push(text);
    block.span.end = span.end;
    return "kept";
  };

  const readLine = (line: string, span: ByteSpan): RecordVerdict => {
    const started = CHAT_START.exec(line);
    if (started !== null) {
      flush();
      inOutput = false;
      chat = chats === 1 && chat.startedAt === undefined && block === undefined ? chat : startChat(undefined);
      chat.startedAt = `${started[1]}T${started[2]}`;
      return "kept";
    }
    const complete = LINE_BREAK.test(line);
    if (line.startsWith("#### ") && complete) {
      inOutput = false;
      // A blank line between two inputs makes them two.
      if (afterBlank && block?.voice === "person") flush();
      const text = line.slice(5, -2);
      return text === BLANK_INPUT ? { skipped: "blank_input" } : add("person", text, span);
    }
    if (inOutput) {
      inOutput = !complete;
      return add("host", line.trimEnd(), span);
    }
    const isQuote = line.startsWith("> ");
    if (isQuote && complete) return add("host", line.slice(2).trimEnd(), span);
    if (isQuote && !afterBlank && block?.voice !== "model") {
      inOutput = true;
      return add("host", line.slice(2), span);
    }
    if (line.trim() !== "") return add("model", line, span);
    if (block?.voice === "model") block.lines.push(line);
    return { skipped: "blank_line" };
  };

  return {
    read(record, span) {
      if (typeof record !== "string") return { skipped: "not_a_line" };
      const verdict = readLine(record, span);
      afterBlank = record.trim() === "";
      return verdict;
    },
    end: flush,
  };
}

export const aider: TranscriptFormat = { kind: "aider", layout: "text", recognise, open };
