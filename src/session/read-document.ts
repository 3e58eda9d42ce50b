/**
 * Reads a session that is a value already, such as one that a host keeps in a database: the same readers, counts and
 * finishing as for a file. Spans are 0-0, for there are no stable bytes to point to.
 */
import { digestOf } from "../base/index.ts";
import { account, openReader, skip, type Tally } from "./guarded-reader.ts";
import type { ReadOptions } from "./read-transcript.ts";
import { transcriptFormats } from "./readers/index.ts";
import { chooseFormat } from "./recognise.ts";
import { createEmission, type TranscriptVisitor } from "./session-emitter.ts";
import type { TranscriptReport } from "./transcript-report.ts";

/**
 * @param path Where the value comes from; it stands in the report and in evidence.
 * @param value What a `document` format recognises.
 */
export function readTranscriptDocument(
  path: string,
  value: unknown,
  visitor: TranscriptVisitor,
  options: Pick<ReadOptions, "formats"> = {},
): TranscriptReport {
  const tally: Tally = { kept: 0, skipped: {}, brokenLines: [] };
  const formats = (options.formats ?? transcriptFormats).filter((format) => format.layout === "document");
  const format = chooseFormat(formats, { values: [value], text: "", document: { value } })?.format;
  if (format === undefined) {
    skip(tally, "not_a_transcript");
    return { path, kind: "unknown", sizeBytes: 0, ...account(1, tally), sessions: [], diagnostics: [] };
  }
  const emission = createEmission(format.kind, visitor);
  const fallbackSessionId = `${format.kind}-${digestOf(value).slice(0, 16)}`;
  const reader = openReader(format, emission, { fallbackSessionId, path }, tally);
  let records = 0;
  for (const record of format.records?.(value) ?? [{ value, path: [] }]) {
    records++;
    reader.read(record.value, { start: 0, end: 0 });
  }
  reader.end();
  return {
    path,
    kind: format.kind,
    layout: "document",
    sizeBytes: 0,
    ...account(records, tally),
    sessions: emission.headers(),
    diagnostics: emission.diagnostics(),
  };
}
