/**
 * One look of a model at a conversation: extract, judge against what is there, save proposals and drafts, and publish
 * what the policy lets through. Used by `extract`, by `learn`, and by `chat` in the background.
 *
 * Contract: models are asked outside of the lock. What is proposed, what is drafted and how far the session was looked at
 * are written in one transaction.
 */
import { join } from "node:path";
import { withFileLock } from "../../base/index.ts";
import {
  type Candidate,
  type CandidateRule,
  type ExistingSkill,
  type Extraction,
  extract,
  findSameRule,
  type ManagedDecision,
  manageWithModel,
  publishable,
  type RuleEvidence,
  type RuleRefusal,
  type SkillSection,
  settleDrafts,
  type WaitingDraft,
} from "../../learn/index.ts";
import type { LanguageModel, ModelUsage } from "../../model/index.ts";
import { transcriptMessages } from "../../session/index.ts";
import { parseSkillHead } from "../../skill/index.ts";
import {
  deleteDraft,
  FORGOTTEN,
  findCandidate,
  findSession,
  getSetting,
  listDrafts,
  saveDraft,
  setSetting,
} from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { reinforce } from "../decide.ts";
import { type Placement, ProposalBook } from "../learn/proposal-book.ts";
import { type Target, targetFor } from "../learn/target.ts";
import { openModel } from "../model/open-model.ts";
import { rejectionsFor } from "../rejections.ts";
import { type SessionOfPath, sessionOfPath } from "../review/session-of-path.ts";
import { openBankIndex } from "../search/bank-index.ts";
import { type SettledProposals, settleProposals } from "../settle-proposals.ts";
import { readSource } from "../transcript-source.ts";

export interface ExtractionRequest {
  path: string;
  sessionId?: string | undefined;
  project?: string | undefined;
  user?: boolean | undefined;
  hint?: string | undefined;
  windowTurns?: number | undefined;
  /** `policy`: as the person's policy says; `save`: everything waits. */
  settle: "policy" | "publish" | "save";
  signal?: AbortSignal;
}

export interface ExtractionReport extends SettledProposals {
  sessionId: string;
  path: string;
  outcome: Extraction["outcome"];
  placements: Placement[];
  /** Rules that were said once, in passing, and wait for a second session. */
  drafts: { slug: string; text: string }[];
  /** Drafts that another session has confirmed just now. */
  promoted: number;
  /** What the model gave and is not proposed, with the reason. */
  problems: RuleRefusal[];
  usage: ModelUsage;
  model: string;
  promptVersion: number;
  window: Extraction["window"];
}

/** Skills that the model is told of, and that a candidate is judged against. */
const KNOWN = 20;
const NEIGHBOURS = 5;
const LOCK_WAIT_MS = 10 * 60_000;

