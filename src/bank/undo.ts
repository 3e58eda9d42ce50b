/**
 * Undoing one entry of the ledger, alone. It fails closed: only where the files are still exactly what that entry left,
 * and the bytes from before are there, are they brought back; the ledger gets a new entry, and the undo can be undone.
 */
import { AutoskillError } from "../base/index.ts";
import { findLedgerEntry, findSkill, type LedgerRecord, listRevisions, type SkillRecord } from "../store/index.ts";
import { type BankContext, underLock } from "./context.ts";
import type { UndoResult } from "./model.ts";
import { observe } from "./observe.ts";
import { restore, takeAway } from "./restore.ts";

export async function undoEntry(
  context: BankContext,
  entryId: number,
  options: { actor?: string } = {},
): Promise<UndoResult> {
  return underLock(context, async () => {
    const { entry, skill, before, after } = await changeOf(context, entryId);
    const place = context.placeAt(skill.scope, skill.root);
    const observed = await observe(context, place, skill.slug);
    const present = observed.snapshot.kind === "skill" ? observed.snapshot.hash : null;
    const isThere = observed.snapshot.kind === "skill" || observed.ownership === "missing";
    if (!isThere || present !== after) throw changedSince(entry, skill, after, isThere ? present : observed.ownership);
    const how = {
      actor: options.actor ?? "user",
      reason: `undo of entry ${entryId} (${entry.action})`,
      action: "undo",
      note: { undoes: entryId },
    };
    const base = { entry: entryId, action: entry.action, skillId: skill.id, scope: skill.scope, slug: skill.slug };
    if (before === null) {
      const { changed, links } = await takeAway(context, place, skill.slug, observed, how);
      return { ...base, changed, links };
    }
    const revisions = await listRevisions(context.store, skill.id);
    const wanted = revisions.findLast((revision) => revision.hash === before);
    if (wanted === undefined) throw bytesGone(entryId, skill.slug);
    const { changed, links, path, revision } = await restore(context, place, skill.slug, observed, wanted, how);
    return { ...base, changed, links, path, revision: revision.number };
  });
}

interface Change {
  entry: LedgerRecord;
  skill: SkillRecord;
  before: string | null;
  after: string | null;
}

async function changeOf(context: BankContext, entryId: number): Promise<Change> {
  const entry = await findLedgerEntry(context.store, entryId);
  if (entry === undefined) {
    throw new AutoskillError({
      code: "NOT_FOUND",
      message: `The ledger has no entry ${entryId}.`,
      next: "Run `autoskill ledger` to see its entries.",
    });
  }
  const { before, after } = entry.detail;
  const skill = entry.skillId === undefined ? undefined : await findSkill(context.store, entry.skillId);
  const isContent = (value: unknown): value is string | null => value === null || typeof value === "string";
  if (skill === undefined || !isContent(before) || !isContent(after) || before === after) {
    throw new AutoskillError({
      code: "UNDO_IMPOSSIBLE",
      message: `Entry ${entryId} (${entry.action}) changed no files that could be brought back.`,
      next: "Choose an entry that created, changed or removed a skill; see `autoskill ledger`.",
    });
  }
  return { entry, skill, before, after };
}

function changedSince(entry: LedgerRecord, skill: SkillRecord, expected: string | null, found: string | null) {
  return new AutoskillError({
    code: "UNDO_CONFLICT",
    message: `The skill ${skill.slug} is not as entry ${entry.id} (${entry.action}) left it.`,
    expected: expected ?? "no files",
    found: found ?? "no files",
    next: `Undo what came after it first, or choose a state with \`autoskill history ${skill.slug}\` and \`autoskill rollback\`.`,
  });
}

function bytesGone(entryId: number, slug: string): AutoskillError {
  return new AutoskillError({
    code: "UNDO_IMPOSSIBLE",
    message: `What ${slug} was before entry ${entryId} is not in the history.`,
    next: `See \`autoskill history ${slug}\` for the states that can be brought back.`,
  });
}
