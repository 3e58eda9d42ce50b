/**
 * A proposal: a candidate that waits in the store, with the place it is meant for and the text as it would be written.
 * The text is for people to read; what is published is computed again from the candidate and the skill as it is then.
 */
import type { BankSkill, Scope } from "../bank/index.ts";
import { AutoskillError, digestOf } from "../base/index.ts";
import { type Candidate, candidateToEdits, candidateToSkill, type ExistingSkill } from "../learn/index.ts";
import { applySkillEdits, diffSkills, printSkill } from "../skill/index.ts";
import { type CandidateRecord, findCandidate, listCandidates, type Store } from "../store/index.ts";

export interface ProposalPayload {
  candidate: Candidate;
  /** For the project scope: root on this machine. */
  projectRoot?: string;
  /** When the text was made; the `extracted_at` of a new skill. */
  proposedAt: string;
}

export interface ProposedRule {
  section: string;
  text: string;
  evidence: { support: string; quote: string; agent: string; sessionId: string; turn: number; sourcePath: string }[];
}

export interface Proposal {
  id: string;
  state: CandidateRecord["state"];
  action: Candidate["action"];
  name: string;
  title: string;
  description: string;
  scope: Scope;
  projectRoot?: string;
  confidence: number;
  rationale: string;
  rules: ProposedRule[];
  /** SKILL.md as it would be. */
  text: string;
  /** Against the skill as it is; for a new one, everything is added. */
  diff: string;
  proposedAt: string;
}

/** The stored record as people and agents see it. `current` is the skill that it would update. */
export function describeProposal(record: CandidateRecord, current: BankSkill | undefined): Proposal {
  const payload = record.payload as ProposalPayload;
  const { candidate } = payload;
  const text = proposedText(candidate, current, new Date(payload.proposedAt));
  return {
    id: record.id,
    state: record.state,
    action: current === undefined ? "create" : "update",
    name: candidate.slug,
    title: candidate.title,
    description: candidate.description,
    scope: record.scope as Scope,
    ...(payload.projectRoot === undefined ? {} : { projectRoot: payload.projectRoot }),
    confidence: candidate.confidence,
    rationale: candidate.rationale,
    rules: candidate.rules.map((rule) => ({
      section: rule.section,
      text: rule.text,
      evidence: rule.evidence.map((evidence) => ({
        support: evidence.support,
        quote: evidence.quote,
        agent: evidence.source,
        sessionId: evidence.sessionId,
        turn: evidence.pointer.turn,
        sourcePath: evidence.sourcePath,
      })),
    })),
    text,
    diff: diffSkills(current?.text ?? "", text),
    proposedAt: payload.proposedAt,
  };
}

/** SKILL.md with the candidate in it: a new file, or the current one with what is not in it yet. */
export function proposedText(candidate: Candidate, current: { text: string } | undefined, at: Date): string {
  if (current === undefined) return printSkill(candidateToSkill(candidate, at));
  return applySkillEdits(current.text, candidateToEdits(candidate, current.text, at).edits).text;
}

/** A proposal that waits, as a skill that later sessions of the same run can add to. */
export function asExistingSkill(record: CandidateRecord): ExistingSkill {
  const { candidate, proposedAt } = record.payload as ProposalPayload;
  return {
    slug: candidate.slug,
    text: proposedText(candidate, undefined, new Date(proposedAt)),
    hash: record.id,
    ours: true,
  };
}

/** Under which a rejected idea is remembered: what is turned down in one project may be right in another. */
export function rejectionKey(place: { scope: string; root: string }, digest: string): string {
  return digestOf([place.scope, place.root, digest]);
}

/**
 * Finds a waiting proposal by its id, the beginning of its id, or its skill's name.
 *
 * @throws AutoskillError `PROPOSAL_NOT_FOUND`, `PROPOSAL_AMBIGUOUS`, `PROPOSAL_DECIDED`
 */
export async function findProposal(store: Store, reference: string): Promise<CandidateRecord> {
  const exact = await findCandidate(store, reference);
  if (exact !== undefined) {
    if (exact.state === "pending") return exact;
    throw new AutoskillError({
      code: "PROPOSAL_DECIDED",
      message: `${reference} was ${exact.state} already.`,
      next: "Run `autoskill pending` to see what still waits.",
    });
  }
  const waiting = await listCandidates(store, "pending");
  const matches = waiting.filter(
    (record) => record.slug === reference || (reference.length >= 6 && record.id.startsWith(reference)),
  );
  const [match] = matches;
  if (match !== undefined && matches.length === 1) return match;
  if (match !== undefined) {
    throw new AutoskillError({
      code: "PROPOSAL_AMBIGUOUS",
      message: `${reference} fits ${matches.length} proposals: ${matches.map((record) => record.id).join(", ")}.`,
      next: "Give the whole id.",
    });
  }
  throw new AutoskillError({
    code: "PROPOSAL_NOT_FOUND",
    message: `No proposal ${JSON.stringify(reference)} waits.`,
    next: "Run `autoskill pending` to see what waits.",
  });
}
