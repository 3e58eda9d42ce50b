/** `pending`, `approve`, `reject`: what waits for a person, and what the person decides. */
import { z } from "zod";
import type { Bank, BankSkill, LinkOutcome, PublishChange, RuleSupport, Scope } from "../bank/index.ts";
import { AutoskillError, contentId, type ErrorJson, errorToJson } from "../base/index.ts";
import {
  type Candidate,
  type CandidateRule,
  candidateToEdits,
  findSameRule,
  ideaDigest,
  type MergedAgain,
  type RuleEvidence,
} from "../learn/index.ts";
import { parseSkill } from "../skill/index.ts";
import { type CandidateRecord, CONTRADICTED, findCandidate, listCandidates } from "../store/index.ts";
import { approvalPolicy } from "./approval-policy.ts";
import type { OperationContext } from "./context.ts";
import { type Absorbed, archiveAbsorbed } from "./curate/absorb.ts";
import { type ArchivedState, archivedState, bringBack } from "./curate/archive.ts";
import { recordDecision, whileDeciding } from "./decision.ts";
import { defineOperation } from "./operation.ts";
import {
  describeProposal,
  findProposal,
  type Proposal,
  type ProposalPayload,
  proposalDigest,
  proposedDraft,
} from "./proposal.ts";
import { rememberRejection } from "./rejections.ts";
import { SUMMARIES } from "./summaries.ts";

export interface PublishedProposal {
  id: string;
  name: string;
  scope: Scope;
  action: Candidate["action"];
  revision: number;
  /** SKILL.md. */
  path: string;
  links: LinkOutcome[];
  /** The skill was brought back from the archive first. */
  restored?: true;
  /** Of a merge: what became of the skills that it took over. */
  absorbed?: Absorbed;
}

export interface ApprovalReport {
  published: PublishedProposal[];
  /** Proposals that could not be published; they go on waiting. */
  failed: { id: string; name: string; error: ErrorJson }[];
}

export interface RejectionReport {
  rejected: { id: string; name: string }[];
  /** Proposals that somebody else decided first. */
  failed: { id: string; name: string; error: ErrorJson }[];
}

export const pending = defineOperation({
  name: "pending",
  summary: SUMMARIES.pending,
  readOnly: true,
  input: z.object({
    ids: z.array(z.string()).default([]).describe("Ids, their first characters, or names; default: all that waits"),
  }),
  handler: async (context, input): Promise<{ proposals: Proposal[] }> => {
    const store = await context.store();
    const records = input.ids.length === 0 ? await listCandidates(store, "pending") : [];
    for (const id of input.ids) records.push(await findProposal(store, id));
    const proposals: Proposal[] = [];
    for (const record of records) proposals.push(await describeRecord(context, record));
    return { proposals };
  },
});

export const approve = defineOperation({
  name: "approve",
  summary: SUMMARIES.approve,
  readOnly: false,
  input: z
    .object({
      ids: z.array(z.string()).default([]).describe("Ids, their first characters, or names; see `pending`"),
      all: z.boolean().default(false),
      text: z.string().optional().describe("SKILL.md as you edited it, for a single proposal"),
      seen: z
        .record(z.string(), z.string())
        .optional()
        .describe("By id, the `digest` of what you saw; one that is different by now is not published"),
    })
    .refine((input) => input.all || input.ids.length > 0, "give ids, or all")
    .refine((input) => input.text === undefined || (!input.all && input.ids.length === 1), "text goes with one id"),
  handler: async (context, input): Promise<ApprovalReport> => {
    const report: ApprovalReport = { published: [], failed: [] };
    for (const { id, name } of await chosen(context, input, report)) {
      try {
        report.published.push(
          await whileDeciding(context, id, (record) => {
            const seen = input.seen?.[id];
            return publishProposal(context, record, {
              ...(input.text === undefined ? {} : { editedText: input.text }),
              ...(seen === undefined ? {} : { seen }),
            });
          }),
        );
      } catch (error) {
        report.failed.push({ id, name, error: errorToJson(error) });
      }
    }
    return report;
  },
});

