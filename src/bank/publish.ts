/** Creates and updates (design §4.1): ownership, compare-and-swap, the person's lines, validation, then the change. */
import { join } from "node:path";
import { AutoskillError, contentId, sha256, splitRelativePath } from "../base/index.ts";
import { findRevisionByKey, listRevisions, type RevisionRecord, type SkillRecord, skillId } from "../store/index.ts";
import { type BankContext, now, underLock } from "./context.ts";
import { conflict, nameTaken, notFound, notOurs } from "./errors.ts";
import { textOfRevision } from "./ledger-view.ts";
import type { PublishChange, PublishResult } from "./model.ts";
import { lookAt, type Observed, observe } from "./observe.ts";
import { textOf } from "./ownership.ts";
import { checkSlug, type Place } from "./place.ts";
import { describeFile, hashFiles, SKILL_FILE } from "./snapshot.ts";
import { addSupport, runChange } from "./transaction.ts";
import { lostUserLines, userLines } from "./user-lines.ts";
import { validateChange } from "./validate-change.ts";

export async function publish(context: BankContext, change: PublishChange): Promise<PublishResult> {
  checkSlug(change.slug);
  const place = context.place(change.scope);
  return underLock(context, async () => {
    const earlier = await findEarlier(context, place, change);
    if (earlier !== undefined) return unchanged(place, change.slug, earlier);
    const observed = await observe(context, place, change.slug);
    const target = planContents(change, observed);
    const { ownership, snapshot, known } = observed;
    if (ownership === "ours" && known !== undefined && snapshot.kind === "skill" && target.hash === snapshot.hash) {
      await addSupport(context.store, observed.id, known.revision.number, change.evidence ?? [], now(context));
      return unchanged(place, change.slug, known.revision);
    }
    return run(context, place, change, observed, await checkChange(context, place, change, observed));
  });
}

/** What `publish` would refuse, refused without publishing. */
export async function check(context: BankContext, change: PublishChange): Promise<void> {
  checkSlug(change.slug);
  const place = context.place(change.scope);
  await underLock(context, async () => {
    if ((await findEarlier(context, place, change)) !== undefined) return;
    await checkChange(context, place, change, await observe(context, place, change.slug));
  });
}

async function checkChange(
  context: BankContext,
  place: Place,
  change: PublishChange,
  observed: Observed,
): Promise<Target> {
  const target = planContents(change, observed);
  if (change.expect.kind === "create") checkNameFree(place, change.slug, observed);
  else checkBase(change.slug, change.expect.baseHash, observed);
  await checkUserLines(context, change, observed, target);
  await checkContent(change, observed, target);
  return target;
}

interface Target {
  contents: Map<string, Uint8Array>;
  executable: Set<string>;
  touched: Set<string>;
  hash: string;
}

/** The whole skill as it would be: what lies there, overlaid by the change. */
function planContents(change: PublishChange, { snapshot }: Observed): Target {
  const overlay = change.expect.kind === "update" && snapshot.kind === "skill" ? snapshot : undefined;
  const contents = new Map(overlay?.contents ?? []);
  const executable = new Set(overlay?.files.filter((file) => file.executable).map((file) => file.path));
  const touched = new Set<string>();
  for (const path of change.removeFiles ?? []) {
    splitRelativePath(path);
    contents.delete(path);
  }
  for (const file of change.files) {
    splitRelativePath(file.path);
    contents.set(file.path, typeof file.content === "string" ? Buffer.from(file.content) : file.content);
    touched.add(file.path);
    if (file.executable === true) executable.add(file.path);
    else if (file.executable === false) executable.delete(file.path);
  }
  return { contents, executable, touched, hash: hashFiles(describe({ contents, executable })) };
}

