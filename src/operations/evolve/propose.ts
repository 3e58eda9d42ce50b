/** What becomes of an evolved skill: a proposal, evidence for rules that stay, and drafts of what one session suggests. */
import { join } from "node:path";
import { contentId, withFileLock } from "../../base/index.ts";
import {
  type Candidate,
  type CandidateRule,
  type EvolvedCandidate,
  type FrozenSkill,
  type RuleEvidence,
  type SkillSection,
  settleDrafts,
  type WaitingDraft,
} from "../../learn/index.ts";
import { parseSkill } from "../../skill/index.ts";
import { deleteDraft, listDrafts, type Store, saveDraft } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { reinforce } from "../decide.ts";
import { type Placement, ProposalBook } from "../learn/proposal-book.ts";
import type { Target } from "../learn/target.ts";
import { type SettledProposals, settleProposals } from "../settle-proposals.ts";

export interface Frozen {
  skill: FrozenSkill;
  target: Target;
  root: string;
}

export interface ProposedEvolution extends SettledProposals {
  placement?: Placement;
  drafts: number;
}

/** `learn` may hold it for a while when it reads a long history. */
const LOCK_WAIT_MS = 10 * 60_000;

/** Proposal and drafts are saved in one transaction. A dry run only tells what the proposal would be. */
export async function propose(
  context: OperationContext,
  frozen: Frozen,
  evolved: EvolvedCandidate,
  options: { dryRun: boolean; publish: boolean },
): Promise<ProposedEvolution> {
  const { skill, target } = frozen;
  const store = await context.store();
  const now = context.clock.now();
  const lock = join(context.home, "locks", "learn.lock");
  const saved = await withFileLock(lock, { timeoutMs: LOCK_WAIT_MS }, async () => {
    const book = await ProposalBook.open(context);
    const placement = evolved.candidate === undefined ? undefined : await book.place(evolved.candidate, target, now);
    const placements = placement === undefined ? [] : [placement];
    let drafts = 0;
    if (!options.dryRun) {
      const settled = await draftsAfter(store, frozen, evolved);
      for (const candidate of settled.candidates) placements.push(await book.place(candidate, target, now));
      drafts = settled.save.length;
      await store.transaction(async (transaction) => {
        await book.save(transaction);
        const at = now.toISOString();
        const place = { scope: target.scope, root: frozen.root };
        for (const draft of settled.save) {
          await saveDraft(transaction, { ...place, ...draft, createdAt: at, updatedAt: at });
        }
        for (const id of settled.promoted) await deleteDraft(transaction, id);
      });
    }
    const ids = new Set(placements.flatMap((placed) => ("recordId" in placed ? [placed.recordId] : [])));
    return { placement, drafts, records: [...ids].flatMap((id) => book.record(id) ?? []) };
  });
  const { placement, drafts, records } = saved;
  const settled = await settleProposals(context, records, {
    publish: options.publish,
    describeOnly: options.dryRun,
  });
  if (!options.dryRun && evolved.kept.length > 0) {
    await reinforce(context, supporting(skill, evolved.kept), target);
  }
  return { ...settled, ...(placement === undefined ? {} : { placement }), drafts };
}

/** What one session suggested joins the drafts of this skill; one that another session had suggested before is proposed. */
async function draftsAfter(store: Store, { skill, target, root }: Frozen, { leftOut }: EvolvedCandidate) {
  const place = { scope: target.scope, root };
  const title = parseSkill(skill.text).title ?? skill.slug;
  const found = leftOut.flatMap(({ change, reason, evidence }) => {
    if (reason !== "inferred_once" || change.op !== "add" || change.file !== undefined) return [];
    return [{ slug: skill.slug, title, rule: { section: change.section, text: change.text, evidence } }];
  });
  const waiting = (await listDrafts(store, { ...place, slug: skill.slug })).map(
    ({ id, slug, section, text, evidence }): WaitingDraft => ({
      id,
      slug,
      section: section as SkillSection,
      text,
      evidence: evidence as RuleEvidence[],
    }),
  );
  return settleDrafts(found, waiting, place);
}

/** Evidence alone, for rules that are there. */
function supporting(skill: FrozenSkill, rules: CandidateRule[]): Candidate {
  const title = parseSkill(skill.text).title ?? skill.slug;
  return {
    id: contentId("kept", [skill.slug, skill.hash]),
    proposer: "evolver",
    action: "update",
    slug: skill.slug,
    title,
    description: title,
    tags: [],
    rules,
    confidence: 1,
    rationale: "Seen again.",
  };
}
