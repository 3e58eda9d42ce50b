/**
 * Runs one format over values in memory, with the bookkeeping that read-transcript.ts does over files: what was
 * recognised, which sessions came out, and whether every record is accounted for. Errors are not caught, so that a test
 * sees a reader that throws.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ByteSpan, Message } from "../model.ts";
import type { RecordVerdict, SessionHeaderPatch, TranscriptFormat } from "../reader.ts";

export interface FormatRun {
  confidence: number;
  sessions: { id: string; header: SessionHeaderPatch; messages: Message[] }[];
  records: number;
  kept: number;
  skipped: Record<string, number>;
  diagnostics: string[];
}

export interface RunOptions {
  path?: string;
  companions?: [path: string, value: unknown][];
}

/** `values`: the records of a `lines` format, the values of a `list`, or one element that is the value of a `document`. */
export function runFormat(
  format: TranscriptFormat,
  values: unknown[],
  { path = "/sessions/some.jsonl", companions = [] }: RunOptions = {},
): FormatRun {
  const run: FormatRun = { confidence: 0, sessions: [], records: 0, kept: 0, skipped: {}, diagnostics: [] };
  const text = values.map((value) => JSON.stringify(value)).join("\n");
  run.confidence = format.recognise({ layout: format.layout, values: values.slice(0, 40), text });
  const sessionOf = (id: string) => {
    let session = run.sessions.find((candidate) => candidate.id === id);
    if (session === undefined) {
      session = { id, header: {}, messages: [] };
      run.sessions.push(session);
    }
    return session;
  };
  const skip = (reason: string, by: number) => {
    run.skipped[reason] = (run.skipped[reason] ?? 0) + by;
  };
  const reader = format.open({
    fallbackSessionId: `${format.kind}-fallback`,
    path,
    revise: (reason) => {
      run.kept -= 1;
      skip(reason, 1);
    },
    emit: {
      session: (id, header = {}) => {
        const session = sessionOf(id);
        const { endedAt, outcome } = { ...session.header, ...header };
        session.header = { ...header, ...session.header };
        if (endedAt !== undefined) session.header.endedAt = endedAt;
        if (outcome !== undefined) session.header.outcome = outcome;
      },
      message: (id, message) => {
        sessionOf(id).messages.push(message);
      },
      diagnostic: (code) => {
        run.diagnostics.push(code);
      },
    },
  });
  const records =
    format.layout === "document" || format.layout === "list"
      ? values.flatMap((value) => [...(format.records?.(value) ?? [{ value }])].map((record) => record.value))
      : values;
  records.forEach((record, index) => {
    const span: ByteSpan = { start: index * 10, end: index * 10 + 9 };
    const verdict: RecordVerdict = reader.read(record, span);
    run.records += 1;
    if (verdict === "kept") run.kept += 1;
    else skip(verdict.skipped, 1);
  });
  for (const [companion, value] of companions) reader.companion?.(value, companion);
  reader.end?.();
  return run;
}

/** Kept and skipped together must be all records, and no count may go below zero. */
export function isAccounted(run: FormatRun): boolean {
  const skipped = Object.values(run.skipped).reduce((sum, count) => sum + count, 0);
  return run.kept >= 0 && run.kept + skipped === run.records;
}

export function personTexts(run: FormatRun): string[] {
  return run.sessions
    .filter((session) => session.header.subAgentOf === undefined)
    .flatMap((session) => session.messages)
    .filter((message) => message.origin === "person" && message.thread === undefined)
    .map((message) => message.parts.map((part) => ("text" in part ? part.text : `[${part.type}]`)).join("\n"));
}

/** Writes values as a file, one a line, and gives its path to `use`; the file is gone afterwards. */
export async function withTranscript<T>(values: unknown[], use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "autoskill-reader-"));
  try {
    const path = join(folder, "transcript");
    await writeFile(path, values.map((value) => `${JSON.stringify(value)}\n`).join(""));
    return await use(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