export const reject = defineOperation({
  name: "reject",
  summary: SUMMARIES.reject,
  readOnly: false,
  input: z
    .object({
      ids: z.array(z.string()).default([]),
      all: z.boolean().default(false),
      never: z.boolean().default(false).describe("Not in any project, nor in your own bank"),
      reason: z.string().optional(),
    })
    .refine((input) => input.all || input.ids.length > 0, "give ids, or all"),
  handler: async (context, input): Promise<RejectionReport> => {
    const store = await context.store();
    const report: RejectionReport = { rejected: [], failed: [] };
    const reason = input.reason === undefined ? {} : { reason: input.reason };
    for (const { id, name } of await chosen(context, input, report)) {
      try {
        await whileDeciding(context, id, (record) =>
          store.transaction(async (transaction) => {
            const { candidate } = record.payload as ProposalPayload;
            const { never } = input;
            await recordDecision(context, transaction, record, { state: "rejected", ...reason }, { never });
            await rememberRejection(transaction, {
              ...reason,
              place: record,
              slug: record.slug,
              // Who does not want two skills made one has nothing against their rules.
              rules: candidate.absorbs === undefined ? candidate.rules : [],
              idea: ideaDigest(candidate),
              never,
              at: context.clock.now().toISOString(),
            });
          }),
        );
        report.rejected.push({ id, name });
      } catch (error) {
        report.failed.push({ id, name, error: errorToJson(error) });
      }
    }
    return report;
  },
});

/**
 * The proposals that are meant, each once. What somebody decided already goes to `failed`, and tells who.
 *
 * @throws AutoskillError `PROPOSAL_NOT_FOUND`, `PROPOSAL_AMBIGUOUS`: nothing is done then.
 */
async function chosen(
  context: OperationContext,
  input: { ids: string[]; all: boolean },
  report: Pick<RejectionReport, "failed">,
): Promise<{ id: string; name: string }[]> {
  const store = await context.store();
  const records = input.all ? await listCandidates(store, "pending") : [];
  for (const id of input.ids) {
    try {
      records.push(await findProposal(store, id));
    } catch (error) {
      if (!AutoskillError.isInstance(error) || error.code !== "PROPOSAL_DECIDED") throw error;
      const decided = await findCandidate(store, id);
      report.failed.push({ id, name: decided?.slug ?? id, error: errorToJson(error) });
    }
  }
  return [...new Map(records.map(({ id, slug }) => [id, { id, name: slug }])).values()];
}

/** Never fails on one proposal: what cannot be read is told in its `conflicts`, and the others are still seen. */
export async function describeRecord(context: OperationContext, record: CandidateRecord): Promise<Proposal> {
  const { projectRoot } = record.payload as ProposalPayload;
  const { skill, problem } = await currentSkill(context, record);
  const proposal = await describeProposal(
    record,
    skill,
    await approvalPolicy(context, projectRoot),
    await context.store(),
  );
  return problem === undefined ? proposal : { ...proposal, conflicts: [...proposal.conflicts, problem] };
}

/** The skill that a proposal is about; a project that is gone (moved, deleted) has none. */
async function currentSkill(
  context: OperationContext,
  record: CandidateRecord,
): Promise<{ skill?: Pick<BankSkill, "text">; problem?: string }> {
  try {
    const bank = await bankFor(context, record);
    const scope = record.scope as Scope;
    const { candidate } = record.payload as ProposalPayload;
    const lying = await bank.read(scope, record.slug);
    const skill = lying ?? (await toRestore(context, bank, scope, candidate));
    return skill === undefined ? {} : { skill };
  } catch (error) {
    if (!AutoskillError.isInstance(error)) throw error;
    return { problem: `the skill as it is cannot be read: ${error.message}` };
  }
}

export interface PublishOptions {
  /** SKILL.md as the person edited it. */
  editedText?: string;
  /** `Proposal.digest` of what the person saw. */
  seen?: string;
}

/**
 * Publishes one proposal against the skill as it is now. With `editedText`, the proposal is published first and the
 * person's text after it as a revision by `user`, so that history tells both and later updates keep the person's lines;
 * what the person took out or said otherwise is not proposed again. To be called inside `whileDeciding`.
 *
 * @throws AutoskillError `PROPOSAL_CHANGED` when it is not what was `seen`; whatever `Bank.publish` refuses.
 */
