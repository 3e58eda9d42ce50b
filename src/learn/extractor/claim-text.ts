/**
 * The rules in one text of the model's answer. A model quotes as persons write: a sentence with the block that its colon
 * announces, or a whole list at once.
 *
 * Contract:
 * - A fenced block is no part of a rule's text; what the person showed is added from their own message (`withExample`).
 * - A list on lines of its own gives one rule for each item. So does a sentence with numbered items that is longer than a
 *   rule may be; a shorter one stays the one rule that the person made of it.
 * - Each item keeps the words that lead into the list. Nothing is lost but list marks, and a lead-in that leaves no room.
 */
import { MAX_RULE_LENGTH } from "../distil/stated-rules.ts";
import { type NumberedItems, numberedItems } from "../numbered-items.ts";

export interface ClaimText {
  /** One line. */
  text: string;
  /** What leads into the list that it was an item of, with its colon; one line. */
  lead?: string;
  /** What was shown with the whole text belongs to this rule. */
  takesExample: boolean;
}

/** After a line break, also one that was escaped once too often, or after the colon that announces it. */
const BLOCK = /(?:\n[ \t]*|\\n|(?<=[:：])[ \t]*)(`{3,}|~{3,})[\s\S]*?(?:\1[`~]*|$)/g;
const LIST_LINE = /^\s*(?:[-*+•·]|\d{1,2}[.)、]|[（(]\d{1,2}[)）])\s+(?=\S)/;
const MIN_ITEMS = 2;
const MAX_LEAD = 120;

export function claimTexts(given: string): ClaimText[] {
  const prose = given.replaceAll(BLOCK, "\n");
  const lines = prose.split(/\r?\n/).filter((line) => line.trim() !== "");
  const sentence = oneLine(prose);
  const list = listOfLines(lines) ?? (sentence.length > MAX_RULE_LENGTH ? numberedItems(sentence) : undefined);
  if (list === undefined) return [{ text: sentence || oneLine(given), takesExample: true }];
  const { lead, items } = list;
  const announcing = items.findLastIndex((item) => /[:：]$/.test(item));
  return items.map((text, at) => ({
    text,
    ...(lead !== "" && lead.length <= MAX_LEAD && lead.length + text.length < MAX_RULE_LENGTH ? { lead } : {}),
    takesExample: at === announcing,
  }));
}

function listOfLines(lines: readonly string[]): NumberedItems | undefined {
  const first = lines.findIndex((line) => LIST_LINE.test(line));
  if (first < 0 || lines.filter((line) => LIST_LINE.test(line)).length < MIN_ITEMS) return undefined;
  const items: string[] = [];
  for (const line of lines.slice(first)) {
    if (LIST_LINE.test(line)) items.push(oneLine(line));
    else items.push(`${items.pop() ?? ""} ${oneLine(line)}`);
  }
  return { lead: oneLine(lines.slice(0, first).join(" ")), items };
}

/** In one line, without the mark of a list item. */
export function oneLine(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:[-*+•·]|\d{1,2}[.)、]|[（(]\d{1,2}[)）])\s+/, "");
}
