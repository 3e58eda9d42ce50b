/**
 * `evolve`: one skill, made better from many sessions at once (design §7; Trace2Skill, arXiv 2603.25158).
 *
 * Contract:
 * - Every session is looked at by itself, against the same frozen copy of the skill. The order of the sessions means nothing.
 * - What comes out is one proposal for the skill, which goes the way of every proposal. A dry run proposes nothing and
 *   changes nothing; the answers of a model are kept all the same, so that they are not paid for twice.
 * - Stopped with Ctrl-C it proposes nothing; run again it goes on behind the sessions that were done.
 */
import { join } from "node:path";
import { z } from "zod";
import { AutoskillError, contentId, type ErrorJson, withFreeFileLock } from "../../base/index.ts";
import {
  type AnalystRefusal,
  describeChange,
  type EditSupport,
  type EvolveChange,
  type EvolvedCandidate,
  evolveSkill,
  type LeftOutReason,
  type RuleEvidence,
} from "../../learn/index.ts";
import { type ModelUsage, withBudget } from "../../model/index.ts";
import type { OutcomeStatus } from "../../session/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import type { Placement } from "../learn/proposal-book.ts";
import { selectTranscripts } from "../learn/sources.ts";
import type { Target } from "../learn/target.ts";
import { sessionTokensFor } from "../model/context-tokens.ts";
import { chooseContextModel, recordedModel } from "../model/open-model.ts";
import { costOf } from "../model/usage.ts";
import { defineOperation } from "../operation.ts";
import type { SettledProposals } from "../settle-proposals.ts";
import { locateSkill, presentSkill, resolveProject, skillReferenceFields } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { type AnalysedSessions, analyseSessions } from "./analyse-sessions.ts";
import { findSessions, type SkippedSession } from "./find-sessions.ts";
import { type Frozen, propose } from "./propose.ts";

export interface EvolvedEdit {
  change: EvolveChange;
  /** The change in a few words. */
  what: string;
  support: EditSupport;
  evidence: RuleEvidence[];
}

export interface EvolveReport extends SettledProposals {
  skill: { name: string; scope: Target["scope"]; hash: string; projectRoot?: string };
  dryRun: boolean;
  /** Absent: the distiller looked at the sessions. */
  model?: string;
  sessions: {
    agent: string;
    sessionId: string;
    path: string;
    outcome: OutcomeStatus;
    /** Edits that the session carries. */
    edits: number;
    refused: AnalystRefusal[];
    /** True when an earlier run had looked at it. */
    kept: boolean;
  }[];
  skipped: SkippedSession[];
  failed: { path: string; sessionId?: string; error: ErrorJson }[];
  notTranscripts: number;
  /** Sessions that nobody looked at, and why. */
  notBegun: number;
  stoppedBy?: "budget" | "model_failures" | "person";
  accepted: EvolvedEdit[];
  leftOut: (EvolvedEdit & { reason: LeftOutReason; message: string })[];
  /** Rules that stay as they are and that sessions support. */
  kept: number;
  wordsAdded: number;
  /** Rules that only one session suggests, as they wait now (`show NAME --drafts`). */
  drafts: number;
  /** What became of the candidate; absent when there is none, or the run was stopped. */
  placement?: Placement;
  /** What the model took in this run. `cost` in the unit of `model.prices`, where there is a price. */
  usage: ModelUsage & { cost?: number };
}

export const evolveInput = z.object({
  ...skillReferenceFields,
  sessions: z.array(z.string().min(1)).min(1).describe("Transcripts, or folders of them"),
  dryRun: z.boolean().default(false).describe("Show what would be proposed; propose nothing"),
  publish: z.boolean().default(false).describe("Publish what is proposed without asking"),
  model: z.boolean().default(true).describe("Let a model look at the sessions, where one is configured"),
  parallel: z.number().int().min(1).max(32).default(4).describe("Sessions that a model looks at at the same time"),
  maxTokens: z
    .number()
    .int()
    .min(1_000)
    .default(2_000_000)
    .describe("Tokens of all calls together, input and output; what was found until then counts"),
});
type EvolveInput = z.output<typeof evolveInput>;

export const evolve = defineOperation({
  name: "evolve",
  summary: SUMMARIES.evolve,
  readOnly: false,
  input: evolveInput,
  handler: async (context, input): Promise<EvolveReport> => {
    const frozen = await frozenSkill(context, input);
    const { skill, target, root } = frozen;
    const lock = join(context.home, "locks", `${contentId("evolve", [target.scope, root, skill.slug])}.lock`);
    const locked = await withFreeFileLock(lock, () => evolveFrozen(context, frozen, input));
    if (locked !== undefined) return locked.value;
    throw new AutoskillError({
      code: "ALREADY_RUNNING",
      message: `Another \`autoskill evolve ${skill.slug}\` is at work.`,
      next: "Wait for it to end; then run this again.",
    });
  },
});

