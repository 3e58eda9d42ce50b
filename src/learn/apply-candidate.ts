/** A candidate put into the text of a skill, edit by edit. */
import { applySkillEdits, type EditOutcome } from "../skill/index.ts";
import type { Candidate } from "./candidate.ts";
import { candidateToEdits } from "./match.ts";

export interface AppliedCandidate {
  text: string;
  /** What became of each edit, in the order in which they were tried. */
  outcomes: EditOutcome[];
}

/**
 * A proposer's changes of lines that are there (replace, retire, move) are applied first, as far as they still fit; then
 * what the candidate adds and the text does not say.
 */
export function applyCandidate(candidate: Candidate, text: string, at: Date): AppliedCandidate {
  const changes = (candidate.edits ?? []).filter(({ op }) => op === "replace" || op === "retire" || op === "move");
  const changed = applySkillEdits(text, changes);
  const added = applySkillEdits(changed.text, candidateToEdits(candidate, changed.text, at).edits);
  return { text: added.text, outcomes: [...changed.outcomes, ...added.outcomes] };
}
