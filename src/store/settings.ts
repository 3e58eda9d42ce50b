/** Small values that the program keeps for itself, as JSON. What a person configures lives in config.json. */
import { canonicalJson } from "../base/index.ts";
import type { StoreConnection } from "./store.ts";

export async function setSetting(store: StoreConnection, key: string, value: unknown): Promise<void> {
  const text = canonicalJson(value);
  await store.db
    .insertInto("settings")
    .values({ key, value: text })
    .onConflict((conflict) => conflict.column("key").doUpdateSet({ value: text }))
    .execute();
}

/** `undefined` when it was never set. */
export async function getSetting(store: StoreConnection, key: string): Promise<unknown> {
  const row = await store.db.selectFrom("settings").select("value").where("key", "=", key).executeTakeFirst();
  return row === undefined ? undefined : JSON.parse(row.value);
}
