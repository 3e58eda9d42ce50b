/** Text that cannot stand in a skill as one rule, wherever it is put. */
import { applySkillEdits } from "../../skill/index.ts";
import { proseOf } from "../reviewer/spans.ts";
import type { EvolveChange } from "./model.ts";

/** Why the text of the edit is unsafe: open fences, headings, hidden comments, control characters; nothing when it is safe. */
export function unsafeText(change: EvolveChange, skillText: string): string | undefined {
  if (!("text" in change)) return undefined;
  if (proseOf(change.text).includes("<!--")) return "A rule cannot hold a hidden comment.";
  const [outcome] = applySkillEdits(skillText, [{ op: "add", section: change.section, text: change.text }]).outcomes;
  return outcome?.status === "rejected" ? outcome.message : undefined;
}
