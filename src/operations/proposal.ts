/**
 * A proposal: a candidate that waits in the store, with the place it is meant for and the text as it would be written.
 * The text is for people to read; what is published is computed again from the candidate and the skill as it is then.
 */
import type { BankSkill, Scope } from "../bank/index.ts";
import { AutoskillError, digestOf } from "../base/index.ts";
import {
  applyCandidate,
  type Candidate,
  candidateToSkill,
  type ExistingSkill,
  type MergedAgain,
  mergeAgain,
  type Proposer,
} from "../learn/index.ts";
import { diffSkills, lintSkill, printSkill, type SkillFinding } from "../skill/index.ts";
import {
  type CandidateRecord,
  candidatesOfSkill,
  findCandidate,
  listCandidates,
  type Store,
  type StoreConnection,
} from "../store/index.ts";
import type { ApprovalPolicy } from "./approval-policy.ts";

/** Who decided. Stays in the database. */
export interface Decision {
  by: string;
  /** Process id on this machine. */
  process: number;
  /** A rejection for good, everywhere. */
  never?: boolean;
}

export interface ProposalPayload {
  candidate: Candidate;
  /** For the project scope: root on this machine. */
  projectRoot?: string;
  /** When the text was made; the `extracted_at` of a new skill. */
  proposedAt: string;
  /** Who decided, once somebody did. */
  decision?: Decision;
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
  proposer: Proposer;
  /** SKILL.md as it would be. */
  text: string;
  /** Against the skill as it is; for a new one, everything is added. */
  diff: string;
  /** Support files that would be written beside it. */
  files: ProposedFile[];
  /** What the linter finds in the text that it does not find in the skill as it is. */
  findings: SkillFinding[];
  /** Changes that no longer fit the skill as it is and would be left out, and why the skill cannot be read. */
  conflicts: string[];
  /** Whom it waits for; with `auto` it waits because it could not be published, or was proposed before that was set. */
  policy: ApprovalPolicy;
  proposedAt: string;
  /** Identity of text and files: give it to `approve` as `seen`, and nothing else is published. */
  digest: string;
}

export interface ProposedFile {
  path: string;
  content: string;
  bytes: number;
  executable: boolean;
}

/** The stored record as people and agents see it. `current` is the skill that it would update. */
export async function describeProposal(
  record: CandidateRecord,
  current: Pick<BankSkill, "text"> | undefined,
  policy: ApprovalPolicy,
  store: StoreConnection,
): Promise<Proposal> {
  const payload = record.payload as ProposalPayload;
  const { candidate } = payload;
  const { text, conflicts } = await proposedDraft(store, record, current);
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
    proposer: candidate.proposer,
    text,
    diff: diffSkills(current?.text ?? "", text),
    files: (candidate.files ?? []).map(({ path, content, encoding, executable = false }) => ({
      path,
      content: encoding === "base64" ? "(binary)" : content,
      bytes: Buffer.byteLength(content, encoding),
      executable,
    })),
    findings: await freshFindings(text, current?.text),
    conflicts,
    policy,
    proposedAt: payload.proposedAt,
    digest: proposalDigest(candidate, text),
  };
}

/** Identity of what a person sees and agrees to. */
export function proposalDigest(candidate: Candidate, text: string): string {
  return digestOf({ text, files: candidate.files ?? [] });
}

export interface ProposedDraft {
  /** SKILL.md with the candidate in it: a new file, or the current one with what is not in it yet. */
  text: string;
  /** Changes that no longer fit. */
  conflicts: string[];
  /** Where the skill was made again of all that it was made of. */
  again?: MergedAgain;
}

export async function proposedDraft(
  store: StoreConnection,
  record: CandidateRecord,
  current: { text: string } | undefined,
): Promise<ProposedDraft> {
  const { candidate, proposedAt } = record.payload as ProposalPayload;
  const at = new Date(proposedAt);
  if (current === undefined) return { text: newText(candidate, at), conflicts: [] };
  const pieces = candidate.said === undefined ? [] : await piecesOf(store, record);
  const again = mergeAgain(candidate, pieces, current.text, at);
  if (again !== undefined) return { text: again.text, conflicts: [], again };
  const { text, outcomes } = applyCandidate(candidate, current.text, at);
  const conflicts = outcomes.flatMap((outcome) =>
    outcome.status === "applied" ? [] : [`${outcome.edit.op}: ${outcome.message}`],
  );
  return { text, conflicts };
}

function newText(candidate: Candidate, at: Date): string {
  return candidate.text ?? printSkill(candidateToSkill(candidate, at));
}

/** The candidates that a skill was made of so far, as they were found. */
export async function piecesOf(
  store: StoreConnection,
  skill: Pick<CandidateRecord, "scope" | "root" | "slug">,
): Promise<Candidate[]> {
  return (await candidatesOfSkill(store, skill, "published")).flatMap(({ payload }) => {
    const { candidate } = payload as ProposalPayload;
    return candidate.said ?? [candidate];
  });
}

async function freshFindings(text: string, before: string | undefined): Promise<SkillFinding[]> {
  const key = ({ code, message }: SkillFinding): string => `${code}\0${message}`;
  const known = new Set(before === undefined ? [] : (await lintSkill(before, { ours: true })).map(key));
  return (await lintSkill(text, { ours: true })).filter((finding) => !known.has(key(finding)));
}

/** A proposal that waits, as a skill that later sessions of the same run can add to. */
export function asExistingSkill(record: CandidateRecord): ExistingSkill {
  const payload = record.payload as ProposalPayload;
  const { candidate, proposedAt } = payload;
  const known = printed.get(payload);
  if (known !== undefined) return known;
  const text = newText(candidate, new Date(proposedAt));
  const skill: ExistingSkill = { slug: candidate.slug, text, hash: record.id, ours: true };
  printed.set(payload, skill);
  return skill;
}

/** A payload is replaced, never changed; a run compares each candidate with all that wait. */
const printed = new WeakMap<ProposalPayload, ExistingSkill>();

/**
 * Finds a waiting proposal by its id, the beginning of its id, or its skill's name.
 *
 * @throws AutoskillError `PROPOSAL_NOT_FOUND`, `PROPOSAL_AMBIGUOUS`, `PROPOSAL_DECIDED`
 */
export async function findProposal(store: Store, reference: string): Promise<CandidateRecord> {
  const exact = await findCandidate(store, reference);
  if (exact !== undefined) return waitingOnly(exact);
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
  throw proposalNotFound(reference);
}

export function proposalNotFound(reference: string): AutoskillError {
  return new AutoskillError({
    code: "PROPOSAL_NOT_FOUND",
    message: `No proposal ${JSON.stringify(reference)} waits.`,
    next: "Run `autoskill pending` to see what waits.",
  });
}

/** @throws AutoskillError `PROPOSAL_DECIDED`, telling who decided what and when. */
export function waitingOnly(record: CandidateRecord): CandidateRecord {
  if (record.state === "pending") return record;
  const { decision } = record.payload as ProposalPayload;
  const by = decision === undefined ? "" : ` by ${decision.by} (process ${decision.process})`;
  throw new AutoskillError({
    code: "PROPOSAL_DECIDED",
    message: `${record.slug} was ${record.state} already${by}${record.decidedAt === undefined ? "" : ` at ${record.decidedAt}`}.`,
    found: record.id,
    next: "Run `autoskill pending` to see what still waits.",
  });
}
