/**
 * Where a new rule goes, and how it is written there. It takes the list marker, indentation and line ending of its
 * neighbours. An ordered list is numbered lazily: the new step has its predecessor's number plus one and the bytes
 * of the steps behind it stay as they are; Markdown counts from the first number alone.
 */
import { SECTION_ORDER, type SkillDocument, type SkillRule, type SkillSectionNode } from "../model.ts";
import { itemContent } from "../parse.ts";
import { asListItem } from "../rule-text.ts";
import { dominantLineEnding, isBlankLine, lineEnd, lineStart, toLineFeeds } from "../text-lines.ts";
import { type FlowEntry, ruleKey } from "./flow.ts";
import type { Step } from "./remove.ts";

/** A rule to insert: `list` as an item or step, `block` as a paragraph, code block, table … of its own. */
export interface NewRule {
  text: string;
  form: "list" | "block";
}

/** Headings are equal when they read the same, whatever their case and width. */
export function sameHeading(a: string, b: string): boolean {
  return normalHeading(a) === normalHeading(b);
}

function normalHeading(heading: string): string {
  return heading
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/g, " ")
    .replace(/[:：]$/, "")
    .trim();
}

/** The section that `heading` names: the exact one, else the first that reads the same. */
export function findSection(document: SkillDocument, heading: string): SkillSectionNode | undefined {
  return (
    document.sections.find((section) => section.heading === heading) ??
    document.sections.find((section) => sameHeading(section.heading, heading))
  );
}

/** Behind the rule with index `anchor`. */
export function insertAfterRule(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  anchor: number,
  rule: NewRule,
): Step {
  const at = flow.findIndex((entry) => entry.type === "rule" && entry.index === anchor);
  const before = document.rules[anchor] as SkillRule;
  if (rule.form === "block") return insertBlock(document, flow, at, rule.text, "paragraph");
  if (before.kind !== "paragraph") return insertItem(document, flow, at, before, rule.text);
  const next = flow[at + 1];
  const following = next?.type === "rule" ? document.rules[next.index] : undefined;
  if (following !== undefined && following.kind !== "paragraph") {
    return insertFirstItem(document, at + 1, following, rule.text);
  }
  return insertList(document, flow, at, rule.text, before.section);
}

/** At the end of what stands directly under a heading; `undefined` means before the first heading. */
export function insertInSection(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  section: SkillSectionNode | undefined,
  rule: NewRule,
): Step {
  const head = section === undefined ? undefined : document.sections.indexOf(section);
  const headAt =
    head === undefined
      ? flow.findIndex((entry) => entry.type === "title")
      : flow.findIndex((entry) => entry.type === "heading" && entry.index === head);
  let last = headAt;
  for (let at = headAt + 1; at < flow.length && flow[at]?.type !== "heading"; at++) {
    if (flow[at]?.type === "rule") last = at;
  }
  const entry = flow[last];
  if (entry?.type === "rule") return insertAfterRule(document, flow, entry.index, rule);
  if (rule.form === "block") return insertBlock(document, flow, last, rule.text, "paragraph");
  return insertList(document, flow, last, rule.text, section?.heading ?? "");
}

/** A new `## heading` with its first rule, in the order of SECTION_ORDER, else at the end. */
export function insertNewSection(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  heading: string,
  rule: NewRule,
): Step {
  const rank = (text: string) => SECTION_ORDER.findIndex((known) => sameHeading(known, text));
  const wanted = rank(heading);
  let at = flow.length - 1;
  if (wanted >= 0) {
    const later = flow.findIndex((entry) => {
      const section = entry.type === "heading" ? document.sections[entry.index] : undefined;
      return section !== undefined && section.level <= 2 && rank(section.heading) > wanted;
    });
    const earlier = flow.findLastIndex((entry) => {
      const section = entry.type === "heading" ? document.sections[entry.index] : undefined;
      const found = section === undefined ? -1 : rank(section.heading);
      return section !== undefined && section.level <= 2 && found >= 0 && found < wanted;
    });
    if (later >= 0 && later > earlier) at = later - 1;
    else if (earlier >= 0) at = endOfSection(document, flow, earlier);
  }
  const marker = rule.form === "block" ? "" : sameHeading(heading, "Steps") ? "1. " : "- ";
  const kind = rule.form === "block" ? "paragraph" : marker === "- " ? "item" : "step";
  const body = rule.form === "block" ? rule.text : asListItem(marker, rule.text);
  const step = insertLines(document, flow, at, `## ${heading}\n\n${body}`);
  return { ...step, change: { at: at + 1, removed: 0, inserted: [`h2 ## ${heading}`, ruleKey(kind, rule.text)] } };
}

/** Flow index of the last entry of a section, its sub-sections included. */
function endOfSection(document: SkillDocument, flow: readonly FlowEntry[], at: number): number {
  const level = document.sections[flow[at]?.index ?? 0]?.level ?? 0;
  for (let next = at + 1; next < flow.length; next++) {
    const entry = flow[next];
    if (entry?.type === "heading" && (document.sections[entry.index]?.level ?? 0) <= level) return next - 1;
  }
  return flow.length - 1;
}

