/**
 * Opens `node:sqlite` databases the way autoskill needs them: private (0600, folder 0700), write-ahead log, full sync
 * so that what was acknowledged survives a power cut, and foreign keys on.
 */
import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { AutoskillError } from "../base/index.ts";

/** How long one statement may block the thread inside SQLite before the caller is asked to wait without blocking. */
const BLOCKING_WAIT_MS = 50;

/**
 * `node:sqlite` without its "experimental" warning, which Node 22 prints at first load. Only that one warning is
 * held back, and only while the module loads.
 */
export function loadSqlite(): typeof import("node:sqlite") {
  const emitWarning = process.emitWarning;
  process.emitWarning = (warning: string | Error, ...rest: unknown[]): void => {
    const text = typeof warning === "string" ? warning : warning.message;
    if (!/SQLite is an experimental feature/i.test(text)) Reflect.apply(emitWarning, process, [warning, ...rest]);
  };
  try {
    return process.getBuiltinModule("node:sqlite");
  } finally {
    process.emitWarning = emitWarning;
  }
}

/** Creates the file (0600) and its folder (0700) where they are missing, and takes rights away where they are wider. */
export function preparePrivateFile(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  closeSync(openSync(file, "a", 0o600));
  if (process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
}

/**
 * Opens the state database. SQLite gives `-wal` and `-shm` the mode of the database file.
 *
 * @throws AutoskillError `STORE_UNREADABLE` when the file is not a database or cannot be opened.
 */
export function openDatabase(file: string): DatabaseSync {
  try {
    preparePrivateFile(file);
    const { DatabaseSync: Database } = loadSqlite();
    const database = new Database(file, { timeout: BLOCKING_WAIT_MS, enableForeignKeyConstraints: true });
    try {
      retryBusy(() => database.exec("PRAGMA journal_mode = WAL"));
      database.exec("PRAGMA synchronous = FULL");
      return database;
    } catch (error) {
      database.close();
      throw error;
    }
  } catch (error) {
    throw new AutoskillError({
      code: "STORE_UNREADABLE",
      message: `The state database ${file} cannot be opened: ${error instanceof Error ? error.message : String(error)}`,
      next: "Check that the path is a file of yours; move a damaged file away and run the command again.",
      cause: error,
    });
  }
}

/** True for SQLITE_BUSY and SQLITE_LOCKED with all their extended codes. */
export function isBusy(error: unknown): boolean {
  if (typeof error !== "object" || error === null || !("errcode" in error)) return false;
  const primary = Number(error.errcode) & 0xff;
  return primary === 5 || primary === 6;
}

/** Changing the journal mode does not go through SQLite's own busy wait. */
function retryBusy(action: () => void): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      action();
      return;
    } catch (error) {
      if (!isBusy(error) || attempt >= 200) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + Math.random() * 20);
    }
  }
}
