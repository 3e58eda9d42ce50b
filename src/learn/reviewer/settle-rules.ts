/** The rules of a change, each with its evidence, and those that may not be kept. */
import { redactText } from "../../base/index.ts";
import type { CandidateRule, RuleEvidence } from "../candidate.ts";
import type { Evidence } from "../distil/evidence.ts";
import type { CitationsOf } from "./citations.ts";
import type { SessionGrounds } from "./grounds.ts";
import type { RuleRefusal } from "./model.ts";
import { findInProse } from "./never-keep.ts";
import { addressesIn, codeIn, groundOf, proseOf } from "./spans.ts";
import { decideSupport, type RuleClaim } from "./support.ts";

export interface Settling {
  slug: string;
  grounds: SessionGrounds;
  evidence: Evidence;
  citations: CitationsOf;
}

export interface SettledRules<Rule extends RuleClaim> {
  kept: { rule: Rule; evidence: RuleEvidence[] }[];
  refused: RuleRefusal[];
}

/** In UTF-16 units; what is longer is a text, not a rule. */
const MAX_RULE = 4_000;

/**
 * Rules of "When to use" say for what the others are: they rest on what those rest on, and must not bring in anything
 * of their own.
 */
export function settleRules<Rule extends RuleClaim>(rules: readonly Rule[], settling: Settling): SettledRules<Rule> {
  const settled: SettledRules<Rule> = { kept: [], refused: [] };
  const content = new Map<Rule, RuleEvidence[]>();
  const short = rules.filter((rule) => rule.text.length <= MAX_RULE);
  for (const { text } of rules.filter((rule) => rule.text.length > MAX_RULE)) {
    const message = `It has ${text.length} characters; a rule has at most ${MAX_RULE}. More belongs into a file of references/.`;
    settled.refused.push(refusal(settling.slug, text, "too_long", message));
  }
  for (const rule of short) {
    if (rule.section === "When to use") continue;
    const decision = decideSupport(rule, settling.citations(rule.text), settling.grounds, settling.evidence);
    if (decision.supported) content.set(rule, decision.evidence);
    else settled.refused.push(refusal(settling.slug, rule.text, decision.code, decision.message));
  }
  const all = distinct([...content.values()].flat());
  for (const rule of short) {
    const evidence = content.get(rule);
    if (evidence !== undefined) settled.kept.push({ rule, evidence });
    if (rule.section !== "When to use") continue;
    const problem = situationProblem(rule.text, settling.grounds);
    if (problem !== undefined) settled.refused.push(refusal(settling.slug, rule.text, problem.code, problem.message));
    else if (all.length > 0) settled.kept.push({ rule, evidence: all });
  }
  return settled;
}

export function asCandidateRules(
  settled: SettledRules<CandidateRule | (RuleClaim & { section: CandidateRule["section"] })>,
) {
  return settled.kept.map(
    ({ rule, evidence }): CandidateRule => ({ section: rule.section, text: redactText(rule.text), evidence }),
  );
}

/** What may not stand in a description, a title or under "When to use". */
export function situationProblem(
  text: string,
  grounds: SessionGrounds,
): { code: RuleRefusal["code"]; message: string } | undefined {
  const found = findInProse(proseOf(text))[0];
  if (found !== undefined) {
    return { code: found.code, message: `It holds what no skill may hold: "${found.found}".` };
  }
  const stranger = codeIn(text)
    .map((code) => groundOf(code, grounds))
    .find((span) => span.worked.length === 0 && !span.said && !span.known);
  const messages = [...grounds.saidIn.values()];
  const address = addressesIn(text).find((one) => !messages.some((message) => message.text.includes(one)));
  const named = stranger?.text ?? address;
  if (named === undefined) return undefined;
  return {
    code: "unseen_reference",
    message: `It names ${named.slice(0, 80)}, which no person named and nothing that worked used.`,
  };
}

export function refusal(
  slug: string,
  text: string | undefined,
  code: RuleRefusal["code"],
  message: string,
): RuleRefusal {
  if (text === undefined) return { slug, code, message };
  const line = redactText(text.split("\n")[0] ?? "");
  return { slug, rule: [...line].slice(0, 200).join(""), code, message };
}

function distinct(evidence: readonly RuleEvidence[]): RuleEvidence[] {
  return [...new Map(evidence.map((one) => [`${one.pointer.messageId} ${one.support}`, one])).values()];
}
