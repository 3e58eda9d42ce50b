/**
 * `curate`: what was not used for long becomes stale, then goes to the archive; near duplicates become proposals.
 *
 * Contract: a dry run holds a reader and nothing else (see `CuratorReader`), so it changes nothing. A real run does what a
 * dry run at the same moment says, one action a ledger entry. Merges only ever wait for a person, whatever the policy.
 */
import { z } from "zod";
import type { Scope } from "../../bank/index.ts";
import type { ErrorJson } from "../../base/index.ts";
import {
  type AppliedStage,
  applyStages,
  type CurationPlan,
  type CuratorReader,
  type CuratorThresholds,
  ideaDigest,
  type KeepReason,
  type MergeProposal,
  openCuratorReader,
  type PlannedStage,
  planCuration,
} from "../../learn/index.ts";
import { findCandidate, readOnly, type StoreConnection } from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import { type OperationContext, throwIfInterrupted } from "../context.ts";
import { ProposalBook } from "../learn/proposal-book.ts";
import { defineOperation } from "../operation.ts";
import { rejectionsFor } from "../rejections.ts";
import { projectSchema, resolveProject } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { asOnlyCurator } from "./curator-lock.ts";

export type CuratorAction = "seed" | "restart_clock" | "record_edit" | "stale" | "reactivate" | "archive";

export interface CuratedChange {
  name: string;
  scope: Scope;
  action: CuratorAction;
  reason: string;
  /** Why it was not done. */
  error?: ErrorJson;
}

export interface CuratedMerge {
  /** The skill that would stay. */
  name: string;
  scope: Scope;
  /** The skills that it would take over. */
  absorbs: string[];
  rationale: string;
  /** `new`: proposed now (or would be); `waiting`: was proposed before; `rejected`: a person does not want it. */
  state: "new" | "waiting" | "decided" | "rejected";
  /** Id of the proposal. */
  id: string;
}

export interface CurateReport {
  dryRun: boolean;
  /** Nothing was known of any skill: their clocks are started, and nothing else is done. */
  firstRun: boolean;
  thresholds: CuratorThresholds;
  /** What was done, or with `dryRun` would be. */
  changes: CuratedChange[];
  merges: CuratedMerge[];
  /** Near duplicates that are not proposed, and why. */
  left: CurationPlan["left"];
  /** Skills that stay as they are, by reason. */
  kept: Record<KeepReason, number>;
  /** True when the person stopped the run; what was finished is kept. */
  interrupted: boolean;
}

export const curate = defineOperation({
  name: "curate",
  summary: SUMMARIES.curate,
  readOnly: false,
  input: z.object({
    dryRun: z.boolean().default(false).describe("Say what would be done, and do nothing"),
    project: projectSchema,
  }),
  handler: async (context, input): Promise<CurateReport> => {
    const projectRoot = await resolveProject(context, input.project);
    const thresholds = await thresholdsFor(context);
    const store = await context.store();
    const bank = await context.bank(projectRoot);
    const reader = openCuratorReader(bank, store);
    const rootOf = (scope: Scope): string => bank.rootOf(scope);
    if (input.dryRun) return preview(reader, readOnly(store), thresholds, rootOf, context.clock.now());
    return asOnlyCurator(context, async () => {
      const now = context.clock.now();
      const plan = await planCuration(reader, thresholds, now);
      throwIfInterrupted(context);
      const merges = await statesOf(plan.merges, store, rootOf);
      const applied = await applyStages(plan, { bank, store, clock: context.clock }, context.signal);
      const interrupted = context.signal.aborted;
      if (!interrupted) await propose(context, plan.merges, merges, projectRoot, now);
      return { ...reportOf(plan, applied, merges, thresholds), dryRun: false, interrupted };
    });
  },
});

/** Everything that a dry run has: eyes. */
async function preview(
  reader: CuratorReader,
  store: StoreConnection,
  thresholds: CuratorThresholds,
  rootOf: (scope: Scope) => string,
  now: Date,
): Promise<CurateReport> {
  const plan = await planCuration(reader, thresholds, now);
  const merges = await statesOf(plan.merges, store, rootOf);
  return { ...reportOf(plan, plan.stages, merges, thresholds), dryRun: true, interrupted: false };
}

async function thresholdsFor(context: OperationContext): Promise<CuratorThresholds> {
  const configuration = await loadConfiguration(context);
  return {
    staleAfterDays: configuration["curator.staleAfterDays"],
    archiveAfterDays: configuration["curator.archiveAfterDays"],
    foundWithoutUse: configuration["curator.foundWithoutUse"],
  };
}

async function statesOf(
  merges: readonly MergeProposal[],
  store: StoreConnection,
  rootOf: (scope: Scope) => string,
): Promise<CuratedMerge[]> {
  const described: CuratedMerge[] = [];
  for (const { candidate, kept, absorbed } of merges) {
    const isRejected = await rejectionsFor(store, { scope: kept.scope, root: rootOf(kept.scope) });
    const known = await findCandidate(store, candidate.id);
    const decided = known?.state === "pending" ? "waiting" : "decided";
    const rejected = await isRejected(ideaDigest(candidate));
    described.push({
      name: kept.slug,
      scope: kept.scope,
      absorbs: absorbed.map(({ slug }) => slug),
      rationale: candidate.rationale,
      state: rejected ? "rejected" : known === undefined ? "new" : decided,
      id: candidate.id,
    });
  }
  return described;
}

/** Adds what is new to the proposals; nobody publishes it but a person. */
async function propose(
  context: OperationContext,
  merges: readonly MergeProposal[],
  described: CuratedMerge[],
  projectRoot: string,
  now: Date,
): Promise<void> {
  if (!described.some(({ state }) => state === "new")) return;
  const book = await ProposalBook.open(context);
  for (const [index, { candidate, kept }] of merges.entries()) {
    const merge = described[index];
    if (merge?.state !== "new") continue;
    const target = { scope: kept.scope, ...(kept.scope === "project" ? { projectRoot } : {}) };
    const placement = await book.placeMerge(candidate, target, now);
    if ("recordId" in placement) merge.id = placement.recordId;
  }
  await (await context.store()).transaction((transaction) => book.save(transaction));
}

function reportOf(
  plan: CurationPlan,
  stages: readonly (PlannedStage | AppliedStage)[],
  merges: CuratedMerge[],
  thresholds: CuratorThresholds,
): Omit<CurateReport, "dryRun" | "interrupted"> {
  const kept: CurateReport["kept"] = { not_ours: 0, pinned: 0, in_use: 0, stale: 0 };
  for (const { decision } of plan.stages) if (decision.kind === "keep") kept[decision.why]++;
  const changes = stages.flatMap((stage): CuratedChange[] => {
    const { skill, decision } = stage;
    if (decision.kind === "keep") return [];
    const error = "error" in stage && stage.error !== undefined ? { error: stage.error } : {};
    return [{ name: skill.slug, scope: skill.scope, action: actionOf(decision), reason: decision.reason, ...error }];
  });
  return { firstRun: plan.firstRun, thresholds, changes, merges, left: plan.left, kept };
}

function actionOf(decision: Exclude<PlannedStage["decision"], { kind: "keep" }>): CuratorAction {
  if (decision.kind === "archive" || decision.kind === "record_edit") return decision.kind;
  if (decision.kind === "seed") return decision.again ? "restart_clock" : "seed";
  return decision.to === "stale" ? "stale" : "reactivate";
}
