/**
 * `sessions forget`: a session supports nothing any more. Rules that rest on it alone are withdrawn, as a revision that can
 * be undone; rules that other sessions support too stay, with less behind them; proposals and drafts lose what it said.
 * The transcript itself is the agent's and stays where it lies; it is not learned from again unless a person says so.
 *
 * Order: the skills first, then the evidence. A process killed in between has withdrawn rules whose evidence is still
 * there, and the same command does the rest.
 */
import { z } from "zod";
import type { Bank, Scope } from "../bank/index.ts";
import { AutoskillError } from "../base/index.ts";
import type { Candidate, RuleEvidence } from "../learn/index.ts";
import { applySkillEdits, parseSkill, type SkillEdit } from "../skill/index.ts";
import {
  type CandidateRecord,
  decideCandidate,
  deleteCandidate,
  deleteDraft,
  evidenceOfSession,
  findSkill,
  forgetSession,
  forgetSessionEvidence,
  listCandidates,
  listDrafts,
  listSessions,
  replaceCandidatePayload,
  replaceDecidedPayload,
  type SkillRecord,
  type Store,
  type StoreConnection,
  saveDraft,
} from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { forgetAnalyses } from "./evolve/kept-analyses.ts";
import { defineOperation } from "./operation.ts";
import type { ProposalPayload } from "./proposal.ts";

export interface ForgottenSkill {
  name: string;
  scope: Scope;
  projectRoot?: string;
  /** Rules that rested on this session alone, and are gone from the file. */
  withdrawn: string[];
  /** Rules that other sessions support too. */
  lowered: { text: string; sessionsLeft: number }[];
  /** Rules that rested on it alone and that a person wrote or changed by hand: they stay. */
  keptForPerson: string[];
  /** Nothing was left to say, so the skill is out of sight; `undo` brings it back. */
  removed: boolean;
  /** Why the file could not be changed; its evidence is gone all the same. */
  problem?: string;
}

export interface ForgetReport {
  sessionId: string;
  dryRun: boolean;
  skills: ForgottenSkill[];
  /** Proposals that waited: what is left of them. */
  proposals: { id: string; name: string; withdrawn: number; left: number }[];
  drafts: number;
  /** Evidence pointers that went. */
  evidence: number;
}

export const sessionsForget = defineOperation({
  name: "sessions_forget",
  summary: "Withdraw what rests on one session alone; its rules that others support stay",
  readOnly: false,
  input: z.object({
    session: z.string().min(1).describe("Id of the session, or its first characters"),
    dryRun: z.boolean().default(false).describe("Show what would go; change nothing"),
  }),
  handler: async (context, input): Promise<ForgetReport> => {
    const store = await context.store();
    const sessionId = await resolveSession(store, input.session);
    const report: ForgetReport = { sessionId, dryRun: input.dryRun, skills: [], proposals: [], drafts: 0, evidence: 0 };
    const supported = Map.groupBy(await evidenceOfSession(store, sessionId), ({ skillId }) => skillId);
    for (const [skillId, rules] of supported) {
      const skill = await findSkill(store, skillId);
      if (skill === undefined || skill.state === "removed") continue;
      const left = new Map(rules.map(({ ruleId, otherSessions }) => [ruleId, otherSessions]));
      report.skills.push(await forgetInSkill(context, skill, left, sessionId, input.dryRun));
    }
    const at = context.clock.now().toISOString();
    const work = async (connection: StoreConnection): Promise<void> => {
      report.proposals = await forgetInProposals(connection, sessionId, at, input.dryRun);
      report.drafts = await forgetInDrafts(connection, sessionId, at, input.dryRun);
      if (input.dryRun) return;
      await forgetInDecided(connection, sessionId);
      await forgetAnalyses(connection, sessionId);
      report.evidence = await forgetSessionEvidence(connection, sessionId);
      await forgetSession(connection, sessionId, at);
    };
    if (input.dryRun) await work(store);
    else await store.transaction(work);
    return report;
  },
});

