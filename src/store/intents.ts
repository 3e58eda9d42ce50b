/**
 * Changes of skill files that were begun and not yet recorded as done. One may be open per skill. The bank writes an
 * intent before it touches a file and deletes it with the revision; what a killed process left is finished or undone
 * from here.
 */
import type { IntentRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export interface IntentRecord {
  id: string;
  skillId: string;
  kind: "publish" | "remove";
  payload: unknown;
  createdAt: string;
}

export async function addIntent(store: StoreConnection, intent: IntentRecord): Promise<void> {
  await store.db
    .insertInto("intents")
    .values({
      id: intent.id,
      skill_id: intent.skillId,
      kind: intent.kind,
      payload: JSON.stringify(intent.payload),
      created_at: intent.createdAt,
    })
    .execute();
}

export async function removeIntent(store: StoreConnection, id: string): Promise<void> {
  await store.db.deleteFrom("intents").where("id", "=", id).execute();
}

/** All open intents, oldest first. */
export async function listIntents(store: StoreConnection): Promise<IntentRecord[]> {
  const rows = await store.db.selectFrom("intents").selectAll().orderBy("created_at").orderBy("id").execute();
  return rows.map(toRecord);
}

function toRecord(row: IntentRow): IntentRecord {
  return {
    id: row.id,
    skillId: row.skill_id,
    kind: row.kind,
    payload: JSON.parse(row.payload),
    createdAt: row.created_at,
  };
}
