/**
 * Decisions about proposals, from any terminal: one at a time, so that of two people (or one person twice) exactly one
 * decides, and the other is told who did.
 */
import { join } from "node:path";
import { withFileLock } from "../base/index.ts";
import {
  type CandidateDecision,
  type CandidateRecord,
  decideCandidate,
  findCandidate,
  replaceCandidatePayload,
  type StoreConnection,
} from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { type Decision, type ProposalPayload, proposalNotFound, waitingOnly } from "./proposal.ts";

/**
 * Runs `work` on the proposal as it is now, while nobody else decides.
 *
 * @throws AutoskillError `PROPOSAL_DECIDED` when somebody was faster; `PROPOSAL_NOT_FOUND`; `LOCK_TIMEOUT`.
 */
export async function whileDeciding<Result>(
  context: OperationContext,
  id: string,
  work: (record: CandidateRecord) => Promise<Result>,
): Promise<Result> {
  const store = await context.store();
  return withFileLock(join(context.home, "locks", "decisions.lock"), {}, async () => {
    const record = await findCandidate(store, id);
    if (record === undefined) throw proposalNotFound(id);
    return work(waitingOnly(record));
  });
}

/** Records what was decided and by whom. To be called inside `whileDeciding`. */
export async function recordDecision(
  context: OperationContext,
  store: StoreConnection,
  record: CandidateRecord,
  decision: Omit<CandidateDecision, "decidedAt">,
  more: Pick<Decision, "never"> = {},
): Promise<void> {
  const by: Decision = { by: context.userName, process: process.pid, ...more };
  await replaceCandidatePayload(store, record.id, { ...(record.payload as ProposalPayload), decision: by });
  await decideCandidate(store, record.id, { ...decision, decidedAt: context.clock.now().toISOString() });
}
