/**
 * What becomes of rules that were said once: they wait, and the same rule from another session makes a candidate of both.
 * Order does not matter, and the same session read twice counts once.
 */
import { digestOf } from "../../base/index.ts";
import type { Candidate, CandidateRule, RuleEvidence } from "../candidate.ts";
import { candidateId, ruleDigest } from "../idea.ts";
import { findSameRule } from "../same-rule.ts";
import type { DraftedRule } from "./model.ts";

/** A draft as it waits: where, and which rule. */
export interface WaitingDraft {
  id: string;
  slug: string;
  section: CandidateRule["section"];
  text: string;
  evidence: RuleEvidence[];
}

export interface SettledDrafts {
  /** To be written: new ones, and those that got more evidence of the same session. */
  save: WaitingDraft[];
  /** Ids that are not drafts any more, since their rule is in a candidate. */
  promoted: string[];
  candidates: Candidate[];
}

/** Independent sessions from which a rule stands by itself (design §4.3). */
const SESSIONS = 2;

function draftId(place: { scope: string; root: string }, slug: string, text: string): string {
  return `draft_${digestOf({ ...place, slug, rule: ruleDigest(text) }).slice(0, 24)}`;
}

export function settleDrafts(
  found: readonly DraftedRule[],
  waiting: readonly WaitingDraft[],
  place: { scope: string; root: string },
): SettledDrafts {
  const drafts = waiting.map((draft) => ({ ...draft }));
  const touched = new Map<string, string>();
  for (const { slug, title, rule } of found) {
    const at = findSameRule(drafts, rule);
    const there = drafts[at];
    if (there === undefined) {
      const id = draftId(place, slug, rule.text);
      drafts.push({ id, slug, section: rule.section, text: rule.text, evidence: rule.evidence });
      touched.set(id, title);
    } else {
      there.evidence = union(there.evidence, rule.evidence);
      touched.set(there.id, title);
    }
  }
  const changed = drafts.filter(({ id }) => touched.has(id));
  const ready = changed.filter(({ evidence }) => new Set(evidence.map(sessionOf)).size >= SESSIONS);
  const bySkill = Map.groupBy(ready, ({ slug }) => slug);
  return {
    save: changed.filter((draft) => !ready.includes(draft)),
    promoted: ready.map(({ id }) => id),
    candidates: [...bySkill].map(([slug, rules]) => candidateOf(slug, touched.get(rules[0]?.id ?? "") ?? slug, rules)),
  };
}

function candidateOf(slug: string, title: string, drafts: readonly WaitingDraft[]): Candidate {
  const rules = drafts.map(({ section, text, evidence }): CandidateRule => ({ section, text, evidence }));
  const said = rules.map(({ text }) => text.replaceAll(/[<>`]/g, "").replace(/[.。]$/, "")).join("; ");
  return {
    id: candidateId(slug, rules),
    proposer: "extractor",
    action: "create",
    slug,
    title,
    description: `${title}: ${said}`.slice(0, 900),
    tags: [],
    rules,
    confidence: 0.6,
    rationale: "Asked for in the same way in two sessions or more.",
  };
}

function sessionOf({ source, sessionId }: RuleEvidence): string {
  return `${source} ${sessionId}`;
}

function union(there: readonly RuleEvidence[], more: readonly RuleEvidence[]): RuleEvidence[] {
  const key = (one: RuleEvidence) => `${sessionOf(one)} ${one.pointer.digest}`;
  return [...new Map([...there, ...more].map((one) => [key(one), one])).values()];
}
