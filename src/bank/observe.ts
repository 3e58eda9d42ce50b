/**
 * Looks at a skill before a writer touches it, and records what people did to it since: a hand edit becomes a revision by
 * `user`, a deleted directory a removal by `user`. Callers hold the bank lock.
 */
import { contentId } from "../base/index.ts";
import {
  addRevision,
  appendLedger,
  putBlob,
  type RevisionRecord,
  type SkillRecord,
  saveSkill,
  skillId,
} from "../store/index.ts";
import { type BankContext, now } from "./context.ts";
import { findKnownSkill } from "./ledger-view.ts";
import type { Ownership } from "./model.ts";
import { type KnownSkill, ownershipOf } from "./ownership.ts";
import { findSkillsFolder, type Place } from "./place.ts";
import { readSnapshot, type SkillSnapshot, type Snapshot } from "./snapshot.ts";

export interface Observed {
  id: string;
  snapshot: Snapshot;
  known: KnownSkill | undefined;
  /** Never `ours_edited`: edits have been recorded by now. */
  ownership: Ownership;
  /** The revision that recorded a hand edit just now. */
  edit?: RevisionRecord;
}

export async function observe(context: BankContext, place: Place, slug: string): Promise<Observed> {
  const id = skillId(place.scope, place.root, slug);
  const snapshot = lookAt(place, slug);
  const known = await findKnownSkill(context.store, id);
  const ownership = ownershipOf(snapshot, known);
  if (ownership === "ours_edited" && snapshot.kind === "skill" && known !== undefined) {
    const next = await recordState(context, place, slug, snapshot, known, "edit");
    return { id, snapshot, known: next, ownership: "ours", edit: next.revision };
  }
  if (ownership === "missing" && known?.skill.state === "active") {
    return { id, snapshot, known: await recordDisappearance(context, known), ownership };
  }
  return { id, snapshot, known, ownership };
}

export function lookAt(place: Place, slug: string): Snapshot {
  const folder = findSkillsFolder(place);
  if (folder === undefined) return { kind: "missing" };
  try {
    return readSnapshot(folder, slug);
  } finally {
    folder.close();
  }
}

/**
 * Records the files as they lie there as a revision by `user`; no file is touched. An edit that ends in a state which was
 * published before (a checkout of an older commit) is a rollback to it.
 */
export async function recordState(
  context: BankContext,
  place: Place,
  slug: string,
  snapshot: SkillSnapshot,
  known: KnownSkill | undefined,
  how: "edit" | "adopt",
): Promise<KnownSkill> {
  const at = now(context);
  const id = skillId(place.scope, place.root, slug);
  const number = (known?.skill.revision ?? 0) + 1;
  const restored = how === "edit" ? known?.published.get(snapshot.hash) : undefined;
  const revision: RevisionRecord = {
    id: contentId("revision", { id, number, hash: snapshot.hash }),
    skillId: id,
    number,
    ...(known === undefined ? {} : { parent: known.revision.number }),
    ...(restored === undefined ? { kind: how } : { kind: "rollback", restored }),
    actor: "user",
    reason: restored === undefined ? REASONS[how] : `files are those of revision ${restored} again`,
    hash: snapshot.hash,
    files: snapshot.files,
    createdAt: at,
  };
  const skill: SkillRecord = {
    id,
    scope: place.scope,
    root: place.root,
    slug,
    state: "active",
    revision: number,
    adopted: how === "adopt" || known?.skill.adopted === true,
    createdAt: known?.skill.createdAt ?? at,
    updatedAt: at,
  };
  await context.store.transaction(async (transaction) => {
    for (const bytes of snapshot.contents.values()) await putBlob(transaction, bytes);
    await saveSkill(transaction, skill);
    await addRevision(transaction, revision);
    const action = how === "edit" ? "adopt_edit" : "adopt";
    const before = known?.skill.state === "active" ? known.revision.hash : null;
    const detail = { revision: number, before, after: revision.hash };
    await appendLedger(transaction, { at, actor: "user", action, skillId: id, detail });
  });
  return { skill, revision, published: new Map([...(known?.published ?? []), [revision.hash, number]]) };
}

const REASONS = { edit: "edited by hand", adopt: "handed to the bank" };

async function recordDisappearance(context: BankContext, known: KnownSkill): Promise<KnownSkill> {
  const at = now(context);
  const skill: SkillRecord = { ...known.skill, state: "removed", updatedAt: at };
  await context.store.transaction(async (transaction) => {
    await saveSkill(transaction, skill);
    await appendLedger(transaction, {
      at,
      actor: "user",
      action: "remove",
      skillId: skill.id,
      detail: { seen: "files gone", before: known.revision.hash, after: null },
    });
  });
  return { ...known, skill };
}
