/**
 * Opens `node:sqlite` databases the way autoskill needs them: private (0600, folder 0700), write-ahead log, full sync
 * so that what was acknowledged survives a power cut, and foreign keys on.
 */
import { chmodSync, lstatSync, statSync } from "node:fs";
import { dirname } from "node:path";
import process from "node:process";
import type { DatabaseSync } from "node:sqlite";
import { AutoskillError, createPrivateFile, isSqliteBusy, loadSqlite, makeFolder } from "../base/index.ts";

/** How long one statement may block the thread inside SQLite before the caller is asked to wait without blocking. */
const BLOCKING_WAIT_MS = 50;

/**
 * Creates the file (0600) and its folder (0700) where they are missing, and takes rights away where they are wider. A
 * link is refused: what it leads to may be anybody's.
 */
export function preparePrivateFile(file: string): void {
  makeFolder(dirname(file), 0o700);
  const present = lstatSync(file, { throwIfNoEntry: false });
  if (present !== undefined && !present.isFile()) throw new Error("not a regular file");
  createPrivateFile(file);
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
      next: "Check that the folder is yours, can be written to and has room; move a damaged file away and run the command again.",
      cause: error,
    });
  }
}

/** Changing the journal mode does not go through SQLite's own busy wait. */
function retryBusy(action: () => void): void {
  for (let attempt = 0; ; attempt += 1) {
    try {
      action();
      return;
    } catch (error) {
      if (!isSqliteBusy(error) || attempt >= 200) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10 + Math.random() * 20);
    }
  }
}
