/** Whether two rules of a skill say the same, so that one of them is enough. */
import { sameMeaning } from "./similarity.ts";

export interface PlacedRule {
  /** Heading of the section that the rule stands in. */
  section: string;
  text: string;
}

/**
 * True when `there` makes `wanted` superfluous: the same meaning, or in the same section the same command with more or
 * fewer options. A check among the steps does not say that it proves success, so it does not stand for one to verify.
 */
export function sameRule(there: PlacedRule, wanted: PlacedRule): boolean {
  const sameSection = there.section === wanted.section;
  if (sameMeaning(there.text, wanted.text)) return sameSection || wanted.section !== "Verify";
  return sameSection && sameWithOptions(there.text, wanted.text);
}

/** Index of the rule that says what `wanted` says: word for word, else in the same section, else anywhere; -1 for none. */
export function findSameRule(rules: readonly PlacedRule[], wanted: PlacedRule): number {
  const literal = rules.findIndex((rule) => rule.text === wanted.text);
  if (literal !== -1) return literal;
  const near = rules.findIndex((rule) => rule.section === wanted.section && sameRule(rule, wanted));
  return near !== -1 ? near : rules.findIndex((rule) => sameRule(rule, wanted));
}

/** Two rules with one command each, of which one is the other with more options or words. */
function sameWithOptions(left: string, right: string): boolean {
  const [one, ...ones] = codeSpans(left);
  const [other, ...others] = codeSpans(right);
  if (one === undefined || other === undefined || ones.length + others.length > 0) return false;
  return one.startsWith(`${other} `) || other.startsWith(`${one} `);
}

/** The contents of the code spans of a text, in order. */
export function codeSpans(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}
