/** Who did what to which skill and why. Rows are only ever added. */
import type { Selectable } from "kysely";
import { canonicalJson } from "../base/index.ts";
import type { LedgerRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export interface LedgerEntry {
  at: string;
  actor: string;
  /** `create`, `update`, `adopt_edit`, `rollback`, `remove`, `recovered`, `abandoned`, … */
  action: string;
  skillId?: string;
  /** For changes of files, `before` and `after`: identity of the content, null where there was or is none. */
  detail: Record<string, unknown>;
}

export interface LedgerRecord extends LedgerEntry {
  /** Grows with time. */
  id: number;
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
export async function listLedger(store: StoreConnection, skillId?: string): Promise<LedgerRecord[]> {
  let query = store.db.selectFrom("ledger").selectAll().orderBy("id");
  if (skillId !== undefined) query = query.where("skill_id", "=", skillId);
  return (await query.execute()).map(toRecord);
}

/** The newest entries, newest first. */
export async function recentLedger(
  store: StoreConnection,
  options: { limit: number; skillIds?: readonly string[]; actor?: string },
): Promise<LedgerRecord[]> {
  let query = store.db.selectFrom("ledger").selectAll().orderBy("id", "desc").limit(options.limit);
  if (options.skillIds !== undefined) query = query.where("skill_id", "in", options.skillIds);
  if (options.actor !== undefined) query = query.where("actor", "=", options.actor);
  return (await query.execute()).map(toRecord);
}

export async function findLedgerEntry(store: StoreConnection, id: number): Promise<LedgerRecord | undefined> {
  const row = await store.db.selectFrom("ledger").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

function toRecord(row: Selectable<LedgerRow>): LedgerRecord {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    ...(row.skill_id === null ? {} : { skillId: row.skill_id }),
    detail: JSON.parse(row.detail) as Record<string, unknown>,
  };
}
