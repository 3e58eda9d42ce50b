/**
 * The state database: sessions, evidence, candidates, revisions, usage, settings and the ledger.
 *
 * Contract: what a function of this room has returned from is on disk (synchronous=FULL). `transaction` is all or
 * nothing, holds the write lock from its start, and may be used by any number of processes at once.
 */
import { Kysely } from "kysely";
import { type Clock, systemClock } from "../base/index.ts";
import { createDialect } from "./dialect.ts";
import { migrate } from "./migrations.ts";
import type { Schema } from "./schema.ts";
import { openDatabase } from "./sqlite.ts";

/** What repository functions need: the database itself, or a transaction on it. */
export interface StoreConnection {
  readonly db: Kysely<Schema>;
}

export interface Store extends StoreConnection {
  readonly file: string;
  /**
   * Runs `work` in one write transaction; an error rolls everything back. Inside, use the given connection only:
   * the store itself would wait for the transaction to end. Do nothing slow inside.
   */
  transaction<T>(work: (transaction: StoreConnection) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export interface StoreOptions {
  /** Longest wait for another process, in milliseconds. Default 30,000. */
  busyTimeoutMs?: number;
  clock?: Clock;
}

/**
 * Opens the database at `file`, creating it and migrating it where needed.
 *
 * @throws AutoskillError `STORE_UNREADABLE`, `STORE_NEWER`, `STORE_BUSY`.
 */
export async function openStore(file: string, options: StoreOptions = {}): Promise<Store> {
  const busyTimeoutMs = options.busyTimeoutMs ?? 30_000;
  const database = openDatabase(file);
  try {
    await migrate(database, options.clock ?? systemClock, busyTimeoutMs);
  } catch (error) {
    database.close();
    throw error;
  }
  const db = new Kysely<Schema>({ dialect: createDialect(database, busyTimeoutMs) });
  return {
    db,
    file,
    transaction: (work) => db.transaction().execute((transaction) => work({ db: transaction })),
    close: async () => {
      await db.destroy();
      if (database.isOpen) database.close();
    },
  };
}
