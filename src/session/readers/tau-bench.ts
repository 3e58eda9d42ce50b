/**
 * tau-bench results: one JSON list of runs, each with `task_id`, `trial`, `reward` and the dialogue in `traj` (OpenAI
 * chat messages). Each run is a session; the simulated user is the person; the reward (1 or less) is the recorded
 * outcome. A tool that fails says so with the environment's own prefix `Error`. Agents without function calling get
 * their results as messages of the user that begin with `API output: `.
 * Source: tau-bench repository, tau_bench/envs/base.py and tau_bench/agents/.
 */
import { digestOf } from "../../base/index.ts";
import type { Message, Outcome } from "../model.ts";
import type { ContentSample, DocumentRecord, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { callFrom, parseArguments } from "./openai-chat-calls.ts";
import { contentText, textParts } from "./openai-chat-content.ts";
import { type ChatState, createChatState, type ResultOutcome, readChatMessage } from "./openai-chat-message.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const STOP = "###STOP###";
const API_OUTPUT = "API output: ";
const TEXT_ACTION = "Action:\n";

function recognise(sample: ContentSample): number {
  const runs = Array.isArray(sample.values[0]) ? (sample.values[0] as unknown[]) : [];
  const first = runs.slice(0, 10);
  return first.length > 0 && first.every(isRun) ? 0.95 : 0;
}

function isRun(value: unknown): boolean {
  const run = asRecord(value);
  return run !== undefined && Array.isArray(run.traj) && "task_id" in run && typeof run.reward === "number";
}

/** `run`: the index of the run; `header`: the run itself, once; `message`: one entry of its `traj`. */
interface RunRecord {
  run: number;
  /** Tells runs of the same task by different agents apart: their files begin alike. */
  key: string;
  header?: unknown;
  message?: unknown;
}

function* records(document: unknown): Iterable<DocumentRecord> {
  const runs = asArray(document);
  for (let run = 0; run < runs.length; run++) {
    const messages = asArray(asRecord(runs[run])?.traj);
    const key = `${run}-${digestOf(messages).slice(0, 8)}`;
    yield { value: { run, key, header: runs[run] } satisfies RunRecord, path: [run] };
    for (let index = 0; index < messages.length; index++) {
      yield { value: { run, key, message: messages[index] } satisfies RunRecord, path: [run, "traj", index] };
    }
  }
}

function open({ emit, fallbackSessionId }: ReaderContext): RecordReader {
  let current = -1;
  let state = createChatState();
  return {
    read(value, span) {
      const record = asRecord(value);
      const index = asNumber(record?.run) ?? 0;
      const session = `${fallbackSessionId}-${asString(record?.key) ?? index}`;
      if (index !== current) {
        current = index;
        state = createChatState();
      }
      if (record !== undefined && "header" in record) {
        const run = asRecord(record.header);
        if (run === undefined || !Array.isArray(run.traj)) return { skipped: "not_a_run" };
        emit.session(session, headerOf(run));
        return "kept";
      }
      const source = asRecord(record?.message);
      if (source === undefined) return { skipped: "not_an_object" };
      const message = readMessage(source, span, state);
      if (message === undefined) return { skipped: "unknown_role" };
      if (message.parts.length === 0) return { skipped: "no_content" };
      emit.message(session, message);
      return "kept";
    },
  };
}

function readMessage(source: JsonRecord, span: Message["spans"][0], state: ChatState): Message | undefined {
  const message = readChatMessage(source, span, state, (_, text) => resultOutcome(text));
  if (message === undefined) return undefined;
  if (source.role === "user") {
    const text = contentText(source.content);
    if (text.startsWith(API_OUTPUT)) {
      const output = text.slice(API_OUTPUT.length);
      const callId = state.calls.answered();
      const parts: Message["parts"] = [{ type: "tool_result", callId, ...resultOutcome(output), text: output }];
      return { ...message, role: "tool", origin: "tool", parts };
    }
    return { ...message, parts: textParts(text.replaceAll(STOP, "").trim()) };
  }
  if (source.role === "assistant" && asArray(source.tool_calls).length === 0) {
    message.parts.push(...textAction(contentText(source.content), state));
  }
  return message;
}

/** The call in a message of an agent that writes its actions as text; `respond` is no call but the answer itself. */
function textAction(text: string, { calls }: ChatState): Message["parts"] {
  const at = text.lastIndexOf(TEXT_ACTION);
  if (at < 0) return [];
  const call = asRecord(parseArguments(text.slice(at + TEXT_ACTION.length)));
  return call === undefined || call.name === "respond" ? [] : callFrom(call, calls);
}

function resultOutcome(text: string): ResultOutcome {
  return { status: /^Error\b/.test(text) ? "error" : "ok" };
}

function headerOf(run: JsonRecord) {
  const reward = asNumber(run.reward);
  const task = asNumber(run.task_id) ?? asString(run.task_id);
  const trial = asNumber(run.trial);
  const outcome: Outcome =
    reward === undefined
      ? { status: "unknown" }
      : { status: reward >= 1 ? "success" : "failure", basis: "recorded", detail: `reward ${reward}` };
  return { outcome, title: `task ${task ?? "?"}${trial === undefined ? "" : `, trial ${trial}`}` };
}

export const tauBench: TranscriptFormat = { kind: "tau-bench", layout: "document", recognise, records, open };
