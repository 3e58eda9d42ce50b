/** What every operation of the bank shares: the store, the clock, the lock, and where scopes lie. */
import { type Clock, withFileLock, withFreeFileLock } from "../base/index.ts";
import { listIntents } from "../store/index.ts";
import type { RecoveryReport, Scope } from "./model.ts";
import type { Place } from "./place.ts";
import { type ChangeContext, type ChangePlan, settle } from "./transaction.ts";

export interface BankContext extends ChangeContext {
  clock: Clock;
  lockPath: string;
  lockTimeoutMs: number;
  /** @throws AutoskillError `SCOPE_CLOSED` for the project scope without a project. */
  place(scope: Scope): Place;
  /** Also for other projects than the open one. */
  placeAt(scope: Scope, root: string): Place;
}

export function now(context: BankContext): string {
  return context.clock.now().toISOString();
}

/** Runs `work` as the only writer, after settling what a killed writer left. */
export function underLock<T>(context: BankContext, work: () => Promise<T>): Promise<T> {
  return withFileLock(context.lockPath, { timeoutMs: context.lockTimeoutMs }, async () => {
    await settleIntents(context);
    return work();
  });
}

/** Settles what a killed writer left, unless a living one is at work. Costs one query when there is nothing. */
export async function settleIfIdle(context: BankContext): Promise<void> {
  if ((await listIntents(context.store)).length === 0) return;
  await withFreeFileLock(context.lockPath, () => settleIntents(context));
}

/** The caller holds the lock, so every open intent belongs to a process that is gone. */
export async function settleIntents(context: BankContext): Promise<RecoveryReport> {
  const report: RecoveryReport = { completed: [], abandoned: [], waiting: [] };
  for (const intent of await listIntents(context.store)) {
    const { skill } = intent.payload as ChangePlan;
    try {
      const outcome = await settle(context, context.placeAt(skill.scope, skill.root), intent, now(context));
      report[outcome].push(intent.id);
    } catch (error) {
      report.waiting.push({ id: intent.id, message: error instanceof Error ? error.message : String(error) });
    }
  }
  return report;
}
