/**
 * Qwen Code (0.21 … 0.24): `~/.qwen/projects/<project>/chats/<session>.jsonl`.
 *
 * Contract:
 * - The records form a tree by `parentUuid`. The conversation is the path from the last record to its root; what lies
 *   off that path was taken back and is skipped as `rewound`. A parent that the file does not contain (a broken line,
 *   a file cut at its head) is taken to be the record before.
 * - Records that share a `uuid` are fragments of one record, unless they are equal (`duplicate`).
 * - A person is `type: "user"` without a subtype (or `mid_turn_user_message`), of provenance `real_user` where that is
 *   given, and not a sub-agent's. `systemPayload.displayText` is what they typed.
 * - Tool calls are `functionCall` parts. `ui_telemetry` also reports the calls of background agents and never counts.
 */
import type { ByteSpan, Message, MessagePart, ToolResultPart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, SessionHeaderPatch, TranscriptFormat } from "../reader.ts";
import { readGoogleContent } from "./shared/google-parts.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { pathToLeaf } from "./shared/path-to-leaf.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult, toolStatus } from "./shared/tool-result.ts";
import { type SeparatedParts, separateParts, userMessages } from "./shared/user-messages.ts";

export const qwenCode: TranscriptFormat = {
  kind: "qwen-code",
  layout: "lines",
  recognise(sample) {
    let best = 0;
    for (const value of sample.values) {
      const record = asRecord(value);
      if (asString(record?.uuid) === undefined || asString(record?.sessionId) === undefined) continue;
      if (Array.isArray(asRecord(record?.message)?.parts)) return 0.95;
      if (record?.type === "system" && "systemPayload" in record) best = 0.8;
    }
    return best;
  },
  open: openTree,
};

/** One record of the tree. Records without messages are there for the path only. */
interface Node {
  messages: Message[];
  /** Verdicts "kept" that have to be taken back when the node turns out to be off the path. */
  kept: number;
}

interface Tree {
  nodes: Map<string, Node>;
  parentOf: Map<string, string | undefined>;
  last?: string;
  leaf?: string;
  header: SessionHeaderPatch;
}

function openTree(context: ReaderContext): RecordReader {
  const trees = new Map<string, Tree>();

  function treeOf(sessionId: string): Tree {
    let tree = trees.get(sessionId);
    if (tree === undefined) {
      tree = { nodes: new Map(), parentOf: new Map(), header: {} };
      trees.set(sessionId, tree);
    }
    return tree;
  }

  function emitPath(sessionId: string, tree: Tree): void {
    context.emit.session(sessionId, tree.header);
    const path = new Set(tree.leaf === undefined ? [] : pathToLeaf(tree.parentOf, tree.leaf));
    for (const id of path) {
      for (const message of tree.nodes.get(id)?.messages ?? []) context.emit.message(sessionId, message);
    }
    for (const [id, node] of tree.nodes) {
      if (path.has(id)) continue;
      for (let count = 0; count < node.kept; count++) context.revise("rewound");
    }
  }

  return {
    read(value, span) {
      const record = asRecord(value);
      if (record === undefined) return { skipped: "not_an_object" };
      const uuid = asString(record.uuid);
      if (uuid === undefined) return { skipped: "no_id" };
      const tree = treeOf(asString(record.sessionId) ?? context.fallbackSessionId);
      noteHeader(tree.header, record);

      const built = buildMessages(record, uuid, span);
      const node = tree.nodes.get(uuid);
      if (node !== undefined) return addFragment(node, built);

      const parent = asString(record.parentUuid);
      tree.parentOf.set(uuid, parent === undefined || tree.nodes.has(parent) ? parent : tree.last);
      tree.nodes.set(uuid, "skipped" in built ? { messages: [], kept: 0 } : { messages: built.messages, kept: 1 });
      tree.last = uuid;
      // The title is written again and again at the end of the file; it is no place in the conversation.
      if (record.subtype !== "custom_title") tree.leaf = uuid;
      return "skipped" in built ? { skipped: built.skipped } : "kept";
    },
    end() {
      for (const [sessionId, tree] of trees) emitPath(sessionId, tree);
    },
  };
}

type Built = { messages: Message[] } | { skipped: string };

function addFragment(node: Node, built: Built): RecordVerdict {
  const known = node.messages[0];
  if ("skipped" in built) return { skipped: known === undefined ? built.skipped : "duplicate" };
  if (known === undefined) {
    node.messages = built.messages;
  } else {
    const { parts, spans } = built.messages[0] ?? { parts: [], spans: [] };
    const tail = known.parts.slice(-parts.length);
    if (JSON.stringify(tail) === JSON.stringify(parts)) return { skipped: "duplicate" };
    known.parts.push(...parts);
    known.spans.push(...spans);
  }
  node.kept += 1;
  return "kept";
}