function insertBlock(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  at: number,
  text: string,
  kind: SkillRule["kind"],
): Step {
  const step = insertLines(document, flow, at, text);
  return { ...step, change: { at: at + 1, removed: 0, inserted: [ruleKey(kind, text)] } };
}

function insertList(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  at: number,
  text: string,
  heading: string,
): Step {
  const ordered = sameHeading(heading, "Steps");
  return insertBlockAs(document, flow, at, asListItem(ordered ? "1. " : "- ", text), ordered ? "step" : "item", text);
}

function insertBlockAs(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  at: number,
  lines: string,
  kind: SkillRule["kind"],
  text: string,
): Step {
  const step = insertLines(document, flow, at, lines);
  return { ...step, change: { at: at + 1, removed: 0, inserted: [ruleKey(kind, text)] } };
}

/** Lines of their own behind flow entry `at` (-1: at the start of the body), with a blank line on both sides. */
function insertLines(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  at: number,
  lines: string,
): Pick<Step, "splice"> {
  const { text, bodyStart } = document;
  const ending = dominantLineEnding(text);
  const entry = flow[at];
  const start = entry === undefined ? bodyStart : lineEnd(text, entry.span.end);
  const body = lines.replaceAll("\n", ending);
  const endsOpen = start > 0 && !/[\r\n]/.test(text[start - 1] ?? "");
  const blankBehind = start < text.length && !isBlankLine(text, start) ? ending : "";
  const blankBefore = entry === undefined && start === 0 ? "" : ending;
  if (endsOpen && start === text.length && entry !== undefined) {
    return { splice: { start, end: start, text: ending + ending + body } };
  }
  return { splice: { start, end: start, text: blankBefore + body + ending + blankBehind } };
}

/** The marker of a rule as written, with the white space that follows it and the column of its content. */
function markerOf(document: SkillDocument, rule: SkillRule) {
  const { text } = document;
  const source = text.slice(rule.span.start, rule.span.end);
  const mark = /^(?:[-*+]|(\d{1,9})([.)]))/.exec(source);
  const content = itemContent(text, rule.span);
  const space = text.slice(rule.span.start + (mark?.[0].length ?? 0), content.start);
  return {
    indent: text.slice(lineStart(text, rule.span.start), rule.span.start),
    number: mark?.[1] === undefined ? undefined : Number(mark[1]),
    sign: mark?.[2] ?? mark?.[0] ?? "-",
    space: /^[ \t]{1,4}$/.test(space) ? space : " ",
  };
}

function itemLines(document: SkillDocument, like: SkillRule, step: number, text: string): string {
  const { indent, number, sign, space } = markerOf(document, like);
  const next = number === undefined ? undefined : Math.min(number + step, 999_999_999);
  const marker = `${indent}${next === undefined ? "" : next}${sign}${space}`;
  const width = itemContent(`${marker}x`, { start: indent.length, end: marker.length + 1 }).column;
  return asListItem(marker, text, width);
}

function insertItem(
  document: SkillDocument,
  flow: readonly FlowEntry[],
  at: number,
  anchor: SkillRule,
  text: string,
): Step {
  const source = document.text;
  const ending = dominantLineEnding(source);
  const start = lineEnd(source, anchor.span.end);
  const loose = isLoose(document, flow, at);
  const lines = itemLines(document, anchor, 1, text).replaceAll("\n", ending);
  const open = start === source.length && !/[\r\n]/.test(source[start - 1] ?? "");
  const piece = `${open ? ending : ""}${loose ? ending : ""}${lines}${open ? "" : ending}`;
  return {
    splice: { start, end: start, text: piece },
    change: { at: at + 1, removed: 0, inserted: [ruleKey(anchor.kind, text)] },
  };
}

/** Before the first item of a list, in its style. */
function insertFirstItem(document: SkillDocument, at: number, first: SkillRule, text: string): Step {
  const ending = dominantLineEnding(document.text);
  const start = lineStart(document.text, first.span.start);
  const lines = itemLines(document, first, 0, text).replaceAll("\n", ending);
  return {
    splice: { start, end: start, text: lines + ending },
    change: { at, removed: 0, inserted: [ruleKey(first.kind, text)] },
  };
}

/** True when a blank line separates the item from a neighbour of the same list. */
function isLoose(document: SkillDocument, flow: readonly FlowEntry[], at: number): boolean {
  const entry = flow[at] as FlowEntry;
  const kind = document.rules[entry.index]?.kind;
  return [flow[at - 1], flow[at + 1]].some((other) => {
    if (other?.type !== "rule" || document.rules[other.index]?.kind !== kind) return false;
    const [first, second] = other.span.start < entry.span.start ? [other, entry] : [entry, other];
    return /^[^\S\n]*\n[^\S\n]*\n/.test(toLineFeeds(document.text.slice(first.span.end, second.span.start)));
  });
}
