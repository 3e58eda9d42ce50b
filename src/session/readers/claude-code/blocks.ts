/** Content blocks of the Anthropic Messages API, as Claude Code stores them, turned into message parts. */
import type { MediaPart, MessagePart, ToolResultPart, ToolStatus } from "../../model.ts";
import { asArray, asNumber, asRecord, asString, type JsonRecord } from "../shared/json-access.ts";

/** An image or document by its reference; the encoded bytes stay in the source. */
export function mediaPart(block: JsonRecord): MediaPart {
  const source = asRecord(block.source);
  const mediaType = asString(source?.media_type);
  const data = asString(source?.data);
  const reference = asString(source?.url) ?? asString(source?.file_id) ?? asString(block.title);
  return {
    type: block.type === "image" ? "image" : "file",
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(reference === undefined ? {} : { reference }),
    ...(data === undefined ? {} : { encodedLength: data.length }),
  };
}

/** A block of the model's own message; `undefined` for kinds that carry nothing readable. */
export function modelPart(block: JsonRecord, callId: (source: unknown) => string): MessagePart | undefined {
  switch (block.type) {
    case "text": {
      const text = asString(block.text);
      return text === undefined || text.trim() === "" ? undefined : { type: "text", text };
    }
    case "thinking": {
      const text = asString(block.thinking);
      return text === undefined ? undefined : { type: "reasoning", text };
    }
    case "tool_use":
    case "server_tool_use":
    case "mcp_tool_use":
      return {
        type: "tool_call",
        callId: callId(block.id),
        name: asString(block.name) ?? "unknown",
        input: block.input,
      };
    case "image":
    case "document":
      return mediaPart(block);
    default:
      return undefined;
  }
}

export const isResultBlock = (block: JsonRecord): boolean =>
  typeof block.type === "string" && block.type.endsWith("tool_result");

/**
 * A result with its status. `is_error` is the API's own mark; `extra` is the record's `toolUseResult`, which knows more:
 * interrupted commands, commands left running in the background, exit codes of some tools.
 */
export function resultParts(
  block: JsonRecord,
  callId: string,
  extra: JsonRecord | undefined,
  denied: boolean,
): MessagePart[] {
  const texts: string[] = [];
  const media: MediaPart[] = [];
  if (typeof block.content === "string") texts.push(block.content);
  else
    for (const value of asArray(block.content)) {
      const item = asRecord(value);
      if (typeof value === "string") texts.push(value);
      else if (item?.type === "text" && typeof item.text === "string") texts.push(item.text);
      else if (item?.type === "image" || item?.type === "document") media.push(mediaPart(item));
      else if (item?.type === "web_search_result")
        texts.push(`${asString(item.title) ?? ""} ${asString(item.url) ?? ""}`);
    }
  const text = texts.length === 1 ? (texts[0] ?? "") : texts.join("\n");
  const failed = block.is_error === true || extra?.is_error === true;
  const exitCode = exitCodeOf(text, failed, extra);
  const status = statusOf(text, failed, exitCode, extra, denied);
  const result: ToolResultPart = { type: "tool_result", callId, status, text };
  if (exitCode !== undefined) result.exitCode = exitCode;
  return media.length === 0 ? [result] : [result, ...media];
}

function statusOf(
  text: string,
  failed: boolean,
  exitCode: number | undefined,
  extra: JsonRecord | undefined,
  denied: boolean,
): ToolStatus {
  if (denied || extra?.interrupted === true) return "cancelled";
  if (failed) return REFUSALS.some((opening) => text.startsWith(opening)) ? "cancelled" : "error";
  if (exitCode !== undefined) return exitCode === 0 ? "ok" : "error";
  const goesOn = extra?.backgroundTaskId !== undefined || extra?.isAsync === true || extra?.status === "running";
  return goesOn ? "unknown" : "ok";
}

/** The program's own sentences (not a tool's) for a call that a person stopped. */
const REFUSALS = [
  "The user doesn't want to proceed with this tool use.",
  "The user doesn't want to take this action right now.",
  "[Request interrupted by user",
  "Permission prompt was aborted.",
];

/** What a person wrote when they refused a call: stored inside its result, yet theirs. */
export function refusalWords(results: readonly MessagePart[]): string | undefined {
  for (const part of results) {
    if (part.type !== "tool_result" || part.status !== "cancelled") continue;
    const at = part.text.indexOf(REFUSAL_WORDS);
    const words = at < 0 ? "" : part.text.slice(at + REFUSAL_WORDS.length).trim();
    if (words !== "") return words;
  }
  return undefined;
}

const REFUSAL_WORDS = "To tell you how to proceed, the user said:\n";

/** Claude Code writes `Exit code 2` as the first line of a failed command's result; some tools have a field. */
function exitCodeOf(text: string, failed: boolean, extra: JsonRecord | undefined): number | undefined {
  const recorded = asNumber(extra?.exitCode);
  if (recorded !== undefined) return recorded;
  const match = failed ? /^(?:Error: )?Exit code (-?\d{1,10})(?:\n|$)/.exec(text.slice(0, 40)) : null;
  return match === null ? undefined : Number(match[1]);
}
