/**
 * What a transcript format has to provide: one file in `readers/`, listed in `readers/index.ts`.
 *
 * Contract:
 * - `recognise` looks at content only, never at a path or extension, and must not throw.
 * - `read` is called once per record, in file order, and answers whether it was kept or why it was skipped. It may emit
 *   any number of messages. It should not throw on foreign data; if it does, the record counts as skipped `reader_error`
 *   and reading goes on.
 * - Readers do not redact, clip, count, or detect broken lines: `read-transcript.ts` does that for all formats.
 * - Every foreign field is `unknown` until looked at; a missing or odd field skips the record or the part, no more.
 */
import type { ByteSpan, Message, Outcome, SessionHeader, SourceKind } from "./model.ts";

/**
 * How the bytes of a file are cut into records.
 * - `lines`: JSON values, normally one a line.
 * - `document`: one JSON value; the format says what its records are.
 * - `list`: JSON values, the elements of one array or else one a line; the format says what the records of each are.
 *   Read value by value, so for archives of any size.
 * - `text`: anything else (Markdown logs); the format gets numbered lines as strings.
 */
export type TranscriptLayout = "lines" | "document" | "list" | "text";

/** The beginning of a file, parsed as far as it goes. */
export interface ContentSample {
  layout: TranscriptLayout;
  /** `lines`, `list`: the first JSON values of the file (at most 40). `document`: the one value. `text`: empty. */
  values: unknown[];
  /** The first 64 KiB as text. */
  text: string;
}

/** `"kept"`, or the reason (snake case) why a record adds nothing: `{ skipped: "bookkeeping" }`. */
export type RecordVerdict = "kept" | { skipped: string };

export interface RecordReader {
  read(record: unknown, span: ByteSpan): RecordVerdict;
  /**
   * One companion file (see `TranscriptFormat.companions`), parsed as one JSON value. It is not a record of this file
   * and has no verdict. What it emits has the span 0-0, since its bytes are not in this file. `path` is the one that
   * `companions` gave.
   */
  companion?(value: unknown, path: string): void;
  /** Called once after the last record and companion. Formats that must see everything first (trees, upserts) emit here. */
  end?(): void;
}

/** One record of a `document` or of a value of a `list`, with its place in it so that the byte span can be found. */
export interface DocumentRecord {
  value: unknown;
  /** Keys and indexes from the value's root, e.g. `["messages", 3]`. The span of that value is the record's span. */
  path: (string | number)[];
}

/** Header fields as far as a record tells them. Later calls fill in what is still missing. */
export type SessionHeaderPatch = Partial<Omit<SessionHeader, "modelVersion" | "source" | "id" | "outcome">> & {
  outcome?: Outcome;
};

/** Where readers put what they found. */
export interface SessionEmitter {
  /** Opens a session, or adds to its header: a value that is set stays, but `endedAt` and `outcome` move on. */
  session(id: string, header?: SessionHeaderPatch): void;
  /** Messages of one session arrive in conversation order. Opens the session if need be. */
  message(sessionId: string, message: Message): void;
  /** Something worth telling about this file that is not a record's verdict. */
  diagnostic(code: string, detail: string): void;
}

export interface ReaderContext {
  emit: SessionEmitter;
  /** An id for sessions whose source has none: `<kind>-<first 16 hex of the digest of the file's first bytes>`. */
  fallbackSessionId: string;
  /**
   * Where the file lies, as the caller gave it. Only for what some hosts put nowhere else: a session's id or that it is a
   * sub-agent's. Never to recognise a format.
   */
  path: string;
  /**
   * One record that was answered "kept" turns out to add nothing after all (rewound, superseded): one fewer is kept,
   * one more skipped for this reason. May be called in `read` of a later record and in `end`.
   */
  revise(skipped: string): void;
}

export interface TranscriptFormat {
  kind: SourceKind;
  layout: TranscriptLayout;
  /**
   * Confidence in [0,1] that this content is ours; 0 for "no". The highest wins, ties go to the earlier in the list. A
   * `list` that is an array is taken at 0.9 and above by its first elements, without reading the rest for the others.
   */
  recognise(sample: ContentSample): number;
  /** For `document` and `list`: the records of a parsed value, in order. Header-only members need not be records. */
  records?(document: unknown): Iterable<DocumentRecord>;
  /**
   * Further files that belong to the session of the file at `path` (OpenCode's split store), absolute, in the order in
   * which to feed them to `RecordReader.companion`. Called after the last record, with the sample that `recognise` saw.
   * A companion that cannot be read or parsed is a diagnostic of this file. Absent or empty for most formats.
   */
  companions?(path: string, sample: ContentSample): Promise<string[]>;
  open(context: ReaderContext): RecordReader;
}
