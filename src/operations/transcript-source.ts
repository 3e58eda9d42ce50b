/** Reads what a path holds: a transcript file, or the database in which a host keeps all its sessions. */
import { constants, open } from "node:fs/promises";
import { readOpenCodeDatabase } from "../hosts/index.ts";
import {
  type ReadOptions,
  readTranscript,
  readTranscriptDocument,
  type TranscriptReport,
  type TranscriptVisitor,
} from "../session/index.ts";

/** First bytes of every SQLite 3 database (https://www.sqlite.org/fileformat.html, §1.3). */
const SQLITE_MAGIC = "SQLite format 3\0";

/** Like `readTranscript`, also for OpenCode's database. @throws AutoskillError `TRANSCRIPT_UNREADABLE` */
export async function readSource(
  path: string,
  visitor: TranscriptVisitor,
  options: ReadOptions = {},
): Promise<TranscriptReport> {
  if (options.bytes !== undefined || !(await isDatabase(path))) return readTranscript(path, visitor, options);
  let total: TranscriptReport | undefined;
  for await (const session of readOpenCodeDatabase(path)) {
    options.signal?.throwIfAborted();
    const report = readTranscriptDocument(path, session, visitor);
    total = total === undefined ? report : sum(total, report);
  }
  return total ?? readTranscript(path, visitor, options);
}

async function isDatabase(path: string): Promise<boolean> {
  try {
    // Not blocking: a named pipe would wait for its writer for ever.
    const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(SQLITE_MAGIC.length), 0, SQLITE_MAGIC.length, 0);
      return buffer.toString("latin1", 0, bytesRead) === SQLITE_MAGIC;
    } finally {
      await file.close();
    }
  } catch {
    return false;
  }
}

function sum(first: TranscriptReport, second: TranscriptReport): TranscriptReport {
  const skipped = { ...first.skipped };
  for (const [reason, count] of Object.entries(second.skipped)) skipped[reason] = (skipped[reason] ?? 0) + count;
  return {
    ...first,
    records: first.records + second.records,
    kept: first.kept + second.kept,
    skipped,
    unaccounted: first.unaccounted + second.unaccounted,
    sessions: [...first.sessions, ...second.sessions],
    diagnostics: [...first.diagnostics, ...second.diagnostics],
  };
}
