/** Reviews of finished sessions by a model: what queues them, what runs them, and the operation. */
export {
  enqueueReview,
  enqueueReviewOf,
  type ReviewRequest,
  type ReviewScheduling,
  type ReviewSkipReason,
} from "./enqueue-review.ts";
export { createMemoryManager } from "./memory-manager.ts";
export { type ReviewReport, review, type WaitingReview, waitingReviews } from "./review.ts";
export type { ReviewedSession, ReviewFinding } from "./run-review.ts";
export { type ReviewRun, type ReviewRunOptions, runReviewJobs } from "./run-review-jobs.ts";
