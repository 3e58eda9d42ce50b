/**
 * The content of a chat message, in the forms that OpenAI's API, fine-tuning files and the tools around them use: a
 * string, or a list of typed parts (`text`, `input_text`, `output_text`, `refusal`, `reasoning`, `thinking`,
 * `image_url`, `input_image`, `image`, `video`, `input_audio`, `audio`, `file`, `input_file`), with the payload under
 * `text`, `value`, or the key that is named like the type. Tool calls inside parts are left to the caller.
 * Source: OpenAI API reference, "Create chat completion"; LLaMA-Factory data/README.md.
 */
import type { MediaPart, MessagePart } from "../model.ts";
import { asArray, asRecord, asString, type JsonRecord } from "./shared/json-access.ts";

const TEXT_TYPES = new Set(["text", "input_text", "output_text", "refusal"]);
const REASONING_TYPES = new Set(["reasoning", "thinking", "think", "redacted_thinking", "summary_text"]);
const IMAGE_TYPES = new Set(["image_url", "input_image", "image"]);
const FILE_TYPES = new Set([
  "video",
  "video_url",
  "input_audio",
  "audio",
  "audio_url",
  "file",
  "input_file",
  "document",
]);
const DATA_URL = /^data:([^;,]*)[^,]*,/;

/** Text and media of a message's content, in order. Empty texts and parts of unknown types are left out. */
export function contentParts(content: unknown): MessagePart[] {
  if (typeof content === "string") return textParts(content);
  const parts: MessagePart[] = [];
  for (const entry of asArray(content)) {
    if (typeof entry === "string") parts.push(...textParts(entry));
    const part = asRecord(entry);
    const type = asString(part?.type) ?? (typeof part?.text === "string" ? "text" : undefined);
    if (part === undefined || type === undefined) continue;
    if (TEXT_TYPES.has(type)) parts.push(...textParts(payload(part, type)));
    else if (REASONING_TYPES.has(type)) parts.push(...reasoningParts(payload(part, type)));
    else if (IMAGE_TYPES.has(type)) parts.push(mediaPart("image", part, type));
    else if (FILE_TYPES.has(type)) parts.push(mediaPart("file", part, type));
  }
  return parts;
}

/** The texts of a content joined by newlines: what a tool gave back. */
export function contentText(content: unknown): string {
  return contentParts(content)
    .flatMap((part) => (part.type === "text" ? [part.text] : []))
    .join("\n");
}

export function textParts(text: unknown): MessagePart[] {
  return typeof text === "string" && text.trim() !== "" ? [{ type: "text", text }] : [];
}

export function reasoningParts(text: unknown): MessagePart[] {
  return typeof text === "string" && text.trim() !== "" ? [{ type: "reasoning", text }] : [];
}

function payload(part: JsonRecord, type: string): unknown {
  return [part.text, part.value, part[type], part.thinking, part.content].find((value) => typeof value === "string");
}

/** An image or file by reference. The bytes of a data URL are counted and dropped. */
export function mediaPart(kind: MediaPart["type"], part: JsonRecord, type: string): MediaPart {
  const inner = asRecord(part[type]) ?? asRecord(part.image_url) ?? asRecord(part.source) ?? asRecord(part.file);
  const declared = asString(inner?.media_type) ?? asString(part.media_type) ?? asString(part.mimeType);
  const encoded = asString(inner?.data) ?? asString(part.data) ?? asString(inner?.file_data);
  const reference = [
    inner?.url,
    inner?.filename,
    inner?.file_id,
    part.url,
    part[type],
    part.image_url,
    part.path,
    part.value,
  ]
    .map(asString)
    .find((value) => value !== undefined);
  const media: MediaPart = { type: kind };
  const data = DATA_URL.exec(reference ?? "");
  const mediaType = declared ?? asString(data?.[1]);
  if (mediaType !== undefined) media.mediaType = mediaType;
  if (reference !== undefined && data === null) media.reference = reference;
  const length = data === null ? encoded?.length : (reference?.length ?? 0) - data[0].length;
  if (length !== undefined) media.encodedLength = length;
  return media;
}
