/**
 * Candidates that are about the same job become one, with the evidence of all.
 *
 * Contract: which came first does not matter. A merged candidate remembers what it was made of, and is made again from all
 * of it in one fixed order whenever more comes: the fullest first, then by id. Beyond `MAX_PARTS` it counts as one piece.
 */
import { canonicalJson } from "../base/index.ts";
import type { SkillEdit } from "../skill/index.ts";
import type { Candidate, CandidateRule, RuleEvidence } from "./candidate.ts";
import { candidateId } from "./idea.ts";
import { saysOpposite } from "./match.ts";
import { findSameRule } from "./same-rule.ts";

/** A proposal that waits while more sessions than this add to it keeps what they said, and no more their shares. */
const MAX_PARTS = 40;

/** Candidates of the same name and action are joined; updates stay apart, as each was made for certain bytes. */
export function mergeCandidates(candidates: readonly Candidate[]): Candidate[] {
  const groups: Candidate[][] = [];
  for (const candidate of candidates) {
    const group = groups.find(([first]) => first?.slug === candidate.slug && first.action === candidate.action);
    if (group === undefined || candidate.action === "update") groups.push([candidate]);
    else group.push(candidate);
  }
  return groups.flatMap((group) => (group.length === 1 ? group : (joinCandidates(group) ?? [])));
}

/** All of them as one, whatever they are called: the name is that of the fullest. */
export function joinCandidates(group: readonly Candidate[]): Candidate | undefined {
  const parts = new Map<string, Candidate>();
  for (const candidate of group) for (const part of candidate.mergedFrom ?? [candidate]) parts.set(part.id, part);
  const ordered = [...parts.values()].sort((a, b) => b.rules.length - a.rules.length || (a.id < b.id ? -1 : 1));
  const [first, ...others] = ordered;
  if (first === undefined || others.length === 0) return first;
  // What is taken over as a whole text is made of its rules once others join.
  const { text: _, ...merged } = others.reduce(joined, first);
  return ordered.length > MAX_PARTS ? merged : { ...merged, mergedFrom: ordered };
}

export interface Yielding {
  /** What is left of the earlier one; nothing where it says nothing else. */
  left?: Candidate;
  /** Rules that gave way. */
  dropped: string[];
}

/** The earlier one without the rules that a person says the opposite of in the later one: their later word counts. */
export function yieldTo(later: Pick<Candidate, "rules">, earlier: Candidate): Yielding {
  const dropped = new Set<string>();
  const withoutThem = (candidate: Candidate): Candidate[] => {
    const rules = candidate.rules.filter((rule) => !later.rules.some((other) => saysOpposite(other, rule)));
    if (rules.length === candidate.rules.length) return [candidate];
    for (const rule of candidate.rules) if (!rules.includes(rule)) dropped.add(rule.text);
    return rules.some(({ section }) => section !== "When to use") ? [{ ...candidate, rules }] : [];
  };
  const parts = (earlier.mergedFrom ?? [earlier]).flatMap(withoutThem);
  if (dropped.size === 0) return { left: earlier, dropped: [] };
  const left = joinCandidates(parts);
  return { ...(left === undefined ? {} : { left }), dropped: [...dropped] };
}

/** The same message supports a rule once, however often its session is read. */
function withEvidence(there: RuleEvidence[], more: RuleEvidence[]): RuleEvidence[] {
  const key = ({ source, sessionId, pointer }: RuleEvidence) => canonicalJson([source, sessionId, pointer.digest]);
  const known = new Set(there.map(key));
  return [...there, ...more.filter((evidence) => !known.has(key(evidence)))];
}

/** The first one's rules and files, with the second one's evidence; what only the second says follows what it followed there. */
function joined(first: Candidate, second: Candidate): Candidate {
  const rules: CandidateRule[] = first.rules.map((rule) => ({ ...rule, evidence: [...rule.evidence] }));
  let last = -1;
  for (const rule of second.rules) {
    const at = findSameRule(rules, rule);
    const there = rules[at];
    if (there !== undefined) {
      there.evidence = withEvidence(there.evidence, rule.evidence);
      if (there.section === rule.section) last = at;
      continue;
    }
    const follows =
      rules[last]?.section === rule.section ? last : rules.findLastIndex((other) => other.section === rule.section);
    const place = follows < 0 ? rules.length : follows + 1;
    rules.splice(place, 0, { ...rule, evidence: [...rule.evidence] });
    last = place;
  }
  const files = [...(first.files ?? [])];
  for (const file of second.files ?? []) if (!files.some(({ path }) => path === file.path)) files.push(file);
  const edits = bothEdits(first.edits ?? [], second.edits ?? []);
  const more = { ...(files.length === 0 ? {} : { files }), ...(edits.length === 0 ? {} : { edits }) };
  const takenBack = [...(first.takenBack ?? []), ...(second.takenBack ?? [])];
  return {
    ...first,
    ...more,
    ...(takenBack.length === 0 ? {} : { takenBack }),
    id: candidateId(first.slug, rules, more),
    tags: [...new Set([...first.tags, ...second.tags])],
    rules,
    confidence: Math.max(first.confidence, second.confidence),
  };
}

/** What the second one does to other rules than the first one is done too. */
function bothEdits(first: readonly SkillEdit[], second: readonly SkillEdit[]): SkillEdit[] {
  const key = (edit: SkillEdit) =>
    edit.op === "add" ? `add ${edit.text}` : edit.op === "set_field" ? `set ${edit.path.join(".")}` : edit.rule;
  const known = new Set(first.map(key));
  return [...first, ...second.filter((edit) => !known.has(key(edit)))];
}
