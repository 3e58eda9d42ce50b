/** What the queue knows of a review: what to read, for where, and how far the session was. */
import { z } from "zod";
import { AutoskillError, contentId } from "../../base/index.ts";
import type { GateCursor } from "../../learn/index.ts";
import type { SourceKind } from "../../session/index.ts";
import type { JobRecord, NewJob } from "../../store/index.ts";
import type { Target } from "../learn/target.ts";

export const REVIEW_JOB_KIND = "review";
/** A review whose process was killed is taken up again this long after it last said that it lives. */
export const REVIEW_LEASE_MS = 30_000;
export const REVIEW_MAX_ATTEMPTS = 5;

const payloadSchema = z.looseObject({
  path: z.string(),
  source: z.string(),
  sessionId: z.string(),
  scope: z.enum(["project", "user"]),
  projectRoot: z.string().optional(),
  cursor: z.object({ personTurns: z.number(), toolCalls: z.number() }),
});

export interface ReviewPayload {
  path: string;
  source: SourceKind;
  sessionId: string;
  scope: Target["scope"];
  projectRoot?: string;
  /** How far the session was when the review was asked for. */
  cursor: GateCursor;
}

/** The same session at the same length, for the same place, is one job. Reviews of one project never run together. */
export function reviewJob(payload: ReviewPayload): NewJob {
  const { source, sessionId, scope, projectRoot, cursor } = payload;
  return {
    id: contentId("review", { source, sessionId, scope, projectRoot: projectRoot ?? "", cursor }),
    kind: REVIEW_JOB_KIND,
    lane: `${REVIEW_JOB_KIND}:${scope}:${projectRoot ?? ""}`,
    payload,
  };
}

/** @throws AutoskillError `JOB_INVALID` for a job that another version wrote in another form. */
export function payloadOf(job: Pick<JobRecord, "id" | "payload">): ReviewPayload {
  const parsed = payloadSchema.safeParse(job.payload);
  if (parsed.success) {
    const { path, source, sessionId, scope, projectRoot, cursor } = parsed.data;
    const root = projectRoot === undefined ? {} : { projectRoot };
    return { path, source: source as SourceKind, sessionId, scope, ...root, cursor };
  }
  throw new AutoskillError({
    code: "JOB_INVALID",
    message: `The review ${job.id} was queued in a form that this version does not know.`,
    next: "Queue it again with `autoskill review PATH`.",
  });
}

export function targetOf({ scope, projectRoot }: ReviewPayload): Target {
  return { scope, ...(projectRoot === undefined ? {} : { projectRoot }) };
}
