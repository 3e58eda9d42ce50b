/** The output of a tool as Codex has stored it over the years, with the exit code taken out of its wrapping. */
import type { MediaPart, ToolResultPart, ToolStatus } from "../../model.ts";
import { asArray, asNumber, asRecord, asString, entryOf } from "../shared/json-access.ts";

export interface CallEnd {
  exitCode?: number | undefined;
  status?: ToolStatus | undefined;
}

interface Unwrapped extends CallEnd {
  text: string;
}

/** `output` of a `*_output` item: a string, content blocks, `{content, success}`; `end` is what an event said before. */
export function outputParts(callId: string, output: unknown, end: CallEnd = {}): [ToolResultPart, ...MediaPart[]] {
  const media: MediaPart[] = [];
  const record = asRecord(output);
  const content = record?.content ?? record?.text ?? output;
  const texts = typeof content === "string" ? [content] : [];
  for (const value of asArray(content)) {
    const block = asRecord(value);
    const text = asString(block?.text);
    if (text !== undefined) texts.push(text);
    else if (block?.type === "input_image") media.push(imagePart(block.image_url));
  }
  const unwrapped = unwrap(texts.join("\n"));
  const exitCode = end.exitCode ?? unwrapped.exitCode;
  let status = end.status ?? unwrapped.status ?? "unknown";
  if (exitCode !== undefined) status = exitCode === 0 ? "ok" : "error";
  else if (record?.success === false) status = "error";
  else if (record?.success === true) status = "ok";
  const result: ToolResultPart = {
    type: "tool_result",
    callId,
    status,
    ...(exitCode === undefined ? {} : { exitCode }),
    text: unwrapped.text,
  };
  return [result, ...media];
}

export function imagePart(url: unknown): MediaPart {
  const reference = asString(url);
  if (reference === undefined) return { type: "image" };
  const mediaType = /^data:([\w.+/-]+)/.exec(reference.slice(0, 100))?.[1];
  if (mediaType === undefined) return { type: "image", reference };
  return { type: "image", mediaType, encodedLength: reference.length };
}

/** Codex's own sentences where a call did not run. */
const REFUSED =
  /^(?:apply_patch verification failed|unsupported call:|exec_command failed|failed to parse function arguments|execution error:|sandbox error:|command rejected)/;
const CANCELLED =
  /^(?:aborted by user|user aborted|rejected by user|exec command rejected by user|patch rejected by user)/;
/** `Exit code: 0`, `Wall time: …`, `Chunk ID: …` up to `Output:`, as shell tools begin since 0.40. */
const HEADER =
  /^(?:[A-Z][\w ]*: .*\n|Process (?:exited with code|running with session ID) -?\d+\n){1,8}Output:(?:\n|$)/;

function unwrap(text: string): Unwrapped {
  if (text.startsWith('{"')) {
    const wrapped = parseObject(text);
    const exitCode = asNumber(asRecord(wrapped?.metadata)?.exit_code);
    if (typeof wrapped?.output === "string") return { text: wrapped.output, exitCode };
  }
  const head = text.slice(0, 1000);
  const header = HEADER.exec(head)?.[0];
  if (header !== undefined) {
    const code = /^(?:Exit code: |Process exited with code )(-?\d{1,10})$/m.exec(header)?.[1];
    return { text: text.slice(header.length), exitCode: code === undefined ? undefined : Number(code) };
  }
  if (CANCELLED.test(head)) return { text, status: "cancelled" };
  if (REFUSED.test(head)) return { text, status: "error" };
  return { text };
}

function parseObject(text: string) {
  try {
    return asRecord(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** What an end event says: `exit_code`, `success`, `status`. */
export function callEnd(event: Readonly<Record<string, unknown>>): CallEnd {
  const exitCode = asNumber(event.exit_code);
  const words: Record<string, ToolStatus> = { completed: "ok", failed: "error", declined: "cancelled" };
  const status = event.success === true ? "ok" : event.success === false ? "error" : entryOf(words, event.status);
  return { exitCode, status };
}
