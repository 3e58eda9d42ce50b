/**
 * Judges a set of edits by its result, without trusting the editor: plain line scanning, its own fence counting,
 * and comparison of bytes. It shares no code with the editor; from the parser it takes only where the rules stood
 * in the text before.
 */
import { diffArrays } from "diff";
import {
  type EditOutcome,
  neutraliseDirectives,
  parseSkill,
  type SkillDocument,
  type SkillEdit,
  type SkillRule,
} from "../skill/index.ts";

export interface Line {
  /** The line with its ending. */
  raw: string;
  text: string;
  start: number;
  end: number;
}

export function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  for (const match of text.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    if (match[0] === "") continue;
    lines.push({ raw: match[0], text: match[1] ?? "", start: match.index, end: match.index + match[0].length });
  }
  return lines;
}

export interface Scan {
  lines: Line[];
  /** Index of the first line behind the frontmatter. */
  bodyLine: number;
  /** Fenced blocks, from the opening to the closing line, as line indices (inclusive). */
  code: { first: number; last: number }[];
  balanced: boolean;
  headings: { line: number; level: number; text: string }[];
}

const OPENING = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/;

/** Fences are counted line by line: one that opens is closed by the next line of only as many of the same sign. */
export function scan(text: string): Scan {
  const lines = linesOf(text);
  const bodyLine = bodyLineOf(lines);
  const result: Scan = { lines, bodyLine, code: [], balanced: true, headings: [] };
  let open: { sign: string; first: number } | undefined;
  for (let index = bodyLine; index < lines.length; index++) {
    const line = lines[index]?.text ?? "";
    if (open !== undefined) {
      const closing = /^[ \t>]*(`{3,}|~{3,})[ \t]*$/.exec(line)?.[1];
      if (closing?.startsWith(open.sign)) {
        result.code.push({ first: open.first, last: index });
        open = undefined;
      }
      continue;
    }
    const sign = OPENING.exec(line)?.[1];
    if (sign !== undefined) open = { sign, first: index };
    const heading = /^ {0,3}(#{1,6})(?:[ \t]|$)/.exec(line)?.[1];
    if (heading !== undefined) result.headings.push({ line: index, level: heading.length, text: line });
  }
  if (open !== undefined) result.balanced = false;
  return result;
}

function bodyLineOf(lines: readonly Line[]): number {
  const first = lines.findIndex((line) => line.text.replace("\uFEFF", "").trim() !== "");
  if (first < 0 || (lines[first]?.text.replace("\uFEFF", "").trimEnd() ?? "") !== "---") return 0;
  const close = lines.findIndex((line, index) => index > first && line.text.trimEnd() === "---");
  return close < 0 ? 0 : close + 1;
}

/** Text in which the simple scanner cannot be trusted, with the reason; sets on such skills are not drawn. */
export function unfitForChecking(text: string): string | undefined {
  if (text.trim() === "") return "empty";
  if (text.includes("\uFFFD")) return "replacement_characters";
  const found = scan(text);
  if (!found.balanced) return "unbalanced_fences_before";
  return undefined;
}

const MARKERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))*/;
const bare = (line: string) => line.replace(MARKERS, "").trim();

/** Lines that one applied edit may bring in, bare of markers and indentation. */
function broughtIn(edit: SkillEdit, rules: ReadonlyMap<string, SkillRule>): string[] {
  if (edit.op === "add" || edit.op === "replace") return neutraliseDirectives(edit.text).split(/\r\n|\n|\r/);
  if (edit.op === "move") return neutraliseDirectives(rules.get(edit.rule)?.text ?? "").split("\n");
  return [];
}

/** @returns what is wrong, one line each; empty when the set did what it says and nothing else */
export function checkSet(
  old: SkillDocument,
  after: string,
  edits: readonly SkillEdit[],
  outcomes: EditOutcome[],
): string[] {
  const before = old.text;
  const wrong: string[] = [];
  if (outcomes.length !== edits.length) return [`${edits.length} edits have ${outcomes.length} outcomes`];
  outcomes.forEach((outcome, index) => {
    const fine = outcome.status === "applied" || (typeof outcome.reason === "string" && outcome.message !== "");
    if (!fine || outcome.edit !== edits[index]) wrong.push(`edit ${index} has no proper outcome`);
  });
  const applied = edits.filter((_, index) => outcomes[index]?.status === "applied");
  if (applied.length === 0) {
    if (after !== before) wrong.push("nothing was applied, but the text changed");
    return wrong;
  }

  const rules = new Map(old.rules.map((rule) => [rule.id, rule]));
  const was = scan(before);
  const is = scan(after);
  if (!is.balanced) wrong.push("a code fence is open at the end");

  const aimed = aimedLines(was, applied, rules);
  wrong.push(...checkLines(was, is, applied, rules, aimed));
  wrong.push(...checkCode(was, is, applied, rules, aimed));
  wrong.push(...checkHeadings(was, is, applied, aimed));
  wrong.push(...checkFrontmatter(was, is, applied));
  wrong.push(...checkRules(old, after, applied, outcomes));
  if (!/[^\r]\n/.test(before) && before.includes("\r\n") && /(?:^|[^\r])\n/.test(after)) {
    wrong.push("a CRLF file got lines that end in LF");
  }
  return wrong;
}

/** Line indices that the applied edits may change or delete. */
function aimedLines(was: Scan, applied: readonly SkillEdit[], rules: ReadonlyMap<string, SkillRule>): Set<number> {
  const aimed = new Set<number>();
  for (const edit of applied) {
    if (edit.op === "set_field") {
      for (const index of fieldLines(was, edit.path)) aimed.add(index);
    } else if (edit.op !== "add") {
      const span = rules.get(edit.rule)?.span;
      was.lines.forEach((line, index) => {
        if (span !== undefined && line.end > span.start && line.start < span.end) aimed.add(index);
      });
    }
  }
  return aimed;
}

/** Lines of the frontmatter that setting or deleting a field may change. */
function fieldLines(was: Scan, path: readonly string[]): number[] {
  const outer = blockLines(was, 0, was.bodyLine, path[0] ?? "");
  if (path.length === 1) return outer;
  const first = outer[0];
  if (first === undefined) return [];
  // A map in braces: the new key goes somewhere on its lines.
  if (outer.some((index) => /[{}]/.test(was.lines[index]?.text ?? ""))) return outer;
  const inner = blockLines(was, first + 1, first + outer.length, path[1] ?? "");
  // Deleting the only key below deletes the key above it as well.
  return inner.length === outer.length - 1 ? outer : inner;
}

/** The line of a key, and those behind it that are indented deeper, between two line indices. */
function blockLines(was: Scan, from: number, to: number, key: string): number[] {
  const found: number[] = [];
  let depth = -1;
  for (let index = from; index < to; index++) {
    const line = was.lines[index]?.text ?? "";
    const indent = line.length - line.trimStart().length;
    if (depth >= 0 && line.trim() !== "" && indent <= depth && !line.trimStart().startsWith("- ")) depth = -1;
    if (/^(["']?)([^\s:"']+)\1\s*:/.exec(line.trimStart())?.[2] === key && depth < 0) depth = indent;
    if (depth >= 0) found.push(index);
  }
  return found;
}

/** Every line that no edit aims at stands in the result, same bytes, same order; the rest is what edits brought. */
function checkLines(
  was: Scan,
  is: Scan,
  applied: readonly SkillEdit[],
  rules: ReadonlyMap<string, SkillRule>,
  aimed: ReadonlySet<number>,
): string[] {
  const headingLines = new Set(was.headings.map((heading) => heading.line));
  const allowed = new Map<string, number>();
  const allow = (line: string) => allowed.set(line, (allowed.get(line) ?? 0) + 1);
  for (const edit of applied) {
    for (const line of broughtIn(edit, rules)) if (bare(line) !== "") allow(bare(line));
    if (edit.op === "add" || edit.op === "move") allow(`## ${edit.section}`);
  }
  for (const index of aimed) if (index < was.bodyLine) allow(bare(was.lines[index]?.text ?? ""));
  const fields = applied.flatMap((edit) => (edit.op === "set_field" ? edit.path : []));

  const kept = [...was.lines.entries()].filter(([index, line]) => line.text.trim() !== "" && !aimed.has(index));
  const found = [...is.lines.entries()].filter(([, line]) => line.text.trim() !== "");
  const wrong: string[] = [];
  const changes = diffArrays(kept, found, { comparator: ([, before], [, after]) => sameLine(before, after) });
  for (const { added, removed, value } of changes) {
    for (const [index, line] of value) {
      const shown = JSON.stringify(line.text.slice(0, 80));
      if (removed && !headingLines.has(index)) wrong.push(`a line is lost or changed: ${shown}`);
      if (!added) continue;
      const left = allowed.get(bare(line.text)) ?? 0;
      if (left > 0) allowed.set(bare(line.text), left - 1);
      else if (bare(line.text) !== "" && !(index < is.bodyLine && fields.some((key) => line.text.includes(key)))) {
        wrong.push(`a line that no edit brought: ${shown}`);
      }
    }
  }
  return wrong;
}

/** Equal bytes; a last line without ending may get one when something follows it. */
function sameLine(before: Line, after: Line): boolean {
  return before.raw === after.raw || (before.raw === before.text && before.text === after.text);
}

/** Code blocks that no edit aims at stand in the result byte for byte, in order, and there are no others. */
function checkCode(
  was: Scan,
  is: Scan,
  applied: readonly SkillEdit[],
  rules: ReadonlyMap<string, SkillRule>,
  aimed: ReadonlySet<number>,
): string[] {
  const source = (of: Scan, block: { first: number; last: number }) =>
    of.lines
      .slice(block.first, block.last + 1)
      .map((line) => line.raw)
      .join("")
      .replace(/[\r\n]+$/, "");
  const kept = was.code.filter((block) => {
    for (let index = block.first; index <= block.last; index++) if (aimed.has(index)) return false;
    return true;
  });
  const wrong: string[] = [];
  let at = 0;
  for (const block of kept) {
    const wanted = source(was, block);
    while (at < is.code.length && source(is, is.code[at] as { first: number; last: number }) !== wanted) at++;
    if (at === is.code.length) wrong.push(`a code block is lost or changed: ${JSON.stringify(wanted.slice(0, 80))}`);
    else at++;
  }
  const brought = applied.reduce((sum, edit) => sum + scan(broughtIn(edit, rules).join("\n")).code.length, 0);
  if (is.code.length > kept.length + brought) wrong.push("there are more code blocks than the edits brought");
  return wrong;
}

/** A heading with content keeps content or goes with all of it; new headings are those the edits name. */
function checkHeadings(was: Scan, is: Scan, applied: readonly SkillEdit[], aimed: ReadonlySet<number>): string[] {
  const wrong: string[] = [];
  const emptyBefore = countBy(
    was.headings.filter((_, index) => !hasContent(was, index)).map((heading) => heading.text),
  );
  for (const [index, heading] of is.headings.entries()) {
    const isTitle = index === 0 && heading.level === 1;
    if (isTitle || hasContent(is, index)) continue;
    const left = emptyBefore.get(heading.text) ?? 0;
    if (left === 0) wrong.push(`a heading has lost its content: ${heading.text}`);
    else emptyBefore.set(heading.text, left - 1);
  }
  const now = countBy(is.headings.map((heading) => heading.text));
  // Headings of the same text cannot be told apart: as many may be gone as have lost all that stood under them.
  for (const [text, count] of countBy(was.headings.map((heading) => heading.text))) {
    const left = now.get(text) ?? 0;
    const emptied = was.headings.filter((heading, index) => heading.text === text && !keepsLines(was, index, aimed));
    if (count - left > emptied.length) wrong.push(`a heading is gone, but not what stood under it: ${text}`);
    now.set(text, Math.max(0, left - count));
  }
  for (const [text, count] of now) {
    const named = applied.filter((edit) => (edit.op === "add" || edit.op === "move") && `## ${edit.section}` === text);
    if (count > named.length) wrong.push(`a heading that no edit asked for: ${text}`);
  }
  return wrong;
}

function countBy(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Lines under a heading, to the next heading of the same or a higher level. */
function under(of: Scan, index: number): number[] {
  const heading = of.headings[index];
  if (heading === undefined) return [];
  const next = of.headings.slice(index + 1).find((other) => other.level <= heading.level);
  const found: number[] = [];
  for (let line = heading.line + 1; line < (next?.line ?? of.lines.length); line++) found.push(line);
  return found;
}

function hasContent(of: Scan, index: number): boolean {
  return under(of, index).some((line) => isContent(of.lines[line]?.text ?? ""));
}

function isContent(line: string): boolean {
  return line.trim() !== "" && !/^ {0,3}([-*_])[ \t]*(?:\1[ \t]*){2,}$/.test(line);
}

function keepsLines(was: Scan, index: number, aimed: ReadonlySet<number>): boolean {
  const headings = new Set(was.headings.map((heading) => heading.line));
  return under(was, index).some(
    (line) => isContent(was.lines[line]?.text ?? "") && !aimed.has(line) && !headings.has(line),
  );
}

function checkFrontmatter(was: Scan, is: Scan, applied: readonly SkillEdit[]): string[] {
  const fields = applied.flatMap((edit) => (edit.op === "set_field" ? [edit.path[0] ?? ""] : []));
  const source = (of: Scan) =>
    of.lines
      .slice(0, of.bodyLine)
      .map((line) => line.raw)
      .join("");
  if (fields.length === 0) return source(was) === source(is) ? [] : ["the frontmatter changed without an edit to it"];
  const keys = (of: Scan) =>
    of.lines
      .slice(0, of.bodyLine)
      .flatMap((line) => /^(["']?)([^\s:"'#-][^\s:"']*)\1\s*:/.exec(line.text)?.[2] ?? [])
      .filter((key) => !fields.includes(key))
      .join("\n");
  return keys(was) === keys(is) ? [] : ["other frontmatter keys changed"];
}

/** What was applied is there when the text is read again, and no other rule came or went. */
function checkRules(
  old: SkillDocument,
  after: string,
  applied: readonly SkillEdit[],
  outcomes: EditOutcome[],
): string[] {
  const now = parseSkill(after);
  const wrong: string[] = [];
  const count = (op: SkillEdit["op"]) => applied.filter((edit) => edit.op === op).length;
  if (now.rules.length !== old.rules.length + count("add") - count("retire")) wrong.push("the number of rules is off");
  const ids = new Set(now.rules.map((rule) => rule.id));
  for (const outcome of outcomes) {
    if (outcome.status !== "applied" || outcome.edit.op === "set_field" || outcome.edit.op === "retire") continue;
    if (outcome.rule === undefined || !ids.has(outcome.rule)) wrong.push(`an applied ${outcome.edit.op} left no rule`);
  }
  return wrong;
}
