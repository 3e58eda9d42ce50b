/** A format's reader, kept from throwing, and the counting of its verdicts. */
import { basename } from "node:path";
import type { ByteSpan } from "./model.ts";
import type { ReaderContext, RecordReader, TranscriptFormat } from "./reader.ts";
import type { Emission } from "./session-emitter.ts";
import type { TranscriptReport } from "./transcript-report.ts";

export type Tally = Pick<TranscriptReport, "kept" | "skipped" | "brokenLines">;

export function account(records: number, tally: Tally) {
  const skipped = Object.values(tally.skipped).reduce((sum, count) => sum + count, 0);
  return { records, ...tally, unaccounted: records - tally.kept - skipped - tally.brokenLines.length };
}

export function skip(tally: Tally, reason: string): void {
  tally.skipped[reason] = (tally.skipped[reason] ?? 0) + 1;
}

export interface GuardedReader {
  read(record: unknown, span: ByteSpan): void;
  companion(value: unknown, path: string): void;
  end(): void;
}

/** The format's reader, kept from throwing, its verdicts counted. */
export function openReader(
  format: TranscriptFormat,
  emission: Emission,
  source: Pick<ReaderContext, "fallbackSessionId" | "path">,
  tally: Tally,
): GuardedReader {
  const { emitter } = emission;
  const failed = (error: unknown, where: string): void =>
    emitter.diagnostic("reader_error", `${where}: ${error instanceof Error ? error.message : String(error)}`);
  const revise = (reason: string): void => {
    tally.kept--;
    skip(tally, reason);
  };
  let reader: RecordReader;
  try {
    reader = format.open({ emit: emitter, ...source, revise });
  } catch (error) {
    failed(error, "open");
    const read = () => skip(tally, "reader_error");
    return { read, companion: () => undefined, end: () => undefined };
  }
  return {
    read(record, span) {
      try {
        const verdict = reader.read(record, span);
        if (verdict === "kept") tally.kept++;
        else skip(tally, verdict.skipped);
      } catch (error) {
        skip(tally, "reader_error");
        failed(error, `bytes ${span.start}-${span.end}`);
      }
    },
    companion(value, path) {
      try {
        reader.companion?.(value, path);
      } catch (error) {
        failed(error, basename(path));
      }
    },
    end() {
      try {
        reader.end?.();
      } catch (error) {
        failed(error, "end");
      }
    },
  };
}