/** @throws AutoskillError `NO_MODEL`, the codes of `ModelErrorCode`, `TRANSCRIPT_UNREADABLE`, `NO_SESSION_IN_FILE` */
export async function runExtraction(context: OperationContext, request: ExtractionRequest): Promise<ExtractionReport> {
  const session = await sessionOfPath(context, request.path, request.sessionId);
  const { header, facts, path } = session;
  const target = await targetFor(context, { project: request.project, user: request.user ?? false }, header);
  const configuration = await loadConfiguration(context, target.projectRoot);
  const model = await openModel(context, target.projectRoot);
  const store = await context.store();
  const bank = await context.bank(target.projectRoot);
  const root = bank.rootOf(target.scope);
  const signal = request.signal ?? context.signal;
  const own = await skillsNear(
    context,
    target,
    facts.personWords
      .slice(-3)
      .map(({ text }) => text)
      .join(" "),
  );
  const known = own.slice(0, KNOWN).map(({ slug, description }) => ({ name: slug, description }));
  const forgotten = (await findSession(store, header.source, header.id))?.gateReason === FORGOTTEN;
  context.progress({ message: `${model.id} looks at conversation ${header.id}` });
  const found = await extract({
    model,
    session: {
      header,
      sourcePath: path,
      messages: transcriptMessages(path, { sessionId: header.id, read: readSource, signal }),
    },
    windowTurns: request.windowTurns ?? configuration["extract.windowTurns"],
    known,
    isRejected: forgotten ? () => true : await rejectionsFor(store, { scope: target.scope, root }),
    timeoutMs: configuration["model.timeoutSeconds"] * 1000,
    signal,
    now: context.clock.now(),
    ...(request.hint === undefined ? {} : { hint: request.hint }),
  });
  const drafts = forgotten ? [] : found.drafts;
  const decisions = await judgeAll(context, model, found.candidates, target, signal);
  const saved = await save(context, target, session, { ...found, drafts }, decisions);
  const ids = new Set(saved.placements.flatMap((placement) => ("recordId" in placement ? [placement.recordId] : [])));
  const records = [];
  for (const id of ids) {
    const record = await findCandidate(store, id);
    if (record?.state === "pending") records.push(record);
  }
  const settled = await settleProposals(context, records, {
    publish: request.settle === "publish",
    describeOnly: request.settle === "save",
  });
  const leftOut = decisions.flatMap(({ candidate, leftOut: rules }) =>
    rules.map(
      ({ rule, reason }): RuleRefusal => ({
        slug: candidate.slug,
        rule: rule.slice(0, 200),
        code: "left_out",
        message: reason,
      }),
    ),
  );
  return {
    ...settled,
    sessionId: header.id,
    path,
    outcome: found.outcome,
    placements: saved.placements,
    drafts: drafts.map(({ slug, rule }) => ({ slug, text: rule.text })),
    promoted: saved.promoted,
    problems: [...found.problems, ...leftOut],
    usage: found.usage,
    model: model.id,
    promptVersion: found.promptVersion,
    window: found.window,
  };
}

/** Turns of the person up to which a session was looked at; 0 for never. */
export async function extractedUpTo(context: OperationContext, source: string, sessionId: string): Promise<number> {
  const value = await getSetting(await context.store(), cursorKey(source, sessionId));
  return typeof value === "number" ? value : 0;
}

function cursorKey(source: string, sessionId: string): string {
  return `extracted:${source}:${sessionId}`;
}

interface NearSkill extends ExistingSkill {
  description: string;
}

/** Skills of the place that is learned into, nearest to `query` first; those that search cannot rank come last, by name. */
async function skillsNear(context: OperationContext, target: Target, query: string): Promise<NearSkill[]> {
  const bank = await context.bank(target.projectRoot);
  const { skills } = await bank.list({ scope: target.scope });
  const all = skills.map(
    ({ slug, text, hash, ownership }): NearSkill => ({
      slug,
      text,
      hash,
      ours: ownership === "ours" || ownership === "ours_edited",
      description: parseSkillHead(text).frontmatter?.description ?? "",
    }),
  );
  if (all.length < 2 || query.trim() === "") return all;
  const rank = new Map<string, number>();
  try {
    const { index } = await openBankIndex(context, {
      ...(target.projectRoot === undefined ? {} : { project: target.projectRoot }),
    });
    const hits = await index.query(query.slice(0, 2_000), { topK: KNOWN, minScore: 0, scopes: [target.scope] });
    hits.forEach((hit, at) => void rank.set(hit.id.split("/").at(-1) ?? hit.id, at));
  } catch {
    // Without an index the order is by name; nothing else depends on it.
  }
  const placeOf = (skill: NearSkill): number => rank.get(skill.slug) ?? KNOWN;
  return all.toSorted((a, b) => placeOf(a) - placeOf(b) || (a.slug < b.slug ? -1 : 1));
}

