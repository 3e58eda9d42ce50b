/** File contents by their sha256. The same bytes are kept once, whatever skill or revision they belong to. */
import { AutoskillError, sha256 } from "../base/index.ts";
import type { StoreConnection } from "./store.ts";

/** Keeps the bytes and returns their sha256. */
export async function putBlob(store: StoreConnection, bytes: Uint8Array): Promise<string> {
  const hash = sha256(bytes);
  await store.db
    .insertInto("blobs")
    .values({ hash, size: bytes.byteLength, bytes })
    .onConflict((conflict) => conflict.column("hash").doNothing())
    .execute();
  return hash;
}

/**
 * @throws AutoskillError `BLOB_MISSING` when it is not there, `BLOB_DAMAGED` when its bytes do not have its hash.
 */
export async function getBlob(store: StoreConnection, hash: string): Promise<Uint8Array> {
  const row = await store.db.selectFrom("blobs").select("bytes").where("hash", "=", hash).executeTakeFirst();
  const damaged = row !== undefined && sha256(row.bytes) !== hash;
  if (row !== undefined && !damaged) return row.bytes;
  throw new AutoskillError({
    code: damaged ? "BLOB_DAMAGED" : "BLOB_MISSING",
    message: damaged ? "A kept file does not have the bytes it was kept with." : "A kept file is not in the database.",
    found: hash,
    next: "Run `autoskill doctor` and restore the state database from a backup.",
  });
}
