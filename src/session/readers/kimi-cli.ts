/**
 * Kimi CLI (`~/.kimi-code/sessions/<dir>/<session>/agents/<agent>/wire.jsonl`, wire protocol 1.x).
 *
 * Every record is an event. What the model was shown stands in `context.append_message` (with an `origin` that tells a
 * person from injections), what it did in `context.append_loop_event`: a step begins, content parts and tool calls
 * follow, results come in, the step ends. One step is one message; a step that goes on after results is continued in a
 * further message. `turn.prompt` repeats the prompt that `context.append_message` holds and is not counted again.
 */
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { digestOf } from "../../base/index.ts";
import type { ByteSpan, Message, MessagePart, ToolResultPart } from "../model.ts";
import type { ContentSample, ReaderContext, RecordReader, RecordVerdict, TranscriptFormat } from "../reader.ts";
import { callFrom } from "./openai-chat-calls.ts";
import { contentParts, contentText, reasoningParts, textParts } from "./openai-chat-content.ts";
import { createCallIds } from "./shared/call-ids.ts";
import { splitHostBlocks } from "./shared/host-blocks.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";

const EXIT_CODE = /^Command failed with exit code: (\d+)\.?$/m;
const CONTEXT_EVENTS = new Set(["context.append_message", "context.append_loop_event", "context.apply_compaction"]);

function recognise(sample: ContentSample): number {
  const types = sample.values.map((value) => asRecord(value)?.type);
  if (types.some((type) => typeof type === "string" && CONTEXT_EVENTS.has(type))) return 0.97;
  const first = asRecord(sample.values[0]);
  return first?.type === "metadata" && typeof first.protocol_version === "string" ? 0.9 : 0;
}

/** `<session>/agents/<agent>/wire.jsonl`: a session's id, and whether an agent is its main one, stand in the path only. */
const AGENT_FOLDER = /([^\\/]+)[\\/]agents[\\/]([^\\/]+)[\\/][^\\/]*$/;

