/** One review: read, ask the model, save what it proposes, publish what the policy lets through. */
import { join } from "node:path";
import { AutoskillError, withFileLock } from "../../base/index.ts";
import type { Refusal, ReviewOptions, ReviewOutcome, ReviewResult, RuleRefusal } from "../../learn/index.ts";
import { type Candidate, reviewSession } from "../../learn/index.ts";
import type { ModelUsage } from "../../model/index.ts";
import { transcriptMessages } from "../../session/index.ts";
import {
  type CandidateRecord,
  findCandidate,
  finishJob,
  type LeasedJob,
  type Store,
  saveJobProgress,
} from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { reinforce } from "../decide.ts";
import { type Placement, ProposalBook } from "../learn/proposal-book.ts";
import type { Target } from "../learn/target.ts";
import { sessionTokensFor } from "../model/context-tokens.ts";
import { openModel } from "../model/open-model.ts";
import { rejectionsFor } from "../rejections.ts";
import { type SettledProposals, settleProposals } from "../settle-proposals.ts";
import { readSource } from "../transcript-source.ts";
import { payloadOf, type ReviewPayload, targetOf } from "./review-job.ts";
import { sessionOfPath } from "./session-of-path.ts";
import { readableRoot, skillRootsFor } from "./skill-roots.ts";

/** What the caller of one run sets differently. */
export type ReviewLimits = Partial<Pick<ReviewOptions, "maxTurns" | "timeoutMs">>;

export type SettleReviews = "policy" | "publish" | "save";

/** What a review found, as the queue keeps it. */
export interface ReviewFinding {
  outcome: Exclude<ReviewOutcome, "failed" | "cancelled">;
  placements: Placement[];
  turns: number;
  usage: ModelUsage;
  model: string;
  /** What the model wrote that is not proposed. */
  problems: RuleRefusal[];
  /** What its tools refused. */
  refusals: Refusal[];
  session: ReviewResult["session"];
  stoppedBy?: ReviewResult["stoppedBy"];
  promptVersion: number;
}

export interface ReviewedSession extends ReviewFinding, SettledProposals {
  sessionId: string;
  path: string;
  projectRoot?: string;
}

/** @throws AutoskillError whatever stops it: the codes of `ModelErrorCode`, `REVIEW_TURNS_USED`, `LEASE_LOST`, … */
export async function runReview(
  context: OperationContext,
  job: LeasedJob,
  options: { signal: AbortSignal; settle: SettleReviews; limits: ReviewLimits },
): Promise<ReviewedSession> {
  const store = await context.store();
  const payload = payloadOf(job);
  const target = targetOf(payload);
  const finding = (job.result as ReviewFinding | undefined) ?? (await look(context, job, payload, target, options));
  const records = await recordsOf(store, finding.placements);
  const settled = await settleProposals(context, records, {
    publish: options.settle === "publish",
    describeOnly: options.settle === "save",
  });
  await mustBeOurs(finishJob(store, job, context.clock.now(), finding));
  return {
    ...finding,
    ...settled,
    sessionId: payload.sessionId,
    path: payload.path,
    ...(payload.projectRoot === undefined ? {} : { projectRoot: payload.projectRoot }),
  };
}

