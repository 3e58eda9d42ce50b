/** Which format a file has, by its content alone. */
import type { FileHandle } from "node:fs/promises";
import { sha256 } from "../base/index.ts";
import { readChunks } from "./file-chunks.ts";
import { createLineCutter } from "./line-cutter.ts";
import type { ContentSample, TranscriptFormat } from "./reader.ts";

const SAMPLE_VALUES = 40;
const SAMPLE_BYTES = 64 * 1024;
/** A first value larger than this is not waited for, and no document of this size is read. */
const DOCUMENT_LIMIT = 256 * 1024 * 1024;
const BROKEN_LIMIT = 1000;
/** So many lines that are no JSON are forgiven, and two for each value. */
const BROKEN_TOLERANCE = 10;
const IDENTITY_BYTES = 4096;

export interface Recognition {
  format?: TranscriptFormat;
  /** What the format recognised. */
  sample?: ContentSample;
  /** The whole file, when it is one JSON value. */
  document?: { value: unknown };
  /** No byte but white space and NUL. */
  empty: boolean;
  /** The content is JSON, or begins as if it were: its lines can be counted as records. */
  looksLikeJson: boolean;
  /** First 16 hex digits of the digest of the first 4 KiB. */
  identity: string;
}

/**
 * Reads the beginning of a file (all of it when it is one JSON value) and asks every format.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE`
 */
export async function recogniseFile(
  file: FileHandle,
  path: string,
  formats: readonly TranscriptFormat[],
  signal?: AbortSignal,
): Promise<Recognition> {
  const values: unknown[] = [];
  let count = 0;
  let objects = 0;
  let broken = 0;
  const cutter = createLineCutter({
    value: (value) => {
      count++;
      if (typeof value === "object" && value !== null) objects++;
      if (values.length < SAMPLE_VALUES) values.push(value);
    },
    broken: () => broken++,
    padding: () => undefined,
  });
  let consumed = 0;
  let whole = true;
  let head = Buffer.alloc(0);
  await readChunks(
    file,
    path,
    (chunk) => {
      if (head.length < SAMPLE_BYTES) head = Buffer.concat([head, chunk.subarray(0, SAMPLE_BYTES - head.length)]);
      consumed += chunk.length;
      cutter.push(chunk);
      const enough = count >= 2 || broken >= BROKEN_LIMIT || (broken > 0 && count > 0);
      if (!enough && consumed < DOCUMENT_LIMIT) return true;
      whole = false;
      return false;
    },
    signal,
  );
  if (whole) cutter.finish();
  const text = head.toString("utf8").replace(/^\uFEFF/, "");
  const first = text.match(/[^\s\0]/)?.[0];
  const document = whole && count === 1 && broken === 0 ? { value: values[0] } : undefined;
  // A log with some JSON in it is no file of JSON lines.
  const mostlyBroken = broken > 2 * objects + BROKEN_TOLERANCE;
  const choice = chooseFormat(formats, { values: mostlyBroken ? [] : values, text, document });
  return {
    ...choice,
    ...(document === undefined ? {} : { document }),
    empty: whole && first === undefined,
    looksLikeJson: first === "{" || values.some((value) => typeof value === "object" && value !== null),
    identity: sha256(head.subarray(0, IDENTITY_BYTES)).slice(0, 16),
  };
}

/** The format that is surest of this content, with what it was shown. */
export function chooseFormat(
  formats: readonly TranscriptFormat[],
  found: { values: unknown[]; text: string; document: { value: unknown } | undefined },
): { format: TranscriptFormat; sample: ContentSample } | undefined {
  let best: { format: TranscriptFormat; sample: ContentSample } | undefined;
  let bestConfidence = 0;
  for (const format of formats) {
    let sample: ContentSample;
    if (format.layout === "text") sample = { layout: "text", values: [], text: found.text };
    else if (format.layout === "lines") sample = { layout: "lines", values: found.values, text: found.text };
    else if (found.document !== undefined)
      sample = { layout: "document", values: [found.document.value], text: found.text };
    else continue;
    let confidence: number;
    try {
      confidence = format.recognise(sample);
    } catch {
      confidence = 0;
    }
    if (confidence > bestConfidence) {
      best = { format, sample };
      bestConfidence = confidence;
    }
  }
  return best;
}
