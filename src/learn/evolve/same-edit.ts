/** Whether two edits are one edit in other words, or exclude each other. Both relations are symmetric. */
import { contradicts } from "../contradiction.ts";
import { sameIdea } from "../idea.ts";
import { codeSpans, type PlacedRule } from "../same-rule.ts";
import { negates, sameMeaning, terms } from "../similarity.ts";
import type { EvolveChange } from "./model.ts";

export function sameEdit(one: EvolveChange, other: EvolveChange): boolean {
  if (one.op === "add" && other.op === "add") {
    // A check among the steps does not say that it proves success.
    const apart = (one.section === "Verify") !== (other.section === "Verify");
    if (apart || one.file?.path !== other.file?.path || one.file?.content !== other.file?.content) return false;
    return saysTheSame(one, other);
  }
  if (one.op === "add" || other.op === "add" || one.op !== other.op || one.rule !== other.rule) return false;
  return one.op !== "replace" || other.op !== "replace" || saysTheSame(one, other);
}

/** Sections whose rules are what they tell to run; elsewhere the words around a command say what is meant. */
export const OF_COMMANDS: readonly string[] = ["Steps", "Verify", "Examples"];

/** The same meaning, and the same way whether to do it. */
export function saysTheSame(one: PlacedRule, other: PlacedRule): boolean {
  const bothOfCommands = OF_COMMANDS.includes(one.section) && OF_COMMANDS.includes(other.section);
  if (!bothOfCommands) return sameIdea(one.text, other.text);
  return sameMeaning(one.text, other.text) && negates(one.text) === negates(other.text);
}

/** Two edits of which at most one can be made. */
export function excludes(one: EvolveChange, other: EvolveChange): boolean {
  if (one.op === "add" && other.op === "add") {
    const sameFile = one.file !== undefined && one.file.path === other.file?.path;
    return (sameFile && one.file?.content !== other.file?.content) || opposes(one.text, other.text);
  }
  if (one.op !== "add" && other.op !== "add" && one.rule === other.rule) return !sameEdit(one, other);
  return "text" in one && "text" in other && opposes(one.text, other.text);
}

/** Words that two texts must share, of all that either has, to be about the same. */
const SAME_SUBJECT = 0.4;

/** One says to do what the other says not to do. Where that is doubtful, it does not. */
export function opposes(one: string, other: string): boolean {
  const [codes, others] = [codeSpans(one), codeSpans(other)];
  if (codes.length > 0 && codes.join("\n") === others.join("\n") && negates(one) !== negates(other)) return true;
  if (!contradicts(one, other)) return false;
  const [left, right] = [new Set(terms(one)), new Set(terms(other))];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared >= SAME_SUBJECT * (left.size + right.size - shared);
}
