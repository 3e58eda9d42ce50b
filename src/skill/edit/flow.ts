/**
 * The flow of a document: headings, rules and kept blocks in the order in which they stand. An edit says how the
 * flow must change; the text after it is parsed again, and anything else that moved, merged, vanished or turned
 * into code makes the edit fail before a byte is kept.
 */
import type { SkillDocument, TextSpan } from "../model.ts";

export interface FlowEntry {
  /** What must stay the same for the entry to be the same one. */
  key: string;
  type: "title" | "heading" | "rule" | "kept";
  span: TextSpan;
  /** Index into `rules`, `sections` or `kept`, by type. */
  index: number;
}

export function flowOf(document: SkillDocument): FlowEntry[] {
  const entries: FlowEntry[] = [];
  if (document.titleSpan !== undefined) {
    const key = `title ${slice(document, document.titleSpan)}`;
    entries.push({ key, type: "title", span: document.titleSpan, index: 0 });
  }
  document.sections.forEach(({ headingSpan, level }, index) => {
    entries.push({ key: `h${level} ${slice(document, headingSpan)}`, type: "heading", span: headingSpan, index });
  });
  document.rules.forEach(({ kind, text, span }, index) => {
    entries.push({ key: ruleKey(kind, text), type: "rule", span, index });
  });
  document.kept.forEach(({ span, type }, index) => {
    entries.push({ key: `${type} ${slice(document, span)}`, type: "kept", span, index });
  });
  return entries.sort((a, b) => a.span.start - b.span.start);
}

export function ruleKey(kind: "item" | "step" | "paragraph", text: string): string {
  return `${kind} ${text}`;
}

/** How the flow must change: `removed` entries from `at` make room for entries with the keys `inserted`. */
export interface FlowChange {
  at: number;
  removed: number;
  inserted: string[];
}

/** True when `after` is `before` with exactly this change, frontmatter and title included. */
export function isExactly(before: SkillDocument, after: SkillDocument, change: FlowChange): boolean {
  if (frontmatterText(before) !== frontmatterText(after)) return false;
  const keys = flowOf(before).map((entry) => entry.key);
  keys.splice(change.at, change.removed, ...change.inserted);
  const found = flowOf(after);
  return found.length === keys.length && found.every((entry, index) => entry.key === keys[index]);
}

function frontmatterText(document: SkillDocument): string {
  return document.text.slice(0, document.bodyStart);
}

function slice(document: SkillDocument, span: TextSpan): string {
  return document.text.slice(span.start, span.end);
}