function describe({ contents, executable }: Pick<Target, "contents" | "executable">) {
  return [...contents]
    .map(([path, bytes]) => describeFile(path, bytes, executable.has(path)))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

async function findEarlier(
  context: BankContext,
  place: Place,
  change: PublishChange,
): Promise<RevisionRecord | undefined> {
  const key = keyOf(change);
  if (key === undefined) return undefined;
  return findRevisionByKey(context.store, skillId(place.scope, place.root, change.slug), key);
}

function keyOf(change: PublishChange): string | undefined {
  return change.idempotencyKey ?? change.candidateId;
}

function checkNameFree(place: Place, slug: string, { ownership }: Observed): void {
  if (ownership === "missing") return;
  for (let number = 2; ; number += 1) {
    const suggestion = `${slug.slice(0, 60).replace(/-$/, "")}-${number}`;
    if (lookAt(place, suggestion).kind === "missing") throw nameTaken(slug, suggestion, ownership);
  }
}

function checkBase(slug: string, baseHash: string, { ownership, snapshot }: Observed): void {
  if (ownership === "missing") throw notFound(slug);
  checkOurs(slug, ownership);
  if (snapshot.kind === "skill" && snapshot.hash !== baseHash) throw conflict(slug, baseHash, snapshot.hash);
}

const WHY_NOT_OURS: Record<string, string> = {
  user: "a person wrote it",
  marked_elsewhere: "it was written by autoskill somewhere else",
  foreign_link: "it is a link, or its SKILL.md is linked from elsewhere",
  unreadable: "it is too large or cannot be read",
};

export function checkOurs(slug: string, ownership: Observed["ownership"]): void {
  const why = WHY_NOT_OURS[ownership];
  if (why !== undefined) throw notOurs(slug, why);
}

async function checkUserLines(
  context: BankContext,
  change: PublishChange,
  observed: Observed,
  target: Target,
): Promise<void> {
  const { snapshot } = observed;
  if (change.actor === "user" || snapshot.kind !== "skill") return;
  const revisions = await listRevisions(context.store, observed.id);
  const lines = await userLines(revisions, (revision) => textOfRevision(context.store, revision));
  const after = target.contents.get(SKILL_FILE);
  const lost = lostUserLines(lines, textOf(snapshot), after === undefined ? "" : new TextDecoder().decode(after));
  if (lost.length === 0) return;
  throw new AutoskillError({
    code: "USER_LINES_LOST",
    message: `The change would take away or alter what a person wrote into ${change.slug}: ${lost.join("; ")}`,
    next: "Keep these rules and fields as they are; `evidence` marks them with `byUser`.",
  });
}

async function checkContent(change: PublishChange, observed: Observed, target: Target): Promise<void> {
  const { snapshot, known } = observed;
  await validateChange({
    slug: change.slug,
    contents: target.contents,
    touched: target.touched,
    ...(change.expect.kind === "update" && snapshot.kind === "skill" ? { before: textOf(snapshot) } : {}),
    adopted: known?.skill.state === "active" && known.skill.adopted,
  });
}

async function run(
  context: BankContext,
  place: Place,
  change: PublishChange,
  observed: Observed,
  target: Target,
): Promise<PublishResult> {
  const { known, snapshot, id } = observed;
  const at = now(context);
  const number = (known?.skill.revision ?? 0) + 1;
  const key = keyOf(change);
  const files = describe(target);
  const revision: RevisionRecord = {
    id: contentId("revision", { id, number, hash: target.hash }),
    skillId: id,
    number,
    ...(known === undefined ? {} : { parent: known.revision.number }),
    kind: change.expect.kind,
    actor: change.actor,
    reason: change.reason,
    ...(change.candidateId === undefined ? {} : { candidateId: change.candidateId }),
    hash: target.hash,
    files,
    ...(key === undefined ? {} : { idempotencyKey: key }),
    createdAt: at,
  };
  const skill: SkillRecord = {
    id,
    scope: place.scope,
    root: place.root,
    slug: change.slug,
    state: "active",
    revision: number,
    adopted: known?.skill.state === "active" && known.skill.adopted,
    createdAt: known?.skill.createdAt ?? at,
    updatedAt: at,
  };
  const plan = {
    skill,
    before: snapshot.kind === "skill" ? snapshot.files : null,
    after: files,
    revision,
    evidence: change.evidence ?? [],
    actor: change.actor,
    action: change.expect.kind,
    reason: change.reason,
  };
  const blobs = new Map([...target.contents.values()].map((bytes) => [sha256(bytes), bytes]));
  const links = await runChange(context, place, plan, blobs, at);
  return { ...describeResult(place, change.slug), skillId: id, revision, changed: true, links };
}

export function unchanged(place: Place, slug: string, revision: RevisionRecord): PublishResult {
  return { ...describeResult(place, slug), skillId: revision.skillId, revision, changed: false, links: [] };
}

export function describeResult(place: Place, slug: string): { directory: string; path: string } {
  const directory = join(place.anchor, place.folder, slug);
  return { directory, path: join(directory, SKILL_FILE) };
}
