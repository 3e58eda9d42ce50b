/**
 * Grok CLI (`~/.grok/sessions/<folder>/<id>/chat_history.jsonl`, chat format 1): `system`, `user`, `reasoning`, `assistant`,
 * `tool_result` and `backend_tool_call` records, without times. A `user` record with `synthetic_reason` is the host's;
 * what a person typed may stand in `<user_query>`. The id, folder, title and times are in `summary.json` beside it.
 */
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { Message, MessagePart, ToolStatus } from "../model.ts";
import type { ContentSample, ReaderContext, RecordReader, TranscriptFormat } from "../reader.ts";
import { parseArguments } from "./openai-chat-calls.ts";
import { contentParts, contentText, mediaPart } from "./openai-chat-content.ts";
import { createCallIds } from "./shared/call-ids.ts";
import { splitHostBlocks } from "./shared/host-blocks.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { taggedBlocks } from "./shared/tagged-text.ts";

function recognise(sample: ContentSample): number {
  return sample.values.some((value) => isMarked(asRecord(value))) ? 0.95 : 0;
}

/** A record that no other format writes like this. */
function isMarked(record: JsonRecord | undefined): boolean {
  switch (record?.type) {
    case "user":
      return Array.isArray(record.content) && ("prompt_index" in record || "synthetic_reason" in record);
    case "assistant":
      return typeof record.content === "string" && "model_id" in record && Array.isArray(record.tool_calls);
    case "backend_tool_call":
      return asRecord(record.kind) !== undefined;
    default:
      return false;
  }
}

/** The session's folder is named by its id; the file itself begins with a system prompt that all sessions share. */
const SESSION_FOLDER = /([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})[\\/][^\\/]*$/i;

function open({ emit, fallbackSessionId, path }: ReaderContext): RecordReader {
  const session = SESSION_FOLDER.exec(path)?.[1] ?? fallbackSessionId;
  const idOf = createMessageIds();
  const calls = createCallIds();

  const partsOf = (record: JsonRecord): Omit<Message, "id" | "spans"> | undefined => {
    switch (record.type) {
      case "system":
        return { role: "system", origin: "host", parts: contentParts(record.content) };
      case "user":
        return userMessage(record);
      case "reasoning": {
        const parts = contentParts(record.summary).map(
          (part): MessagePart => (part.type === "text" ? { type: "reasoning", text: part.text } : part),
        );
        return { role: "assistant", origin: "model", parts };
      }
      case "assistant": {
        const model = asString(record.model_id);
        if (model !== undefined) emit.session(session, { model });
        const parts = contentParts(record.content);
        for (const entry of asArray(record.tool_calls)) {
          const call = asRecord(entry);
          const name = asString(call?.name);
          if (name === undefined) continue;
          parts.push({
            type: "tool_call",
            callId: calls.called(call?.id),
            name,
            input: parseArguments(call?.arguments),
          });
        }
        return { role: "assistant", origin: "model", ...(model && { model }), parts };
      }
      case "tool_result": {
        const text = contentText(record.content);
        const callId = calls.answered(record.tool_call_id);
        const images = asArray(record.images).map((url) => mediaPart("image", { url }, "image"));
        return {
          role: "tool",
          origin: "tool",
          parts: [{ type: "tool_result", callId, status: "unknown", text }, ...images],
        };
      }
      case "backend_tool_call": {
        const kind = asRecord(record.kind);
        const name = asString(kind?.tool_type);
        if (name === undefined) return undefined;
        const callId = asString(kind?.id) ?? calls.called();
        const status = backendStatus(kind?.status);
        return {
          role: "assistant",
          origin: "model",
          parts: [{ type: "tool_call", callId, name, input: kind?.action ?? {}, status }],
        };
      }
      default:
        return undefined;
    }
  };

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      emit.session(session);
      const message = partsOf(record);
      if (message === undefined) return { skipped: "unknown_type" };
      if (message.parts.length === 0) return { skipped: "no_content" };
      emit.message(session, { id: idOf(record.id), ...message, spans: [span] });
      return "kept";
    },
    companion(value) {
      const summary = asRecord(value);
      const projectRoot = asString(asRecord(summary?.info)?.cwd);
      const title = asString(summary?.generated_title) ?? asString(summary?.session_summary);
      const startedAt = isoTime(summary?.created_at);
      const endedAt = isoTime(summary?.last_active_at) ?? isoTime(summary?.updated_at);
      const parent = asString(summary?.parent_session_id);
      emit.session(session, {
        ...(parent && { subAgentOf: parent }),
        ...(projectRoot && { projectRoot }),
        ...(title && { title }),
        ...(startedAt && { startedAt }),
        ...(endedAt && { endedAt }),
      });
    },
  };
}

function userMessage(record: JsonRecord): Omit<Message, "id" | "spans"> {
  const parts = contentParts(record.content);
  if (record.synthetic_reason !== undefined && record.synthetic_reason !== null) {
    return { role: "user", origin: "host", parts };
  }
  const said = parts.flatMap((part): MessagePart[] => {
    if (part.type !== "text") return [part];
    const text = taggedBlocks(part.text, "user_query")[0]?.inner ?? splitHostBlocks(part.text).person;
    return text === "" ? [] : [{ type: "text", text }];
  });
  return said.length > 0 ? { role: "user", origin: "person", parts: said } : { role: "user", origin: "host", parts };
}

function backendStatus(status: unknown): ToolStatus {
  if (status === "completed") return "ok";
  if (status === "failed" || status === "error") return "error";
  return status === "cancelled" ? "cancelled" : "unknown";
}

/**
 * `summary.json` beside the file, and for a sub-agent the `meta.json` that Grok writes below its parent:
 * `<parent>/subagents/<id>/meta.json`. Only those that are there.
 */
async function companions(path: string): Promise<string[]> {
  const folder = dirname(path);
  const bucket = dirname(folder);
  const siblings = await readdir(bucket).catch(() => []);
  const candidates = siblings.map((sibling) => join(bucket, sibling, "subagents", basename(folder), "meta.json"));
  const found = await Promise.all([join(folder, "summary.json"), ...candidates].map(isFile));
  return found.flatMap((file) => file ?? []);
}

async function isFile(path: string): Promise<string | undefined> {
  return (await stat(path).catch(() => undefined))?.isFile() ? path : undefined;
}

export const grokCli: TranscriptFormat = { kind: "grok-cli", layout: "lines", recognise, companions, open };
