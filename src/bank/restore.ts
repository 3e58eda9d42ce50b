/** Rollback, removal and adoption: changes that bring no new content. */
import { contentId } from "../base/index.ts";
import { findRevision, type RevisionRecord, type SkillRecord } from "../store/index.ts";
import { type BankContext, now, underLock } from "./context.ts";
import { conflict, nameTaken, noRevision, notFound, notOurs } from "./errors.ts";
import type { PublishResult, RemoveResult, Scope } from "./model.ts";
import { type Observed, observe, recordState } from "./observe.ts";
import { checkSlug, type Place } from "./place.ts";
import { checkOurs, describeResult, unchanged } from "./publish.ts";
import { runChange } from "./transaction.ts";

export interface ActorOptions {
  /** Default `user`. */
  actor?: string;
  reason?: string;
}

export interface RollbackOptions extends ActorOptions {
  /** What the ledger calls it. Default `rollback`. */
  action?: "rollback" | "restore";
}

export interface RemoveOptions extends ActorOptions {
  /** What the ledger calls it. Default `remove`. */
  action?: "remove" | "archive";
  /** Only this state; another one is a `CONFLICT`. */
  baseHash?: string;
}

export async function rollback(
  context: BankContext,
  scope: Scope,
  slug: string,
  number: number,
  options: RollbackOptions = {},
): Promise<PublishResult> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => {
    const observed = await observe(context, place, slug);
    if (observed.known === undefined) throw notFound(slug);
    const wanted = await findRevision(context.store, observed.id, number);
    if (wanted === undefined) throw noRevision(slug, number, observed.known.skill.revision);
    const how = { actor: "user", reason: `back to revision ${number}`, action: "rollback", ...options };
    return restore(context, place, slug, observed, wanted, how);
  });
}

export async function remove(
  context: BankContext,
  scope: Scope,
  slug: string,
  options: RemoveOptions = {},
): Promise<RemoveResult> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => {
    const { baseHash, ...told } = options;
    const observed = await observe(context, place, slug);
    const { snapshot } = observed;
    if (baseHash !== undefined && snapshot.kind === "skill" && snapshot.hash !== baseHash)
      throw conflict(slug, baseHash, snapshot.hash);
    const how = { actor: "user", reason: "removed", action: "remove", ...told };
    return takeAway(context, place, slug, observed, how);
  });
}

/** How a change is written down. */
export interface Recorded {
  actor: string;
  reason: string;
  action: string;
  note?: Record<string, unknown>;
}

/** Brings the files of a revision back, as a new revision. The caller holds the lock. */
export async function restore(
  context: BankContext,
  place: Place,
  slug: string,
  { id, known, ownership, snapshot }: Observed,
  wanted: RevisionRecord,
  { actor, reason, action, note }: Recorded,
): Promise<PublishResult> {
  if (known === undefined) throw notFound(slug);
  if (known.skill.state === "removed" && ownership !== "missing") throw nameTaken(slug);
  checkOurs(slug, ownership);
  if (snapshot.kind === "skill" && snapshot.hash === wanted.hash) return unchanged(place, slug, known.revision);
  const at = now(context);
  const next = known.skill.revision + 1;
  const revision: RevisionRecord = {
    id: contentId("revision", { id, number: next, hash: wanted.hash }),
    skillId: id,
    number: next,
    parent: known.revision.number,
    kind: "rollback",
    restored: wanted.number,
    actor,
    reason,
    hash: wanted.hash,
    files: wanted.files,
    createdAt: at,
  };
  const skill: SkillRecord = { ...known.skill, state: "active", revision: next, updatedAt: at };
  const before = snapshot.kind === "skill" ? snapshot.files : null;
  const plan = { skill, before, after: wanted.files, revision, evidence: [], actor, action, reason, ...noted(note) };
  const links = await runChange(context, place, plan, new Map(), at);
  return { ...describeResult(place, slug), skillId: id, revision, changed: true, links };
}

/** Takes the files of a skill away; history keeps them. The caller holds the lock. */
export async function takeAway(
  context: BankContext,
  place: Place,
  slug: string,
  { id, known, ownership, snapshot }: Observed,
  { actor, reason, action, note }: Recorded,
): Promise<RemoveResult> {
  checkOurs(slug, ownership);
  if (known === undefined) throw notFound(slug);
  if (snapshot.kind !== "skill") return { skillId: id, revision: known.revision, changed: false, links: [] };
  if (snapshot.others.length > 0)
    throw notOurs(slug, `it holds entries that are not plain files: ${snapshot.others[0]}`);
  const at = now(context);
  const skill: SkillRecord = { ...known.skill, state: "removed", updatedAt: at };
  const plan = { skill, before: snapshot.files, after: null, evidence: [], actor, action, reason, ...noted(note) };
  const links = await runChange(context, place, plan, new Map(), at);
  return { skillId: id, revision: known.revision, changed: true, links };
}

function noted(note: Record<string, unknown> | undefined): { note?: Record<string, unknown> } {
  return note === undefined ? {} : { note };
}

export async function adopt(context: BankContext, scope: Scope, slug: string): Promise<RevisionRecord> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => {
    const { known, ownership, snapshot } = await observe(context, place, slug);
    if (ownership === "missing") throw notFound(slug);
    if (ownership === "ours" && known !== undefined) return known.revision;
    if (snapshot.kind !== "skill") checkOurs(slug, ownership);
    if (snapshot.kind !== "skill") throw notFound(slug);
    return (await recordState(context, place, slug, snapshot, known, "adopt")).revision;
  });
}

export async function adoptEdits(
  context: BankContext,
  scope: Scope,
  slug: string,
): Promise<RevisionRecord | undefined> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => (await observe(context, place, slug)).edit);
}
