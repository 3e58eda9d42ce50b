/**
 * Open WebUI's export of chats (Settings, "Export Chats"; one chat from its menu): a list of rows of its `chat` table.
 * `chat.history` holds the messages as a tree by id, and `currentId`, the end of the branch that is shown.
 *
 * No file was at hand. Sources:
 * - open-webui/open-webui, backend/open_webui/models/chats.py: the row, `history.messages`, `parentId`, `currentId`.
 * - danny-avila/LibreChat, api/server/utils/import/__data__/openwebui-export.json: message fields, `output` with
 *   `reasoning`, `function_call`, `function_call_output` and `message`, `<details>` in the older `content`.
 * - TomzxCode/llm-conversations-viewer, docs/formats.md: Z.ai exports the same shape.
 */
import type { ByteSpan, MediaPart, Message, MessagePart } from "../model.ts";
import type { DocumentRecord, TranscriptFormat } from "../reader.ts";
import { type ExportedConversation, exportRecords, fromSeconds, mostAre, openExport } from "./chat-export.ts";
import { callFrom } from "./openai-chat-calls.ts";
import { contentParts, contentText, reasoningParts, textParts } from "./openai-chat-content.ts";
import type { ChatState } from "./openai-chat-message.ts";
import { currentBranch } from "./shared/current-branch.ts";
import { htmlText } from "./shared/html-text.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { toolResult } from "./shared/tool-result.ts";

const CONFIDENCE = 0.95;
const MESSAGES = ["chat", "history", "messages"];

const historyOf = (value: unknown): JsonRecord | undefined => asRecord(asRecord(asRecord(value)?.chat)?.history);

function isNode(value: unknown): boolean {
  const node = asRecord(value);
  return typeof node?.role === "string" && "parentId" in node && "content" in node;
}

function isConversation(value: unknown): boolean {
  const messages = asRecord(historyOf(value)?.messages);
  const nodes = messages === undefined ? [] : Object.values(messages).slice(0, 20);
  return nodes.length > 0 && nodes.every(isNode);
}

function readConversation(value: unknown): ExportedConversation | undefined {
  const row = asRecord(value);
  const history = historyOf(row);
  const messages = asRecord(history?.messages);
  if (row === undefined || messages === undefined) return undefined;
  const chat = asRecord(row.chat);
  const nodes = new Map(
    Object.entries(messages).map(([id, node]) => {
      const message = asRecord(node);
      return [id, { parent: asString(message?.parentId), at: asNumber(message?.timestamp) ?? 0 }];
    }),
  );
  const branch = currentBranch(nodes, history?.currentId);
  const onBranch = new Set(branch);
  const startedAt = isoTime(fromSeconds(row.created_at));
  return {
    header: {
      id: row.id,
      title: asString(row.title) ?? chat?.title,
      model: asArray(chat?.models)[0],
      ...(startedAt && { created_at: startedAt }),
    },
    said: branch.map((id) => ({ value: { message: messages[id] }, path: [...MESSAGES, id] })),
    rewound: Object.keys(messages).flatMap((id) => (onBranch.has(id) ? [] : [[...MESSAGES, id]])),
  };
}

function* records(value: unknown): Iterable<DocumentRecord> {
  yield* exportRecords(readConversation(value));
}

function readMessage(value: unknown, span: ByteSpan, state: ChatState): Message[] | undefined {
  const source = asRecord(asRecord(value)?.message);
  if (source === undefined) return undefined;
  const at = isoTime(fromSeconds(source.timestamp));
  const base = { ...(at && { at }), spans: [span] };
  const id = state.idOf(source.id);
  switch (source.role) {
    case "user":
      return [
        { id, role: "user", origin: "person", parts: [...contentParts(source.content), ...files(source)], ...base },
      ];
    case "system":
      return [{ id, role: "system", origin: "host", parts: contentParts(source.content), ...base }];
    case "assistant": {
      const model = asString(source.model);
      return answer(source, { id, ...(model && { model }), ...base }, state);
    }
    default:
      return undefined;
  }
}

function files(source: JsonRecord): MediaPart[] {
  return asArray(source.files).flatMap((entry): MediaPart[] => {
    const file = asRecord(entry);
    const reference = asString(file?.name) ?? asString(file?.url);
    return reference === undefined ? [] : [{ type: file?.type === "image" ? "image" : "file", reference }];
  });
}

/** The steps in `output` where there are any, else the content. */
function answer(source: JsonRecord, base: Pick<Message, "id" | "at" | "model" | "spans">, state: ChatState): Message[] {
  const messages: Message[] = [];
  let said: MessagePart[] = [];
  const flush = (): void => {
    const id = messages.length === 0 ? base.id : state.idOf(`${base.id}:${messages.length}`);
    if (said.length > 0) messages.push({ ...base, id, role: "assistant", origin: "model", parts: said });
    said = [];
  };
  for (const entry of asArray(source.output)) {
    const step = asRecord(entry);
    if (step === undefined) continue;
    if (step.type === "function_call_output") {
      flush();
      const callId = state.calls.answered(step.call_id);
      const { model: _model, ...rest } = base;
      const parts = [toolResult({ callId, text: asString(step.output) ?? contentText(step.output) })];
      messages.push({ ...rest, id: state.idOf(`${base.id}:${messages.length}`), role: "tool", origin: "tool", parts });
    } else if (step.type === "function_call") {
      said.push(...callFrom({ ...step, id: step.call_id ?? step.id }, state.calls));
    } else if (step.type === "reasoning") said.push(...reasoningParts(contentText(step.content)));
    else if (step.type === "message") said.push(...contentParts(step.content));
  }
  flush();
  if (messages.length > 0) return messages;
  said = typeof source.content === "string" ? detailParts(source.content) : contentParts(source.content);
  flush();
  return messages;
}

const DETAILS = '<details type="';
const DETAILS_END = "</details>";

/** Thoughts and tool calls that are written into the text as folded blocks: thoughts stay as such, calls are left out. */
function detailParts(content: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let words = "";
  let at = 0;
  for (;;) {
    const start = content.indexOf(DETAILS, at);
    const end = start < 0 ? -1 : content.indexOf(DETAILS_END, start);
    if (end < 0) break;
    words += content.slice(at, start);
    const block = content.slice(start, end);
    if (block.startsWith("reasoning", DETAILS.length)) {
      parts.push(...reasoningParts(htmlText(block.replace(/<summary>[^<]*<\/summary>/, ""))));
    }
    at = end + DETAILS_END.length;
  }
  return [...parts, ...textParts((words + content.slice(at)).trim())];
}

export const openWebUi: TranscriptFormat = {
  kind: "open-webui",
  layout: "list",
  recognise: ({ values }) => (mostAre(values, isConversation) ? CONFIDENCE : 0),
  records,
  open: (context) => openExport(context, readMessage),
};
