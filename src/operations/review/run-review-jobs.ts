/**
 * Works off the queue of reviews.
 *
 * Contract:
 * - One review of a project at a time, in any number of processes; several projects beside each other.
 * - A review that fails, or whose process is killed, is queued again after a pause, at most `REVIEW_MAX_ATTEMPTS` times;
 *   then it is kept as dead with its last error. The session that it is about is never lost.
 * - What a review proposed is saved in one transaction with the note that it was reviewed: taken up again, it goes on
 *   behind that, and the model is not asked a second time.
 * - A review that is stopped by `signal` goes back into the queue as it was.
 */
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { AutoskillError, type ErrorJson, errorToJson } from "../../base/index.ts";
import { retryAfterOf } from "../../model/index.ts";
import { failJob, type LeasedJob, leaseJob, releaseJob, renewLease } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { chooseContextModel } from "../model/open-model.ts";
import { REVIEW_JOB_KIND, REVIEW_LEASE_MS, REVIEW_MAX_ATTEMPTS } from "./review-job.ts";
import { type ReviewedSession, type ReviewLimits, runReview, type SettleReviews } from "./run-review.ts";

export interface ReviewRunOptions {
  /** Default: the context's. */
  signal?: AbortSignal;
  /** Only these reviews. Default: all that can be begun. */
  jobIds?: readonly string[];
  /** At most this many. Default: until nothing can be begun. */
  limit?: number;
  /**
   * What becomes of their proposals: as the approval policy says (the default); `publish`, whatever it says; `save`, they
   * wait, and the caller sees to them.
   */
  settle?: SettleReviews;
  /** Instead of `review.maxTurns` and `review.timeoutSeconds`. */
  limits?: ReviewLimits;
  /** How long a review is this process's without a sign of life. */
  leaseMs?: number;
}

export type ReviewRun = { jobId: string; attempts: number } & (
  | ({ state: "done" } & ReviewedSession)
  /** `queued`: tried again later. `dead`: given up. `released`: stopped, and as it was. `lost`: another process has it. */
  | { state: "queued" | "dead" | "released" | "lost"; error: ErrorJson; payload: unknown }
);

/** @throws AutoskillError only for what concerns all reviews: the database, the settings. */
export async function runReviewJobs(context: OperationContext, options: ReviewRunOptions = {}): Promise<ReviewRun[]> {
  // Without a model nothing is begun: an attempt that cannot succeed would be one attempt less.
  if ((await chooseContextModel(context)).model === undefined) return [];
  const store = await context.store();
  const leaseMs = options.leaseMs ?? REVIEW_LEASE_MS;
  const signal = options.signal ?? context.signal;
  const owner = `${hostname()}:${process.pid}:${randomUUID()}`;
  const runs: ReviewRun[] = [];
  const tried = new Set<string>();
  while (!signal.aborted && runs.length < (options.limit ?? Number.POSITIVE_INFINITY)) {
    const ids = options.jobIds?.filter((id) => !tried.has(id));
    const job = await leaseJob(store, {
      kind: REVIEW_JOB_KIND,
      owner,
      now: context.clock.now(),
      leaseMs,
      maxAttempts: REVIEW_MAX_ATTEMPTS,
      ...(ids === undefined ? {} : { ids }),
    });
    if (job === undefined) break;
    tried.add(job.id);
    runs.push(
      await runLeased(context, job, {
        signal,
        leaseMs,
        settle: options.settle ?? "policy",
        limits: options.limits ?? {},
      }),
    );
  }
  return runs;
}

async function runLeased(
  context: OperationContext,
  job: LeasedJob,
  options: { signal: AbortSignal; leaseMs: number; settle: SettleReviews; limits: ReviewLimits },
): Promise<ReviewRun> {
  const store = await context.store();
  const lost = new AbortController();
  const heartbeat = setInterval(() => {
    renewLease(store, job, context.clock.now(), options.leaseMs).then(
      (ours) => {
        if (!ours) lost.abort(new AutoskillError({ code: "LEASE_LOST", message: "Another process has this review." }));
      },
      () => {
        // The database is busy or gone for the moment: the next beat tries again, and the end of the review says why.
      },
    );
  }, options.leaseMs / 3);
  heartbeat.unref();
  const common = { jobId: job.id, attempts: job.attempts };
  try {
    const signal = AbortSignal.any([options.signal, lost.signal]);
    const reviewed = await runReview(context, job, { ...options, signal });
    return { ...common, state: "done", ...reviewed };
  } catch (error) {
    return {
      ...common,
      payload: job.payload,
      ...(await settleFailure(context, job, error, options.signal, lost.signal)),
    };
  } finally {
    clearInterval(heartbeat);
  }
}

/** Codes of failures that come back however often it is tried. */
const HOPELESS = new Set([
  "TRANSCRIPT_UNREADABLE",
  "NO_SESSION_IN_FILE",
  "JOB_INVALID",
  "PROJECT_NOT_FOUND",
  "ROOT_GONE",
]);

async function settleFailure(
  context: OperationContext,
  job: LeasedJob,
  error: unknown,
  stopped: AbortSignal,
  lost: AbortSignal,
): Promise<{ state: "queued" | "dead" | "released" | "lost"; error: ErrorJson }> {
  const store = await context.store();
  const now = context.clock.now();
  const json = errorToJson(error);
  if (lost.aborted || json.code === "LEASE_LOST") return { state: "lost", error: json };
  if (stopped.aborted) return { state: (await releaseJob(store, job, now)) ? "released" : "lost", error: json };
  const delayMs = retryAfterOf(error);
  const state = await failJob(store, job, now, {
    error: json,
    maxAttempts: REVIEW_MAX_ATTEMPTS,
    retry: !HOPELESS.has(json.code),
    ...(delayMs === undefined ? {} : { delayMs }),
  });
  return { state: state ?? "lost", error: json };
}