async function look(
  context: OperationContext,
  job: LeasedJob,
  payload: ReviewPayload,
  target: Target,
  { signal, limits }: { signal: AbortSignal; limits: ReviewLimits },
): Promise<ReviewFinding> {
  const configuration = await loadConfiguration(context, target.projectRoot);
  const model = await openModel(context, target.projectRoot);
  const { header } = await sessionOfPath(context, payload.path, payload.sessionId);
  const bank = await context.bank(target.projectRoot);
  const { path, sessionId } = payload;
  context.progress({ message: `${model.id} looks over session ${sessionId}` });
  const result = await reviewSession({
    model,
    session: { header, sourcePath: path, messages: transcriptMessages(path, { sessionId, read: readSource, signal }) },
    projectRoot: await readableRoot(context, target),
    scope: target.scope,
    bank,
    skillRoots: skillRootsFor(context, target),
    options: {
      maxTurns: configuration["review.maxTurns"],
      timeoutMs: configuration["review.timeoutSeconds"] * 1000,
      maxTokens: configuration["review.maxTokens"],
      sessionTokens: sessionTokensFor(configuration, model),
      shell: configuration["review.shell"] === "auto" ? "bwrap" : configuration["review.shell"],
      ...limits,
    },
    signal,
    now: context.clock.now(),
    isRejected: await rejectionsFor(await context.store(), { scope: target.scope, root: bank.rootOf(target.scope) }),
    onProgress: (message) => context.progress({ message: `review of ${sessionId}: ${message}` }),
  });
  if (result.outcome === "cancelled") throw cancelled(signal);
  if (result.outcome === "failed") throw result.error ?? failedSomehow();
  const { outcome, candidates, turns, usage, problems, refusals, session, stoppedBy, promptVersion } = result;
  const rest = { turns, usage, model: model.id, problems, refusals, session, promptVersion };
  const stop = stoppedBy === undefined ? {} : { stoppedBy };
  return savePlaced(context, job, target, candidates, { outcome, ...rest, ...stop });
}

/**
 * Puts the candidates into the book of proposals and notes in the same transaction that this review is over. The lock is
 * that of `learn`: whoever changes waiting proposals sees all of them.
 */
async function savePlaced(
  context: OperationContext,
  job: LeasedJob,
  target: Target,
  candidates: readonly Candidate[],
  found: Omit<ReviewFinding, "placements">,
): Promise<ReviewFinding> {
  const store = await context.store();
  const now = context.clock.now();
  const supports: (() => Promise<void>)[] = [];
  const finding = await withFileLock(
    join(context.home, "locks", "learn.lock"),
    { timeoutMs: LOCK_WAIT_MS },
    async () => {
      const book = await ProposalBook.open(context);
      const placements: Placement[] = [];
      for (const candidate of candidates) {
        const placement = await book.place(candidate, target, now);
        placements.push(placement);
        const published =
          placement.kind === "reinforced" ? placement.slug : "updates" in placement ? placement.updates : undefined;
        if (published !== undefined) supports.push(() => reinforce(context, { ...candidate, slug: published }, target));
      }
      const whole: ReviewFinding = { ...found, placements };
      await store.transaction(async (transaction) => {
        await book.save(transaction);
        await mustBeOurs(saveJobProgress(transaction, job, now, whole));
      });
      return whole;
    },
  );
  for (const support of supports) await support();
  return finding;
}

/** `learn` may hold it for a while when it reads a long history. */
const LOCK_WAIT_MS = 10 * 60_000;

async function recordsOf(store: Store, placements: readonly Placement[]): Promise<CandidateRecord[]> {
  const ids = placements.flatMap((placement) => ("recordId" in placement ? [placement.recordId] : []));
  const records: CandidateRecord[] = [];
  for (const id of new Set(ids)) {
    const record = await findCandidate(store, id);
    // Decided in the meantime, by a person or by the attempt before this one.
    if (record?.state === "pending") records.push(record);
  }
  return records;
}

async function mustBeOurs(change: Promise<boolean>): Promise<void> {
  if (await change) return;
  throw new AutoskillError({
    code: "LEASE_LOST",
    message: "Another process has taken this review over; what this one found is dropped.",
    next: "Run `autoskill review` to see what became of it.",
  });
}

function failedSomehow(): AutoskillError {
  return new AutoskillError({
    code: "REVIEW_FAILED",
    message: "The review failed.",
    next: "Run `autoskill review` again.",
  });
}

function cancelled(signal: AbortSignal): AutoskillError {
  if (AutoskillError.isInstance(signal.reason)) return signal.reason;
  return new AutoskillError({
    code: "MODEL_CANCELLED",
    message: "The review was stopped.",
    next: "Run `autoskill review` to go on.",
  });
}
