/** A sentence that counts its items: "the list needs (1) a header, (2) the year", with what leads into them. */

export interface NumberedItems {
  lead: string;
  items: string[];
}

/** `f(1)` counts nothing; Chinese puts no space before a bracket. */
const NUMBER = /(?:（|(?<![\p{Script=Latin}\p{N}_])\(|(?<![\p{L}\p{N}_(（]))(\d{1,2})[)）]\s*/gu;
const BETWEEN_ITEMS = /(?<![\s,;，；、])[\s,;，；、]+(?:(?:and|or|und|oder|y|et|e|и|以及|和)\s*)?$/iu;
const MIN_ITEMS = 2;

/** Undefined where it does not count from 1, to 2 at least. */
export function numberedItems(text: string): NumberedItems | undefined {
  const marks: RegExpExecArray[] = [];
  for (const mark of text.matchAll(NUMBER)) if (Number(mark[1]) === marks.length + 1) marks.push(mark);
  const items = marks
    .map((mark, at) => text.slice(mark.index + mark[0].length, marks[at + 1]?.index).replace(BETWEEN_ITEMS, ""))
    .filter((item) => item !== "");
  return items.length < MIN_ITEMS ? undefined : { lead: text.slice(0, marks[0]?.index).trim(), items };
}
