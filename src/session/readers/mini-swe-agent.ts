/**
 * mini-SWE-agent trajectories: a document with `trajectory_format: "mini-swe-agent-…"` and `messages`, or the bare list
 * of messages. The model writes one fenced bash command a message (or calls a tool, from version 2 on); what it printed
 * comes back as a message of the user with `<returncode>`. The first message of the user is the task, the person's one
 * turn; later ones that answer no command (format errors) are the host's, but for what a person interrupted with.
 * Source: mini-SWE-agent docs, "Trajectory format".
 */
import type { Message, MessagePart, Outcome, ToolResultPart } from "../model.ts";
import type { ContentSample, DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { contentText, textParts } from "./openai-chat-content.ts";
import { type ChatState, createChatState, isChatMessage, readChatMessage } from "./openai-chat-message.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const COMMAND = /```(mswea_bash_command|bash)[ \t]*\n([\s\S]*?)\n?```/g;
const RETURN_CODE = /^<returncode>(-?\d+)<\/returncode>/;
const INTERRUPTED =
  /^(?:Command not executed\. The user rejected your command with the following message|Interrupted by user):\s*/;

function recognise(sample: ContentSample): number {
  const document = sample.values[0];
  const format = asString(asRecord(document)?.trajectory_format);
  if (format?.startsWith("mini-swe-agent")) return 0.98;
  const messages = Array.isArray(document) ? (document as unknown[]) : [];
  if (messages.length < 2 || !messages.slice(0, 20).every(isChatMessage)) return 0;
  const texts = messages.map((message) => contentText(asRecord(message)?.content));
  if (texts.some((text) => text.includes("```mswea_bash_command\n"))) return 0.95;
  return texts.some((text) => RETURN_CODE.test(text)) && texts.some((text) => text.includes("```bash\n")) ? 0.9 : 0;
}

function* records(document: unknown): Iterable<DocumentRecord> {
  const header = asRecord(document);
  if (header !== undefined) yield { value: { header }, path: "info" in header ? ["info"] : [] };
  const messages = asArray(header?.messages ?? document);
  for (let index = 0; index < messages.length; index++) {
    yield { value: { message: messages[index] }, path: header === undefined ? [index] : ["messages", index] };
  }
}

function open({ emit, fallbackSessionId: session }: ReaderContext): RecordReader {
  const state = createChatState();
  let taskSeen = false;

  const readMessage = (source: JsonRecord, span: Message["spans"][0]): Message | undefined => {
    const message = readChatMessage(source, span, state, (result, text) => resultOf(result, text));
    if (message === undefined) return undefined;
    if (message.role === "assistant") {
      return { ...message, parts: message.parts.flatMap((part) => withCommands(part, state)) };
    }
    if (source.role !== "user") return message;
    if (!taskSeen) {
      taskSeen = true;
      return message;
    }
    const text = contentText(source.content);
    if (INTERRUPTED.test(text)) return { ...message, parts: textParts(text.replace(INTERRUPTED, "")) };
    if (state.calls.open() === 0) return { ...message, origin: "host" };
    const result: ToolResultPart = {
      type: "tool_result",
      callId: state.calls.answered(),
      ...resultOf(source, text),
      text,
    };
    return { ...message, role: "tool", origin: "tool", parts: [result] };
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      const header = asRecord(record?.header);
      if (header !== undefined) {
        emit.session(session, headerOf(header));
        return "kept";
      }
      const source = asRecord(record?.message);
      if (source === undefined) return { skipped: "not_an_object" };
      if (source.role === "exit") return { skipped: "bookkeeping" };
      if (source.role === "assistant") state.calls.abandon();
      const message = readMessage(source, span);
      if (message === undefined) return { skipped: "unknown_role" };
      if (message.parts.length === 0) return { skipped: "no_content" };
      emit.message(session, message);
      return "kept";
    },
  };
}

/** A text with a fenced command as the text around it and a call; two commands are none, as for mini-SWE-agent itself. */
function withCommands(part: MessagePart, { calls }: ChatState): MessagePart[] {
  if (part.type !== "text") return [part];
  const [fence, second] = part.text.matchAll(COMMAND);
  if (fence === undefined || second !== undefined) return [part];
  const around = part.text.replace(fence[0], "").trim();
  const input = { command: fence[2] ?? "" };
  return [...textParts(around), { type: "tool_call", callId: calls.called(), name: "bash", input }];
}

function resultOf(source: JsonRecord, text: string): Pick<ToolResultPart, "status" | "exitCode"> {
  const written = RETURN_CODE.exec(text)?.[1];
  const exitCode =
    asNumber(asRecord(source.extra)?.returncode) ?? (written === undefined ? undefined : Number(written));
  if (exitCode === undefined) return { status: "unknown" };
  return { status: exitCode === 0 ? "ok" : "error", exitCode };
}

function headerOf(document: JsonRecord) {
  const info = asRecord(document.info);
  const exit = asString(info?.exit_status);
  const config = asRecord(info?.config);
  const model = asString(asRecord(config?.model)?.model_name);
  const version = asString(info?.mini_version);
  const title = asString(document.instance_id) ?? asString(info?.instance_id);
  const done = exit === "Submitted" || exit === "submitted";
  const outcome: Outcome =
    exit === undefined
      ? { status: "unknown" }
      : { status: done ? "unknown" : "failure", basis: "recorded", detail: exit };
  return {
    outcome,
    ...(model && { model }),
    ...(version && { sourceVersion: version }),
    ...(title && { title }),
  };
}

export const miniSweAgent: TranscriptFormat = { kind: "mini-swe-agent", layout: "document", recognise, records, open };
