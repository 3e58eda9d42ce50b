/**
 * Skills whose rules a person stated for all work carry the tag `conventions`: the distiller sets it, and a person may
 * set or remove it. They belong into every context, whatever a request is about: "write the report" shares no word with
 * "append a line to the log after each task".
 */
import type { BankSkill } from "../../bank/index.ts";
import { documentOf } from "./bank-index.ts";

export const STANDING_TAG = "conventions";
/** The share of a context's budget that they may take; the rest stays for skills that fit the request. */
export const STANDING_SHARE = 0.75;

/** Sorted by scope and slug, so that they come out alike whatever the request. */
export function standingSkills(skills: Iterable<BankSkill>): BankSkill[] {
  return [...skills]
    .filter(
      (skill) => skill.text.slice(0, 4_000).includes(STANDING_TAG) && documentOf(skill).tags.includes(STANDING_TAG),
    )
    .sort((a, b) => compare(`${a.scope}/${a.slug}`, `${b.scope}/${b.slug}`));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
