/** How much an edit adds, and whether a text leads to a file. */
import type { SkillDocument } from "../../skill/index.ts";
import type { EvolveChange } from "./model.ts";

const WORDS = new Intl.Segmenter("und", { granularity: "word" });

/** Words that the change adds to SKILL.md: of a replacement, what it has more than the old rule. */
export function wordsIn(change: EvolveChange, document: SkillDocument): number {
  if (change.op === "add") return countWords(change.text);
  if (change.op !== "replace") return 0;
  const old = document.rules.find(({ id }) => id === change.rule)?.text ?? "";
  return Math.max(0, countWords(change.text) - countWords(old));
}

export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of WORDS.segment(text)) if (isWordLike === true) count += 1;
  return count;
}

/** The path stands in the text, not as a part of a longer one. */
export function namesFile(text: string, path: string): boolean {
  const isPart = (character: string | undefined): boolean => character !== undefined && /[\w/-]/.test(character);
  for (let at = text.indexOf(path); at !== -1; at = text.indexOf(path, at + 1)) {
    const before = text[at - 1];
    const own = !isPart(before) || text.slice(Math.max(0, at - 2), at) === "./";
    if (own && !/[\w/-]/.test(text[at + path.length] ?? " ")) return true;
  }
  return false;
}
