/**
 * An update of a skill that holds nothing but what candidates brought: it is made again of all of them, as if they had
 * met before any was published. So it does not matter which one came first; only the name, the title and the id stay.
 *
 * Contract: only where the file is, byte for byte, what these candidates give, so that nobody else's bytes can change; and
 * each rule is there still, in its own words or in those of another candidate that says the same. Nothing where a person, a
 * rollback, a merge of skills or a contradiction had a hand in the text: the plain delta applies then.
 */
import { parseSkill, printSkill, type SkillDocument } from "../skill/index.ts";
import type { Candidate } from "./candidate.ts";
import { candidateToEdits, nextPatch } from "./match.ts";
import { joinCandidates } from "./merge-candidates.ts";
import { findSameRule } from "./same-rule.ts";
import { candidateToSkill } from "./to-skill.ts";

export interface MergedAgain {
  /** SKILL.md. */
  text: string;
  /** All rules with all their evidence. */
  merged: Candidate;
  /** Rules that are now said in the words of another candidate, by id: their evidence is to go along. */
  reworded: { from: string; to: string }[];
}

/** @param pieces the candidates that the skill was made of, in any order */
export function mergeAgain(
  candidate: Pick<Candidate, "said">,
  pieces: readonly Candidate[],
  text: string,
  at: Date,
): MergedAgain | undefined {
  const { said = [] } = candidate;
  if (said.length === 0 || said.some((one) => candidateToEdits(one, text, at).contradicted.length > 0))
    return undefined;
  const again = madeAgain(text, pieces, [...pieces, ...said], at);
  return again?.lost.length === 0 ? again : undefined;
}

/** The text that `after` gives, where `before` gives the text as it is; `lost` are the ids of rules that are not in it. */
export function madeAgain(
  text: string,
  before: readonly Candidate[],
  after: readonly Candidate[],
  at: Date,
): (MergedAgain & { lost: string[] }) | undefined {
  const was = joinCandidates(supported(before));
  const merged = joinCandidates(supported(after));
  const document = parseSkill(text);
  const fields = fieldsOf(document);
  if (was === undefined || merged === undefined || fields === undefined) return undefined;
  if (print(was, document, fields) !== text) return undefined;
  const renewed = { ...fields, extracted_at: at.toISOString(), version: nextPatch(fields.version) };
  const target = print(merged, document, renewed);
  return { text: target, merged, ...rewordings(document, parseSkill(target)) };
}

/** What forgotten sessions alone said is not in the skill any more. */
function supported(pieces: readonly Candidate[]): Candidate[] {
  return pieces
    .flatMap((piece) => piece.mergedFrom ?? [piece])
    .map((piece) => ({ ...piece, rules: piece.rules.filter((rule) => rule.evidence.length > 0) }))
    .filter(({ rules }) => rules.length > 0);
}

interface KeptFields {
  id: string;
  extracted_at: string;
  version: string;
}

function fieldsOf(document: SkillDocument): KeptFields | undefined {
  const metadata = document.frontmatter?.data.metadata;
  if (typeof metadata !== "object" || metadata === null) return undefined;
  const { id, extracted_at, version } = metadata as Record<string, unknown>;
  if (typeof id !== "string" || typeof extracted_at !== "string" || typeof version !== "string") return undefined;
  return { id, extracted_at, version };
}

/** The candidate under the name and title of the skill. */
function print(candidate: Candidate, document: SkillDocument, fields: KeptFields): string {
  const slug = String(document.frontmatter?.data.name ?? candidate.slug);
  const skill = candidateToSkill({ ...candidate, slug, title: document.title ?? candidate.title }, new Date(0));
  return printSkill({ ...skill, metadata: { ...skill.metadata, ...fields } });
}

/** The rules that are not there by their words, and those that nothing says any more. */
function rewordings(
  document: SkillDocument,
  target: SkillDocument,
): Pick<MergedAgain, "reworded"> & { lost: string[] } {
  const kept = new Set(target.rules.map(({ id }) => id));
  const reworded: MergedAgain["reworded"] = [];
  const lost: string[] = [];
  for (const rule of document.rules) {
    if (kept.has(rule.id)) continue;
    const now = target.rules[findSameRule(target.rules, rule)];
    if (now === undefined) lost.push(rule.id);
    else reworded.push({ from: rule.id, to: now.id });
  }
  return { reworded, lost };
}
