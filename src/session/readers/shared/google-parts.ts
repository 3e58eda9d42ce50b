/**
 * Google's `parts`, as Gemini CLI and Qwen Code record them: `{text, thought?}`, `{functionCall}`, `{functionResponse}`,
 * `{inlineData}`, `{fileData}`, or a plain string. Parts of another shape are left out.
 */
import type { MediaPart, MessagePart, ToolResultPart } from "../../model.ts";
import { asRecord, asString, type JsonRecord } from "./json-access.ts";
import { textOf } from "./text-of.ts";
import { toolResult } from "./tool-result.ts";

export interface GoogleContent {
  /** Text, reasoning, calls and media, in order. */
  said: MessagePart[];
  /** Results of calls, in order. */
  results: ToolResultPart[];
}

/** Reads a string, one part or a list of parts. Calls and results without an id get `<idPrefix>.<index of the part>`. */
export function readGoogleContent(content: unknown, idPrefix: string): GoogleContent {
  const said: MessagePart[] = [];
  const results: ToolResultPart[] = [];
  const items = Array.isArray(content) ? content : [content];
  items.forEach((item, index) => {
    if (typeof item === "string") {
      if (item !== "") said.push({ type: "text", text: item });
      return;
    }
    const part = asRecord(item);
    if (part === undefined) return;
    const text = asString(part.text);
    const call = asRecord(part.functionCall);
    const response = asRecord(part.functionResponse);
    const media = readMedia(part);
    if (text !== undefined) said.push({ type: part.thought === true ? "reasoning" : "text", text });
    if (call !== undefined) {
      said.push({
        type: "tool_call",
        callId: asString(call.id) ?? `${idPrefix}.${index}`,
        name: asString(call.name) ?? "unknown",
        input: call.args ?? {},
      });
    }
    if (response !== undefined) results.push(readFunctionResponse(response, `${idPrefix}.${index}`));
    if (media !== undefined) said.push(media);
  });
  return { said, results };
}

function readFunctionResponse(response: JsonRecord, fallbackId: string): ToolResultPart {
  const body = asRecord(response.response);
  const error = body === undefined ? undefined : body.error;
  const failed = error !== undefined && error !== null;
  return toolResult({
    callId: asString(response.id) ?? fallbackId,
    toolName: asString(response.name),
    text: textOf(failed ? error : (body?.output ?? response.response)),
    status: failed ? "error" : "unknown",
  });
}

function readMedia(part: JsonRecord): MediaPart | undefined {
  const inline = asRecord(part.inlineData);
  const file = asRecord(part.fileData);
  const source = inline ?? file;
  if (source === undefined) return undefined;
  const mediaType = asString(source.mimeType);
  const reference = asString(file?.fileUri) ?? asString(source.displayName);
  const data = asString(inline?.data);
  return {
    type: mediaType?.startsWith("image/") ? "image" : "file",
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(reference === undefined || reference.startsWith("data:") ? {} : { reference }),
    ...(data === undefined ? {} : { encodedLength: data.length }),
  };
}
