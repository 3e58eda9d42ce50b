/**
 * Claude.ai's data export: `conversations.json`, a list of conversations, or (it is said: since October 2026, in numbered
 * archives) one conversation a line. A single conversation as the web interface fetches it is read alike.
 *
 * A conversation holds `chat_messages`; `parent_message_uuid` makes a tree of them where it is given, and the branch that
 * ends in `current_leaf_message_uuid`, else the newest, is the conversation.
 *
 * No file was at hand. Sources, all by people who read theirs:
 * - osteele/claude-chat-viewer, src/schemas/chat.ts: conversation and message fields, content blocks `text`, `thinking`,
 *   `voice_note`, `tool_use`, `tool_result`, attachments and files.
 * - Sinity/polylogue, docs/providers/claude-ai.md: the archive, results that follow their calls inside of one message.
 * - TomzxCode/llm-conversations-viewer, docs/formats.md: older messages with `text` alone, a single conversation.
 * - Clotr, tests/fixtures/exports/make-exports.js (second hand): one conversation a line, voice notes, `files[].file_name`.
 * - withLinda/claude-conversation-exporter, README.md: thinking, tool use and extracted content in the web interface's JSON.
 */
import type { ContentSample, DocumentRecord, TranscriptFormat } from "../reader.ts";
import { type ExportedConversation, exportRecords, mostAre, openExport } from "./chat-export.ts";
import { readClaudeAiMessage } from "./claude-ai-message.ts";
import { currentBranch, type TreeNode } from "./shared/current-branch.ts";
import { asRecord, asString } from "./shared/json-access.ts";

const CONFIDENCE = 0.96;
const SENDERS = new Set(["human", "assistant"]);
/** The parent of a first message. */
const NO_PARENT = "00000000-0000-4000-8000-000000000000";

function isConversation(value: unknown): boolean {
  const conversation = asRecord(value);
  const messages = conversation?.chat_messages;
  if (typeof conversation?.uuid !== "string" || !Array.isArray(messages)) return false;
  return messages.slice(0, 20).every((message) => SENDERS.has(asString(asRecord(message)?.sender) ?? ""));
}

function readConversation(value: unknown): ExportedConversation | undefined {
  const conversation = asRecord(value);
  const messages: unknown = conversation?.chat_messages;
  if (conversation === undefined || !Array.isArray(messages)) return undefined;
  const ids = messages.map((message, at) => asString(asRecord(message)?.uuid) ?? `${at}`);
  const known = new Set(ids);
  const nodes = new Map<string, TreeNode>();
  const placeOf = new Map<string, number>();
  messages.forEach((message: unknown, at) => {
    const id = ids[at] ?? "";
    if (placeOf.has(id)) return;
    placeOf.set(id, at);
    const parent = asString(asRecord(message)?.parent_message_uuid);
    // A message without a parent that is known goes on from the one before it.
    const before = at === 0 ? undefined : ids[at - 1];
    const above = parent !== undefined && known.has(parent) ? parent : before;
    nodes.set(id, {
      parent: parent === NO_PARENT ? undefined : above,
      at: asString(asRecord(message)?.created_at) ?? "",
    });
  });
  const branch = currentBranch(nodes, conversation.current_leaf_message_uuid).map((id) => placeOf.get(id) ?? 0);
  const onBranch = new Set(branch);
  return {
    header: {
      id: conversation.uuid,
      title: conversation.name,
      model: conversation.model,
      created_at: conversation.created_at,
    },
    said: branch.map((at) => ({ value: { message: messages[at] as unknown }, path: ["chat_messages", at] })),
    rewound: messages.flatMap((_, at) => (onBranch.has(at) ? [] : [["chat_messages", at]])),
  };
}

function* records(value: unknown): Iterable<DocumentRecord> {
  yield* exportRecords(readConversation(value));
}

export const claudeAi: TranscriptFormat = {
  kind: "claude-ai",
  layout: "list",
  recognise: ({ values }: ContentSample) => (mostAre(values, isConversation) ? CONFIDENCE : 0),
  records,
  open: (context) => openExport(context, readClaudeAiMessage),
};
