/**
 * `sessions forget`: a session supports nothing any more. Rules that rest on it alone are withdrawn, as a revision that can
 * be undone; rules that other sessions support too stay, with less behind them; proposals and drafts lose what it said.
 * The transcript itself is the agent's and stays where it lies; it is not learned from again unless a person says so.
 *
 * Order: the skills first, then the evidence. A process killed in between has withdrawn rules whose evidence is still
 * there, and the same command does the rest.
 */
import { z } from "zod";
import type { Bank, PublishResult, RuleSupport, Scope } from "../bank/index.ts";
import { AutoskillError } from "../base/index.ts";
import { type Candidate, type MergedAgain, madeAgain, type RuleEvidence } from "../learn/index.ts";
import { applySkillEdits, parseSkill, parseSkillHead, type SkillEdit } from "../skill/index.ts";
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
import { carriedOver } from "./decide.ts";
import { forgetAnalyses } from "./evolve/kept-analyses.ts";
import { defineOperation } from "./operation.ts";
import { type ProposalPayload, piecesOf } from "./proposal.ts";
import { SUMMARIES } from "./summaries.ts";

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
  summary: SUMMARIES.sessions_forget,
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
    const withdrawn: ForgottenRule[] = [];
    for (const { ruleId, active, text = "", byUser } of await bank.evidence(scope, skill.slug)) {
      const others = left.get(ruleId);
      if (!active || others === undefined) continue;
      if (others > 0) result.lowered.push({ text, sessionsLeft: others });
      else if (byUser) result.keptForPerson.push(text);
      else withdrawn.push({ ruleId, text });
    }
    result.withdrawn = withdrawn.map(({ text }) => text);
    if (withdrawn.length + result.lowered.length > 0)
      result.removed = await withdraw(context, bank, skill, withdrawn, sessionId, dryRun);
  } catch (error) {
    if (!AutoskillError.isInstance(error)) throw error;
    result.problem = error.message;
  }
  return result;
}

interface ForgottenRule {
  ruleId: string;
  text: string;
}

/** True when the skill has nothing left to say and is taken out of sight. */
async function withdraw(
  context: OperationContext,
  bank: Bank,
  skill: SkillRecord,
  withdrawn: readonly ForgottenRule[],
  sessionId: string,
  dryRun: boolean,
): Promise<boolean> {
  const { scope, slug } = skill;
  const current = await bank.read(scope, slug);
  if (current === undefined) return false;
  const gone = new Set(withdrawn.map(({ ruleId }) => ruleId));
  const isEmpty =
    gone.size > 0 &&
    parseSkill(current.text).rules.every(({ id, section }) => gone.has(id) || section === "When to use");
  if (dryRun) return isEmpty;
  const reason = `session ${sessionId} was forgotten`;
  const change = { scope, slug, expect: { kind: "update" as const, baseHash: current.hash }, reason };
  if (isEmpty) {
    await bank.remove(scope, slug, { actor: "user", reason });
    return true;
  }
  const again = await asIfNeverSaid(await context.store(), skill, current.text, gone, sessionId, context.clock.now());
  // By us, not by the person: what the text says now are not lines that they wrote by hand.
  const publish = (content: string, evidence: RuleSupport[] = []): Promise<PublishResult> =>
    bank.publish({ ...change, files: [{ path: "SKILL.md", content }], evidence, actor: "autoskill" });
  if (again !== undefined) await publish(again.text, await carriedOver(bank, scope, slug, again));
  else if (withdrawn.length > 0) {
    const { text } = applySkillEdits(current.text, retirements(withdrawn));
    const cleaned = applySkillEdits(text, descriptionWithout(text, withdrawn)).text;
    // A description that the person wrote stays as it is.
    await publish(cleaned).catch((error: unknown) => {
      if (cleaned === text || !AutoskillError.isInstance(error) || error.code !== "USER_LINES_LOST") throw error;
      return publish(text);
    });
  }
  return false;
}

/** The skill as the other sessions alone would have made it: also its description, and rules that they say in other words. */
async function asIfNeverSaid(
  store: StoreConnection,
  { scope, root, slug }: SkillRecord,
  text: string,
  gone: ReadonlySet<string>,
  sessionId: string,
  at: Date,
): Promise<MergedAgain | undefined> {
  const pieces = await piecesOf(store, { scope, root, slug });
  const again = madeAgain(text, pieces, withoutSession(pieces, sessionId), at);
  if (again === undefined || again.lost.length !== gone.size || again.lost.some((id) => !gone.has(id)))
    return undefined;
  return saysTheSame(again.text, text) ? undefined : again;
}

function saysTheSame(one: string, other: string): boolean {
  const timeless = (text: string): string => text.replace(/^ {2}(?:version|extracted_at): .*$/gm, "");
  return timeless(one) === timeless(other);
}

function retirements(withdrawn: readonly ForgottenRule[]): SkillEdit[] {
  return withdrawn.map(({ ruleId }) => ({ op: "retire", rule: ruleId }));
}

/** A description names rules as key terms: those that are gone go there too, where something is left to say. */
function descriptionWithout(text: string, withdrawn: readonly ForgottenRule[]): SkillEdit[] {
  const description = parseSkillHead(text).frontmatter?.description ?? "";
  let left = description;
  for (const { text: rule } of withdrawn) {
    const words = (rule.split("\n")[0] ?? "").replace(/[.。:：]$/, "").replace(/[<>]/g, "");
    if (words === "") continue;
    for (const clause of [`${words}; `, `; ${words}`, `${words}；`, `；${words}`]) left = left.replace(clause, "");
    left = left.replace(`: ${words}. `, ". ").replace(`：${words}。`, "。");
  }
  return left === description ? [] : [{ op: "set_field", path: ["description"], value: left }];
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
function partsWithout(candidate: Candidate, sessionId: string): Pick<Candidate, "mergedFrom" | "said" | "takenBack"> {
  const { mergedFrom, said } = candidate;
  return {
    ...takenBackWithout(candidate, sessionId),
    ...(mergedFrom === undefined ? {} : { mergedFrom: withoutSession(mergedFrom, sessionId) }),
    ...(said === undefined ? {} : { said: withoutSession(said, sessionId) }),
  };
}

function withoutSession(candidates: readonly Candidate[], sessionId: string): Candidate[] {
  return candidates
    .map((candidate) => ({
      ...candidate,
      ...partsWithout(candidate, sessionId),
      rules: rulesWithout(candidate, sessionId).filter((rule) => rule.evidence.length > 0),
    }))
    .filter(({ rules }) => rules.length > 0);
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
