/** What happened to skills after they were published: found, injected, used, and how it ended. */
import { sql } from "kysely";
import type { StoreConnection } from "./store.ts";

/**
 * `retrieved`: found for a request. `injected`: put before a model. `used`: an agent opened it. `succeeded`, `failed`: the
 * host recorded how a session ended in which it was used.
 */
export type UsageKind = "retrieved" | "injected" | "used" | "succeeded" | "failed";

export interface UsageRecord {
  skillId: string;
  kind: UsageKind;
  sessionId?: string;
  /** Who it was for, where a bank serves several people. */
  user?: string;
  /** The agent in which it happened. */
  host?: string;
  detail?: string;
  at: string;
}

export async function recordUsage(store: StoreConnection, usage: UsageRecord): Promise<void> {
  await store.db
    .insertInto("usage")
    .values({
      skill_id: usage.skillId,
      kind: usage.kind,
      session_id: usage.sessionId ?? null,
      detail: usage.detail ?? null,
      user: usage.user ?? null,
      host: usage.host ?? null,
      at: usage.at,
    })
    .execute();
}

/** As `recordUsage`, once for each skill, kind and session: a transcript may be read again. False when it was there. */
export async function recordUsageOnce(
  store: StoreConnection,
  usage: UsageRecord & { sessionId: string },
): Promise<boolean> {
  const known = await store.db
    .selectFrom("usage")
    .select("id")
    .where("skill_id", "=", usage.skillId)
    .where("kind", "=", usage.kind)
    .where("session_id", "=", usage.sessionId)
    .executeTakeFirst();
  if (known === undefined) await recordUsage(store, usage);
  return known === undefined;
}

export interface UsageSummary {
  kind: string;
  count: number;
  lastAt: string;
}

/** Per kind: how often, and when last. */
export async function summarizeUsage(store: StoreConnection, skillId: string): Promise<UsageSummary[]> {
  const rows = await store.db
    .selectFrom("usage")
    .select(({ fn }) => ["kind", fn.countAll<number>().as("count"), fn.max("at").as("last_at")])
    .where("skill_id", "=", skillId)
    .groupBy("kind")
    .orderBy("kind")
    .execute();
  return rows.map((row) => ({ kind: row.kind, count: Number(row.count), lastAt: row.last_at }));
}

/** What one person did with one skill. */
export interface SkillUsageRow extends UsageSummary {
  skillId: string;
  /** Empty where it is not known. */
  user: string;
}

/** By skill, person and kind. `since` is an ISO time; what was before does not count. */
export async function summarizeSkillUsage(
  store: StoreConnection,
  where: { since?: string; user?: string } = {},
): Promise<SkillUsageRow[]> {
  let query = store.db
    .selectFrom("usage")
    .select(({ fn }) => [
      "skill_id as skillId",
      sql<string>`coalesce(user, '')`.as("person"),
      "kind",
      fn.countAll<number>().as("count"),
      fn.max("at").as("lastAt"),
    ])
    .groupBy(["skill_id", "person", "kind"])
    .orderBy("skill_id")
    .orderBy("person")
    .orderBy("kind");
  if (where.since !== undefined) query = query.where("at", ">=", where.since);
  if (where.user !== undefined) query = query.where("user", "=", where.user);
  const rows = await query.execute();
  return rows.map(({ person, count, ...row }) => ({ ...row, user: person, count: Number(count) }));
}
