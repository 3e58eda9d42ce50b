/**
 * The entries that Pi and OpenClaw (which is built on it) both write: a `session` header, then entries that form a tree
 * by `id` and `parentId` (version 2 and 3) or simply follow each other (version 1, no ids).
 *
 * Contract:
 * - The conversation is the path from the last entry to its root; entries off it are skipped as `rewound`. A parent that
 *   is no entry of the file (absent, the session's id, a tool call's id) means the entry before; `null` means a new root.
 * - `compaction` and `branch_summary` are the host's; the messages that a compaction replaced in the model's context
 *   stay, since they happened.
 * - `custom_message` and the roles `custom` and `hookMessage` come from extensions. A `bashExecution` is a command that
 *   the person ran beside the conversation; it is the host's report of it, no turn and no tool call of the model.
 */
import type { ByteSpan, MediaPart, Message, MessagePart } from "../model.ts";
import type { ReaderContext, RecordReader, RecordVerdict, SessionHeaderPatch } from "../reader.ts";
import { type HostBlockSplit, splitHostBlocks } from "./shared/host-blocks.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { createMessageIds } from "./shared/message-ids.ts";
import { pathToLeaf } from "./shared/path-to-leaf.ts";
import { textOf } from "./shared/text-of.ts";
import { toolResult } from "./shared/tool-result.ts";
import { separateParts, userMessages } from "./shared/user-messages.ts";

const ROLES: ReadonlySet<unknown> = new Set([
  "user",
  "assistant",
  "toolResult",
  "bashExecution",
  "custom",
  "hookMessage",
  "branchSummary",
  "compactionSummary",
  "system",
]);

/** Confidence that a file's first values are such entries; `header` says whether the session header was among them. */
export function recogniseEntries(values: readonly unknown[]): number {
  let best = 0;
  for (const value of values) {
    const entry = asRecord(value);
    if (entry?.type === "session" && asString(entry.id) !== undefined && isoTime(entry.timestamp) !== undefined) {
      return "version" in entry || "cwd" in entry ? 0.9 : 0.7;
    }
    const message = entry?.type === "message" ? asRecord(entry.message) : undefined;
    // Without the header only what no other format has counts: Pi's own roles, blocks and fields.
    if (message === undefined || !ROLES.has(message.role)) continue;
    const telling =
      (message.role === "toolResult" && asString(message.toolCallId) !== undefined) ||
      message.role === "bashExecution" ||
      (message.role === "assistant" && asString(message.api) !== undefined) ||
      asArray(message.content).some((block) => asRecord(block)?.type === "toolCall");
    if (telling) best = 0.8;
  }
  return best;
}

export interface EntryOptions {
  /** Takes apart the text of a user message. Default: the host blocks in tags go. */
  separate?(text: string): HostBlockSplit;
}

interface Node {
  messages: Message[];
  kept: boolean;
}

interface Tree {
  nodes: Map<string, Node>;
  parentOf: Map<string, string | undefined>;
  last?: string;
  header: SessionHeaderPatch;
}

export function openEntries(context: ReaderContext, options: EntryOptions = {}): RecordReader {
  const separate = options.separate ?? splitHostBlocks;
  const trees = new Map<string, Tree>();
  let sessionId = context.fallbackSessionId;
  const entryId = createMessageIds();
  const toolNames = new Map<string, string>();

  function tree(): Tree {
    let current = trees.get(sessionId);
    if (current === undefined) {
      current = { nodes: new Map(), parentOf: new Map(), header: {} };
      trees.set(sessionId, current);
    }
    return current;
  }

  function readEntry(entry: JsonRecord, span: ByteSpan): RecordVerdict {
    const { nodes, parentOf, header, last } = tree();
    const named = asString(entry.id);
    if (named !== undefined && nodes.has(named)) return { skipped: "duplicate" };
    const id = entryId(named);
    const parent = asString(entry.parentId);
    const isRoot = entry.parentId === null && named !== undefined;
    parentOf.set(id, parent !== undefined && nodes.has(parent) ? parent : isRoot ? undefined : last);
    const found = messagesOf(entry, id, span, header, { separate, toolNames });
    nodes.set(id, { messages: "skipped" in found ? [] : found, kept: !("skipped" in found) });
    tree().last = id;
    return "skipped" in found ? { skipped: found.skipped } : "kept";
  }

  return {
    read(value, span) {
      const entry = asRecord(value);
      if (entry === undefined) return { skipped: "not_an_object" };
      if (entry.type !== "session") return readEntry(entry, span);
      sessionId = asString(entry.id) ?? sessionId;
      const { header } = tree();
      const cwd = asString(entry.cwd);
      const startedAt = isoTime(entry.timestamp);
      if (cwd !== undefined) header.projectRoot ??= cwd;
      if (startedAt !== undefined) header.startedAt ??= startedAt;
      return "kept";
    },
    end() {
      for (const [id, { nodes, parentOf, header, last }] of trees) {
        context.emit.session(id, header);
        const path = new Set(last === undefined ? [] : pathToLeaf(parentOf, last));
        for (const node of path)
          for (const message of nodes.get(node)?.messages ?? []) context.emit.message(id, message);
        for (const [node, { kept }] of nodes) if (kept && !path.has(node)) context.revise("rewound");
      }
    },
  };
}

type Found = Message[] | { skipped: string };
type MessageBase = Pick<Message, "spans" | "at">;
interface Reading {
  separate(text: string): HostBlockSplit;
  /** Names of the tools by call id, for results that do not name theirs. */
  toolNames: Map<string, string>;
}