export async function publishProposal(
  context: OperationContext,
  record: CandidateRecord,
  { editedText, seen }: PublishOptions = {},
): Promise<PublishedProposal> {
  const store = await context.store();
  const bank = await bankFor(context, record);
  const { candidate, proposedAt } = record.payload as ProposalPayload;
  const scope = record.scope as Scope;
  const lying = await bank.read(scope, candidate.slug);
  const archived = lying === undefined ? await toRestore(context, bank, scope, candidate) : undefined;
  const base = lying ?? archived;
  if (base === undefined && candidate.action === "update") throw skillGone(candidate.slug);
  const { text, again } = await proposedDraft(store, record, base);
  const support = supportFor(again?.merged ?? candidate, text);
  if (seen !== undefined && seen !== proposalDigest(candidate, text)) throw proposalChanged(candidate.slug);
  if (archived !== undefined) await bringBack(context, bank, scope, candidate.slug);
  const current = archived === undefined ? lying : await bank.read(scope, candidate.slug);
  const change: PublishChange = {
    scope,
    slug: candidate.slug,
    files: [{ path: "SKILL.md", content: text }, ...supportFiles(candidate)],
    expect: current === undefined ? { kind: "create" } : { kind: "update", baseHash: current.hash },
    actor: candidate.proposer,
    reason: reasonOf(candidate, current !== undefined),
    evidence: [
      ...support,
      ...(again === undefined
        ? contradictionsIn(candidate, current?.text)
        : await carriedOver(bank, scope, candidate.slug, again)),
    ],
    candidateId: candidate.id,
    // A retry after a crash publishes once; the same idea proposed anew, after its session was forgotten, is published anew.
    idempotencyKey: contentId("publication", { candidate: candidate.id, proposedAt }),
  };
  const edit: Pick<PublishChange, "files" | "actor" | "reason" | "evidence"> | undefined =
    editedText === undefined || editedText === text
      ? undefined
      : {
          files: [{ path: "SKILL.md", content: editedText }, ...supportFiles(candidate)],
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
  const takenOut = edit === undefined ? [] : rulesMissingIn(candidate, editedText ?? "");
  await store.transaction(async (transaction) => {
    await recordDecision(context, transaction, record, { state: "published", revisionId: result.revision.id });
    const at = context.clock.now().toISOString();
    const reason = "taken out before it was kept";
    const rejection = { place: record, slug: record.slug, rules: takenOut, never: false, at, reason };
    await rememberRejection(transaction, rejection);
  });
  const absorbed = candidate.absorbs === undefined ? undefined : await archiveAbsorbed(context, bank, scope, candidate);
  return {
    id: record.id,
    name: candidate.slug,
    scope,
    action: current === undefined ? "create" : "update",
    revision: result.revision.number,
    path: result.path,
    links: result.links,
    ...(archived === undefined ? {} : { restored: true as const }),
    ...(absorbed === undefined ? {} : { absorbed }),
  };
}

/** The skill that a proposal brings back, as it lies in the archive. */
async function toRestore(
  context: OperationContext,
  bank: Bank,
  scope: Scope,
  { slug, restores }: Candidate,
): Promise<ArchivedState | undefined> {
  return restores === true ? archivedState(bank, await context.store(), scope, slug) : undefined;
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

/** Evidence of rules that are now said in other words. */
export async function carriedOver(
  bank: Bank,
  scope: Scope,
  slug: string,
  { reworded }: MergedAgain,
): Promise<RuleSupport[]> {
  if (reworded.length === 0) return [];
  const there = new Map((await bank.evidence(scope, slug)).map(({ ruleId, evidence }) => [ruleId, evidence]));
  return reworded.map(({ from, to }) => ({ ruleId: to, evidence: there.get(from) ?? [] }));
}

function rulesMissingIn(candidate: Candidate, text: string): CandidateRule[] {
  const { rules } = parseSkill(text);
  return candidate.rules.filter((rule) => findSameRule(rules, rule) === -1);
}

function proposalChanged(slug: string): AutoskillError {
  return new AutoskillError({
    code: "PROPOSAL_CHANGED",
    message: `The proposal for ${slug} is not what you saw: a later session added to it, or the skill changed.`,
    next: `See it again with \`autoskill pending ${slug}\`, then decide.`,
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

function supportFiles(candidate: Candidate): PublishChange["files"] {
  return (candidate.files ?? []).map(({ path, content, encoding, executable }) => ({
    path,
    content: encoding === "base64" ? Buffer.from(content, "base64") : content,
    ...(executable === undefined ? {} : { executable }),
  }));
}

function reasonOf(candidate: Candidate, isUpdate: boolean): string {
  if (candidate.absorbs !== undefined) return `merged with ${candidate.absorbs.map(({ slug }) => slug).join(", ")}`;
  if (candidate.text !== undefined && !isUpdate) return "imported";
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

/** Against the rules that a person's later word replaces: they keep their own evidence, and have this beside it. */
function contradictionsIn(candidate: Candidate, before: string | undefined): RuleSupport[] {
  if (before === undefined) return [];
  return candidateToEdits(candidate, before, new Date(0)).contradicted.map(({ rule, evidence }) => ({
    ruleId: rule,
    evidence: evidence.map((pointer) => ({ ...pointer, support: CONTRADICTED })),
  }));
}
