import type { SkillDocument, SkillFinding } from "../model.ts";
import type { Places } from "./place.ts";

/** What every check gets. */
export interface LintInput {
  document: SkillDocument;
  places: Places;
}

export function finding(
  code: string,
  severity: SkillFinding["severity"],
  line: number,
  message: string,
  fix: string,
): SkillFinding {
  return { code, severity, message, fix, line };
}

/** A short piece of the text for a message: one line, hidden characters shown by their numbers. */
export function excerpt(text: string, length = 80): string {
  const shown = text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\p{Cc}\p{Cf}]/gu, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
  return shown.length > length ? `${[...shown].slice(0, length).join("")}…` : shown;
}

/** Keeps the first finding of each code and line. */
export function oncePerLine(findings: readonly SkillFinding[]): SkillFinding[] {
  const seen = new Set<string>();
  return findings.filter(({ code, line }) => {
    const key = `${code} ${line}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
