/** `pending`, `approve`, `reject`: what waits for a person, and what the person decides. */
import { z } from "zod";
import type { Bank, BankSkill, LinkOutcome, PublishChange, RuleSupport, Scope } from "../bank/index.ts";
import { AutoskillError, type ErrorJson, errorToJson } from "../base/index.ts";
import { type Candidate, findSameRule, type RuleEvidence, rejectionDigests } from "../learn/index.ts";
import { parseSkill } from "../skill/index.ts";
import { type CandidateRecord, decideCandidate, listCandidates, rejectIdea } from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./operation.ts";
import {
  describeProposal,
  findProposal,
  type Proposal,
  type ProposalPayload,
  proposedText,
  rejectionKey,
} from "./proposal.ts";

export interface PublishedProposal {
  id: string;
  name: string;
  scope: Scope;
  action: Candidate["action"];
  revision: number;
  /** SKILL.md. */
  path: string;
  links: LinkOutcome[];
}

export interface ApprovalReport {
  published: PublishedProposal[];
  /** Proposals that could not be published; they go on waiting. */
  failed: { id: string; name: string; error: ErrorJson }[];
}

export const pending = defineOperation({
  name: "pending",
  summary: "Show what was learned and waits for your approval",
  readOnly: true,
  input: z.object({}),
  handler: async (context): Promise<{ proposals: Proposal[] }> => {
    const records = await listCandidates(await context.store(), "pending");
    const proposals: Proposal[] = [];
    for (const record of records) proposals.push(await describeRecord(context, record));
    return { proposals };
  },
});

export const approve = defineOperation({
  name: "approve",
  summary: "Publish proposals, so that agents load them next time",
  readOnly: false,
  input: z
    .object({
      ids: z.array(z.string()).default([]).describe("Ids, their first characters, or names; see `pending`"),
      all: z.boolean().default(false),
      text: z.string().optional().describe("SKILL.md as you edited it, for a single proposal"),
    })
    .refine((input) => input.all || input.ids.length > 0, "give ids, or all")
    .refine((input) => input.text === undefined || (!input.all && input.ids.length === 1), "text goes with one id"),
  handler: async (context, input): Promise<ApprovalReport> => {
    const store = await context.store();
    const records = input.all ? await listCandidates(store, "pending") : [];
    for (const id of input.ids) records.push(await findProposal(store, id));
    const report: ApprovalReport = { published: [], failed: [] };
    for (const record of new Map(records.map((record) => [record.id, record])).values()) {
      try {
        report.published.push(await publishProposal(context, record, input.text));
      } catch (error) {
        report.failed.push({ id: record.id, name: record.slug, error: errorToJson(error) });
      }
    }
    return report;
  },
});

export const reject = defineOperation({
  name: "reject",
  summary: "Turn proposals down; the same idea is not proposed again",
  readOnly: false,
  input: z
    .object({ ids: z.array(z.string()).default([]), all: z.boolean().default(false), reason: z.string().optional() })
    .refine((input) => input.all || input.ids.length > 0, "give ids, or all"),
  handler: async (context, input): Promise<{ rejected: { id: string; name: string }[] }> => {
    const store = await context.store();
    const records = input.all ? await listCandidates(store, "pending") : [];
    for (const id of input.ids) records.push(await findProposal(store, id));
    const rejected: { id: string; name: string }[] = [];
    for (const record of new Map(records.map((record) => [record.id, record])).values()) {
      const { candidate } = record.payload as ProposalPayload;
      const at = context.clock.now().toISOString();
      const reason = input.reason === undefined ? {} : { reason: input.reason };
      await store.transaction(async (transaction) => {
        await decideCandidate(transaction, record.id, { state: "rejected", decidedAt: at, ...reason });
        for (const digest of rejectionDigests(candidate)) {
          await rejectIdea(transaction, {
            digest: rejectionKey(record, digest),
            slug: record.slug,
            text: candidate.rules.map((rule) => rule.text).join("\n"),
            createdAt: at,
            ...reason,
          });
        }
      });
      rejected.push({ id: record.id, name: record.slug });
    }
    return { rejected };
  },
});

export async function describeRecord(context: OperationContext, record: CandidateRecord): Promise<Proposal> {
  return describeProposal(record, await currentSkill(context, record));
}

/** The skill that a proposal is about; a project that is gone (moved, deleted) has none, and its proposals stay seen. */
async function currentSkill(context: OperationContext, record: CandidateRecord): Promise<BankSkill | undefined> {
  try {
    const bank = await bankFor(context, record);
    return await bank.read(record.scope as Scope, record.slug);
  } catch (error) {
    if (AutoskillError.isInstance(error) && error.code === "ROOT_GONE") return undefined;
    throw error;
  }
}