/** @throws AutoskillError `SKILL_NOT_FOUND`, `SKILL_REMOVED`, `NOT_OURS` */
async function frozenSkill(context: OperationContext, input: EvolveInput): Promise<Frozen> {
  const located = await locateSkill(context, input);
  const skill = presentSkill(located);
  const { bank, scope, slug } = located;
  if (scope === "common" || (skill.ownership !== "ours" && skill.ownership !== "ours_edited")) {
    throw new AutoskillError({
      code: "NOT_OURS",
      message:
        scope === "common"
          ? `${slug} is a common skill; those are not changed from here.`
          : `${slug} is not autoskill's to change.`,
      expected: "a skill of the project or of your own that autoskill published",
      found: scope === "common" ? "common" : skill.ownership,
      next: "Run `autoskill list` to see whose each skill is.",
    });
  }
  const groups = await bank.evidence(scope, slug);
  const projectRoot = await resolveProject(context, input.project);
  return {
    skill: {
      slug,
      text: skill.text,
      hash: skill.hash,
      files: skill.files.map(({ path }) => path).filter((path) => path !== "SKILL.md"),
      personRules: new Set(groups.flatMap(({ active, byUser, ruleId }) => (active && byUser ? [ruleId] : []))),
    },
    target: scope === "project" ? { scope, projectRoot } : { scope },
    root: bank.rootOf(scope),
  };
}

async function evolveFrozen(
  context: OperationContext,
  { skill, target, root }: Frozen,
  input: EvolveInput,
): Promise<EvolveReport> {
  const files = await selectTranscripts(context, { paths: input.sessions, latest: false });
  const found = await findSessions(context, files);
  const configuration = await loadConfiguration(context, target.projectRoot);
  const chosen = input.model ? (await chooseContextModel(context, target.projectRoot)).model : undefined;
  const model =
    chosen === undefined ? undefined : withBudget(recordedModel(context, chosen), { maxTokens: input.maxTokens });
  const analysed = await analyseSessions(context, found.sessions, {
    skill,
    ...(model === undefined ? {} : { asked: { model, sessionTokens: sessionTokensFor(configuration, model) } }),
    parallel: input.parallel,
  });
  const evolved = await evolveSkill(
    skill,
    analysed.analyses.map(({ analysis }) => analysis),
    { now: context.clock.now() },
  );
  const cost =
    model === undefined
      ? undefined
      : costOf({ provider: model.provider, model: model.model, ...analysed.usage }, configuration["model.prices"]);
  const report: EvolveReport = {
    skill: {
      name: skill.slug,
      scope: target.scope,
      hash: skill.hash,
      ...(target.projectRoot === undefined ? {} : { projectRoot: target.projectRoot }),
    },
    dryRun: input.dryRun,
    ...(model === undefined ? {} : { model: model.id }),
    ...sessionsOf(analysed),
    skipped: found.skipped,
    failed: [...found.failed, ...analysed.failed],
    notTranscripts: found.notTranscripts,
    ...editsOf(evolved),
    usage: { ...analysed.usage, ...(cost === undefined ? {} : { cost }) },
    drafts: 0,
    proposals: [],
    published: [],
    notPublished: [],
  };
  if (context.signal.aborted) return { ...report, stoppedBy: "person" };
  return { ...report, ...(await propose(context, { skill, target, root }, evolved, input)) };
}

function sessionsOf({ analyses, notBegun, stoppedBy }: AnalysedSessions) {
  return {
    sessions: analyses.map(({ analysis, session, kept }) => ({
      agent: session.header.source,
      sessionId: session.header.id,
      path: session.path,
      outcome: analysis.outcome,
      edits: analysis.edits.length,
      refused: analysis.refused,
      kept,
    })),
    notBegun,
    ...(stoppedBy === undefined ? {} : { stoppedBy }),
  };
}

function editsOf({ accepted, leftOut, kept, wordsAdded }: EvolvedCandidate) {
  const shown = ({ change, support, evidence }: Omit<EvolvedEdit, "what">): EvolvedEdit => ({
    change,
    what: describeChange(change),
    support,
    evidence,
  });
  return {
    accepted: accepted.map(shown),
    leftOut: leftOut.map((edit) => ({ ...shown(edit), reason: edit.reason, message: edit.message })),
    kept: kept.length,
    wordsAdded,
  };
}
