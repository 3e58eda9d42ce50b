/** Who did what to which skill and why. Rows are only ever added. */
import { canonicalJson } from "../base/index.ts";
import type { StoreConnection } from "./store.ts";

export interface LedgerEntry {
  at: string;
  actor: string;
  /** `create`, `update`, `adopt_edit`, `rollback`, `remove`, `recovered`, `abandoned`, … */
  action: string;
  skillId?: string;
  detail: Record<string, unknown>;
}

export async function appendLedger(store: StoreConnection, entry: LedgerEntry): Promise<void> {
  await store.db
    .insertInto("ledger")
    .values({
      at: entry.at,
      actor: entry.actor,
      action: entry.action,
      skill_id: entry.skillId ?? null,
      detail: canonicalJson(entry.detail),
    })
    .execute();
}

/** Entries of one skill, or all; oldest first. */
export async function listLedger(store: StoreConnection, skillId?: string): Promise<LedgerEntry[]> {
  let query = store.db.selectFrom("ledger").selectAll().orderBy("id");
  if (skillId !== undefined) query = query.where("skill_id", "=", skillId);
  const rows = await query.execute();
  return rows.map((row) => ({
    at: row.at,
    actor: row.actor,
    action: row.action,
    ...(row.skill_id === null ? {} : { skillId: row.skill_id }),
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  }));
}
