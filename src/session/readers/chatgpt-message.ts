/**
 * One node of a ChatGPT conversation as a message. Sources: see chatgpt.ts; `thoughts`, `sonic_webpage`, `system_error`,
 * `audio_transcription` and `asset_pointer` are from convoviz's specification, `user_context_message_data` from mitkury's.
 *
 * Contract:
 * - A hidden message under the role `user`, custom instructions and memory are the host's: nobody said them in this
 *   conversation.
 * - What the assistant sends to a recipient other than `all` is a call of that tool. A tool's message is its result; its
 *   status is known only where the code runner recorded it, or the content is a `system_error`.
 */
import type { ByteSpan, MediaPart, Message, MessagePart } from "../model.ts";
import { fromSeconds } from "./chat-export.ts";
import { parseArguments } from "./openai-chat-calls.ts";
import { reasoningParts, textParts } from "./openai-chat-content.ts";
import type { ChatState } from "./openai-chat-message.ts";
import { isoTime } from "./shared/iso-time.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";
import { toolResult, toolStatus } from "./shared/tool-result.ts";

/** `value`: `{ id, node, answers? }`, the node's key, the node, and the key of the call that it answers. */
export function readChatGptMessage(value: unknown, span: ByteSpan, state: ChatState): Message | Message[] | undefined {
  const record = asRecord(value);
  const node = asRecord(record?.node);
  if (node === undefined) return undefined;
  const source = asRecord(node.message);
  if (source === undefined) return [];
  const author = asRecord(source.author);
  const metadata = asRecord(source.metadata) ?? {};
  const content = asRecord(source.content) ?? {};
  const made = (message: Omit<Message, "id" | "at" | "spans">): Message => {
    const at = isoTime(fromSeconds(source.create_time));
    return { id: state.idOf(source.id ?? record?.id), ...(at && { at }), ...message, spans: [span] };
  };
  switch (author?.role) {
    case "user": {
      const parts = [...contentParts(content), ...attachments(metadata, content)];
      return made({ role: "user", origin: isHosts(content, metadata) ? "host" : "person", parts });
    }
    case "assistant": {
      const model = asString(metadata.model_slug);
      const parts = assistantParts(source, content, asString(record?.id), state);
      return made({ role: "assistant", origin: "model", ...(model && { model }), parts });
    }
    case "tool": {
      const result = toolResult({
        callId: state.calls.answered(record?.answers),
        text: textOf(content),
        status:
          content.content_type === "system_error" ? "error" : toolStatus(asRecord(metadata.aggregate_result)?.status),
        toolName: asString(author.name),
      });
      return made({ role: "tool", origin: "tool", parts: [result, ...contentParts(content).filter(isMedia)] });
    }
    case "system":
      return made({
        role: "system",
        origin: "host",
        parts: [...contentParts(content), ...textParts(instructions(asRecord(metadata.user_context_message_data)))],
      });
    default:
      return undefined;
  }
}

const isMedia = (part: MessagePart): part is MediaPart => part.type === "image" || part.type === "file";

function isHosts(content: JsonRecord, metadata: JsonRecord): boolean {
  const type = asString(content.content_type) ?? "";
  return (
    metadata.is_visually_hidden_from_conversation === true ||
    metadata.is_user_system_message === true ||
    type.endsWith("_editable_context")
  );
}

function assistantParts(
  source: JsonRecord,
  content: JsonRecord,
  nodeId: string | undefined,
  { calls }: ChatState,
): MessagePart[] {
  const recipient = asString(source.recipient);
  if (recipient === undefined || recipient === "all") return contentParts(content);
  const text = textOf(content);
  const input = text === "" ? {} : parseArguments(text);
  return [
    ...contentParts(content).filter((part) => part.type !== "text"),
    { type: "tool_call", callId: calls.called(nodeId), name: recipient, input },
  ];
}

/** What a content says, shows or thinks. A recap of reasoning ("Thought for 9 seconds") says nothing. */
function contentParts(content: JsonRecord): MessagePart[] {
  switch (content.content_type) {
    case "thoughts":
      if (!Array.isArray(content.thoughts)) return reasoningParts(content.thoughts);
      return content.thoughts.flatMap((entry) => {
        const thought = asRecord(entry);
        return reasoningParts([thought?.summary, thought?.content].filter(asString).join("\n"));
      });
    case "reasoning_recap":
      return [];
    case "user_editable_context":
    case "model_editable_context":
      return textParts(instructions(content));
    default: {
      const parts = asArray(content.parts).flatMap(partOf);
      return parts.length > 0 ? parts : textParts(plainText(content));
    }
  }
}

/** Contents without `parts`: code and its output, pages and quotes, errors. */
function plainText(content: JsonRecord): string {
  const text = asString(content.text) ?? asString(content.result) ?? asString(content.summary);
  return [content.title, content.url, text].filter(asString).join("\n");
}

function textOf(content: JsonRecord): string {
  const texts = contentParts(content).flatMap((part) => (part.type === "text" ? [part.text] : []));
  return texts.join("\n");
}

function partOf(value: unknown): MessagePart[] {
  if (typeof value === "string") return textParts(value);
  const part = asRecord(value);
  if (part === undefined) return [];
  const reference = asString(part.asset_pointer);
  if (part.content_type === "image_asset_pointer") return [{ type: "image", ...(reference && { reference }) }];
  if (typeof part.text === "string") return textParts(part.text);
  return reference === undefined ? [] : [{ type: "file", reference }];
}

/** Files that were sent along; images stand in the content already. */
function attachments(metadata: JsonRecord, content: JsonRecord): MessagePart[] {
  const shown = contentParts(content).some((part) => part.type === "image");
  return asArray(metadata.attachments).flatMap((entry): MessagePart[] => {
    const file = asRecord(entry);
    const reference = asString(file?.name) ?? asString(file?.id);
    const mediaType = asString(file?.mime_type);
    const isImage = mediaType?.startsWith("image/") ?? false;
    if (reference === undefined || (isImage && shown)) return [];
    return [{ type: isImage ? "image" : "file", ...(mediaType && { mediaType }), reference }];
  });
}

/** Custom instructions, in the older and the newer form, and what ChatGPT noted about the person. */
function instructions(source: JsonRecord | undefined): string {
  const keys = [
    "user_profile",
    "user_instructions",
    "about_user_message",
    "about_model_message",
    "model_set_context",
  ] as const;
  return keys
    .map((key) => source?.[key])
    .filter(asString)
    .join("\n");
}
