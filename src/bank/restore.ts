/** Rollback, removal and adoption: changes that bring no new content. */
import { contentId } from "../base/index.ts";
import { findRevision, type RevisionRecord, type SkillRecord } from "../store/index.ts";
import { type BankContext, now, underLock } from "./context.ts";
import { nameTaken, noRevision, notFound, notOurs } from "./errors.ts";
import type { PublishResult, RemoveResult, Scope } from "./model.ts";
import { observe, recordState } from "./observe.ts";
import { checkSlug } from "./place.ts";
import { checkOurs, describeResult, unchanged } from "./publish.ts";
import { runChange } from "./transaction.ts";

export interface ActorOptions {
  /** Default `user`. */
  actor?: string;
  reason?: string;
}

export async function rollback(
  context: BankContext,
  scope: Scope,
  slug: string,
  number: number,
  options: ActorOptions = {},
): Promise<PublishResult> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => {
    const { id, known, ownership, snapshot } = await observe(context, place, slug);
    if (known === undefined) throw notFound(slug);
    const wanted = await findRevision(context.store, id, number);
    if (wanted === undefined) throw noRevision(slug, number, known.skill.revision);
    if (known.skill.state === "removed" && ownership !== "missing") throw nameTaken(slug);
    checkOurs(slug, ownership);
    if (snapshot.kind === "skill" && snapshot.hash === wanted.hash) return unchanged(place, slug, known.revision);
    const at = now(context);
    const next = known.skill.revision + 1;
    const actor = options.actor ?? "user";
    const reason = options.reason ?? `back to revision ${number}`;
    const revision: RevisionRecord = {
      id: contentId("revision", { id, number: next, hash: wanted.hash }),
      skillId: id,
      number: next,
      parent: known.revision.number,
      kind: "rollback",
      restored: number,
      actor,
      reason,
      hash: wanted.hash,
      files: wanted.files,
      createdAt: at,
    };
    const skill: SkillRecord = { ...known.skill, state: "active", revision: next, updatedAt: at };
    const before = snapshot.kind === "skill" ? snapshot.files : null;
    const plan = { skill, before, after: wanted.files, revision, evidence: [], actor, action: "rollback", reason };
    const links = await runChange(context, place, plan, new Map(), at);
    return { ...describeResult(place, slug), skillId: id, revision, changed: true, links };
  });
}

export async function remove(
  context: BankContext,
  scope: Scope,
  slug: string,
  options: ActorOptions = {},
): Promise<RemoveResult> {
  checkSlug(slug);
  const place = context.place(scope);
  return underLock(context, async () => {
    const { id, known, ownership, snapshot } = await observe(context, place, slug);
    checkOurs(slug, ownership);
    if (known === undefined) throw notFound(slug);
    if (snapshot.kind !== "skill") return { skillId: id, revision: known.revision, changed: false, links: [] };
    if (snapshot.others.length > 0)
      throw notOurs(slug, `it holds entries that are not plain files: ${snapshot.others[0]}`);
    const at = now(context);
    const skill: SkillRecord = { ...known.skill, state: "removed", updatedAt: at };
    const actor = options.actor ?? "user";
    const reason = options.reason ?? "removed";
    const plan = { skill, before: snapshot.files, after: null, evidence: [], actor, action: "remove", reason };
    const links = await runChange(context, place, plan, new Map(), at);
    return { skillId: id, revision: known.revision, changed: true, links };
  });
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