async function judgeAll(
  context: OperationContext,
  model: LanguageModel,
  candidates: readonly Candidate[],
  target: Target,
  signal: AbortSignal,
): Promise<ManagedDecision[]> {
  const decisions: ManagedDecision[] = [];
  for (const candidate of candidates) {
    const query = [candidate.title, candidate.description, ...candidate.rules.map(({ text }) => text)].join(" ");
    const near = (await skillsNear(context, target, query)).slice(0, NEIGHBOURS);
    decisions.push(await manageWithModel(model, candidate, near, context.clock.now(), { signal }));
  }
  return decisions;
}

async function save(
  context: OperationContext,
  target: Target,
  { header, facts }: SessionOfPath,
  found: Pick<Extraction, "drafts">,
  decisions: readonly ManagedDecision[],
): Promise<{ placements: Placement[]; promoted: number }> {
  const store = await context.store();
  const bank = await context.bank(target.projectRoot);
  const place = { scope: target.scope, root: bank.rootOf(target.scope) };
  const now = context.clock.now();
  const supports: (() => Promise<void>)[] = [];
  const lock = join(context.home, "locks", "learn.lock");
  const saved = await withFileLock(lock, { timeoutMs: LOCK_WAIT_MS }, async () => {
    const book = await ProposalBook.open(context);
    const placements: Placement[] = [];
    const put = async (candidate: Candidate, decision?: ManagedDecision): Promise<void> => {
      const said = await book.rulesSaid(target);
      const { rest, known } = withoutSaid(
        candidate,
        said.filter(({ slug }) => slug !== (decision?.target ?? candidate.slug)),
      );
      for (const [slug, rules] of known) {
        placements.push({ kind: "reinforced", slug, rules: rules.length });
        supports.push(() => reinforce(context, { ...candidate, slug, rules }, target));
      }
      if (rest === undefined) return;
      const placement = await book.place(rest, target, now, decision?.by === "model" ? decision : undefined);
      placements.push(placement);
      const published =
        placement.kind === "reinforced" ? placement.slug : "updates" in placement ? placement.updates : undefined;
      if (published !== undefined) supports.push(() => reinforce(context, { ...rest, slug: published }, target));
    };
    for (const decision of decisions) await put(decision.candidate, decision);
    const waiting = (await listDrafts(store, place)).map(
      ({ id, slug, section, text, evidence }): WaitingDraft => ({
        id,
        slug,
        section: section as SkillSection,
        text,
        evidence: evidence as RuleEvidence[],
      }),
    );
    const settled = settleDrafts(found.drafts, waiting, place);
    for (const candidate of settled.candidates) {
      const fit = await publishable(candidate, now);
      if (fit !== undefined) await put(fit);
    }
    await store.transaction(async (transaction) => {
      await book.save(transaction);
      const at = now.toISOString();
      for (const draft of settled.save) {
        await saveDraft(transaction, { ...place, ...draft, createdAt: at, updatedAt: at });
      }
      for (const id of settled.promoted) await deleteDraft(transaction, id);
      await setSetting(transaction, cursorKey(header.source, header.id), facts.personTurns);
    });
    return { placements, promoted: settled.promoted.length };
  });
  for (const support of supports) await support();
  return saved;
}

/**
 * A candidate without the rules that another skill or proposal has already: what a published skill says is counted as
 * support there, what waits elsewhere waits there.
 */
function withoutSaid(
  candidate: Candidate,
  said: readonly { slug: string; published: boolean; rules: { section: string; text: string }[] }[],
): { rest?: Candidate; known: Map<string, CandidateRule[]> } {
  const known = new Map<string, CandidateRule[]>();
  const rules = candidate.rules.filter((rule) => {
    if (rule.section === "When to use") return true;
    const other = said.find((skill) => findSameRule(skill.rules, rule) !== -1);
    if (other === undefined) return true;
    if (other.published) known.set(other.slug, [...(known.get(other.slug) ?? []), rule]);
    return false;
  });
  const left = rules.some(({ section }) => section !== "When to use");
  const same = rules.length === candidate.rules.length;
  return { known, ...(same ? { rest: candidate } : left ? { rest: { ...candidate, rules } } : {}) };
}
