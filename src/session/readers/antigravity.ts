/**
 * Antigravity CLI transcripts: one step a line (`step_index`, `source`, `type`, `status`, `content`, `tool_calls`).
 * `USER_INPUT` of `USER_EXPLICIT` is a person's, whose words stand in `<USER_REQUEST>`; `PLANNER_RESPONSE` is the model;
 * every other step of `MODEL` is what a tool did. Steps name no calls: results answer the calls of the planner's response
 * in order, and a step that no call accounts for (the log may leave calls out) is given a call of its own.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart, ToolStatus } from "../model.ts";
import type { ContentSample, ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { reasoningParts, textParts } from "./openai-chat-content.ts";
import { createCallIds } from "./shared/call-ids.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord, parseJson } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { taggedBlocks, withoutBlocks } from "./shared/tagged-text.ts";

const MODEL_SETTING = /`Model Selection` from [^\n]*? to ([^\n]+?)\.?$/m;
const COMMAND_DONE = /^(?:Created At:.*\n|Completed At:.*\n|\s)*The command completed successfully/;
const COMMAND_FAILED = /^(?:Created At:.*\n|Completed At:.*\n|\s)*The command failed(?: with exit code:? (\d+))?/;

function recognise(sample: ContentSample): number {
  const steps = sample.values.filter(isStep).length;
  return steps > 0 && steps * 2 >= sample.values.length ? 0.95 : 0;
}

function isStep(value: unknown): boolean {
  const step = asRecord(value);
  return (
    typeof step?.step_index === "number" &&
    typeof step.source === "string" &&
    typeof step.type === "string" &&
    typeof step.status === "string"
  );
}

/** `brain/<id>/.system_generated/logs/transcript.jsonl`: the id stands in the path only. */
const SESSION_FOLDER = /([^\\/]+)[\\/]\.system_generated[\\/]/;

function open({ emit, fallbackSessionId, path }: ReaderContext): RecordReader {
  const session = SESSION_FOLDER.exec(path)?.[1] ?? fallbackSessionId;
  const idOf = createMessageIds();
  const calls = createCallIds();

  const send = (step: JsonRecord, message: Omit<Message, "id" | "at">, suffix = ""): RecordVerdict => {
    if (message.parts.length === 0) return { skipped: "no_content" };
    const at = isoTime(step.created_at);
    const wanted = typeof step.step_index === "number" ? `${step.step_index}${suffix}` : undefined;
    emit.message(session, { id: idOf(wanted), ...(at && { at }), ...message });
    return "kept";
  };

  const readInput = (step: JsonRecord, span: ByteSpan): RecordVerdict => {
    const text = asString(step.content) ?? "";
    if (step.source !== "USER_EXPLICIT") {
      return send(step, { role: "user", origin: "host", parts: textParts(text), spans: [span] });
    }
    const requests = taggedBlocks(text, "USER_REQUEST").slice(0, 1);
    const model = MODEL_SETTING.exec(text)?.[1];
    if (model !== undefined) emit.session(session, { model });
    const around = requests.length === 0 ? "" : withoutBlocks(text, requests);
    if (around !== "") send(step, { role: "user", origin: "host", parts: textParts(around), spans: [span] }, ":host");
    const said = send(step, {
      role: "user",
      origin: "person",
      parts: textParts(requests[0]?.inner ?? text),
      spans: [span],
    });
    return around === "" ? said : "kept";
  };

  const readPlan = (step: JsonRecord, span: ByteSpan): RecordVerdict => {
    calls.abandon();
    const parts: MessagePart[] = [...reasoningParts(step.thinking), ...textParts(step.content)];
    for (const entry of asArray(step.tool_calls)) {
      const call = asRecord(entry);
      const name = asString(call?.name);
      if (name === undefined) continue;
      parts.push({ type: "tool_call", callId: calls.called(call?.id), name, input: unquoted(call?.args) });
    }
    return send(step, { role: "assistant", origin: "model", parts, spans: [span] });
  };

  const readResult = (step: JsonRecord, span: ByteSpan): RecordVerdict => {
    if (calls.open() === 0) {
      const name = (asString(step.type) ?? "").toLowerCase();
      const parts: MessagePart[] = [{ type: "tool_call", callId: calls.called(), name, input: {} }];
      send(step, { role: "assistant", origin: "model", parts, spans: [span] }, ":call");
    }
    const part = resultPart(step, calls.answered());
    return send(step, { role: "tool", origin: "tool", parts: [part], spans: [span] });
  };

  return {
    read(value, span) {
      const step = asRecord(value);
      if (step === undefined) return { skipped: "not_an_object" };
      if (!isStep(step)) return { skipped: "unknown_type" };
      emit.session(session);
      if (step.type === "USER_INPUT") return readInput(step, span);
      if (step.type === "PLANNER_RESPONSE") return readPlan(step, span);
      if (step.source === "MODEL") return readResult(step, span);
      const host: Omit<Message, "id" | "at"> = {
        role: "system",
        origin: "host",
        parts: textParts(step.content),
        spans: [span],
      };
      return send(step, step.type === "CHECKPOINT" ? { ...host, compaction: true } : host);
    },
  };
}

/** Arguments are JSON texts one by one: `{"DirectoryPath": "\"/tmp\""}`. */
function unquoted(args: unknown): unknown {
  const record = asRecord(args);
  if (record === undefined) return args ?? {};
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, parseJson(value)]));
}

/** A finished step is fine unless it ran a command: then the host's first line says how the command ended. */
function resultPart(step: JsonRecord, callId: string): ToolResultPart {
  const text = asString(step.content) ?? "";
  const part = (status: ToolStatus): ToolResultPart => ({ type: "tool_result", callId, status, text });
  if (step.status === "ERROR" || step.status === "FAILED") return part("error");
  if (step.status === "CANCELED" || step.status === "CANCELLED") return part("cancelled");
  if (step.status !== "DONE") return part("unknown");
  if (step.type !== "RUN_COMMAND") return part("ok");
  const failed = COMMAND_FAILED.exec(text);
  if (failed !== null)
    return failed[1] === undefined ? part("error") : { ...part("error"), exitCode: Number(failed[1]) };
  return COMMAND_DONE.test(text) ? { ...part("ok"), exitCode: 0 } : part("unknown");
}

export const antigravity: TranscriptFormat = { kind: "antigravity", layout: "lines", recognise, open };