/** @throws AutoskillError `SESSION_NOT_FOUND`, `AMBIGUOUS` */
async function resolveSession(store: Store, given: string): Promise<string> {
  const known = new Set((await listSessions(store)).map(({ sessionId }) => sessionId));
  for (const { payload } of await listCandidates(store, "pending")) {
    for (const evidence of evidenceIn((payload as ProposalPayload).candidate)) known.add(evidence.sessionId);
  }
  if (known.has(given) || (await evidenceOfSession(store, given)).length > 0) return given;
  const matching = [...known].filter((id) => id.startsWith(given));
  const [only, ...others] = matching;
  if (only !== undefined && others.length === 0) return only;
  throw new AutoskillError({
    code: only === undefined ? "SESSION_NOT_FOUND" : "AMBIGUOUS",
    message:
      only === undefined
        ? `Nothing was learned from a session ${given}.`
        : `${matching.length} sessions begin with ${given}: ${matching.slice(0, 5).join(", ")}`,
    next: "Give the id as `autoskill why` or `autoskill learn` show it.",
  });
}

async function forgetInSkill(
  context: OperationContext,
  skill: SkillRecord,
  left: ReadonlyMap<string, number>,
  sessionId: string,
  dryRun: boolean,
): Promise<ForgottenSkill> {
  const scope = skill.scope;
  const result: ForgottenSkill = {
    name: skill.slug,
    scope,
    ...(scope === "project" ? { projectRoot: skill.root } : {}),
    withdrawn: [],
    lowered: [],
    keptForPerson: [],
    removed: false,
  };
  try {
    const bank = await context.bank(scope === "project" ? skill.root : undefined);
    const edits: SkillEdit[] = [];
    for (const { ruleId, active, text = "", byUser } of await bank.evidence(scope, skill.slug)) {
      const others = left.get(ruleId);
      if (!active || others === undefined) continue;
      if (others > 0) result.lowered.push({ text, sessionsLeft: others });
      else if (byUser) result.keptForPerson.push(text);
      else {
        result.withdrawn.push(text);
        edits.push({ op: "retire", rule: ruleId });
      }
    }
    if (edits.length > 0) result.removed = await retire(bank, skill, edits, sessionId, dryRun);
  } catch (error) {
    if (!AutoskillError.isInstance(error)) throw error;
    result.problem = error.message;
  }
  return result;
}

/** True when the skill has nothing left to say and is taken out of sight. */
async function retire(
  bank: Bank,
  { scope, slug }: SkillRecord,
  edits: SkillEdit[],
  sessionId: string,
  dryRun: boolean,
): Promise<boolean> {
  const current = await bank.read(scope, slug);
  if (current === undefined) return false;
  const { text } = applySkillEdits(current.text, edits);
  const empty = parseSkill(text).rules.every((rule) => rule.section === "When to use");
  if (dryRun) return empty;
  const reason = `session ${sessionId} was forgotten`;
  if (empty) await bank.remove(scope, slug, { actor: "user", reason });
  else {
    await bank.publish({
      scope,
      slug,
      files: [{ path: "SKILL.md", content: text }],
      expect: { kind: "update", baseHash: current.hash },
      actor: "user",
      reason,
    });
  }
  return empty;
}

async function forgetInProposals(
  connection: StoreConnection,
  sessionId: string,
  at: string,
  dryRun: boolean,
): Promise<ForgetReport["proposals"]> {
  const touched: ForgetReport["proposals"] = [];
  for (const record of await listCandidates(connection, "pending")) {
    const { candidate } = record.payload as ProposalPayload;
    if (!evidenceIn(candidate).some((evidence) => evidence.sessionId === sessionId)) continue;
    const rules = rulesWithout(candidate, sessionId).filter((rule) => rule.evidence.length > 0);
    const says =
      rules.some((rule) => rule.section !== "When to use") ||
      (takenBackWithout(candidate, sessionId).takenBack?.length ?? 0) > 0;
    const withdrawn = candidate.rules.length - rules.length;
    touched.push({ id: record.id, name: record.slug, withdrawn, left: says ? rules.length : 0 });
    if (dryRun) continue;
    if (says)
      await replaceCandidatePayload(
        connection,
        record.id,
        payloadWith(record, { ...candidate, ...partsWithout(candidate, sessionId) }, rules),
      );
    else
      await decideCandidate(connection, record.id, { state: "superseded", decidedAt: at, reason: "session forgotten" });
  }
  return touched;
}

