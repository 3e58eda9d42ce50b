/**
 * The frontmatter of a SKILL.md alone: for readers of thousands of files that have no use for the rules of the body.
 * Reads what `parseSkill` reads, about twenty times faster.
 */
import { findFrontmatter, readFrontmatter } from "./frontmatter.ts";
import type { SkillFrontmatter } from "./model.ts";
import { decodeSkill } from "./parse.ts";
import { lineCounter } from "./text-lines.ts";

export interface SkillHead {
  text: string;
  frontmatter?: SkillFrontmatter;
  /** Where the Markdown begins: after the frontmatter, or after a BOM. */
  bodyStart: number;
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
