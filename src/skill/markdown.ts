/**
 * Block structure of Markdown (CommonMark), with offsets. Inline constructs are switched off: they never change
 * the block structure, and without them a body of 1 MB, or one that nests brackets to attack the parser, is read in
 * linear time.
 */

import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import type { TextSpan } from "./model.ts";
import { plainBlocks } from "./plain-blocks.ts";
import { columnsOf } from "./text-lines.ts";

/** Switched off: they never change the block structure. */
export const INLINE_CONSTRUCTS = [
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

export type Block = RootContent;

/** A block at the top level of a text; offsets of its node count from `base`. */
export interface PlacedBlock {
  node: Block;
  base: number;
}

/**
 * The blocks of a text, or undefined where it is longer than 2 Mi characters or nests deeper than 32 containers.
 *
 * An ATX heading at column 0 ends every paragraph, list and quote before it, so the text is parsed in chunks that
 * start there, and a chunk that was parsed before is not parsed again: after an edit only its own section is.
 * A chunk that ends inside a code fence or raw HTML is joined with the next, then with twice as many: one that never
 * ends is read a few times, not once for each heading in it.
 */
export function parseBlocks(markdown: string): PlacedBlock[] | undefined {
  if (markdown.length > MAX_LENGTH || nestsTooDeep(markdown)) return undefined;
  // The parser drops a byte order mark, which would move all offsets.
  const source = markdown.startsWith("\uFEFF") ? ` ${markdown.slice(1)}` : markdown;
  const starts = [0, ...Array.from(source.matchAll(/(?<=[\r\n])#{1,6}(?=[ \t\r\n]|$)/g), (match) => match.index)];
  const blocks: PlacedBlock[] = [];
  for (let first = 0, joined = 1; first < starts.length; ) {
    const from = starts[first] ?? 0;
    const next = Math.min(first + joined, starts.length);
    const chunk = source.slice(from, starts[next] ?? source.length);
    const nodes = parseChunk(chunk);
    if (nodes === undefined) return undefined;
    if (next < starts.length && staysOpen(chunk, nodes.at(-1))) {
      joined *= 2;
      continue;
    }
    for (const node of nodes) blocks.push({ node, base: from });
    first = next;
    joined = 1;
  }
  return blocks;
}

/** Chunks parsed before, oldest first. Nodes are only ever read. */
const parsed = new Map<string, readonly Block[]>();
const MAX_REMEMBERED = 1000;
const MAX_REMEMBERED_LENGTH = 16 * 1024;

function parseChunk(chunk: string): readonly Block[] | undefined {
  const plain = plainBlocks(chunk);
  if (plain !== undefined) return plain;
  const known = parsed.get(chunk);
  if (known !== undefined) return known;
  let nodes: readonly Block[];
  try {
    nodes = fromMarkdown(chunk, { extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] }).children;
  } catch {
    return undefined;
  }
  if (chunk.length <= MAX_REMEMBERED_LENGTH) {
    parsed.set(chunk, nodes);
    const oldest = parsed.keys().next();
    if (parsed.size > MAX_REMEMBERED && oldest.done !== true) parsed.delete(oldest.value);
  }
  return nodes;
}

/** True where a heading behind the chunk might be code or HTML; in doubt true, which only costs time. */
function staysOpen(chunk: string, last: Block | undefined): boolean {
  if (last === undefined) return false;
  const { start, end } = spanOf(last);
  const source = chunk.slice(start, end);
  if (last.type === "html") {
    const endsInBlankLine = /[\r\n][ \t]*$/.test(chunk.replace(/(?:\r\n|\n|\r)$/, ""));
    return isUnclosedHtml(source) || !endsInBlankLine;
  }
  if (last.type !== "code") return false;
  return isUnclosedFence(source, last.value);
}

/** Offsets of a node, moved by `base`. */
export function spanOf(node: Nodes, base = 0): TextSpan {
  const start = node.position?.start.offset ?? 0;
  const end = node.position?.end.offset ?? start;
  return { start: start + base, end: end + base };
}

/**
 * True when a fenced code block has no closing fence and so swallows the rest of its container.
 * A last line that looks like one but is indented too far is part of the code.
 */
export function isUnclosedFence(source: string, value: string): boolean {
  const lines = source.split(/\r\n|\n|\r/);
  const opening = /^(?:[ \t]|>)*(`{3,}|~{3,})/.exec(lines[0] ?? "")?.[1];
  if (opening === undefined) return false;
  const closing = /^(?:[ \t]|>)*(`{3,}|~{3,})[ \t]*$/.exec(lines.at(-1) ?? "")?.[1];
  if (lines.length < 2 || closing === undefined || !closing.startsWith(opening)) return true;
  return value !== "" && value.split("\n").length !== lines.length - 2;
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
