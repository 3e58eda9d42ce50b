/**
 * The second look: where a model is configured, it goes over the newest of the sessions that the distiller learned from.
 * What both found meets in one proposal; reviews that wait from before are taken up too. Without a model, or when it fails, everything stands as the distiller made it.
 */
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { chooseContextModel } from "../model/open-model.ts";
import { enqueueReview, type ReviewSkipReason } from "../review/enqueue-review.ts";
import { type ReviewRun, runReviewJobs } from "../review/run-review-jobs.ts";
import type { TargetChoice } from "./target.ts";

export interface LearnReviews {
  runs: ReviewRun[];
  skipped: { sessionId: string; reason: ReviewSkipReason }[];
  /** Sessions that passed the gate and were not looked over, since `review.sessionsPerLearn` is lower. */
  beyondLimit: number;
}

export interface LearnedPlace {
  path: string;
  sessionId: string;
}

export async function reviewLearned(
  context: OperationContext,
  sessions: readonly LearnedPlace[],
  choice: TargetChoice,
): Promise<LearnReviews> {
  const reviews: LearnReviews = { runs: [], skipped: [], beyondLimit: 0 };
  if ((await chooseContextModel(context, choice.project)).model === undefined) return reviews;
  const limit = (await loadConfiguration(context))["review.sessionsPerLearn"];
  const newest = limit === 0 ? [] : sessions.slice(-limit);
  reviews.beyondLimit = sessions.length - newest.length;
  const jobIds: string[] = [];
  for (const { path, sessionId } of newest) {
    if (context.signal.aborted) break;
    const request = { path, sessionId, projectRoot: choice.project, user: choice.user };
    const scheduling = await enqueueReview(context, request);
    if (scheduling.status === "scheduled") jobIds.push(scheduling.jobId);
    else reviews.skipped.push({ sessionId, reason: scheduling.reason });
  }
  reviews.runs = await runReviewJobs(context, { jobIds, settle: "save" });
  // What an earlier process left, or failed to do, is taken up where there is room.
  const room = limit - reviews.runs.length;
  if (room > 0) reviews.runs.push(...(await runReviewJobs(context, { limit: room, settle: "save" })));
  return reviews;
}