/** What was decided keeps no words of the session; what rested on it alone may be proposed again one day. */
async function forgetInDecided(connection: StoreConnection, sessionId: string): Promise<void> {
  for (const record of await listCandidates(connection)) {
    const { candidate } = record.payload as ProposalPayload;
    if (record.state === "pending" || !evidenceIn(candidate).some((one) => one.sessionId === sessionId)) continue;
    const rules = rulesWithout(candidate, sessionId);
    if (rules.every((rule) => rule.evidence.length === 0)) await deleteCandidate(connection, record.id);
    else
      await replaceDecidedPayload(
        connection,
        record.id,
        payloadWith(record, { ...candidate, ...partsWithout(candidate, sessionId) }, rules),
      );
  }
}

function rulesWithout(candidate: Candidate, sessionId: string): Candidate["rules"] {
  return candidate.rules.map((rule) => ({
    ...rule,
    evidence: rule.evidence.filter((one) => one.sessionId !== sessionId),
  }));
}

/** What it was merged from, as if the session had never been. */
function partsWithout(candidate: Candidate, sessionId: string): Pick<Candidate, "mergedFrom" | "takenBack"> {
  const { mergedFrom } = candidate;
  const reasons = takenBackWithout(candidate, sessionId);
  if (mergedFrom === undefined) return reasons;
  const parts = mergedFrom.map((part) => ({
    ...part,
    rules: rulesWithout(part, sessionId).filter((rule) => rule.evidence.length > 0),
  }));
  return { ...reasons, mergedFrom: parts.filter((part) => part.rules.length > 0) };
}

/** Edits of an update that add a withdrawn rule go with it. */
function payloadWith(record: CandidateRecord, candidate: Candidate, rules: Candidate["rules"]): ProposalPayload {
  const texts = new Set(rules.map((rule) => rule.text));
  const gone = new Set(candidate.rules.map((rule) => rule.text).filter((text) => !texts.has(text)));
  const reasons = (record.payload as ProposalPayload).candidate.takenBack ?? [];
  const bereft = new Set(
    reasons.map(({ rule }) => rule).filter((rule) => candidate.takenBack?.some((one) => one.rule === rule) !== true),
  );
  const edits = candidate.edits?.filter((edit) => {
    if (edit.op === "retire") return !bereft.has(edit.rule);
    return !("text" in edit) || !gone.has(edit.text);
  });
  return {
    ...(record.payload as ProposalPayload),
    candidate: { ...candidate, rules, ...(edits === undefined ? {} : { edits }) },
  };
}

async function forgetInDrafts(
  connection: StoreConnection,
  sessionId: string,
  at: string,
  dryRun: boolean,
): Promise<number> {
  let touched = 0;
  for (const draft of await listDrafts(connection)) {
    const kept = (draft.evidence as RuleEvidence[]).filter((evidence) => evidence.sessionId !== sessionId);
    if (kept.length === draft.evidence.length) continue;
    touched += 1;
    if (dryRun) continue;
    if (kept.length === 0) await deleteDraft(connection, draft.id);
    else await saveDraft(connection, { ...draft, evidence: kept, updatedAt: at });
  }
  return touched;
}

function evidenceIn(candidate: Candidate): RuleEvidence[] {
  return [...candidate.rules, ...(candidate.takenBack ?? [])].flatMap(({ evidence }) => evidence);
}

/** Why rules are taken out, as if the session had never been. */
function takenBackWithout({ takenBack }: Candidate, sessionId: string): Pick<Candidate, "takenBack"> {
  if (takenBack === undefined) return {};
  const left = takenBack.map((one) => ({ ...one, evidence: one.evidence.filter((at) => at.sessionId !== sessionId) }));
  return { takenBack: left.filter(({ evidence }) => evidence.length > 0) };
}
