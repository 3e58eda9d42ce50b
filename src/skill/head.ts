/**
 * The frontmatter of a SKILL.md alone: for readers of thousands of files that have no use for the rules of the body.
 * Reads what `parseSkill` reads, about twenty times faster.
 */
import { findFrontmatter, readFrontmatter } from "./frontmatter.ts";
import type { SkillFrontmatter } from "./model.ts";
import { decodeSkill, parseSkill } from "./parse.ts";
import { lineCounter } from "./text-lines.ts";

/** A title further down than this is not looked for; UTF-16 units. */
const TITLE_WITHIN = 4096;

export interface SkillHead {
  text: string;
  frontmatter?: SkillFrontmatter;
  /** Where the Markdown begins: after the frontmatter, or after a BOM. */
  bodyStart: number;
}

/** Headings at the margin; in a code block they are none, which only makes the part that is parsed longer or shorter. */
const HEADING_LINE = /^#{1,6}[ \t]/gm;

/**
 * The title as `parseSkill` gives it, from the part of the body before the second heading. A title behind a code block
 * that itself has lines like headings is not found.
 */
export function titleOf({ text, bodyStart }: Pick<SkillHead, "text" | "bodyStart">): string | undefined {
  const body = text.slice(bodyStart);
  const second = [...body.slice(0, TITLE_WITHIN).matchAll(HEADING_LINE)][1]?.index;
  return parseSkill(body.slice(0, second ?? TITLE_WITHIN)).title;
}

/** Never throws; what cannot be read is missing. */
export function parseSkillHead(source: string | Uint8Array): SkillHead {
  const { text } = decodeSkill(source);
  const afterBom = text.startsWith("\uFEFF") ? 1 : 0;
  const fences = findFrontmatter(text, afterBom);
  if (fences === undefined || fences === "unterminated") return { text, bodyStart: afterBom };
  const { frontmatter } = readFrontmatter(text, fences, lineCounter(text));
  return { text, frontmatter, bodyStart: fences.span.end };
}
