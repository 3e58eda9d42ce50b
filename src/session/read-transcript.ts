/**
 * Reads one transcript file of any format, streaming: what every caller of this room goes through.
 *
 * Contract:
 * - The format is recognised by content. Foreign data never throws; every record is kept, skipped with a reason, or
 *   reported as a broken line.
 * - Messages are handed on one at a time, finished (bounded, redacted). Memory does not grow with the length of a file in
 *   the `lines`, `list` and `text` layouts, but for the ids that tell duplicates.
 */
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { findSpans } from "./document-spans.ts";
import { type ByteSource, readChunks, withBytes, withFile } from "./file-chunks.ts";
import { account, type GuardedReader, openReader, skip, type Tally } from "./guarded-reader.ts";
import { createLineCutter } from "./line-cutter.ts";
import { createListCutter } from "./list-cutter.ts";
import type { TranscriptFormat } from "./reader.ts";
import { transcriptFormats } from "./readers/index.ts";
import { type Recognition, recogniseFile } from "./recognise.ts";
import { createEmission, type Emission, type TranscriptVisitor } from "./session-emitter.ts";
import { cutTextLines } from "./text-lines.ts";
import type { TranscriptReport } from "./transcript-report.ts";

export interface ReadOptions {
  /** Stops reading with the signal's reason. */
  signal?: AbortSignal;
  /** Called now and then with the bytes read so far and the size of the file. */
  progress?(bytesRead: number, sizeBytes: number): void;
  /**
   * Waited for now and then, between two pieces of the file: where a caller stores what was read so far, so that memory does
   * not grow with the file. A file that is one JSON value is one piece.
   */
  between?(): Promise<void>;
  /** The content, where it is in memory already (an entry of an archive); nothing is read from `path` then. */
  bytes?: Uint8Array;
  /** The formats to try; default: all of `readers/index.ts`. */
  formats?: readonly TranscriptFormat[];
}

/**
 * Reads `path` (`<archive>.zip!<entry>` for an entry of an archive) and calls the visitor for each session and message.
 * @returns the report: kind, counts, session headers, diagnostics.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when the file cannot be opened or read; nothing for its content.
 */
export function readTranscript(
  path: string,
  visitor: TranscriptVisitor,
  options: ReadOptions = {},
): Promise<TranscriptReport> {
  const read = async (file: ByteSource, sizeBytes: number): Promise<TranscriptReport> => {
    const recognition = await recogniseFile(file, path, options.formats ?? transcriptFormats, options.signal);
    const tally: Tally = { kept: 0, skipped: {}, brokenLines: [] };
    const { format } = recognition;
    if (format === undefined) {
      const records = await countForeign(file, path, recognition, tally, options);
      const kind = recognition.empty ? "empty" : "unknown";
      return { path, kind, sizeBytes, ...account(records, tally), sessions: [], diagnostics: [] };
    }
    const emission = createEmission(format.kind, visitor);
    const fallbackSessionId = `${format.kind}-${recognition.identity}`;
    const reader = openReader(format, emission, { fallbackSessionId, path }, tally);
    const records = await feeders[format.layout](
      { file, path, sizeBytes, format, recognition, tally, options },
      reader,
    );
    await feedCompanions(path, format, recognition, emission, reader);
    reader.end();
    return {
      path,
      kind: format.kind,
      layout: format.layout,
      sizeBytes,
      ...account(records, tally),
      sessions: emission.headers(),
      diagnostics: emission.diagnostics(),
    };
  };
  return options.bytes === undefined ? withFile(path, read) : withBytes(options.bytes, read);
}

async function feedCompanions(
  path: string,
  format: TranscriptFormat,
  { sample }: Recognition,
  emission: Emission,
  reader: GuardedReader,
): Promise<void> {
  if (format.companions === undefined || sample === undefined) return;
  let companions: string[] = [];
  try {
    companions = await format.companions(path, sample);
  } catch (error) {
    emission.emitter.diagnostic("companion_unreadable", String(error));
  }
  for (const companion of companions) {
    let value: unknown;
    try {
      value = JSON.parse((await readFile(companion, "utf8")).replace(/^\uFEFF/, ""));
    } catch (error) {
      emission.emitter.diagnostic("companion_unreadable", `${basename(companion)}: ${String(error)}`);
      continue;
    }
    reader.companion(value, companion);
  }
}

