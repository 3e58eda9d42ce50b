/**
 * kysely on `node:sqlite`. One connection; kysely's own mutex keeps statements of one process in order.
 *
 * Contract: a transaction begins with BEGIN IMMEDIATE, so it either has the write lock from the start or waits for it.
 * Waiting for another process never blocks the thread for long: the driver sleeps and tries again until
 * `busyTimeoutMs` has passed, then throws AutoskillError `STORE_BUSY`. What the machine refuses (full disk, rights,
 * a damaged file) is `STORE_FAILED`.
 */

import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from "kysely";
import { AutoskillError, isSqliteBusy } from "../base/index.ts";

export function createDialect(database: DatabaseSync, busyTimeoutMs: number): Dialect {
  return {
    createDriver: () => createDriver(database, busyTimeoutMs),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
  };
}

function createDriver(database: DatabaseSync, busyTimeoutMs: number): Driver {
  const connection = createConnection(database, busyTimeoutMs);
  return {
    init: async () => {},
    acquireConnection: async () => connection,
    releaseConnection: async () => {},
    beginTransaction: () => whenFree(() => database.exec("BEGIN IMMEDIATE"), busyTimeoutMs),
    commitTransaction: () => whenFree(() => database.exec("COMMIT"), busyTimeoutMs),
    rollbackTransaction: async () => {
      if (database.isTransaction) database.exec("ROLLBACK");
    },
    destroy: async () => {
      if (database.isOpen) database.close();
    },
  };
}

function createConnection(database: DatabaseSync, busyTimeoutMs: number): DatabaseConnection {
  const run = <R>(query: CompiledQuery): QueryResult<R> => {
    const statement = database.prepare(query.sql);
    const parameters = query.parameters.map(toSqlValue);
    if (statement.columns().length > 0) return { rows: statement.all(...parameters) as R[] };
    const { changes, lastInsertRowid } = statement.run(...parameters);
    return { rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) };
  };
  return {
    executeQuery: async <R>(query: CompiledQuery) => {
      if (database.isTransaction) return explained(() => run<R>(query));
      return whenFree(() => run<R>(query), busyTimeoutMs);
    },
    async *streamQuery<R>(query: CompiledQuery) {
      for (const row of database.prepare(query.sql).iterate(...query.parameters.map(toSqlValue))) {
        yield { rows: [row as R] };
      }
    },
  };
}

function toSqlValue(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value as SQLInputValue;
}

/** Runs `action`, again and again while another process holds the database. */
export async function whenFree<T>(action: () => T, busyTimeoutMs: number): Promise<T> {
  const deadline = Date.now() + busyTimeoutMs;
  for (;;) {
    try {
      return explained(action);
    } catch (error) {
      if (!isSqliteBusy(error)) throw error;
      if (Date.now() >= deadline) throw storeBusy(busyTimeoutMs, error);
      await sleep(2 + Math.random() * 18);
    }
  }
}

/** Primary result codes (https://www.sqlite.org/rescode.html) that a person can do something about. */
const REMEDIES: Record<number, string> = {
  8: "Check that the state folder is yours and can be written to.",
  10: "Check the disk that holds the state folder.",
  11: "The file is damaged: move it away, or put back a copy of it.",
  13: "Free some space on the disk that holds the state folder, and run the command again.",
};

/** @throws AutoskillError `STORE_FAILED` instead of an error of SQLite that has a remedy. */
function explained<T>(action: () => T): T {
  try {
    return action();
  } catch (error) {
    const { errcode, message } = error as { errcode?: unknown; message?: string };
    const next = typeof errcode === "number" ? REMEDIES[errcode & 0xff] : undefined;
    if (next === undefined) throw error;
    throw new AutoskillError({
      code: "STORE_FAILED",
      message: `The state database cannot be used: ${message}.`,
      next,
      cause: error,
    });
  }
}

function storeBusy(busyTimeoutMs: number, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "STORE_BUSY",
    message: `Another process has been writing to the state database for more than ${busyTimeoutMs} ms.`,
    next: "Wait for the other autoskill process to finish, or stop it, and run the command again.",
    cause,
  });
}
