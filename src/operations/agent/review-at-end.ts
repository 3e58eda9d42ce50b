/** What happens to a session of our own agent when it has ended: its review is decided on, and queued. */
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import type { OperationContext } from "../context.ts";
import { enqueueReview, type ReviewSkipReason } from "../review/enqueue-review.ts";

/** The fate of a session's review, as the person is told. */
export type SkillReviewNotice =
  | { status: "scheduled"; jobId: string; why: string; toolCalls: number }
  | {
      status: "skipped";
      /** `failed`: it could not be queued; `error` says why. */
      reason: ReviewSkipReason | "failed";
      toolCalls?: number;
      error?: ErrorJson;
    };

export interface EndedSession {
  path: string;
  sessionId: string;
  projectRoot: string;
}

/** Never throws: the answer is there, and a review that cannot be queued is no reason to lose it. */
export async function queueReview(
  context: OperationContext,
  session: EndedSession,
  wanted: boolean,
): Promise<SkillReviewNotice> {
  if (!wanted) return { status: "skipped", reason: "disabled" };
  try {
    // A person who stopped the agent has not stopped this.
    const patient = { ...context, signal: new AbortController().signal };
    const scheduling = await enqueueReview(patient, session);
    const { toolCalls } = scheduling;
    return scheduling.status === "scheduled"
      ? { status: "scheduled", jobId: scheduling.jobId, why: scheduling.why, toolCalls }
      : { status: "skipped", reason: scheduling.reason, toolCalls };
  } catch (error) {
    return { status: "skipped", reason: "failed", error: errorToJson(error) };
  }
}
