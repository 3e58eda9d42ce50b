/** `attachment` records: what Claude Code puts into the context beside the conversation. */
import type { MessagePart } from "../../model.ts";
import { asArray, asRecord, asString, type JsonRecord } from "../shared/json-access.ts";
import { mediaPart } from "./blocks.ts";

/** What an attachment adds, or nothing for listings, reminders and counters. */
export function attachmentParts(attachment: JsonRecord): MessagePart[] {
  switch (attachment.type) {
    case "file":
    case "edited_text_file":
    case "nested_memory":
    case "compact_file_reference": {
      const reference = asString(attachment.filename) ?? asString(attachment.path);
      return reference === undefined ? [] : [{ type: "file", reference }];
    }
    case "hook_additional_context":
    case "hook_success":
      return textParts(attachment.content);
    case "hook_blocking_error":
      return textParts(asRecord(attachment.blockingError)?.blockingError ?? attachment.blockingError);
    case "hook_non_blocking_error":
      return textParts(attachment.stderr);
    case "invoked_skills":
      return asArray(attachment.skills).flatMap((skill) => textParts(asRecord(skill)?.content));
    case "task_status":
      return textParts(attachment.description);
    default:
      return [];
  }
}

/** A string, or a list of text and media blocks. */
export function textParts(content: unknown): MessagePart[] {
  const parts: MessagePart[] = [];
  for (const value of typeof content === "string" ? [content] : asArray(content)) {
    const block = asRecord(value);
    const text = typeof value === "string" ? value : block?.type === "text" ? asString(block.text) : undefined;
    if (text !== undefined && text.trim() !== "") parts.push({ type: "text", text });
    else if (block?.type === "image" || block?.type === "document") parts.push(mediaPart(block));
  }
  return parts;
}
