/**
 * Taking back a ledger entry that changed no files: a stage or a pin. Fails closed like the bank's undo: only where the
 * skill is still as the entry left it.
 */
import type { UndoResult } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import {
  appendLedger,
  findLedgerEntry,
  findLifecycle,
  findSkill,
  type LedgerRecord,
  moveStage,
  type SkillLifecycle,
  type SkillRecord,
  type StoreConnection,
  seedLifecycle,
  setPinned,
} from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { withCuratorLock } from "./curator-lock.ts";

type Change =
  | { kind: "stage"; before: "active" | "stale"; after: "active" | "stale" }
  | { kind: "pinned"; before: boolean; after: boolean };

/** What an entry did to the life of a skill; `undefined` for entries about files, or damaged ones. */
export function lifecycleChange({ detail }: Pick<LedgerRecord, "detail">): Change | undefined {
  const stage = pairIn(detail.stage);
  if (isStage(stage?.before) && isStage(stage?.after) && stage.before !== stage.after) {
    return { kind: "stage", before: stage.before, after: stage.after };
  }
  const pinned = pairIn(detail.pinned);
  if (typeof pinned?.before === "boolean" && pinned.after === !pinned.before) {
    return { kind: "pinned", before: pinned.before, after: pinned.after === true };
  }
  return undefined;
}

/** @throws AutoskillError `UNDO_CONFLICT`. `undefined` when the entry is not about a stage or a pin. */
export async function undoLifecycle(context: OperationContext, entryId: number): Promise<UndoResult | undefined> {
  const store = await context.store();
  const entry = await findLedgerEntry(store, entryId);
  const change = entry === undefined ? undefined : lifecycleChange(entry);
  const skill = entry?.skillId === undefined ? undefined : await findSkill(store, entry.skillId);
  if (entry === undefined || change === undefined || skill === undefined) return undefined;
  const at = context.clock.now().toISOString();
  await withCuratorLock(context, () =>
    store.transaction(async (transaction) => {
      await takeBack(transaction, skill, entry, change, at);
      const reason = `undo of entry ${entryId} (${entry.action})`;
      const detail = { reason, undoes: entryId, [change.kind]: { before: change.after, after: change.before } };
      await appendLedger(transaction, { at, actor: "user", action: "undo", skillId: skill.id, detail });
    }),
  );
  const bank = await context.bank(skill.scope === "project" ? skill.root : undefined);
  const isOwn = bank.rootOf(skill.scope) === skill.root;
  const there = isOwn ? await bank.read(skill.scope, skill.slug) : undefined;
  const path = there === undefined ? {} : { path: `${there.directory}/SKILL.md` };
  const { scope, slug } = skill;
  return { entry: entryId, action: entry.action, skillId: skill.id, scope, slug, changed: true, links: [], ...path };
}

async function takeBack(
  store: StoreConnection,
  skill: SkillRecord,
  entry: LedgerRecord,
  change: Change,
  at: string,
): Promise<void> {
  const current = await findLifecycle(store, skill.id);
  if (current === undefined || current[change.kind] !== change.after) throw changedSince(skill, entry, change, current);
  if (change.kind === "pinned") {
    await setPinned(store, skill.id, change.before, at);
  } else if (change.before === "active") {
    // Its time would be up again at once.
    await seedLifecycle(store, skill.id, at, { again: true });
  } else if (!(await moveStage(store, current, change.before, at))) throw changedSince(skill, entry, change, current);
}

function changedSince(
  { slug }: SkillRecord,
  { id, action }: LedgerRecord,
  change: Change,
  current: SkillLifecycle | undefined,
): AutoskillError {
  return new AutoskillError({
    code: "UNDO_CONFLICT",
    message: `The skill ${slug} is not as entry ${id} (${action}) left it.`,
    expected: `${change.kind}: ${change.after}`,
    found: current === undefined ? "nothing recorded" : `${change.kind}: ${current[change.kind]}`,
    next: "Undo what came after it first; see `autoskill ledger`.",
  });
}

function pairIn(value: unknown): { before?: unknown; after?: unknown } | undefined {
  return typeof value === "object" && value !== null ? value : undefined;
}

function isStage(value: unknown): value is "active" | "stale" {
  return value === "active" || value === "stale";
}
