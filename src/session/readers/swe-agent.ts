/**
 * SWE-agent trajectories (`.traj`): one JSON document with `history` (the dialogue), `trajectory` (the same steps with
 * timing and state) and `info` (how it ended). The dialogue is read; where there is none, the steps are.
 *
 * The first message of the user is the task and the person's one turn; messages marked `is_demo` are the host's, and
 * every later one of the user is what the action printed. Actions come as tool calls (function calling) or as text in
 * `action`, cut from the message's fences or `<command>`. The source records no exit codes.
 * Source: SWE-agent docs, "Trajectories".
 */
import type { Message, MessagePart, Outcome } from "../model.ts";
import type { ContentSample, DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { toolCalls } from "./openai-chat-calls.ts";
import { contentText, textParts } from "./openai-chat-content.ts";
import { type ChatState, createChatState, readChatMessage } from "./openai-chat-message.ts";
import { asArray, asRecord, asString, type JsonRecord, parseJson } from "./shared/json-access.ts";
import { actionInput } from "./swe-agent-action.ts";

/** `header`: the document; `message`: an entry of `history`; `step`: an entry of `trajectory`. */
type TrajRecord = { header: JsonRecord } | { message: unknown } | { step: unknown };

function recognise(sample: ContentSample): number {
  const document = asRecord(sample.values[0]);
  if (document === undefined || !Array.isArray(document.trajectory)) return 0;
  const [first] = document.trajectory as unknown[];
  const isStep = first === undefined || (asRecord(first) !== undefined && "action" in Object(first));
  if (!isStep || asRecord(document.info) === undefined) return 0;
  return Array.isArray(document.history) ? 0.95 : 0.8;
}

function* records(document: unknown): Iterable<DocumentRecord> {
  const header = asRecord(document);
  if (header === undefined) return;
  yield { value: { header } satisfies TrajRecord, path: ["info"] };
  const key = asArray(header.history).length > 0 ? "history" : "trajectory";
  const entries = asArray(header[key]);
  for (let index = 0; index < entries.length; index++) {
    const value: TrajRecord = key === "history" ? { message: entries[index] } : { step: entries[index] };
    yield { value, path: [key, index] };
  }
}

function open({ emit, fallbackSessionId: session }: ReaderContext): RecordReader {
  const state = createChatState();
  let taskSeen = false;

  const readMessage = (source: JsonRecord, span: Message["spans"][0]): Message | undefined => {
    const text = contentText(source.content);
    if (source.role === "assistant" && source.is_demo !== true) {
      const parts = assistantParts(source, text, state);
      return { id: state.idOf(source.id), role: "assistant", origin: "model", parts, spans: [span] };
    }
    const isDemo = source.is_demo === true || source.message_type === "demonstration";
    if (source.role === "user" && !isDemo && taskSeen) {
      const callId = state.calls.answered();
      const parts: MessagePart[] = [{ type: "tool_result", callId, status: "unknown", text }];
      return { id: state.idOf(source.id), role: "tool", origin: "tool", parts, spans: [span] };
    }
    const message = readChatMessage(source, span, state);
    if (message === undefined) return undefined;
    if (isDemo) return { ...message, origin: "host", parts: textParts(text) };
    if (source.role === "user") taskSeen = true;
    return message;
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      const header = asRecord(record?.header);
      if (header !== undefined) {
        emit.session(session, headerOf(header));
        return "kept";
      }
      const step = asRecord(record?.step);
      if (step !== undefined) return readStep(step, span);
      const source = asRecord(record?.message);
      if (source === undefined) return { skipped: "not_an_object" };
      const message = readMessage(source, span);
      if (message === undefined) return { skipped: "unknown_role" };
      if (message.parts.length === 0) return { skipped: "no_content" };
      emit.message(session, message);
      return "kept";
    },
  };

  function readStep(step: JsonRecord, span: Message["spans"][0]) {
    const parts = assistantParts(step, asString(step.response) ?? "", state);
    const observation = asString(step.observation);
    if (parts.length === 0 && observation === undefined) return { skipped: "no_content" };
    if (parts.length > 0) {
      emit.message(session, { id: state.idOf(), role: "assistant", origin: "model", parts, spans: [span] });
    }
    if (observation !== undefined) {
      const callId = state.calls.answered();
      const result: MessagePart = { type: "tool_result", callId, status: "unknown", text: observation };
      emit.message(session, { id: state.idOf(), role: "tool", origin: "tool", parts: [result], spans: [span] });
    }
    return "kept" as const;
  }
}

/** The thought as text, and the calls: the message's own, or one made from the action's text. */
function assistantParts(source: JsonRecord, text: string, { calls }: ChatState): MessagePart[] {
  calls.abandon();
  const made = toolCalls(source, calls);
  const action = asString(source.action)?.trim();
  const parts = textParts(made.length > 0 || action ? (asString(source.thought) ?? text) : text);
  if (made.length > 0) return [...parts, ...made];
  if (action) parts.push({ type: "tool_call", callId: calls.called(), ...actionInput(action) });
  return parts;
}

function headerOf(document: JsonRecord) {
  const replay = parseJson(document.replay_config);
  const problem = asRecord(asRecord(replay)?.problem_statement);
  const title = asString(problem?.id) ?? asString(document.instance_id);
  const model = asString(asRecord(asRecord(asRecord(replay)?.agent)?.model)?.name);
  const info = asRecord(document.info);
  const version = asString(info?.swe_agent_version);
  const state = asRecord(parseJson(asRecord(asArray(document.trajectory)[0])?.state));
  const projectRoot = asString(state?.working_dir);
  return {
    outcome: outcomeOf(asString(info?.exit_status)),
    ...(title && { title }),
    ...(model && { model }),
    ...(version && { sourceVersion: version }),
    ...(projectRoot && { projectRoot }),
  };
}

/** A submission may be right or wrong; a run that ended without one did not do its task. */
function outcomeOf(exitStatus: string | undefined): Outcome {
  if (exitStatus === undefined) return { status: "unknown" };
  const status = exitStatus.startsWith("submitted") ? "unknown" : "failure";
  return { status, basis: "recorded", detail: exitStatus };
}

export const sweAgent: TranscriptFormat = { kind: "swe-agent", layout: "document", recognise, records, open };
