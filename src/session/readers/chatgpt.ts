/**
 * ChatGPT's data export: `conversations.json`, since 2026 in numbered pieces (`conversations-000.json`), each a list of
 * conversations; a single conversation as ChatGPT's own web interface fetches it is read alike.
 *
 * A conversation holds `mapping`, a tree of nodes `{ id, parent, children, message }`; editing a question and asking for
 * another answer start new branches. The branch that ends in `current_node` is the conversation.
 *
 * No file was at hand. Sources, all by people who read theirs:
 * - convoviz, docs/dev/chatgpt-spec.md ("ChatGPT User Data Export Specification (Unofficial)", 3.0, February 2026):
 *   conversation, node and message fields, content types, hidden messages, `{ "conversations": [...] }` around the list.
 * - pionxzh/chatgpt-exporter, src/api.ts: author, recipient, content types, `metadata.aggregate_result`.
 * - mitkury/chatgpt-export-parser, docs/chatgpt-data-export-format.md: `id` or `conversation_id`, custom instructions.
 * - danny-avila/LibreChat, api/server/utils/import: conversations without `mapping` occur.
 */
import type { ContentSample, DocumentRecord, TranscriptFormat } from "../reader.ts";
import { type ExportedConversation, exportRecords, fromSeconds, mostAre, openExport } from "./chat-export.ts";
import { readChatGptMessage } from "./chatgpt-message.ts";
import { currentBranch } from "./shared/current-branch.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const CONFIDENCE = 0.96;

function isNode(value: unknown): boolean {
  const node = asRecord(value);
  if (node === undefined || !("message" in node) || !("parent" in node || "children" in node)) return false;
  return node.message === null || asRecord(asRecord(node.message)?.author) !== undefined;
}

function isConversation(value: unknown): boolean {
  const mapping = asRecord(asRecord(value)?.mapping);
  const nodes = mapping === undefined ? [] : Object.values(mapping).slice(0, 20);
  return nodes.length > 0 && nodes.every(isNode);
}

function* records(value: unknown): Iterable<DocumentRecord> {
  const wrapped = asRecord(value)?.conversations;
  if (!Array.isArray(wrapped)) {
    yield* exportRecords(readConversation(value));
    return;
  }
  for (const [at, conversation] of wrapped.entries()) {
    yield* exportRecords(readConversation(conversation), ["conversations", at]);
  }
}

function readConversation(value: unknown): ExportedConversation | undefined {
  const conversation = asRecord(value);
  const mapping = asRecord(conversation?.mapping);
  if (conversation === undefined || mapping === undefined) return undefined;
  const nodes = new Map(
    Object.entries(mapping).map(([id, node]) => {
      const at = asRecord(asRecord(node)?.message)?.create_time;
      return [id, { parent: asString(asRecord(node)?.parent), at: typeof at === "number" ? at : 0 }];
    }),
  );
  const branch = currentBranch(nodes, conversation.current_node);
  const answers = answeredCalls(branch, mapping);
  const onBranch = new Set(branch);
  const startedAt = isoTime(fromSeconds(conversation.create_time));
  return {
    header: {
      id: asString(conversation.conversation_id) ?? conversation.id,
      title: conversation.title,
      model: modelOf(branch, mapping) ?? conversation.default_model_slug,
      ...(startedAt && { created_at: startedAt }),
    },
    said: branch.map((id) => ({ value: { id, node: mapping[id], answers: answers.get(id) }, path: ["mapping", id] })),
    rewound: Object.keys(mapping).flatMap((id) => (onBranch.has(id) ? [] : [["mapping", id]])),
  };
}

/** The model of the first answer. */
function modelOf(branch: readonly string[], mapping: JsonRecord): string | undefined {
  for (const id of branch) {
    const slug = asString(asRecord(messageAt(mapping, id)?.metadata)?.model_slug);
    if (slug !== undefined) return slug;
  }
  return undefined;
}

const messageAt = (mapping: JsonRecord, id: string): JsonRecord | undefined => {
  return asRecord(asRecord(mapping[id])?.message);
};

/**
 * Which call each tool's message answers, by node id; the export has no ids for calls. It is the oldest call without a
 * result to the tool of that name, else the last call: one call may have several results.
 */
function answeredCalls(branch: readonly string[], mapping: JsonRecord): ReadonlyMap<string, string> {
  const answers = new Map<string, string>();
  /** Calls without a result, by tool, oldest first. */
  const open = new Map<string, Set<string>>();
  let last: string | undefined;
  for (const id of branch) {
    const message = messageAt(mapping, id);
    const author = asRecord(message?.author);
    const recipient = asString(message?.recipient);
    if (author?.role === "assistant" && recipient !== undefined && recipient !== "all") {
      open.set(recipient, (open.get(recipient) ?? new Set()).add(id));
      last = id;
    } else if (author?.role === "tool") {
      const waiting = open.get(asString(author.name) ?? "");
      const [call] = waiting ?? [];
      if (call !== undefined) waiting?.delete(call);
      const answered = call ?? last;
      if (answered !== undefined) answers.set(id, answered);
    }
  }
  return answers;
}

function recognise({ values }: ContentSample): number {
  const [first] = values;
  const wrapped = values.length === 1 ? asRecord(first)?.conversations : undefined;
  const conversations = Array.isArray(wrapped) ? wrapped.slice(0, 40) : values;
  return mostAre(conversations, isConversation) ? CONFIDENCE : 0;
}

export const chatGpt: TranscriptFormat = {
  kind: "chatgpt",
  layout: "list",
  recognise,
  records,
  open: (context) => openExport(context, readChatGptMessage),
};
