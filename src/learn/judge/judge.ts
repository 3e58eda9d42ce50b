/**
 * Add, merge or discard: what to do with a candidate, given its nearest skills. Deterministic, without a model; the same
 * answer in whatever order the skills are given.
 */
import type { Candidate } from "../candidate.ts";
import { asUpdate, type ExistingSkill, matchExisting } from "../match.ts";
import type { PairVerdict } from "./judge-pair.ts";

export interface JudgeDecision {
  action: "add" | "merge" | "discard";
  /** The skill to merge into, or the one that makes the candidate superfluous. */
  target?: string;
  /** One sentence for a person. */
  reason: string;
  /** The comparison with the target, axis by axis; absent where the name decided, or there is no target. */
  verdict?: PairVerdict;
}

/**
 * - `discard`: it says nothing, or a skill that is the same says it all, or that skill is a person's own (which is left
 *   alone, and needs no twin).
 * - `merge`: a skill of ours is the same capability and lacks something of it.
 * - `add`: nothing there is the same.
 *
 * @param neighbours a small set, e.g. what search finds for name and description.
 */
export function judgeCandidate(candidate: Candidate, neighbours: readonly ExistingSkill[], now: Date): JudgeDecision {
  if (!candidate.rules.some((rule) => rule.section !== "When to use")) {
    return { action: "discard", reason: "It holds no rule that somebody could follow." };
  }
  const sorted = [...neighbours].sort((a, b) => (a.slug < b.slug ? -1 : a.slug > b.slug ? 1 : 0));
  const match = matchExisting(candidate, sorted);
  if (match === undefined) return { action: "add", reason: "No skill that is there does this job." };
  const { skill, verdict } = match;
  const found = { target: skill.slug, ...(verdict === undefined ? {} : { verdict }) };
  const because = verdict === undefined ? "has the same name" : sentence(verdict);
  if (!skill.ours)
    return { ...found, action: "discard", reason: `Your own skill ${skill.slug} ${because}; it is left alone.` };
  if (asUpdate(candidate, skill, now) === undefined) {
    return { ...found, action: "discard", reason: `${skill.slug} ${because} and says all of it already.` };
  }
  return { ...found, action: "merge", reason: `${skill.slug} ${because}, and lacks some of it.` };
}

function sentence({ score, axes }: PairVerdict): string {
  const agreeing = axes.filter(({ agrees }) => agrees === "yes").map(({ axis }) => axis);
  const on = agreeing.length === 0 ? "" : `, agreeing on ${agreeing.join(", ")}`;
  return `is the same capability (${score.toFixed(2)}${on})`;
}