function open({ emit, fallbackSessionId, path }: ReaderContext): RecordReader {
  const [, folder, agent] = AGENT_FOLDER.exec(path) ?? [];
  const isMain = agent === undefined || agent === "main";
  const session = folder === undefined ? fallbackSessionId : isMain ? folder : `${folder}:${agent}`;
  const subAgentOf = isMain ? undefined : folder;
  const idOf = createMessageIds();
  const calls = createCallIds();
  const seen = new Set<string>();
  const rejected = new Set<string>();
  let model: string | undefined;
  let step: { id: unknown; at: string | undefined; parts: MessagePart[]; spans: ByteSpan[] } | undefined;

  const message = (wantedId: unknown, at: string | undefined, rest: Omit<Message, "id" | "at">): void => {
    emit.message(session, { id: idOf(wantedId), ...(at === undefined ? {} : { at }), ...rest });
  };
  const flush = (): void => {
    if (step === undefined || step.parts.length === 0) return;
    const { id, at, parts, spans } = step;
    message(id, at, { role: "assistant", origin: "model", ...(model === undefined ? {} : { model }), parts, spans });
    step = { id, at: undefined, parts: [], spans: [] };
  };
  /** True when this very event was read before: a resumed session writes its tail twice. */
  const repeated = (...key: unknown[]): boolean => {
    const digest = digestOf(key);
    if (seen.has(digest)) return true;
    seen.add(digest);
    return false;
  };

  const readMessage = (record: JsonRecord, span: ByteSpan): RecordVerdict => {
    const source = asRecord(record.message);
    if (source === undefined) return { skipped: "no_content" };
    if (repeated(record.time, source)) return { skipped: "duplicate" };
    const parts = source.role === "tool" ? [resultPart(source, source)] : contentParts(source.content);
    if (source.role === "assistant") parts.push(...asArray(source.toolCalls).flatMap((call) => callFrom(call, calls)));
    if (parts.length === 0) return { skipped: "no_content" };
    flush();
    step = undefined;
    const at = isoTime(record.time);
    if (source.role === "tool") {
      message(undefined, at, { role: "tool", origin: "tool", parts, spans: [span] });
      return "kept";
    }
    const origin = asString(asRecord(source.origin)?.kind);
    if (source.role === "assistant") {
      message(undefined, at, { role: "assistant", origin: "model", parts, spans: [span] });
      return "kept";
    }
    if (origin === "system_trigger" && asRecord(source.origin)?.name === "subagent") {
      emit.session(session, { subAgentOf: subAgentOf ?? "main" });
    }
    const bySomeone = source.role === "user" && (origin === "user" || origin === undefined);
    const said = bySomeone && splitHostBlocks(contentText(source.content)).person !== "";
    const isPerson = bySomeone && (said || parts.some((part) => part.type !== "text"));
    const role = source.role === "system" ? "system" : "user";
    message(undefined, at, { role, origin: isPerson ? "person" : "host", parts, spans: [span] });
    return "kept";
  };

  const readLoopEvent = (record: JsonRecord, span: ByteSpan): RecordVerdict => {
    const event = asRecord(record.event);
    const at = isoTime(record.time);
    if (event === undefined) return { skipped: "no_content" };
    switch (event.type) {
      case "step.begin":
        flush();
        step = { id: event.uuid, at: undefined, parts: [], spans: [] };
        return { skipped: "bookkeeping" };
      case "step.end":
        flush();
        return { skipped: "bookkeeping" };
      case "content.part":
      case "tool.call": {
        const parts = event.type === "tool.call" ? callParts(event) : partParts(asRecord(event.part));
        if (parts.length === 0) return { skipped: "no_content" };
        if (asString(event.uuid) !== undefined && repeated(event.type, event.uuid)) return { skipped: "duplicate" };
        step ??= { id: event.stepUuid, at: undefined, parts: [], spans: [] };
        step.at ??= at;
        step.parts.push(...parts);
        step.spans.push(span);
        return "kept";
      }
      case "tool.result": {
        if (asString(event.toolCallId) !== undefined && repeated(event.type, event.toolCallId)) {
          return { skipped: "duplicate" };
        }
        flush();
        message(undefined, at, {
          role: "tool",
          origin: "tool",
          parts: [resultPart(event, asRecord(event.result))],
          spans: [span],
        });
        return "kept";
      }
      default:
        return { skipped: "unknown_type" };
    }
  };

  const callParts = (event: JsonRecord): MessagePart[] => {
    const name = asString(event.name);
    if (name === undefined) return [];
    return [{ type: "tool_call", callId: calls.called(event.toolCallId), name, input: event.args ?? {} }];
  };
  const resultPart = (event: JsonRecord, result: JsonRecord | undefined): ToolResultPart => {
    const output = result?.output ?? result?.content;
    const text = typeof output === "string" ? output : contentText(output);
    const failed = result?.isError === true;
    const code = failed ? EXIT_CODE.exec(text)?.[1] : undefined;
    const wasRejected = failed && rejected.has(asString(event.toolCallId) ?? "");
    const status = result === undefined ? "unknown" : wasRejected ? "cancelled" : failed ? "error" : "ok";
    const part: ToolResultPart = { type: "tool_result", callId: calls.answered(event.toolCallId), status, text };
    if (code !== undefined && status === "error") part.exitCode = Number(code);
    return part;
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const at = isoTime(record.time) ?? isoTime(record.created_at);
      emit.session(session, { ...(at && { startedAt: at, endedAt: at }), ...(subAgentOf && { subAgentOf }) });
      switch (record.type) {
        case "metadata":
          return "kept";
        case "config.update": {
          model = asString(record.modelAlias) ?? model;
          const projectRoot = asString(record.cwd);
          emit.session(session, { ...(model && { model }), ...(projectRoot && { projectRoot }) });
          const prompt = textParts(record.systemPrompt);
          if (prompt.length > 0)
            message(undefined, at, { role: "system", origin: "host", parts: prompt, spans: [span] });
          return "kept";
        }
        case "context.append_message":
          return readMessage(record, span);
        case "context.append_loop_event":
          return readLoopEvent(record, span);
        case "context.apply_compaction": {
          const parts = textParts(asString(record.summary) ?? record.contextSummary);
          if (parts.length === 0) return { skipped: "no_content" };
          flush();
          message(undefined, at, { role: "user", origin: "host", compaction: true, parts, spans: [span] });
          return "kept";
        }
        case "permission.record_approval_result": {
          const decision = asString(asRecord(record.result)?.decision);
          const callId = asString(record.toolCallId);
          if (decision !== undefined && decision !== "approved" && callId !== undefined) rejected.add(callId);
          return { skipped: "bookkeeping" };
        }
        default:
          return { skipped: typeof record.type === "string" ? "bookkeeping" : "unknown_type" };
      }
    },
    companion(value) {
      const state = asRecord(value);
      const projectRoot = asString(state?.workDir);
      const title = asString(state?.title);
      emit.session(session, { ...(projectRoot && { projectRoot }), ...(title && { title }) });
    },
    end: flush,
  };
}

function partParts(part: JsonRecord | undefined): MessagePart[] {
  return part?.type === "think" ? reasoningParts(part.think) : contentParts(part === undefined ? [] : [part]);
}

/** `state.json` of the session, two folders above the agent's own, where it is there. */
async function companions(path: string): Promise<string[]> {
  const state = join(dirname(path), "..", "..", "state.json");
  const text = await readFile(state, "utf8").catch(() => "");
  return text.includes('"workDir"') ? [state] : [];
}

export const kimiCli: TranscriptFormat = { kind: "kimi-cli", layout: "lines", recognise, companions, open };
