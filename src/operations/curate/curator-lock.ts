/** One hand at a time on the stages and pins of skills, from any terminal. The bank has its own lock for files. */
import { join } from "node:path";
import { AutoskillError, withFileLock, withFreeFileLock } from "../../base/index.ts";
import type { OperationContext } from "../context.ts";

/** Waits until nobody else is at it. @throws AutoskillError `LOCK_TIMEOUT` */
export function withCuratorLock<T>(context: OperationContext, work: () => Promise<T>): Promise<T> {
  return withFileLock(lockPath(context), {}, work);
}

/** @throws AutoskillError `ALREADY_RUNNING` instead of waiting. */
export async function asOnlyCurator<T>(context: OperationContext, work: () => Promise<T>): Promise<T> {
  const locked = await withFreeFileLock(lockPath(context), work);
  if (locked !== undefined) return locked.value;
  throw new AutoskillError({
    code: "ALREADY_RUNNING",
    message: "Another `autoskill curate` is at work.",
    next: "Wait for it to end; then run this again.",
  });
}

function lockPath(context: OperationContext): string {
  return join(context.home, "locks", "curator.lock");
}
