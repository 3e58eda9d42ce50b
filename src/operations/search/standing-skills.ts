/**
 * Skills whose rules a person stated for all work carry the tag `conventions`: the distiller sets it, and a person may
 * set or remove it. They belong into every context, whatever a request is about: "write the report" shares no word with
 * "append a line to the log after each task". Where a budget has no room for them whole, their most telling rules are
 * said, and how many were not.
 */
import type { SkillOutline } from "../../bank/index.ts";
import { STANDING_TAG } from "../../learn/index.ts";
import { type ContextSkill, skillTokens } from "../../search/index.ts";
import { parseSkill } from "../../skill/index.ts";
import { documentOf } from "./bank-index.ts";
import { listItem, type OfferedRule, tellingRules } from "./telling-rules.ts";

/** Sorted by scope and slug, so that they come out alike whatever the request. */
export function standingSkills(skills: Iterable<SkillOutline>): SkillOutline[] {
  return [...skills]
    .filter(
      (skill) => skill.text.slice(0, 4_000).includes(STANDING_TAG) && documentOf(skill).tags.includes(STANDING_TAG),
    )
    .sort((a, b) => compare(`${a.scope}/${a.slug}`, `${b.scope}/${b.slug}`));
}

/**
 * The standing skills as they fit into `budget` tokens of the block: whole where all fit, else their most telling rules. Skills of
 * which no rule was chosen are given last, whole, for whoever has room.
 */
export function fitStanding(
  standing: readonly { skill: SkillOutline; offered: ContextSkill }[],
  query: string,
  budget: number,
): { first: ContextSkill[]; rest: ContextSkill[] } {
  const offered = standing.map((each) => each.offered);
  if (offered.reduce((sum, skill) => sum + skillTokens(skill), 0) <= budget) return { first: offered, rest: [] };
  const frames = standing.map((each) => ({ ...each, frame: frameTokens(each.offered) }));
  const rules = frames.flatMap(({ skill }) =>
    parseSkill(skill.text)
      .rules.filter((rule) => rule.section !== "When to use")
      .map((rule): OfferedRule => ({ skill: skill.id, text: rule.text })),
  );
  const room = budget - frames.reduce((sum, { frame }) => sum + frame, 0);
  const chosen = Map.groupBy(tellingRules(rules, query, room), (rule) => rule.skill);
  const all = Map.groupBy(rules, (rule) => rule.skill);
  const first: ContextSkill[] = [];
  const rest: ContextSkill[] = [];
  for (const { skill, offered: whole } of frames) {
    const said = chosen.get(skill.id) ?? [];
    const omitted = (all.get(skill.id)?.length ?? 0) - said.length;
    if (said.length === 0) rest.push(whole);
    else first.push({ ...whole, instructions: asList(said), omittedRules: omitted });
  }
  return { first, rest };
}

function asList(rules: readonly OfferedRule[]): string {
  return rules.map(({ text }) => listItem(text)).join("");
}

/** What a skill takes in the block beside its rules, whose parts of a token may round up to one more. */
function frameTokens(skill: ContextSkill): number {
  return skillTokens({ ...skill, instructions: "", omittedRules: 99 }) + 1;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
