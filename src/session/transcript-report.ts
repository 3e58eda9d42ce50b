/** What reading a transcript file found, besides its messages. */

import type { SessionHeader, SourceKind } from "./model.ts";
import type { TranscriptLayout } from "./reader.ts";

/** `unknown`: no format recognises the content. `empty`: no byte, or nothing but white space. */
export type TranscriptKind = SourceKind | "unknown" | "empty";

export interface TranscriptDiagnostic {
  code: string;
  detail: string;
}

export interface TranscriptReport {
  path: string;
  kind: TranscriptKind;
  /** Absent for `unknown` and `empty`. */
  layout?: TranscriptLayout;
  sizeBytes: number;
  /** Records met, counted where the bytes are cut: `lines`: JSON values, broken and padding lines; `list`: what each value holds; `text`: lines. */
  records: number;
  kept: number;
  /** Records that add nothing, by reason. */
  skipped: Record<string, number>;
  /** 1-based numbers of the lines that are no JSON. */
  brokenLines: number[];
  /** `records - kept - sum(skipped) - brokenLines.length`: 0 unless a reader is wrong. */
  unaccounted: number;
  /** The sessions in the file, in order of appearance, with their headers as known at the end. */
  sessions: SessionHeader[];
  /** At most 100 of each code; `dropped_diagnostics` says how many more there were. */
  diagnostics: TranscriptDiagnostic[];
}
