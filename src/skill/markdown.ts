/**
 * Block structure of Markdown (CommonMark), with offsets. Inline constructs are switched off: they never change
 * the block structure, and without them a body of 1 MB, or one that nests brackets to attack the parser, is read in
 * linear time.
 */

import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { TextSpan } from "./model.ts";
import { columnsOf } from "./text-lines.ts";

const INLINE_CONSTRUCTS = [
  "attention",
  "autolink",
  "characterEscape",
  "characterReference",
  "codeText",
  "hardBreakEscape",
  "htmlText",
  "labelEnd",
  "labelStartImage",
  "labelStartLink",
];

/** Longer text is not read as Markdown; UTF-16 units. */
const MAX_LENGTH = 2 * 1024 * 1024;
/** Quotes and lists inside one another, counted on one line, and as indentation in columns. */
const MAX_NESTING = 32;
const MAX_INDENT = 128;

const THEMATIC_BREAK = /^[ \t]*([-*_])[ \t]*(?:\1[ \t]*){2,}$/;
const CONTAINERS = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t])))+/;

/** The parser's time grows with the square of the nesting and more; no skill that means well nests so deep. */
function nestsTooDeep(markdown: string): boolean {
  for (const line of markdown.split(/[\r\n]+/)) {
    const containers = CONTAINERS.exec(line)?.[0];
    if (containers === undefined || THEMATIC_BREAK.test(line)) continue;
    if (columnsOf(/^[ \t]*/.exec(line)?.[0] ?? "") > MAX_INDENT) return true;
    if ((containers.match(/[>*+-]|\d+/g)?.length ?? 0) > MAX_NESTING) return true;
  }
  return false;
}

/** Undefined where the text is longer than 2 Mi characters or nests deeper than 32 containers. */
export function parseBlocks(markdown: string): Root | undefined {
  if (markdown.length > MAX_LENGTH || nestsTooDeep(markdown)) return undefined;
  try {
    return fromMarkdown(markdown, { extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] });
  } catch {
    return undefined;
  }
}

/** Offsets of a node, moved by `base`. */
export function spanOf(node: Nodes, base = 0): TextSpan {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  return { start: start + base, end: end + base };
}

export type Block = RootContent;

/** True when a fenced code block has no closing fence and so swallows the rest of its container. */
export function isUnclosedFence(source: string): boolean {
  const lines = source.split(/\r\n|\n|\r/);
  const opening = /^(?:[ \t]|>)*(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  if (opening === undefined) return false;
  if (lines.length < 2) return true;
  const closing = /^(?:[ \t]|>)*(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? "")?.[1];
  return closing === undefined || closing[0] !== opening[0] || closing.length < opening.length;
}

/** True for an HTML block that opens a comment, script or the like and never closes it. */
export function isUnclosedHtml(source: string): boolean {
  const text = source.trimStart();
  if (text.startsWith("<!--")) return !text.includes("-->");
  if (text.startsWith("<?")) return !text.includes("?>");
  if (text.startsWith("<![CDATA[")) return !text.includes("]]>");
  if (/^<![a-z]/i.test(text)) return !text.includes(">");
  return /^<(?:script|pre|style|textarea)(?=[\s>]|$)/i.test(text) && !/<\/(?:script|pre|style|textarea)>/i.test(text);
}

const DELIMITER_ROW = /^[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** True for a paragraph (in CommonMark's eyes) that holds a GFM table. */
export function holdsTable(source: string): boolean {
  if (!source.includes("|")) return false;
  const lines = source.split(/\r\n|\n|\r/);
  return lines.some((line, index) => index > 0 && line.includes("|") && DELIMITER_ROW.test(line));
}
