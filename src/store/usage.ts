/** What happened to skills after they were published: found, injected, used, and how it ended. */
import type { StoreConnection } from "./store.ts";

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
