/**
 * Block structure of Markdown (CommonMark), with offsets. Inline constructs are switched off: they never change
 * the block structure, and without them a body of 1 MB, or one that nests brackets to attack the parser, is read in
 * linear time.
 */

import type { Nodes, Root, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { TextSpan } from "./model.ts";

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

/** Bodies longer than this are not read as Markdown (diagnostic `body_not_structured`). */
export const MAX_BODY_LENGTH = 4 * 1024 * 1024;

/** Undefined where the text is too long or the parser gives up (nesting deeper than the call stack). */
export function parseBlocks(markdown: string): Root | undefined {
  if (markdown.length > MAX_BODY_LENGTH) return undefined;
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
