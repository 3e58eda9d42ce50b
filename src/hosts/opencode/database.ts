/**
 * Reads OpenCode's database (`opencode.db`, 1.x: tables session, message, part with JSON in `data`) into the documents
 * that `opencode export` prints, which the OpenCode reader of the session room understands.
 */
import type { DatabaseSync } from "node:sqlite";
import { AutoskillError, loadSqlite } from "../../base/index.ts";

/** As `opencode export <session>` prints it. */
export interface OpenCodeExport {
  info: Record<string, unknown>;
  messages: { info: Record<string, unknown>; parts: Record<string, unknown>[] }[];
}

export interface OpenCodeDatabaseOptions {
  /** Only sessions changed at or after this time, as ISO 8601 or a date. */
  since?: string | Date;
  /** Told about rows that cannot be used; they are left out. */
  diagnostic?: (code: "BROKEN_ROW", detail: string) => void;
}

type Row = Record<string, unknown>;

/**
 * Yields one export per session, oldest first, sub-agents' too (their `info.parentID` names the parent). Memory holds one
 * session at a time. The database is opened read-only and may be in use; nothing is redacted here: the session room does
 * that when it reads the export.
 *
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when it is no database, or not one of OpenCode's
 */
export async function* readOpenCodeDatabase(
  path: string,
  options: OpenCodeDatabaseOptions = {},
): AsyncGenerator<OpenCodeExport, void, undefined> {
  const database = openReadOnly(path);
  try {
    const sinceMs = options.since === undefined ? 0 : new Date(options.since).getTime();
    const sessions = select(database, path, "SELECT * FROM session ORDER BY time_created, id");
    for (const session of sessions) {
      if (typeof session.time_updated === "number" && session.time_updated < sinceMs) continue;
      yield exportOf(database, path, session, options);
    }
  } finally {
    database.close();
  }
}

function exportOf(
  database: DatabaseSync,
  path: string,
  session: Row,
  options: OpenCodeDatabaseOptions,
): OpenCodeExport {
  const id = String(session.id);
  const parts = new Map<string, Row[]>();
  for (const row of select(database, path, "SELECT * FROM part WHERE session_id = ? ORDER BY id", id)) {
    const messageId = String(row.message_id);
    const part = dataOf(row, options);
    if (part === undefined) continue;
    const known = parts.get(messageId) ?? [];
    known.push({ ...part, id: row.id, messageID: messageId, sessionID: id });
    parts.set(messageId, known);
  }
  const messages = [];
  for (const row of select(
    database,
    path,
    "SELECT * FROM message WHERE session_id = ? ORDER BY time_created, id",
    id,
  )) {
    const info = dataOf(row, options);
    if (info === undefined) continue;
    messages.push({ info: { ...info, id: row.id, sessionID: id }, parts: parts.get(String(row.id)) ?? [] });
  }
  return { info: infoOf(session), messages };
}

/** A row of the session table in the words of an export. Columns that are null are left out. */
function infoOf(session: Row): Row {
  const info: Row = {
    id: session.id,
    slug: session.slug,
    version: session.version,
    projectID: session.project_id,
    directory: session.directory,
    parentID: session.parent_id,
    title: session.title,
    model: parsed(session.model),
    revert: parsed(session.revert),
    time: { created: session.time_created, updated: session.time_updated },
  };
  return Object.fromEntries(Object.entries(info).filter(([, value]) => value !== null && value !== undefined));
}

function dataOf(row: Row, options: OpenCodeDatabaseOptions): Row | undefined {
  const data = parsed(row.data);
  if (typeof data === "object" && data !== null && !Array.isArray(data)) return { ...data };
  options.diagnostic?.("BROKEN_ROW", `The data of ${String(row.id)} is not a JSON object.`);
  return undefined;
}

function parsed(value: unknown): unknown {
  if (typeof value !== "string") return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function openReadOnly(path: string): DatabaseSync {
  try {
    const { DatabaseSync } = loadSqlite();
    return new DatabaseSync(path, { readOnly: true, timeout: 2000 });
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function select(database: DatabaseSync, path: string, statement: string, ...values: string[]): Row[] {
  try {
    return database.prepare(statement).all(...values);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

function unreadable(path: string, cause: unknown): AutoskillError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new AutoskillError({
    code: "TRANSCRIPT_UNREADABLE",
    message: `Cannot read the OpenCode database ${path}: ${reason}.`,
    next: "Export the session instead: `opencode export SESSION > session.json`, then `autoskill learn session.json`.",
    cause,
  });
}
