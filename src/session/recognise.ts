/** Which format a file has, by its content alone. */
import { sha256 } from "../base/index.ts";
import { type ByteSource, readChunks } from "./file-chunks.ts";
import { createLineCutter } from "./line-cutter.ts";
import { createListCutter } from "./list-cutter.ts";
import type { ContentSample, TranscriptFormat } from "./reader.ts";

const SAMPLE_VALUES = 40;
const SAMPLE_BYTES = 64 * 1024;
/** A first value larger than this is not waited for, and no document of this size is read. */
const DOCUMENT_LIMIT = 256 * 1024 * 1024;
const BROKEN_LIMIT = 1000;
/** So many lines that are no JSON are forgiven, and two for each value. */
const BROKEN_TOLERANCE = 10;
const IDENTITY_BYTES = 4096;
/** An array whose first element is longer is not asked for as a `list`. */
const LIST_SAMPLE_BYTES = 32 * 1024 * 1024;
/** From this confidence on a `list` is taken by its first elements. */
const LIST_CONFIDENCE = 0.9;

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
  file: ByteSource,
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
  const list = createListSample(formats.filter(({ layout }) => layout === "list"));
  let early: ReturnType<typeof chooseFormat>;
  await readChunks(
    file,
    path,
    (chunk) => {
      if (head.length < SAMPLE_BYTES) head = Buffer.concat([head, chunk.subarray(0, SAMPLE_BYTES - head.length)]);
      consumed += chunk.length;
      early = list.push(chunk);
      if (early !== undefined) return false;
      cutter.push(chunk);
      const enough = count >= 2 || broken >= BROKEN_LIMIT || (broken > 0 && count > 0);
      if (!enough && consumed < DOCUMENT_LIMIT) return true;
      whole = false;
      return false;
    },
    signal,
  );
  const text = head.toString("utf8").replace(/^\uFEFF/, "");
  const identity = sha256(head.subarray(0, IDENTITY_BYTES)).slice(0, 16);
  if (early !== undefined) return { ...early, empty: false, looksLikeJson: true, identity };
  if (whole) cutter.finish();
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
    identity,
  };
}

/** Shows the `list` formats the first elements of a file that is an array, as far as they are whole. */
function createListSample(formats: readonly TranscriptFormat[]) {
  const values: unknown[] = [];
  const cutter = createListCutter({
    value: (value) => {
      if (values.length < SAMPLE_VALUES) values.push(value);
    },
    broken: () => undefined,
    padding: () => undefined,
  });
  let consumed = 0;
  let over = formats.length === 0;
  return {
    push(chunk: Buffer): ReturnType<typeof chooseFormat> {
      if (over) return undefined;
      cutter.push(chunk);
      consumed += chunk.length;
      over = cutter.isArray() === false || values.length === SAMPLE_VALUES || consumed > LIST_SAMPLE_BYTES;
      if (cutter.isArray() !== true || values.length === 0) return undefined;
      const choice = chooseFormat(formats, { values, text: "", document: undefined });
      return choice !== undefined && choice.confidence >= LIST_CONFIDENCE ? choice : undefined;
    },
  };
}

/** The format that is surest of this content, with what it was shown. */
export function chooseFormat(
  formats: readonly TranscriptFormat[],
  found: { values: unknown[]; text: string; document: { value: unknown } | undefined },
): { format: TranscriptFormat; sample: ContentSample; confidence: number } | undefined {
  let best: { format: TranscriptFormat; sample: ContentSample; confidence: number } | undefined;
  for (const format of formats) {
    let sample: ContentSample;
    if (format.layout === "text") sample = { layout: "text", values: [], text: found.text };
    else if (format.layout !== "document") sample = { layout: format.layout, values: found.values, text: found.text };
    else if (found.document !== undefined)
      sample = { layout: "document", values: [found.document.value], text: found.text };
    else continue;
    let confidence: number;
    try {
      confidence = format.recognise(sample);
    } catch {
      confidence = 0;
    }
    if (confidence > (best?.confidence ?? 0)) best = { format, sample, confidence };
  }
  return best;
}
