/**
 * One change of one skill, from intent to recorded revision.
 *
 * Order (design §4.7): 1. the intent with all bytes is committed to the database; 2. the files change; 3. the revision is
 * committed and the intent deleted in the same transaction. A process that dies between 1 and 3 has acknowledged
 * nothing; `settle` brings what it left forward, or gives it up where somebody changed the files since. A change that
 * failed and was told so is never brought forward: if its files cannot be put back at once, `settle` does that later.
 * Callers hold the bank lock.
 */
import { AutoskillError } from "../base/index.ts";
import {
  addEvidence,
  addIntent,
  addRevision,
  appendLedger,
  type IntentRecord,
  listRevisions,
  putBlob,
  type RevisionFile,
  type RevisionRecord,
  removeIntent,
  type SkillRecord,
  type Store,
  saveSkill,
} from "../store/index.ts";
import { applyFileChange } from "./file-change.ts";
import { loadBlobs } from "./ledger-view.ts";
import { updateLinks } from "./links.ts";
import type { LinkOutcome, RuleSupport } from "./model.ts";
import { openSkillsFolder, type Place } from "./place.ts";
import { hashFiles } from "./snapshot.ts";
import type { Blobs, FileChange, StepListener } from "./staging.ts";

/** What an intent holds. `skill` is its row as it will be. */
export interface ChangePlan {
  skill: SkillRecord;
  before: RevisionFile[] | null;
  after: RevisionFile[] | null;
  /** Absent when files are only taken away. */
  revision?: RevisionRecord;
  evidence: RuleSupport[];
  actor: string;
  action: string;
  reason: string;
  /** Added to the ledger entry, e.g. `undoes`. */
  note?: Record<string, unknown>;
  /** The change failed, and its caller knows: only putting the files back is left. `before` and `after` are exchanged. */
  failed?: true;
}

export interface ChangeContext {
  store: Store;
  copyLinks: boolean;
  onStep: StepListener;
}

/** @throws AutoskillError `CHANGE_PENDING` when an earlier change of this skill could not be settled. */
export async function runChange(
  context: ChangeContext,
  place: Place,
  plan: ChangePlan,
  newBlobs: Blobs,
  at: string,
): Promise<LinkOutcome[]> {
  const { store } = context;
  const { skill, after } = plan;
  const id = `${skill.id.slice(6)}-${plan.revision?.number ?? `gone-${skill.revision}`}`;
  const intent: IntentRecord = {
    id,
    skillId: skill.id,
    kind: after === null ? "remove" : "publish",
    payload: plan,
    createdAt: at,
  };
  await store.transaction(async (transaction) => {
    for (const bytes of newBlobs.values()) await putBlob(transaction, bytes);
    await addIntent(transaction, intent).catch((cause: unknown) => {
      throw changePending(skill.slug, cause);
    });
  });
  context.onStep("intended");
  try {
    const links = await applyPlan(context, place, plan, id);
    context.onStep("applied");
    await commit(store, plan, id, at);
    context.onStep("committed");
    return links;
  } catch (error) {
    await undo(context, place, plan, intent);
    throw error;
  }
}

export type Settlement = "completed" | "abandoned";

/** Finishes or gives up an intent of a process that died. Errors that are not about the files' state are thrown. */
export async function settle(
  context: ChangeContext,
  place: Place,
  intent: IntentRecord,
  at: string,
): Promise<Settlement> {
  const plan = intent.payload as ChangePlan;
  let given: { because: string; message: string } | undefined;
  try {
    await applyPlan(context, place, plan, intent.id);
    if (plan.failed === true) given = { because: "FAILED", message: "The change failed; its files were put back." };
  } catch (error) {
    if (!isAboutState(error)) throw error;
    given = { because: error.code, message: error.message };
  }
  if (given !== undefined) {
    const entry = { at, actor: plan.actor, action: "abandoned", skillId: plan.skill.id };
    const detail = { intended: plan.action, ...given };
    await context.store.transaction(async (transaction) => {
      await appendLedger(transaction, { ...entry, detail });
      await removeIntent(transaction, intent.id);
    });
    return "abandoned";
  }
  await commit(context.store, plan, intent.id, at, { recovered: true });
  return "completed";
}

