/**
 * What analysts found, kept between runs: a run that was stopped goes on where it was, and a dry run is not paid for twice.
 * The key is everything that an answer depends on, so nothing stale is ever taken up.
 */
import { randomUUID } from "node:crypto";
import { contentId } from "../../base/index.ts";
import { ANALYST_PROMPT_VERSION, type Analysis, type FrozenSkill } from "../../learn/index.ts";
import type { SessionHeader } from "../../session/index.ts";
import {
  deleteJob,
  enqueueJob,
  findJob,
  finishJob,
  getSetting,
  leaseJob,
  listJobs,
  type Store,
  type StoreConnection,
  setSetting,
} from "../../store/index.ts";

export const EVOLVE_JOB_KIND = "evolve";

export interface AnalysisKey {
  id: string;
  /** Of the jobs of one session. */
  lane: string;
  payload: { slug: string; sessionId: string };
}

export function analysisKey(
  skill: FrozenSkill,
  session: { header: Pick<SessionHeader, "source" | "id">; digest: string },
  how: { modelId: string; sessionTokens: number; fileLines: number },
): AnalysisKey {
  const { slug, text, files, personRules } = skill;
  const id = contentId("evolve", {
    skill: { slug, text, files: [...files].sort(), personRules: [...personRules].sort() },
    session: session.digest,
    how,
    prompt: ANALYST_PROMPT_VERSION,
  });
  const { source, id: sessionId } = session.header;
  return { id, lane: `evolve:${source}:${sessionId}:${id}`, payload: { slug, sessionId } };
}

/** The path is where the transcript lies now. */
export async function keptAnalysis(store: Store, { id }: AnalysisKey, path: string): Promise<Analysis | undefined> {
  const job = await findJob(store, id);
  if (job?.state !== "done") return undefined;
  const analysis = job.result as Analysis;
  return {
    ...analysis,
    sourcePath: path,
    edits: analysis.edits.map((edit) => ({
      ...edit,
      evidence: edit.evidence.map((evidence) => ({ ...evidence, sourcePath: path })),
    })),
  };
}

const LEASE_MS = 60_000;

export async function keepAnalysis(store: Store, key: AnalysisKey, analysis: Analysis, now: Date): Promise<void> {
  await enqueueJob(store, { ...key, kind: EVOLVE_JOB_KIND }, now);
  const owner = `evolve:${process.pid}:${randomUUID()}`;
  const job = await leaseJob(store, {
    kind: EVOLVE_JOB_KIND,
    owner,
    now,
    leaseMs: LEASE_MS,
    maxAttempts: Number.MAX_SAFE_INTEGER,
    ids: [key.id],
  });
  // Another process keeps the same answer at this moment.
  if (job !== undefined) await finishJob(store, job, now, analysis);
}

const forgottenKey = (sessionId: string): string => `evolve.forgotten:${sessionId}`;

/** True for a session that was forgotten, also for one that only analysts had looked at. */
export async function isForgotten(store: StoreConnection, sessionId: string): Promise<boolean> {
  return (await getSetting(store, forgottenKey(sessionId))) === true;
}

/** Takes away what analysts said about a session, since it quotes it, and lets none look at it again. */
export async function forgetAnalyses(store: StoreConnection, sessionId: string): Promise<number> {
  await setSetting(store, forgottenKey(sessionId), true);
  let forgotten = 0;
  for (const { id, payload } of await listJobs(store, { kind: EVOLVE_JOB_KIND })) {
    const about = (payload as Partial<AnalysisKey["payload"]>).sessionId;
    if (about === sessionId && (await deleteJob(store, id))) forgotten += 1;
  }
  return forgotten;
}
