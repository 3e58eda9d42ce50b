/**
 * Where skills stand in their life, and which are in the archive.
 *
 * Contract: a row says what was recorded last. Whether a skill is in the archive is read from the ledger alone: its files
 * are gone, and an archiving took them away last. So a rollback, an undo or a crash never leaves a skill in two states.
 */
import { findLedgerEntry, type LedgerRecord, listLedger } from "./ledger.ts";
import type { SkillLifecycleRow } from "./schema.ts";
import { listSkills, type SkillRecord, type SkillScope } from "./skills.ts";
import type { StoreConnection } from "./store.ts";

export type SkillStage = SkillLifecycleRow["stage"];

export interface SkillLifecycle {
  skillId: string;
  stage: SkillStage;
  pinned: boolean;
  /** When the curator first saw it. */
  seenAt: string;
  /** When its stage changed last. */
  changedAt: string;
}

export async function findLifecycle(store: StoreConnection, skillId: string): Promise<SkillLifecycle | undefined> {
  const row = await store.db
    .selectFrom("skill_lifecycle")
    .selectAll()
    .where("skill_id", "=", skillId)
    .executeTakeFirst();
  return row === undefined ? undefined : toLifecycle(row);
}

/** Starts (or, with `again`, restarts) the clock of a skill; what is pinned stays pinned. */
export async function seedLifecycle(
  store: StoreConnection,
  skillId: string,
  at: string,
  options: { again?: boolean } = {},
): Promise<void> {
  const started = { stage: "active" as const, seen_at: at, changed_at: at };
  const insert = store.db.insertInto("skill_lifecycle").values({ skill_id: skillId, pinned: 0, ...started });
  await insert
    .onConflict((conflict) => {
      const known = conflict.column("skill_id");
      return options.again === true ? known.doUpdateSet(started) : known.doNothing();
    })
    .execute();
}

/** Moves a skill that is as `from` says and not pinned. False when it is not any more; nothing is done then. */
export async function moveStage(
  store: StoreConnection,
  from: Pick<SkillLifecycle, "skillId" | "stage" | "changedAt">,
  to: SkillStage,
  at: string,
): Promise<boolean> {
  const result = await store.db
    .updateTable("skill_lifecycle")
    .set({ stage: to, changed_at: at })
    .where("skill_id", "=", from.skillId)
    .where("stage", "=", from.stage)
    .where("changed_at", "=", from.changedAt)
    .where("pinned", "=", 0)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Pins or unpins; false when it was so already. */
export async function setPinned(
  store: StoreConnection,
  skillId: string,
  pinned: boolean,
  at: string,
): Promise<boolean> {
  await seedLifecycle(store, skillId, at);
  const result = await store.db
    .updateTable("skill_lifecycle")
    .set({ pinned: pinned ? 1 : 0 })
    .where("skill_id", "=", skillId)
    .where("pinned", "!=", pinned ? 1 : 0)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

export interface ArchivedSkill {
  skill: SkillRecord;
  at: string;
  actor: string;
  reason?: string;
}

/** The archive of one place, sorted by slug. */
export async function listArchived(store: StoreConnection, scope: SkillScope, root: string): Promise<ArchivedSkill[]> {
  const archived: ArchivedSkill[] = [];
  for (const skill of await listSkills(store, scope, root)) {
    const found = await findArchived(store, skill);
    if (found !== undefined) archived.push(found);
  }
  return archived;
}

/** How a skill went into the archive; `undefined` when it is not there. */
export async function findArchived(store: StoreConnection, skill: SkillRecord): Promise<ArchivedSkill | undefined> {
  if (skill.state !== "removed") return undefined;
  const entry = (await listLedger(store, skill.id)).findLast(({ detail }) => "before" in detail && "after" in detail);
  if (entry === undefined || !(await isArchiving(store, entry))) return undefined;
  const { reason } = entry.detail;
  return { skill, at: entry.at, actor: entry.actor, ...(typeof reason === "string" ? { reason } : {}) };
}

/** `archive`, the undo of a `restore`, and what takes back the undo of one of these. */
async function isArchiving(store: StoreConnection, entry: LedgerRecord): Promise<boolean> {
  const { undoes, after } = entry.detail;
  if (after !== null) return false;
  if (entry.action === "archive") return true;
  if (entry.action !== "undo" || typeof undoes !== "number") return false;
  const undone = await findLedgerEntry(store, undoes);
  if (undone === undefined || undone.id >= entry.id) return false;
  if (undone.action === "restore") return true;
  const earlier = undone.detail.undoes;
  if (undone.action !== "undo" || typeof earlier !== "number") return false;
  const first = await findLedgerEntry(store, earlier);
  return first !== undefined && first.id < undone.id && isArchiving(store, first);
}

function toLifecycle(row: SkillLifecycleRow): SkillLifecycle {
  return {
    skillId: row.skill_id,
    stage: row.stage,
    pinned: row.pinned !== 0,
    seenAt: row.seen_at,
    changedAt: row.changed_at,
  };
}
