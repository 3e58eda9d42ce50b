/** Which sessions were looked at, with what result: so that none is done twice and an interrupted run resumes. */
import type { SessionRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export interface SessionRecord {
  source: string;
  sessionId: string;
  /** Transcript on this machine. */
  sourcePath: string;
  /** Bytes. */
  size: number;
  mtimeMs: number;
  /** Digest of what the session says: an unchanged session has an unchanged digest, wherever its file lies. */
  contentDigest: string;
  projectRoot?: string;
  title?: string;
  startedAt?: string;
  endedAt?: string;
  personTurns: number;
  toolCalls: number;
  gate: "learn" | "skip" | "failed";
  gateReason: string;
  /** How many candidates came out. */
  candidates: number;
  learnedAt: string;
}

/** Adds the record, or replaces the one of the same session. */
export async function recordSession(store: StoreConnection, record: SessionRecord): Promise<void> {
  const row = {
    source: record.source,
    session_id: record.sessionId,
    source_path: record.sourcePath,
    size: record.size,
    mtime_ms: record.mtimeMs,
    content_digest: record.contentDigest,
    project_root: record.projectRoot ?? null,
    title: record.title ?? null,
    started_at: record.startedAt ?? null,
    ended_at: record.endedAt ?? null,
    person_turns: record.personTurns,
    tool_calls: record.toolCalls,
    gate: record.gate,
    gate_reason: record.gateReason,
    candidates: record.candidates,
    learned_at: record.learnedAt,
  };
  await store.db
    .insertInto("sessions")
    .values({ id: sessionKey(record.source, record.sessionId), ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

export async function findSession(
  store: StoreConnection,
  source: string,
  sessionId: string,
): Promise<SessionRecord | undefined> {
  const row = await store.db
    .selectFrom("sessions")
    .selectAll()
    .where("id", "=", sessionKey(source, sessionId))
    .executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

/** The sessions that were read from a file. Compare `size` and `mtimeMs` to know whether it must be read again. */
export async function sessionsOfFile(store: StoreConnection, sourcePath: string): Promise<SessionRecord[]> {
  const rows = await store.db.selectFrom("sessions").selectAll().where("source_path", "=", sourcePath).execute();
  return rows.map(toRecord);
}

/** All records, the one looked at last first. */
export async function listSessions(store: StoreConnection): Promise<SessionRecord[]> {
  const rows = await store.db.selectFrom("sessions").selectAll().orderBy("learned_at", "desc").orderBy("id").execute();
  return rows.map(toRecord);
}

/** What the gate of a forgotten session says; such a session is not learned from again. */
export const FORGOTTEN = "forgotten";

/**
 * Keeps of the sessions with this id only that they were forgotten: no title, no times. What was used in them loses its
 * pointer to them.
 */
export async function forgetSession(store: StoreConnection, sessionId: string, at: string): Promise<number> {
  await store.db.updateTable("usage").set({ session_id: null }).where("session_id", "=", sessionId).execute();
  await store.db.updateTable("model_calls").set({ session_id: null }).where("session_id", "=", sessionId).execute();
  const result = await store.db
    .updateTable("sessions")
    .set({
      gate: "skip",
      gate_reason: FORGOTTEN,
      candidates: 0,
      title: null,
      started_at: null,
      ended_at: null,
      learned_at: at,
    })
    .where("session_id", "=", sessionId)
    .executeTakeFirst();
  return Number(result.numUpdatedRows);
}

function sessionKey(source: string, sessionId: string): string {
  return `${source}:${sessionId}`;
}

function toRecord(row: SessionRow): SessionRecord {
  return {
    source: row.source,
    sessionId: row.session_id,
    sourcePath: row.source_path,
    size: row.size,
    mtimeMs: row.mtime_ms,
    contentDigest: row.content_digest,
    ...(row.project_root === null ? {} : { projectRoot: row.project_root }),
    ...(row.title === null ? {} : { title: row.title }),
    ...(row.started_at === null ? {} : { startedAt: row.started_at }),
    ...(row.ended_at === null ? {} : { endedAt: row.ended_at }),
    personTurns: row.person_turns,
    toolCalls: row.tool_calls,
    gate: row.gate,
    gateReason: row.gate_reason,
    candidates: row.candidates,
    learnedAt: row.learned_at,
  };
}
