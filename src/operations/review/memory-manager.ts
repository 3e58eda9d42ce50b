/** The seeds' memory manager on this person's model, bank and queue: what a host that embeds us gets. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { digestOf, makeFolder, writeFileAtomic } from "../../base/index.ts";
import { historyTranscript, MemoryManager, type SkillReviewEnd, type SkillReviewRequest } from "../../memory/index.ts";
import type { OperationContext } from "../context.ts";
import { enqueueReview } from "./enqueue-review.ts";
import { runReviewJobs } from "./run-review-jobs.ts";

/**
 * Reviews that it schedules go into the queue, so that one whose process ends is taken up again by the next; what they
 * propose follows the approval policy.
 *
 * @example
 * const manager = createMemoryManager(context);
 * const { status, promise } = manager.scheduleSkillReview({ projectRoot, sessionId, history, toolCallCount: 24, skillsModified: false });
 */
export function createMemoryManager(context: OperationContext): MemoryManager {
  return new MemoryManager({ clock: context.clock, runSkillReview: (request) => runSkillReview(context, request) });
}

async function runSkillReview(context: OperationContext, request: SkillReviewRequest): Promise<SkillReviewEnd> {
  const { projectRoot, sessionId, signal } = request;
  const path = await saveHistory(context, request);
  // The host has counted already; the transcript's own count decides only where it has none.
  const scheduling = await enqueueReview(context, { path, sessionId, projectRoot, threshold: 1 });
  if (scheduling.status === "skipped") return { status: "skipped", error: scheduling.reason };
  const { maxTurns, timeoutMs } = request;
  const [run] = await runReviewJobs(context, {
    jobIds: [scheduling.jobId],
    signal,
    limits: { ...(maxTurns === undefined ? {} : { maxTurns }), ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  });
  const metadata = { jobId: scheduling.jobId };
  if (run === undefined) return { status: "skipped", error: "already_running", metadata };
  if (run.state !== "done") {
    return { status: run.state === "released" ? "cancelled" : "failed", error: run.error.message, metadata };
  }
  const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);
  return {
    status: "completed",
    metadata: {
      ...metadata,
      outcome: run.outcome,
      turns: run.turns,
      proposed: names(run.proposals),
      published: names(run.published),
    },
  };
}

/** The conversation as a file of ours, written once: the evidence of what is learned points into it. */
async function saveHistory(context: OperationContext, request: SkillReviewRequest): Promise<string> {
  const text = historyTranscript(request);
  const folder = join(context.home, "histories");
  const path = join(folder, `${digestOf([request.projectRoot, request.sessionId, text]).slice(0, 32)}.jsonl`);
  makeFolder(folder, 0o700);
  if (!existsSync(path)) await writeFileAtomic(path, text, { mode: 0o600 });
  return path;
}
