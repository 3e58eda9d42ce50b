/**
 * A lock between processes that nobody has to clean up.
 *
 * The lock is a write transaction on a small SQLite file, so the operating system holds it (fcntl on POSIX, LockFileEx
 * on Windows) and frees it the moment its process ends, however it ends: no stale locks, no heartbeats, no process ids.
 * The file stays empty and is never deleted. Waiting is asynchronous with a random pause, which serves a handful of
 * writers fairly. Not for network file systems without working locks. Not re-entrant. Decision: docs/adr/0011.
 */
import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { AutoskillError } from "./errors.ts";
import { isCode, makeFolder } from "./fs-directory.ts";
import { isSqliteBusy, loadSqlite } from "./node-sqlite.ts";

export interface FileLockOptions {
  /** Longest wait in milliseconds; 0 tries once. Default 60,000. */
  timeoutMs?: number;
}

/**
 * Runs `work` while holding the lock at `lockPath`.
 *
 * @throws AutoskillError `LOCK_TIMEOUT` when another holder does not let go in time, `LOCK_UNUSABLE` when the file
 *   cannot be a lock; and whatever `work` throws.
 */
export async function withFileLock<T>(lockPath: string, options: FileLockOptions, work: () => Promise<T>): Promise<T> {
  const database = await acquire(lockPath, options.timeoutMs ?? 60_000);
  if (database === undefined) throw lockTimeout(lockPath, options.timeoutMs ?? 60_000);
  return runAndRelease(database, work);
}

/** Runs `work` if the lock is free now; `undefined` when somebody holds it. */
export async function withFreeFileLock<T>(lockPath: string, work: () => Promise<T>): Promise<{ value: T } | undefined> {
  const database = await acquire(lockPath, 0);
  return database === undefined ? undefined : { value: await runAndRelease(database, work) };
}

async function runAndRelease<T>(database: DatabaseSync, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    database.close();
  }
}

async function acquire(lockPath: string, timeoutMs: number): Promise<DatabaseSync | undefined> {
  const database = openLockFile(lockPath);
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      database.exec("BEGIN IMMEDIATE");
      return database;
    } catch (error) {
      if (!isSqliteBusy(error)) {
        database.close();
        throw lockUnusable(lockPath, error);
      }
    }
    if (Date.now() >= deadline) {
      database.close();
      return undefined;
    }
    await sleep(1 + Math.random() * 14);
  }
}

function openLockFile(lockPath: string): DatabaseSync {
  try {
    makeFolder(dirname(lockPath), 0o700);
    createPrivateFile(lockPath);
    const { DatabaseSync: Database } = loadSqlite();
    return new Database(lockPath, { timeout: 0 });
  } catch (error) {
    throw lockUnusable(lockPath, error);
  }
}

/**
 * Creates an empty file with mode 0600 unless it exists. An existing file is not opened: closing any descriptor of a
 * file drops all POSIX locks that this process holds on it (sqlite.org/howtocorrupt.html §2.2).
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (!isCode(error, "EEXIST")) throw error;
  }
}

function lockTimeout(lockPath: string, timeoutMs: number): AutoskillError {
  return new AutoskillError({
    code: "LOCK_TIMEOUT",
    message: `Another process has held ${lockPath} for more than ${timeoutMs} ms.`,
    next: "Wait for the other autoskill process to finish, or stop it, and run the command again.",
  });
}

function lockUnusable(lockPath: string, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "LOCK_UNUSABLE",
    message: `${lockPath} cannot be used as a lock: ${cause instanceof Error ? cause.message : String(cause)}`,
    next: "Check that its folder is yours and on a local disk; delete the file if it is not empty.",
    cause,
  });
}