/**
 * Publishes one proposal against the skill as it is now. With `editedText`, the proposal is published first and the
 * person's text after it as a revision by `user`, so that history tells both and later updates keep the person's lines.
 *
 * @throws AutoskillError whatever `Bank.publish` refuses.
 */
export async function publishProposal(
  context: OperationContext,
  record: CandidateRecord,
  editedText?: string,
): Promise<PublishedProposal> {
  const store = await context.store();
  const bank = await bankFor(context, record);
  const { candidate, proposedAt } = record.payload as ProposalPayload;
  const scope = record.scope as Scope;
  const current = await bank.read(scope, candidate.slug);
  if (current === undefined && candidate.action === "update") throw skillGone(candidate.slug);
  const text = proposedText(candidate, current, new Date(proposedAt));
  const change: PublishChange = {
    scope,
    slug: candidate.slug,
    files: [{ path: "SKILL.md", content: text }],
    expect: current === undefined ? { kind: "create" } : { kind: "update", baseHash: current.hash },
    actor: candidate.proposer,
    reason: reasonOf(candidate, current !== undefined),
    evidence: supportFor(candidate, text),
    candidateId: candidate.id,
  };
  const edit: Pick<PublishChange, "files" | "actor" | "reason" | "evidence"> | undefined =
    editedText === undefined || editedText === text
      ? undefined
      : {
          files: [{ path: "SKILL.md", content: editedText }],
          actor: "user",
          reason: "edited before it was kept",
          evidence: supportFor(candidate, editedText),
        };
  // What is refused must not leave the text before the edit behind.
  if (edit !== undefined) await bank.check({ ...change, ...edit });
  let result = await bank.publish(change);
  if (edit !== undefined) {
    const published = await bank.read(scope, candidate.slug);
    if (published === undefined) throw new AutoskillError({ code: "NOT_FOUND", message: `${candidate.slug} is gone.` });
    const expect = { kind: "update" as const, baseHash: published.hash };
    result = await bank.publish({ scope, slug: candidate.slug, expect, ...edit });
  }
  await decideCandidate(store, record.id, {
    state: "published",
    decidedAt: context.clock.now().toISOString(),
    revisionId: result.revision.id,
  });
  return {
    id: record.id,
    name: candidate.slug,
    scope,
    action: current === undefined ? "create" : "update",
    revision: result.revision.number,
    path: result.path,
    links: result.links,
  };
}

/**
 * Notes that one more session supports rules that a published skill has already. The file does not change.
 */
export async function reinforce(
  context: OperationContext,
  candidate: Candidate,
  target: { scope: Scope; projectRoot?: string },
): Promise<void> {
  const bank = await context.bank(target.projectRoot);
  const current = await bank.read(target.scope, candidate.slug);
  if (current === undefined) return;
  await bank.publish({
    scope: target.scope,
    slug: candidate.slug,
    files: [{ path: "SKILL.md", content: current.text }],
    expect: { kind: "update", baseHash: current.hash },
    actor: candidate.proposer,
    reason: "seen again",
    evidence: supportFor(candidate, current.text),
  });
}

function skillGone(slug: string): AutoskillError {
  return new AutoskillError({
    code: "SKILL_REMOVED",
    message: `${slug} was removed; this proposal only adds to it.`,
    next: `Bring it back (\`autoskill history ${slug}\`, then \`rollback\`), or turn the proposal down with \`reject\`.`,
  });
}

function bankFor(context: OperationContext, record: CandidateRecord): Promise<Bank> {
  return context.bank((record.payload as ProposalPayload).projectRoot);
}

function reasonOf(candidate: Candidate, isUpdate: boolean): string {
  const sessions = new Set(candidate.rules.flatMap((rule) => rule.evidence.map((evidence) => evidence.sessionId)));
  const from = sessions.size === 1 ? "one session" : `${sessions.size} sessions`;
  return isUpdate ? `more learned from ${from}` : `learned from ${from}`;
}

/** Evidence by the ids that the rules have in the text: their own words, or those that already said the same. */
function supportFor(candidate: Candidate, text: string): RuleSupport[] {
  const support = new Map<string, RuleEvidence[]>();
  const { rules } = parseSkill(text);
  for (const rule of candidate.rules) {
    const written = rules[findSameRule(rules, rule)];
    if (written !== undefined) support.set(written.id, [...(support.get(written.id) ?? []), ...rule.evidence]);
  }
  return [...support].map(([ruleId, evidence]) => ({ ruleId, evidence }));
}
