/**
 * Which rules of the standing skills to say where there is no room for all: those that add most to what was said
 * already, and those that the request is about, for the room that they take. Each skill says its most telling rule before
 * another says a second, so that a long template is not put aside for the fifth way to say something else. A rule that
 * repeats another in other words is the first to go. Rules stay whole, and in the order of their file.
 */
import { PARTS_PER_TOKEN, tokenParts } from "../../base/index.ts";
import { escapeText, tokenize } from "../../search/index.ts";

export interface OfferedRule {
  /** The skill that it belongs to. */
  skill: string;
  text: string;
}

/** Weight of a word that the rule shares with the request, times how rare it is among the rules, in new words. */
const RELEVANCE = 3;

/** A rule as the block has it. */
export function listItem(text: string): string {
  return `- ${text.replaceAll("\n", "\n  ")}\n`;
}

/** The chosen rules, in the given order; their items together take at most `budget` tokens. */
export function tellingRules<Rule extends OfferedRule>(rules: readonly Rule[], query: string, budget: number): Rule[] {
  const asked = new Set(tokenize(query));
  const spoken = rules.map((rule) => [...new Set(tokenize(rule.text))]);
  const holding = (term: string) => spoken.filter((terms) => terms.includes(term)).length;
  const open = rules.map((rule, at) => {
    const terms = spoken[at] ?? [];
    const relevance = terms
      .filter((term) => asked.has(term))
      .reduce((sum, term) => sum + Math.log(rules.length / holding(term)), 0);
    return { rule, terms, relevance, parts: tokenParts(escapeText(listItem(rule.text))) };
  });
  const said = new Set<string>();
  const chosen = new Set<Rule>();
  const heardOf = new Set<string>();
  let left = budget * PARTS_PER_TOKEN;
  const worth = ({ terms, relevance, parts }: (typeof open)[number]) =>
    (terms.filter((term) => !said.has(term)).length + RELEVANCE * relevance) / parts;
  while (open.length > 0) {
    const someAreSilent = open.some(({ rule }) => !heardOf.has(rule.skill));
    let best = -1;
    let most = Number.NEGATIVE_INFINITY;
    for (const [at, candidate] of open.entries()) {
      if (someAreSilent && heardOf.has(candidate.rule.skill)) continue;
      const value = worth(candidate);
      if (value <= most + 1e-9) continue;
      best = at;
      most = value;
    }
    const [next] = open.splice(best, 1);
    if (next === undefined || next.parts > left) continue;
    left -= next.parts;
    chosen.add(next.rule);
    heardOf.add(next.rule.skill);
    for (const term of next.terms) said.add(term);
  }
  return rules.filter((rule) => chosen.has(rule));
}
