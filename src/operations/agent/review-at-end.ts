/** What happens to a session of our own agent when it has ended: its review is decided on, and queued. */
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import type { OperationContext } from "../context.ts";
import { enqueueReview, type ReviewSkipReason } from "../review/enqueue-review.ts";
import type { ReviewRun } from "../review/run-review-jobs.ts";

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

/**
 * `by_gate`: where the settings and the gate say so. `asked`: a person wants it now, whatever the gate says.
 * Never throws: the answer is there, and a review that cannot be queued is no reason to lose it.
 */
export async function queueReview(
  context: OperationContext,
  session: EndedSession,
  wanted: "asked" | "by_gate" | "no",
): Promise<SkillReviewNotice> {
  if (wanted === "no") return { status: "skipped", reason: "disabled" };
  try {
    // A person who stopped the agent has not stopped this.
    const patient = { ...context, signal: new AbortController().signal };
    const scheduling = await enqueueReview(patient, { ...session, asked: wanted === "asked" });
    const { toolCalls } = scheduling;
    return scheduling.status === "scheduled"
      ? { status: "scheduled", jobId: scheduling.jobId, why: scheduling.why, toolCalls }
      : { status: "skipped", reason: scheduling.reason, toolCalls };
  } catch (error) {
    return { status: "skipped", reason: "failed", error: errorToJson(error) };
  }
}

/** What came of a review that was queued, in short; the whole is in `autoskill review` and `autoskill pending`. */
export interface SkillReviewOutcome {
  jobId: string;
  /** `released`: stopped, and queued as it was. `missing`: another process has it. */
  state: ReviewRun["state"] | "missing";
  /** Only for `done`. */
  outcome?: "nothing_to_save" | "proposed" | "refused";
  turns?: number;
  proposals: { id: string; name: string; action: "create" | "update"; state: "published" | "waiting" }[];
  /** What the reviewer's tools refused. */
  refusals: { tool: string; code: string; message: string }[];
  /** What it wrote that is not proposed. */
  problems: { name: string; code: string; message: string }[];
  error?: ErrorJson;
}

/** Runs one queued review now. When `signal` stops it, it goes back into the queue. Never throws. */
export async function runQueuedReview(
  context: OperationContext,
  jobId: string,
  signal: AbortSignal,
): Promise<SkillReviewOutcome> {
  const none = { jobId, proposals: [], refusals: [], problems: [] };
  try {
    // Loaded when it is needed: most runs end without a review.
    const { runReviewJobs } = await import("../review/run-review-jobs.ts");
    const [run] = await runReviewJobs(context, { jobIds: [jobId], signal });
    if (run === undefined) return { ...none, state: signal.aborted ? "released" : "missing" };
    if (run.state !== "done") return { ...none, state: run.state, error: run.error };
    const published = new Set(run.published.map(({ id }) => id));
    return {
      jobId,
      state: "done",
      outcome: run.outcome,
      turns: run.turns,
      proposals: run.proposals.map(({ id, name, action }) => ({
        id,
        name,
        action,
        state: published.has(id) ? "published" : "waiting",
      })),
      refusals: run.refusals.map(({ tool, code, message }) => ({ tool, code, message })),
      problems: run.problems.map(({ slug, code, message }) => ({ name: slug, code, message })),
    };
  } catch (error) {
    return { ...none, state: "queued", error: errorToJson(error) };
  }
}
