/**
 * What becomes of proposals once they are saved: published where the person's policy for that project says so (or the
 * person asked for it just now), else they wait. The same for every proposer.
 */
import { type ErrorJson, errorToJson } from "../base/index.ts";
import type { CandidateRecord } from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { describeRecord, type PublishedProposal, publishProposal } from "./decide.ts";
import { whileDeciding } from "./decision.ts";
import type { Proposal, ProposalPayload } from "./proposal.ts";

export interface SettledProposals {
  /** All of them, as they stood before. */
  proposals: Proposal[];
  published: PublishedProposal[];
  /** What the bank refused, or somebody decided in the meantime. The refused go on waiting. */
  notPublished: { id: string; name: string; error: ErrorJson }[];
}

/** @param options.publish the person said to publish without asking; `describeOnly` decides nothing (a dry run). */
export async function settleProposals(
  context: OperationContext,
  records: readonly CandidateRecord[],
  options: { publish?: boolean; describeOnly?: boolean } = {},
): Promise<SettledProposals> {
  const settled: SettledProposals = { proposals: [], published: [], notPublished: [] };
  for (const record of records) {
    const proposal = await describeRecord(context, record);
    settled.proposals.push(proposal);
    if (options.describeOnly === true) continue;
    if (options.publish !== true && (proposal.policy !== "auto" || isForeignDocument(record))) continue;
    try {
      settled.published.push(await whileDeciding(context, record.id, (current) => publishProposal(context, current)));
    } catch (error) {
      settled.notPublished.push({ id: record.id, name: record.slug, error: errorToJson(error) });
    }
  }
  return settled;
}

/** Rules of a document that nobody called their own are read by a person before they count, whatever the policy says. */
export function isForeignDocument({ payload }: CandidateRecord): boolean {
  return (payload as ProposalPayload).candidate.rules.some(
    ({ evidence }) =>
      evidence.length > 0 && evidence.every(({ source, support }) => source === "document" && support === "inferred"),
  );
}