async function applyPlan(context: ChangeContext, place: Place, plan: ChangePlan, id: string): Promise<LinkOutcome[]> {
  const { slug } = plan.skill;
  const blobs = await loadBlobs(context.store, plan.after ?? []);
  const revisions = await listRevisions(context.store, plan.skill.id);
  const knownHashes = new Set(revisions.map((revision) => revision.hash));
  if (plan.revision !== undefined) knownHashes.add(plan.revision.hash);
  const folder = openSkillsFolder(place);
  try {
    const change: FileChange = { id, slug, before: plan.before, after: plan.after };
    applyFileChange(folder, change, blobs, context.onStep);
    context.onStep("files");
    const skillsFolder = folder.path;
    return updateLinks({
      place,
      slug,
      skillsFolder,
      id,
      files: plan.after,
      blobs,
      knownHashes,
      copy: context.copyLinks,
    });
  } finally {
    folder.close();
  }
}

async function commit(
  store: Store,
  plan: ChangePlan,
  intentId: string,
  at: string,
  note: Record<string, unknown> = {},
): Promise<void> {
  await store.transaction(async (transaction) => {
    await saveSkill(transaction, plan.skill);
    if (plan.revision !== undefined) {
      await addRevision(transaction, plan.revision);
      await addSupport(transaction, plan.skill.id, plan.revision.number, plan.evidence, at);
    }
    await appendLedger(transaction, {
      at,
      actor: plan.actor,
      action: plan.action,
      skillId: plan.skill.id,
      detail: {
        reason: plan.reason,
        ...(plan.revision === undefined ? {} : { revision: plan.revision.number }),
        before: contentOf(plan.before),
        after: contentOf(plan.after),
        evidence: plan.evidence.reduce((count, rule) => count + rule.evidence.length, 0),
        ...plan.note,
        ...note,
      },
    });
    await removeIntent(transaction, intentId);
  });
}

function contentOf(files: readonly RevisionFile[] | null): string | null {
  return files === null ? null : hashFiles(files);
}

export async function addSupport(
  store: Parameters<typeof addEvidence>[0],
  skillId: string,
  revision: number,
  support: readonly RuleSupport[],
  at: string,
): Promise<void> {
  for (const { ruleId, evidence } of support) {
    for (const pointer of evidence) await addEvidence(store, skillId, { ...pointer, ruleId, revision, createdAt: at });
  }
}

/**
 * Puts the files back after a failed change. What cannot be put back now (a full disk, a folder without rights) stays as
 * an intent for the next one who opens the bank.
 */
async function undo(context: ChangeContext, place: Place, plan: ChangePlan, intent: IntentRecord): Promise<void> {
  const back: ChangePlan = { ...plan, before: plan.after, after: plan.before, failed: true };
  let isLeft = false;
  try {
    await applyPlan({ ...context, onStep: () => {} }, place, back, intent.id);
  } catch (error) {
    isLeft = !isAboutState(error);
  }
  // The first error is the one to tell; an intent that stays is settled later.
  await context.store
    .transaction(async (transaction) => {
      await removeIntent(transaction, intent.id);
      if (isLeft) await addIntent(transaction, { ...intent, payload: back });
    })
    .catch(() => {});
}

const STATE_CODES = new Set([
  "CONFLICT",
  "NAME_TAKEN",
  "NOT_OURS",
  "SYMLINK_TRAVERSAL",
  "OUTSIDE_ROOT",
  "PARENT_CHANGED",
  "ROOT_GONE",
]);

function isAboutState(error: unknown): error is AutoskillError {
  return AutoskillError.isInstance(error) && STATE_CODES.has(error.code);
}

function changePending(slug: string, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "CHANGE_PENDING",
    message: `An earlier change of the skill ${slug} was cut off and could not be finished yet.`,
    next: "Run `autoskill doctor` to see why, correct it, and try again.",
    cause,
  });
}
