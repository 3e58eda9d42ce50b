/**
 * `review`: a model looks over one session now, or over those that wait for it.
 *
 * Contract: what a review proposes goes the way of every proposal (approval policy). A session that a person names is
 * reviewed whether or not it passes the gate; the reasons that are left are `already_running`, `no_model`, `sub_agent` and
 * `own_run`.
 */
import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { z } from "zod";
import { AutoskillError, type ErrorJson } from "../../base/index.ts";
import { findTranscripts } from "../../hosts/index.ts";
import { listJobs, listSessions } from "../../store/index.ts";
import { hostPlace, type OperationContext } from "../context.ts";
import { selectTranscripts } from "../learn/sources.ts";
import { openModel } from "../model/open-model.ts";
import { defineOperation } from "../operation.ts";
import { SUMMARIES } from "../summaries.ts";
import { enqueueReview, type ReviewScheduling } from "./enqueue-review.ts";
import { payloadOf, REVIEW_JOB_KIND } from "./review-job.ts";
import { type ReviewRun, runReviewJobs } from "./run-review-jobs.ts";

export interface WaitingReview {
  jobId: string;
  sessionId: string;
  path: string;
  projectRoot?: string;
  state: "queued" | "running" | "dead";
  attempts: number;
  /** Not begun before. */
  availableAt: string;
  /** Why the last attempt failed. */
  error?: ErrorJson;
}

export interface ReviewReport {
  /** What became of the session that was asked for; absent when none was named. */
  asked?: ReviewScheduling;
  /** What this run looked over. */
  runs: ReviewRun[];
  /** Reviews that wait, are under way elsewhere, or were given up. */
  waiting: WaitingReview[];
}

export const reviewInput = z
  .object({
    session: z.string().min(1).optional().describe("A transcript, or the id of a session; default: what waits"),
    latest: z.boolean().default(false).describe("The newest session found"),
    project: z.string().optional().describe("Learn into this project; default: the project where the session ran"),
    user: z.boolean().default(false).describe("Learn into your own bank, for all projects"),
    publish: z.boolean().default(false).describe("Publish what is proposed without asking"),
    list: z.boolean().default(false).describe("Only show what waits; ask no model"),
  })
  .refine((input) => input.session === undefined || !input.latest, "give a session, or latest")
  .refine((input) => !input.user || input.project === undefined, "user and project exclude each other");

export const review = defineOperation({
  name: "review",
  summary: SUMMARIES.review,
  readOnly: false,
  input: reviewInput,
  handler: async (context, input): Promise<ReviewReport> => {
    if (input.list) return { runs: [], waiting: await waitingReviews(context) };
    const settle = input.publish ? "publish" : "policy";
    const named = input.session !== undefined || input.latest;
    if (!named) {
      // Says why there is none, where there is none.
      if ((await waitingReviews(context)).some(({ state }) => state === "queued")) await openModel(context);
      const runs = await runReviewJobs(context, { settle });
      return { runs, waiting: await waitingReviews(context) };
    }
    const { path, sessionId } = await sessionFor(context, input);
    const asked = await enqueueReview(context, {
      path,
      asked: true,
      user: input.user,
      ...(sessionId === undefined ? {} : { sessionId }),
      ...(input.project === undefined ? {} : { projectRoot: input.project }),
    });
    const runs = asked.status === "scheduled" ? await runReviewJobs(context, { jobIds: [asked.jobId], settle }) : [];
    return { asked, runs, waiting: await waitingReviews(context) };
  },
});

/** Reviews that are not over, oldest first. */
export async function waitingReviews(context: OperationContext): Promise<WaitingReview[]> {
  const states = ["queued", "running", "dead"] as const;
  const records = await listJobs(await context.store(), { kind: REVIEW_JOB_KIND, states });
  return records.flatMap((record): WaitingReview[] => {
    const state = states.find((known) => known === record.state);
    if (state === undefined) return [];
    const { sessionId, path, projectRoot } = payloadOf(record);
    return [
      {
        jobId: record.id,
        sessionId,
        path,
        ...(projectRoot === undefined ? {} : { projectRoot }),
        state,
        attempts: record.attempts,
        availableAt: record.availableAt,
        ...(record.error === undefined ? {} : { error: record.error as ErrorJson }),
      },
    ];
  });
}

async function sessionFor(
  context: OperationContext,
  input: { session?: string | undefined; latest: boolean },
): Promise<{ path: string; sessionId?: string }> {
  const { session } = input;
  if (session === undefined) {
    const [newest] = await selectTranscripts(context, { paths: [], latest: true });
    if (newest !== undefined) return { path: newest.path };
    throw notFound("the newest session");
  }
  const path = resolve(context.workingDirectory, session);
  if (await isFile(path)) return { path };
  const known = (await listSessions(await context.store())).find((record) => record.sessionId === session);
  if (known !== undefined) return { path: known.sourcePath, sessionId: known.sessionId };
  const { items } = await findTranscripts(hostPlace(context));
  const found = items.find((item) => item.path.includes(session));
  if (session.length >= 6 && found !== undefined) return { path: found.path };
  throw notFound(session);
}

async function isFile(path: string): Promise<boolean> {
  const status = await stat(path).catch(() => undefined);
  return status?.isFile() ?? false;
}

function notFound(session: string): AutoskillError {
  return new AutoskillError({
    code: "SESSION_NOT_FOUND",
    message: `There is no session or transcript ${JSON.stringify(session)}.`,
    next: "Run `autoskill sessions` to see what there is.",
  });
}