function messagesOf(
  entry: JsonRecord,
  id: string,
  span: ByteSpan,
  header: SessionHeaderPatch,
  reading: Reading,
): Found {
  const at = isoTime(entry.timestamp) ?? isoTime(asRecord(entry.message)?.timestamp);
  const base: MessageBase = { ...(at === undefined ? {} : { at }), spans: [span] };
  switch (entry.type) {
    case "message": {
      const message = asRecord(entry.message);
      return message === undefined ? { skipped: "malformed" } : fromMessage(message, id, base, header, reading);
    }
    case "compaction":
    case "branch_summary":
      return summary(entry.summary, id, base);
    case "custom_message":
      return hostMessage("user", readBlocks(entry.content, id).said, id, base);
    case "model_change": {
      const model = asString(entry.modelId);
      if (model !== undefined) header.model ??= model;
      return { skipped: "metadata" };
    }
    case "session_info": {
      const title = asString(entry.name);
      if (title !== undefined) header.title = title;
      return { skipped: "metadata" };
    }
    case "thinking_level_change":
    case "custom":
    case "label":
    case "leaf":
      return { skipped: "bookkeeping" };
    default:
      return { skipped: "unknown_type" };
  }
}

function fromMessage(
  message: JsonRecord,
  id: string,
  base: MessageBase,
  header: SessionHeaderPatch,
  { separate, toolNames }: Reading,
): Found {
  switch (message.role) {
    case "user":
      return nonEmpty(userMessages({ id, ...base }, separateParts(readBlocks(message.content, id).said, separate)));
    case "assistant": {
      const { said, calls } = readBlocks(message.content, id);
      for (const call of calls) toolNames.set(call.id, call.name);
      const model = asString(message.model);
      if (model !== undefined) header.model ??= model;
      const messages: Message[] = [];
      if (said.length > 0) {
        messages.push({
          id,
          role: "assistant",
          origin: "model",
          parts: said,
          ...base,
          ...(model === undefined ? {} : { model }),
        });
      }
      const error = asString(message.errorMessage);
      if (error !== undefined) {
        const errorId = said.length > 0 ? `${id}:error` : id;
        messages.push({ id: errorId, role: "system", origin: "host", parts: [{ type: "text", text: error }], ...base });
      }
      return nonEmpty(messages);
    }
    case "toolResult": {
      const callId = asString(message.toolCallId) ?? id;
      const result = toolResult({
        callId,
        text: textOfBlocks(message.content),
        status: message.isError === true ? "error" : message.isError === false ? "ok" : "unknown",
        toolName: asString(message.toolName) ?? toolNames.get(callId),
      });
      const media = readBlocks(message.content, id).said.filter((part) => part.type === "image");
      return [{ id, role: "tool", origin: "tool", parts: [result, ...media], ...base }];
    }
    case "bashExecution": {
      const exitCode = asNumber(message.exitCode);
      const lines = [`$ ${asString(message.command) ?? ""}`, asString(message.output)];
      if (exitCode !== undefined) lines.push(`Exit code: ${exitCode}`);
      const text = lines.filter((line) => line !== undefined).join("\n");
      return hostMessage("user", [{ type: "text", text }], id, base);
    }
    case "branchSummary":
    case "compactionSummary":
      return summary(message.summary, id, base);
    case "custom":
    case "hookMessage":
      return hostMessage("user", readBlocks(message.content, id).said, id, base);
    case "system":
      return hostMessage("system", readBlocks(message.content, id).said, id, base);
    default:
      return { skipped: "unknown_type" };
  }
}

function summary(text: unknown, id: string, base: MessageBase): Found {
  const parts: MessagePart[] = [{ type: "text", text: asString(text) ?? "" }];
  return [{ id, role: "system", origin: "host", compaction: true, parts, ...base }];
}

function nonEmpty(messages: Message[]): Found {
  return messages.length === 0 ? { skipped: "no_content" } : messages;
}

function hostMessage(role: "user" | "system", parts: MessagePart[], id: string, base: MessageBase): Found {
  return parts.length === 0 ? { skipped: "no_content" } : [{ id, role, origin: "host", parts, ...base }];
}

interface Blocks {
  said: MessagePart[];
  calls: { id: string; name: string }[];
}

function readBlocks(content: unknown, id: string): Blocks {
  const blocks: Blocks = { said: [], calls: [] };
  if (typeof content === "string") {
    if (content !== "") blocks.said.push({ type: "text", text: content });
    return blocks;
  }
  for (const [index, value] of asArray(content).entries()) {
    const block = asRecord(value);
    const text = asString(block?.text) ?? asString(block?.thinking);
    switch (block?.type) {
      case "text":
        if (text !== undefined) blocks.said.push({ type: "text", text });
        break;
      case "thinking":
        if (text !== undefined) blocks.said.push({ type: "reasoning", text });
        break;
      case "toolCall": {
        const call = { id: asString(block.id) ?? `${id}.${index}`, name: asString(block.name) ?? "unknown" };
        blocks.calls.push(call);
        blocks.said.push({ type: "tool_call", callId: call.id, name: call.name, input: block.arguments ?? {} });
        break;
      }
      case "image":
        blocks.said.push(readImage(block));
        break;
    }
  }
  return blocks;
}

function textOfBlocks(content: unknown): string {
  if (!Array.isArray(content)) return textOf(content);
  const texts = content.map((block) => asString(asRecord(block)?.text)).filter((text) => text !== undefined);
  return texts.join("\n");
}

function readImage(block: JsonRecord): MediaPart {
  const mediaType = asString(block.mimeType);
  const data = asString(block.data);
  return {
    type: "image",
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(data === undefined ? {} : { encodedLength: data.length }),
  };
}
