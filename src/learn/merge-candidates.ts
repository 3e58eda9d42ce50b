/** Candidates of one run that are about the same job become one, with the evidence of all. */
import type { Candidate, CandidateRule } from "./candidate.ts";
import { candidateId } from "./idea.ts";
import { sameRule } from "./same-rule.ts";

/** Candidates of the same name and action are joined; updates stay apart, as each was made for certain bytes. */
export function mergeCandidates(candidates: readonly Candidate[]): Candidate[] {
  const merged: Candidate[] = [];
  for (const candidate of candidates) {
    const at = merged.findIndex((earlier) => earlier.slug === candidate.slug && earlier.action === candidate.action);
    const earlier = merged[at];
    if (earlier === undefined || candidate.action === "update") merged.push(candidate);
    else merged[at] = joined(earlier, candidate);
  }
  return merged;
}

/** The first one's rules, with the second one's evidence; what only the second says follows what it followed there. */
function joined(first: Candidate, second: Candidate): Candidate {
  const rules: CandidateRule[] = first.rules.map((rule) => ({ ...rule, evidence: [...rule.evidence] }));
  let last = -1;
  for (const rule of second.rules) {
    const at = rules.findIndex((other) => sameRule(other, rule));
    const there = rules[at];
    if (there !== undefined) {
      there.evidence.push(...rule.evidence);
      if (there.section === rule.section) last = at;
      continue;
    }
    const follows =
      rules[last]?.section === rule.section ? last : rules.findLastIndex((other) => other.section === rule.section);
    const place = follows < 0 ? rules.length : follows + 1;
    rules.splice(place, 0, { ...rule, evidence: [...rule.evidence] });
    last = place;
  }
  return {
    ...first,
    id: candidateId(first.slug, rules),
    tags: [...new Set([...first.tags, ...second.tags])],
    rules,
    confidence: Math.max(first.confidence, second.confidence),
  };
}
