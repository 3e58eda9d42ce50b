import type { SkillDocument, TextSpan } from "../model.ts";
import { isBlankLine, lineEnd, lineStart } from "../text-lines.ts";
import type { FlowChange, FlowEntry } from "./flow.ts";
import type { Splice } from "./splice.ts";

export interface Step {
  splice: Splice;
  change: FlowChange;
}

/**
 * Takes whole lines out. Where blank lines stood before and behind them, those behind go too; at the end of the file
 * those before go. So removing several blocks gives the same text in any order.
 */
export function removeBlock(document: SkillDocument, flow: readonly FlowEntry[], at: number): Step | undefined {
  const entry = flow[at];
  if (entry === undefined) return undefined;
  const { start, end } = linesToRemove(document, entry.span);
  return { splice: { start, end, text: "" }, change: { at, removed: 1, inserted: [] } };
}

function linesToRemove({ text, bodyStart }: SkillDocument, span: TextSpan): TextSpan {
  let start = Math.max(bodyStart, lineStart(text, span.start));
  let end = lineEnd(text, span.end);
  const blankBefore = start === bodyStart || isBlankLine(text, start - 1);
  if (blankBefore) while (isBlankLine(text, end)) end = lineEnd(text, end);
  if (end === text.length) {
    while (start > bodyStart && isBlankLine(text, start - 1)) start = Math.max(bodyStart, lineStart(text, start - 1));
  }
  return { start, end };
}

/**
 * The heading at flow index `at` when nothing stands under it any more: no rule, no comment or definition, no
 * heading of a deeper level.
 */
export function isOrphanHeading(flow: readonly FlowEntry[], document: SkillDocument, at: number): boolean {
  const entry = flow[at];
  if (entry?.type !== "heading") return false;
  const level = document.sections[entry.index]?.level ?? 0;
  for (const next of flow.slice(at + 1)) {
    if (next.type === "heading") return (document.sections[next.index]?.level ?? 0) <= level;
    if (next.type === "rule") return false;
    if (next.type === "kept" && document.kept[next.index]?.type !== "break") return false;
  }
  return true;
}
