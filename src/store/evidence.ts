/**
 * Why each rule of each skill is there. Rows stay when a rule is retired, so that history can always be explained;
 * they go only when their session is forgotten.
 */

import { sql } from "kysely";
import { contentId } from "../base/index.ts";
import type { EvidenceRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

/** `support` of evidence against a rule: a person said the opposite. */
export const CONTRADICTED = "contradicted";

/** One message of a session that supports a rule. */
export interface EvidencePointer {
  sessionId: string;
  source: string;
  sourcePath: string;
  pointer: {
    turn: number;
    messageId: string;
    /** sha256 of the message's canonical, redacted form. */
    digest: string;
    origin: string;
    span: { start: number; end: number };
  };
  support: string;
  /** Redacted, ≤ 280 characters. */
  quote: string;
}

export interface EvidenceRecord extends EvidencePointer {
  ruleId: string;
  /** Number of the revision that brought it. */
  revision: number;
  createdAt: string;
}

/** Adds evidence; the same message for the same rule counts once. */
export async function addEvidence(store: StoreConnection, skillId: string, record: EvidenceRecord): Promise<void> {
  const { pointer } = record;
  await store.db
    .insertInto("evidence")
    .values({
      id: contentId("evidence", [skillId, record.ruleId, record.sessionId, pointer.messageId, pointer.digest]),
      skill_id: skillId,
      rule_id: record.ruleId,
      session_id: record.sessionId,
      source: record.source,
      source_path: record.sourcePath,
      turn: pointer.turn,
      message_id: pointer.messageId,
      digest: pointer.digest,
      origin: pointer.origin,
      span_start: pointer.span.start,
      span_end: pointer.span.end,
      support: record.support,
      quote: record.quote,
      revision: record.revision,
      created_at: record.createdAt,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** All evidence of a skill, in the order in which it came. */
export async function listEvidence(store: StoreConnection, skillId: string): Promise<EvidenceRecord[]> {
  const rows = await store.db
    .selectFrom("evidence")
    .selectAll()
    .where("skill_id", "=", skillId)
    .orderBy("revision")
    .orderBy(sql`rowid`)
    .execute();
  return rows.map(toRecord);
}

/** Which rules of which skills a session supports, and how many other sessions support each. */
export async function evidenceOfSession(
  store: StoreConnection,
  sessionId: string,
): Promise<{ skillId: string; ruleId: string; otherSessions: number }[]> {
  const rows = await store.db
    .selectFrom("evidence as mine")
    .leftJoin("evidence as other", (join) =>
      join
        .onRef("other.skill_id", "=", "mine.skill_id")
        .onRef("other.rule_id", "=", "mine.rule_id")
        .on("other.session_id", "!=", sessionId)
        .on("other.support", "!=", CONTRADICTED),
    )
    .select(["mine.skill_id", "mine.rule_id", sql<number>`count(DISTINCT other.session_id)`.as("others")])
    .where("mine.session_id", "=", sessionId)
    .where("mine.support", "!=", CONTRADICTED)
    .groupBy(["mine.skill_id", "mine.rule_id"])
    .orderBy("mine.skill_id")
    .orderBy("mine.rule_id")
    .execute();
  return rows.map((row) => ({ skillId: row.skill_id, ruleId: row.rule_id, otherSessions: Number(row.others) }));
}

/** Removes what one session supports and returns how many rows went. */
export async function forgetSessionEvidence(store: StoreConnection, sessionId: string): Promise<number> {
  const result = await store.db.deleteFrom("evidence").where("session_id", "=", sessionId).executeTakeFirst();
  return Number(result.numDeletedRows);
}

function toRecord(row: EvidenceRow): EvidenceRecord {
  return {
    ruleId: row.rule_id,
    sessionId: row.session_id,
    source: row.source,
    sourcePath: row.source_path,
    pointer: {
      turn: row.turn,
      messageId: row.message_id,
      digest: row.digest,
      origin: row.origin,
      span: { start: row.span_start, end: row.span_end },
    },
    support: row.support,
    quote: row.quote,
    revision: row.revision,
    createdAt: row.created_at,
  };
}
