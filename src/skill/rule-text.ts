/** The text of one rule: its identity, and how it stands in a list. */
import { sha256 } from "../base/index.ts";
import { neutraliseDirectives } from "./directives.ts";
import { toLineFeeds } from "./text-lines.ts";

const MARKER = /^[ \t]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\S)/;

/** LF line endings, no list marker in front, no white space around. */
export function cleanRuleText(text: string): string {
  return toLineFeeds(text)
    .replace(/^(?:[ \t]*\n)+/, "")
    .replace(MARKER, "")
    .trim();
}

/**
 * Identity of a rule: 12 hex digits (48 bits) of the sha256 of its text in NFC, without list marker, runs of white
 * space as one space, host directives neutralised. So re-indenting, re-numbering or re-wrapping a rule keeps its id,
 * and a text has the id that it will have in a file; changing a word changes it.
 */
export function ruleId(text: string): string {
  return sha256(neutraliseDirectives(cleanRuleText(text)).normalize("NFC").replace(/\s+/g, " ")).slice(0, 12);
}

/** Gives out ids in document order: the second rule with the same text gets `-2`, and so on. */
export function ruleIdCounter(): (text: string) => string {
  const seen = new Map<string, number>();
  return (text) => {
    const id = ruleId(text);
    const count = (seen.get(id) ?? 0) + 1;
    seen.set(id, count);
    return count === 1 ? id : `${id}-${count}`;
  };
}

/** `marker` and the text behind it, further lines indented to the marker's width; blank lines stay empty. */
export function asListItem(marker: string, text: string, width = marker.length): string {
  const indent = " ".repeat(width);
  return text
    .split("\n")
    .map((line, index) => (index === 0 ? marker + line : line.trim() === "" ? "" : indent + line))
    .join("\n");
}