interface Source {
  file: ByteSource;
  path: string;
  sizeBytes: number;
  format: TranscriptFormat;
  recognition: Recognition;
  tally: Tally;
  options: ReadOptions;
}

/** Each layout's way to hand records to a reader; they return the number of records met. */
const feeders = {
  async lines({ file, path, sizeBytes, tally, options }: Source, reader: GuardedReader): Promise<number> {
    const cutter = createLineCutter({
      value: reader.read,
      broken: (line) => tally.brokenLines.push(line),
      padding: () => skip(tally, "nul_padding"),
    });
    await pushAll(cutter, { file, path, sizeBytes, options });
    return cutter.records();
  },

  async list({ file, path, sizeBytes, format, tally, options }: Source, reader: GuardedReader): Promise<number> {
    let met = 0;
    const cutter = createListCutter({
      value(value, span, bytes) {
        const records = [...(format.records?.(value) ?? [{ value, path: [] }])];
        const spans = findSpans(
          bytes,
          records.map((record) => record.path),
        );
        records.forEach((record, index) => {
          const { start, end } = spans[index] ?? { start: 0, end: 0 };
          reader.read(record.value, end === 0 ? span : { start: span.start + start, end: span.start + end });
        });
        met += Math.max(1, records.length);
        if (records.length === 0) skip(tally, "no_content");
      },
      broken(line) {
        met++;
        tally.brokenLines.push(line);
      },
      padding() {
        met++;
        skip(tally, "nul_padding");
      },
    });
    await pushAll(cutter, { file, path, sizeBytes, options });
    return met;
  },

  async text({ file, path, sizeBytes, options }: Source, reader: GuardedReader): Promise<number> {
    const lines = cutTextLines(reader.read);
    let done = 0;
    await readChunks(
      file,
      path,
      (chunk) => {
        lines.push(chunk);
        done += chunk.length;
        options.progress?.(done, sizeBytes);
        return true;
      },
      options.signal,
    );
    lines.finish();
    return lines.count();
  },

  async document({ file, path, format, recognition, tally }: Source, reader: GuardedReader): Promise<number> {
    const document = recognition.document?.value;
    const records = [...(format.records?.(document) ?? [{ value: document, path: [] }])];
    const pieces: Buffer[] = [];
    await readChunks(file, path, (chunk) => {
      pieces.push(Buffer.from(chunk));
      return true;
    });
    const spans = findSpans(
      Buffer.concat(pieces),
      records.map((record) => record.path),
    );
    let met = 0;
    records.forEach((record, index) => {
      met++;
      reader.read(record.value, spans[index] ?? { start: 0, end: 0 });
    });
    if (met === 0) {
      met = 1;
      skip(tally, "empty_document");
    }
    return met;
  },
};

async function pushAll(
  cutter: { push(chunk: Buffer): void; finish(): void },
  { file, path, sizeBytes, options }: Pick<Source, "file" | "path" | "sizeBytes" | "options">,
): Promise<void> {
  let done = 0;
  await readChunks(
    file,
    path,
    async (chunk) => {
      cutter.push(chunk);
      done += chunk.length;
      options.progress?.(done, sizeBytes);
      await options.between?.();
      return true;
    },
    options.signal,
  );
  cutter.finish();
}

/** Counts the records of a file that no format knows: JSON by value and line, anything else as one record. */
async function countForeign(
  file: ByteSource,
  path: string,
  recognition: Recognition,
  tally: Tally,
  options: ReadOptions,
): Promise<number> {
  if (recognition.empty) return 0;
  if (!recognition.looksLikeJson) {
    skip(tally, "not_a_transcript");
    return 1;
  }
  const cutter = createLineCutter({
    value: () => skip(tally, "not_a_transcript"),
    broken: (line) => tally.brokenLines.push(line),
    padding: () => skip(tally, "nul_padding"),
  });
  await readChunks(
    file,
    path,
    (chunk) => {
      cutter.push(chunk);
      return true;
    },
    options.signal,
  );
  cutter.finish();
  return cutter.records();
}
