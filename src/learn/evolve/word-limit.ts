/** How many additions one run may bring: the most supported first, as long as there is room. */
import type { SkillDocument } from "../../skill/index.ts";
import type { LeftOutEdit } from "./model.ts";
import { leftOut, type SettledEdit } from "./settle.ts";
import { wordsIn } from "./text-measures.ts";

export function byWordLimit(
  edits: readonly SettledEdit[],
  document: SkillDocument,
  maxWords: number,
): { kept: SettledEdit[]; over: LeftOutEdit[] } {
  const kept: SettledEdit[] = [];
  const over: LeftOutEdit[] = [];
  let words = 0;
  for (const edit of edits) {
    const more = wordsIn(edit.change, document);
    if (words + more > maxWords && more > 0) {
      const message = `Its ${more} words would make ${words + more}; one run may add ${maxWords}.`;
      over.push(leftOut(edit, "word_limit", message));
      continue;
    }
    words += more;
    kept.push(edit);
  }
  return { kept, over };
}
