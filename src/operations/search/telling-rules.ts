/**
 * Which rules of the standing skills to say where there is no room for all: those that add most to what was said
 * already, and those that the request is about, for the room that they take. A rule that repeats another in other words
 * is the first to go. Rules stay whole, and in the order of their file.
 */
import { estimateTokens } from "../../base/index.ts";
import { escapeText, tokenize } from "../../search/index.ts";

export interface OfferedRule {
  /** The skill that it belongs to. */
  skill: string;
  text: string;
}

/** Weight of a word that the rule shares with the request, times how rare it is among the rules, in new words. */
const RELEVANCE = 3;
const ITEM_TOKENS = 3;

/** The chosen rules, in the given order; together at most `budget` tokens. */
export function tellingRules<Rule extends OfferedRule>(rules: readonly Rule[], query: string, budget: number): Rule[] {
  const asked = new Set(tokenize(query));
  const spoken = rules.map((rule) => [...new Set(tokenize(rule.text))]);
  const holding = (term: string) => spoken.filter((terms) => terms.includes(term)).length;
  const open = rules.map((rule, at) => {
    const terms = spoken[at] ?? [];
    const relevance = terms
      .filter((term) => asked.has(term))
      .reduce((sum, term) => sum + Math.log(rules.length / holding(term)), 0);
    return { rule, terms, relevance, tokens: estimateTokens(escapeText(rule.text)) + ITEM_TOKENS };
  });
  const said = new Set<string>();
  const chosen = new Set<Rule>();
  let left = budget;
  const worth = ({ terms, relevance, tokens }: (typeof open)[number]) =>
    (terms.filter((term) => !said.has(term)).length + RELEVANCE * relevance) / tokens;
  while (open.length > 0) {
    let best = 0;
    let most = Number.NEGATIVE_INFINITY;
    for (const [at, candidate] of open.entries()) {
      const value = worth(candidate);
      if (value <= most + 1e-9) continue;
      best = at;
      most = value;
    }
    const [next] = open.splice(best, 1);
    if (next === undefined || next.tokens > left) continue;
    left -= next.tokens;
    chosen.add(next.rule);
    for (const term of next.terms) said.add(term);
  }
  return rules.filter((rule) => chosen.has(rule));
}
