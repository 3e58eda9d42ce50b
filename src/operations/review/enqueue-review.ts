/** Decides whether a finished session is to be reviewed, and queues the review. No model is asked here. */
import { evaluateGate, gateCursor, type LearnReason, type SkipReason } from "../../learn/index.ts";
import { cancelJob, enqueueJob, findJob, type JobRecord, listJobs, reviveJob } from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { type TargetChoice, targetFor } from "../learn/target.ts";
import { chooseContextModel } from "../model/open-model.ts";
import { payloadOf, REVIEW_JOB_KIND, type ReviewPayload, reviewJob } from "./review-job.ts";
import { type SessionOfPath, sessionOfPath } from "./session-of-path.ts";

export interface ReviewRequest {
  /** The transcript. */
  path: string;
  /** Which session of it; default the last that is no sub-agent's. */
  sessionId?: string | undefined;
  /** Where what is learned goes; default the project where the session ran. */
  projectRoot?: string | undefined;
  /** Into the person's own bank. */
  user?: boolean | undefined;
  /** Tool calls from which it is looked at; default `learn.minimumToolCalls`. */
  threshold?: number | undefined;
  /** A person asks for it: thresholds, `memory.enableAutoSkill`, and that it was done before do not count. */
  asked?: boolean | undefined;
}

export type ReviewSkipReason = SkipReason | "sub_agent" | "own_run";

interface ReviewSubject {
  sessionId: string;
  path: string;
  toolCalls: number;
}

export type ReviewScheduling = ReviewSubject &
  (
    | { status: "scheduled"; jobId: string; why: LearnReason | "asked" }
    | {
        status: "skipped";
        reason: ReviewSkipReason;
        /** The review that is queued or under way already. */
        jobId?: string;
      }
  );

/** @throws AutoskillError `TRANSCRIPT_UNREADABLE`, `NO_SESSION_IN_FILE`, `PROJECT_NOT_FOUND`, `CONFIG_INVALID` */
export async function enqueueReview(context: OperationContext, request: ReviewRequest): Promise<ReviewScheduling> {
  return enqueueReviewOf(context, await sessionOfPath(context, request.path, request.sessionId), request);
}

/** Like `enqueueReview`, for a session that was read already. */
export async function enqueueReviewOf(
  context: OperationContext,
  session: SessionOfPath,
  request: Omit<ReviewRequest, "path" | "sessionId">,
): Promise<ReviewScheduling> {
  const { header, facts } = session;
  const choice: TargetChoice = { project: request.projectRoot, user: request.user ?? false };
  const target = await targetFor(context, choice, header);
  const configuration = await loadConfiguration(context, target.projectRoot);
  const subject: ReviewSubject = {
    sessionId: header.id,
    path: session.path,
    toolCalls: gateCursor(facts).toolCalls,
  };
  const skip = (reason: ReviewSkipReason, jobId?: string): ReviewScheduling => ({
    ...subject,
    status: "skipped",
    reason,
    ...(jobId === undefined ? {} : { jobId }),
  });
  if (facts.ownRun) return skip("own_run");
  if (header.subAgentOf !== undefined) return skip("sub_agent");

  const asked = request.asked ?? false;
  const job = reviewJob({
    path: session.path,
    source: header.source,
    sessionId: header.id,
    ...target,
    cursor: gateCursor(facts),
  });
  const earlier = await reviewsOf(context, header.source, header.id);
  const waiting = earlier.find(({ record }) => record.id === job.id && ["queued", "running"].includes(record.state));
  const done = earlier.filter(({ record }) => record.state === "done").at(-1);
  const decision = evaluateGate(facts, {
    enabled: asked || (configuration["learn.enabled"] && configuration["memory.enableAutoSkill"]),
    modelRequired: true,
    modelAvailable: (await chooseContextModel(context, target.projectRoot)).model !== undefined,
    alreadyRunning: waiting !== undefined && !(asked && waiting.record.state === "queued"),
    minToolCalls: request.threshold ?? configuration["learn.minimumToolCalls"],
    minSignalCalls: configuration["learn.minimumSignalCalls"],
    ...(done === undefined || asked ? {} : { cursor: done.payload.cursor }),
  });
  const { decision: verdict, reason } = decision;
  const hard = reason === "no_model" || reason === "already_running" || reason === "disabled";
  if (verdict === "skip" && (hard || !asked)) return skip(reason, waiting?.record.id);

  const store = await context.store();
  const now = context.clock.now();
  // What the session was before it grew is part of what it is now.
  for (const { record } of earlier) if (record.id !== job.id) await cancelJob(store, record.id, now);
  const added = await enqueueJob(store, job, now);
  const known = added ? undefined : await findJob(store, job.id);
  if (known !== undefined) {
    const again = asked || known.state === "cancelled";
    if (!again) return skip("nothing_new", job.id);
    if (!(await reviveJob(store, job.id, now))) return skip("already_running", job.id);
  }
  return { ...subject, status: "scheduled", jobId: job.id, why: verdict === "learn" ? reason : "asked" };
}

/** Reviews of one session so far, oldest first, whatever became of them. */
async function reviewsOf(
  context: OperationContext,
  source: string,
  sessionId: string,
): Promise<{ record: JobRecord; payload: ReviewPayload }[]> {
  const records = await listJobs(await context.store(), { kind: REVIEW_JOB_KIND });
  return records.flatMap((record) => {
    const payload = readablePayload(record);
    return payload?.sessionId === sessionId && payload.source === source ? [{ record, payload }] : [];
  });
}

function readablePayload(record: JobRecord): ReviewPayload | undefined {
  try {
    return payloadOf(record);
  } catch {
    return undefined;
  }
}
