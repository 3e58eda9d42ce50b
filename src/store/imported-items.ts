/**
 * What `import` has dealt with: whole files and the units in them (a conversation, a document, a skill), by the digest of
 * their content, so that a second run does nothing and a killed one goes on where it stopped.
 */
import type { StoreConnection } from "./store.ts";

export interface ImportedItem {
  /** Digest of kind, content and destination: the same unit for the same bank has the same id, wherever its file lies. */
  id: string;
  /** `file`, `conversation`, `trajectory`, `document`, `skill`. */
  kind: string;
  /** Where it lay on this machine. */
  path: string;
  /** sha256 of its canonical content. */
  digest: string;
  /** Lower snake case: what became of it. */
  outcome: string;
  /** JSON: names, reasons, ids of the candidates. */
  detail: Record<string, unknown>;
  importedAt: string;
}

export async function findImportedItem(store: StoreConnection, id: string): Promise<ImportedItem | undefined> {
  const row = await store.db.selectFrom("imported_items").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    id: row.id,
    kind: row.kind,
    path: row.path,
    digest: row.digest,
    outcome: row.outcome,
    detail: JSON.parse(row.detail) as Record<string, unknown>,
    importedAt: row.imported_at,
  };
}

/** Adds the item, or replaces what was said about it. */
export async function recordImportedItem(store: StoreConnection, item: ImportedItem): Promise<void> {
  const row = {
    kind: item.kind,
    path: item.path,
    digest: item.digest,
    outcome: item.outcome,
    detail: JSON.stringify(item.detail),
    imported_at: item.importedAt,
  };
  await store.db
    .insertInto("imported_items")
    .values({ id: item.id, ...row })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
    .execute();
}

/** How many items of each kind ended how. */
export async function countImportedItems(
  store: StoreConnection,
): Promise<{ kind: string; outcome: string; count: number }[]> {
  const rows = await store.db
    .selectFrom("imported_items")
    .select(({ fn }) => ["kind", "outcome", fn.countAll<number>().as("count")])
    .groupBy(["kind", "outcome"])
    .orderBy("kind")
    .orderBy("outcome")
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}
