/**
 * The acting half of the curator. Every action is compared with the state that it was decided for and stands in the ledger
 * with before and after; one that does not fit any more is not done, and said.
 */
import type { Bank, LinkOutcome } from "../../bank/index.ts";
import { AutoskillError, type Clock, type ErrorJson, errorToJson } from "../../base/index.ts";
import {
  appendLedger,
  findLifecycle,
  moveStage,
  type SkillLifecycle,
  type Store,
  type StoreConnection,
  seedLifecycle,
  summarizeUsage,
} from "../../store/index.ts";
import type { CuratedSkill, PlannedStage, StageDecision } from "./model.ts";
import type { CurationPlan } from "./plan.ts";

export interface CuratorWriter {
  bank: Pick<Bank, "remove" | "adoptEdits">;
  store: Store;
  clock: Clock;
}

export interface AppliedStage extends PlannedStage {
  /** Only of archivings: what became of the places where agents look. */
  links?: LinkOutcome[];
  /** Why it was not done. */
  error?: ErrorJson;
}

/** The decisions that change something, in the order of the plan, each with what became of it. */
export async function applyStages(
  plan: Pick<CurationPlan, "stages">,
  writer: CuratorWriter,
  signal: AbortSignal,
): Promise<AppliedStage[]> {
  const applied: AppliedStage[] = [];
  for (const planned of plan.stages) {
    if (signal.aborted) break;
    if (planned.decision.kind === "keep") continue;
    try {
      applied.push({ ...planned, ...(await applyOne(planned.skill, planned.decision, writer)) });
    } catch (error) {
      applied.push({ ...planned, error: errorToJson(error) });
    }
  }
  return applied;
}

async function applyOne(
  skill: CuratedSkill,
  decision: Exclude<StageDecision, { kind: "keep" }>,
  writer: CuratorWriter,
): Promise<{ links?: LinkOutcome[] }> {
  const at = writer.clock.now().toISOString();
  if (decision.kind === "archive") return archive(skill, decision.from, decision.reason, writer);
  if (decision.kind === "record_edit") {
    await writer.bank.adoptEdits(skill.scope, skill.slug);
    return {};
  }
  await writer.store.transaction(async (transaction) => {
    if (decision.kind === "seed") {
      await seedLifecycle(transaction, skill.id, at, { again: decision.again });
      if (decision.again)
        await note(transaction, skill, "restart_clock", decision.reason, at, stageNow(skill), "active");
      return;
    }
    if (!(await moveStage(transaction, decision.from, decision.to, at))) throw changedSince(skill);
    const action = decision.to === "stale" ? "stale" : "reactivate";
    await note(transaction, skill, action, decision.reason, at, decision.from.stage, decision.to);
  });
  return {};
}

/** The bank compares the content and the owner; pins and use are looked at just before. */
async function archive(
  skill: CuratedSkill,
  from: SkillLifecycle,
  reason: string,
  { bank, store, clock }: CuratorWriter,
): Promise<{ links: LinkOutcome[] }> {
  const current = await findLifecycle(store, skill.id);
  const isSame = current?.stage === from.stage && current.changedAt === from.changedAt && !current.pinned;
  if (!isSame || (await usedAgain(store, skill))) throw changedSince(skill);
  const { scope, slug, hash } = skill;
  const { links } = await bank.remove(scope, slug, { actor: "curator", reason, action: "archive", baseHash: hash });
  await moveStage(store, from, "archived", clock.now().toISOString());
  return { links };
}

async function usedAgain(store: StoreConnection, { id, activity }: CuratedSkill): Promise<boolean> {
  const uses = (await summarizeUsage(store, id)).filter(({ kind }) => kind !== "retrieved");
  const before = activity.injected + activity.used + activity.succeeded + activity.failed;
  return uses.reduce((sum, { count }) => sum + count, 0) > before;
}

function stageNow({ lifecycle }: CuratedSkill): string {
  return lifecycle?.stage ?? "active";
}

async function note(
  store: StoreConnection,
  skill: CuratedSkill,
  action: string,
  reason: string,
  at: string,
  before: string,
  after: string,
): Promise<void> {
  const detail = { reason, stage: { before, after } };
  await appendLedger(store, { at, actor: "curator", action, skillId: skill.id, detail });
}

function changedSince({ slug }: CuratedSkill): AutoskillError {
  return new AutoskillError({
    code: "CONFLICT",
    message: `${slug} was used, pinned or changed while the curator was at work; it is left as it is.`,
    next: "Run `autoskill curate` again.",
  });
}
