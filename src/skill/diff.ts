import { createTwoFilesPatch, FILE_HEADERS_ONLY } from "diff";

/** Unified diff with three lines of context and headers `a/SKILL.md`, `b/SKILL.md`; "" when the texts are equal. */
export function diffSkills(before: string, after: string): string {
  if (before === after) return "";
  return createTwoFilesPatch("a/SKILL.md", "b/SKILL.md", before, after, undefined, undefined, {
    context: 3,
    headerOptions: FILE_HEADERS_ONLY,
  });
}