function noteHeader(header: SessionHeaderPatch, record: JsonRecord): void {
  const at = isoTime(record.timestamp);
  const cwd = asString(record.cwd);
  const version = asString(record.version);
  const model = asString(record.model);
  const title = record.subtype === "custom_title" ? asString(asRecord(record.systemPayload)?.customTitle) : undefined;
  if (at !== undefined) {
    header.startedAt ??= at;
    header.endedAt = at;
  }
  if (cwd !== undefined) header.projectRoot ??= cwd;
  if (version !== undefined) header.sourceVersion ??= version;
  if (model !== undefined) header.model ??= model;
  if (title !== undefined) header.title = title;
}

function buildMessages(record: JsonRecord, id: string, span: ByteSpan): Built {
  switch (record.type) {
    case "user":
      return buildUser(record, id, span);
    case "assistant": {
      const { said } = readGoogleContent(asRecord(record.message)?.parts, id);
      return finish([{ id, role: "assistant", origin: "model", parts: said, spans: [span] }], record);
    }
    case "tool_result":
      return finish([{ id, role: "tool", origin: "tool", parts: readResults(record, id), spans: [span] }], record);
    case "system":
      return buildSystem(record, id, span);
    default:
      return { skipped: "unknown_type" };
  }
}

/** The messages with what all of a record's share; why it has none when all are empty. */
function finish(messages: Message[], record: JsonRecord): Built {
  const filled = messages.filter((message) => message.parts.length > 0);
  if (filled.length === 0) return { skipped: "no_content" };
  const at = isoTime(record.timestamp);
  const model = asString(record.model);
  const thread = asString(record.agentId);
  for (const message of filled) {
    if (at !== undefined) message.at = at;
    if (model !== undefined) message.model = model;
    if (thread !== undefined) message.thread = thread;
  }
  return { messages: filled };
}

function buildUser(record: JsonRecord, id: string, span: ByteSpan): Built {
  const { said, results } = readGoogleContent(asRecord(record.message)?.parts, id);
  if (results.length > 0) {
    return finish([{ id, role: "tool", origin: "tool", parts: results, spans: [span] }], record);
  }
  const byPerson =
    (record.subtype === undefined || record.subtype === "mid_turn_user_message") &&
    (record.provenance === undefined || record.provenance === "real_user") &&
    record.agentId === undefined;
  if (!byPerson) return finish([{ id, role: "user", origin: "host", parts: said, spans: [span] }], record);
  const typed = asString(asRecord(record.systemPayload)?.displayText);
  return finish(
    userMessages({ id, spans: [span] }, typed === undefined ? separateParts(said) : besideTyped(said, typed)),
    record,
  );
}

/** The program's own record of what the person typed; other text in the record is the program's. */
function besideTyped(parts: readonly MessagePart[], typed: string): SeparatedParts {
  const own: MessagePart[] = [{ type: "text", text: typed }];
  const added: MessagePart[] = [];
  for (const part of parts) {
    if (part.type !== "text") own.push(part);
    else if (part.text.trim() !== typed.trim()) added.push(part);
  }
  return { own, added };
}

function readResults(record: JsonRecord, id: string): ToolResultPart[] {
  const outcome = asRecord(record.toolCallResult);
  const { results } = readGoogleContent(asRecord(record.message)?.parts, id);
  if (outcome === undefined) return results;
  const display = asRecord(outcome.resultDisplay);
  const callId = asString(outcome.callId);
  if (results.length === 0 && callId !== undefined) {
    return [toolResult({ callId, text: textOf(outcome.resultDisplay), status: toolStatus(outcome.status) })];
  }
  return results.map((result) => {
    if (callId !== undefined && result.callId !== callId) return result;
    const status = result.status === "error" ? "error" : toolStatus(outcome.status);
    const exitCode = display?.type === "shell_result" ? asNumber(display.exitCode) : result.exitCode;
    return toolResult({ callId: result.callId, text: result.text, status, exitCode });
  });
}

function buildSystem(record: JsonRecord, id: string, span: ByteSpan): Built {
  switch (record.subtype) {
    case "chat_compression": {
      const history = asRecord(record.systemPayload)?.compressedHistory;
      const first = Array.isArray(history) ? asRecord(history[0]) : undefined;
      const { said } = readGoogleContent(first?.parts, id);
      const parts = said.filter((part) => part.type === "text");
      if (parts.length === 0) parts.push({ type: "text", text: "" });
      return finish([{ id, role: "system", origin: "host", compaction: true, parts, spans: [span] }], record);
    }
    case "ui_telemetry":
      return { skipped: "telemetry" };
    case "rewind":
      return { skipped: "rewind_marker" };
    case "custom_title":
      return { skipped: "metadata" };
    default:
      return { skipped: "bookkeeping" };
  }
}
