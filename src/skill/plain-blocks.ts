/**
 * The blocks of plain Markdown, read line by line, some twenty times faster than the full parser.
 *
 * Contract: the blocks that CommonMark sees, at the same offsets, or undefined where a line is anything but a heading,
 * a paragraph, a fence, a thematic break or a list at column 0; in doubt undefined. What a paragraph, a heading or a
 * list item holds is left out: it holds no heading, break, definition or HTML, and no fence that stays open.
 */
import type { Code, Heading, List, ListItem, Paragraph, ThematicBreak } from "mdast";

const FENCE = /^(?:(`{3,})[^`]*|(~{3,}).*)$/;
const CLOSING = /^ {0,3}(`{3,}|~{3,})[ \t]*$/;
const HEADING = /^(#{1,6})(?: |$)/;
const BREAK = /^(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/;
const SETEXT = /^ {0,3}(?:=+|-+) *$/;
/** Five spaces behind the marker would be a code block in the item. */
const ITEM = /^([-*+]|\d{1,9}[.)])( {1,4})(?! |$)/;
const MARKERS = /^(?:(?:[-*+]|\d{1,9}[.)]) +)*/;
/** Opens something, or may: quote, HTML, heading, fence, break, setext underline, empty item, more spaces than one thinks. */
const OPENS = /^(?:[<>]|#{1,6}(?: |$)|`{3}|~{3}|[-=*_+ ]*$|\d{1,9}[.)] *$)/;

type Kind = "blank" | "fence" | "heading" | "break" | "item" | "text" | "other";

interface Line {
  text: string;
  /** Offset of its first character. */
  start: number;
}

interface Read<T> {
  node: T;
  /** Index of the first line behind the node. */
  next: number;
}

type Position = NonNullable<Paragraph["position"]>;
type PlainBlock = Code | Heading | List | Paragraph | ThematicBreak;

export function plainBlocks(text: string): PlainBlock[] | undefined {
  if (/[\r\0]/.test(text)) return undefined;
  const lines = linesOf(text);
  const blocks: PlainBlock[] = [];
  for (let at = 0; at < lines.length; ) {
    const kind = kindOf(lines[at]?.text ?? "");
    if (kind === "blank") {
      at++;
      continue;
    }
    const read = kind === "other" ? undefined : READERS[kind](lines, at);
    if (read === undefined) return undefined;
    blocks.push(read.node);
    at = read.next;
  }
  return blocks;
}

const READERS: Record<
  Exclude<Kind, "blank" | "other">,
  (lines: readonly Line[], at: number) => Read<PlainBlock> | undefined
> = {
  fence: readFence,
  heading: readHeading,
  break: readBreak,
  item: readList,
  text: readParagraph,
};

function linesOf(text: string): Line[] {
  let start = 0;
  return text.split("\n").map((line) => {
    const placed = { text: line, start };
    start += line.length + 1;
    return placed;
  });
}

/** What a line at the top level is when nothing is open; an indented one is "other". */
function kindOf(line: string): Kind {
  if (isBlank(line)) return "blank";
  if (FENCE.test(line)) return "fence";
  if (line.includes("\t") || /^[ <>]/.test(line)) return "other";
  if (HEADING.test(line)) return "heading";
  if (BREAK.test(line)) return "break";
  if (ITEM.test(line)) return "item";
  return /^(?:[-*+]|\d{1,9}[.)])(?: |$)/.test(line) ? "other" : "text";
}

function isBlank(line: string): boolean {
  return /^ *$/.test(line);
}

function indentOf(line: string): number {
  let columns = 0;
  while (line[columns] === " ") columns++;
  return columns;
}

/** From `first`'s start to the end of line `last`, white space at its end left out. */
function positionOf(lines: readonly Line[], first: number, last: number): Position {
  const from = lines[first]?.start ?? 0;
  const { text, start } = lines[last] ?? { text: "", start: 0 };
  const column = text.trimEnd().length;
  return {
    start: { line: first + 1, column: 1, offset: from },
    end: { line: last + 1, column: column + 1, offset: start + column },
  };
}

function readHeading(lines: readonly Line[], at: number): Read<Heading> {
  const depth = (HEADING.exec(lines[at]?.text ?? "")?.[1]?.length ?? 1) as Heading["depth"];
  return { node: { type: "heading", depth, children: [], position: positionOf(lines, at, at) }, next: at + 1 };
}

function readBreak(lines: readonly Line[], at: number): Read<ThematicBreak> {
  return { node: { type: "thematicBreak", position: positionOf(lines, at, at) }, next: at + 1 };
}

/** Index of the line that closes the fence opened at `at`, `indent` columns in; the number of lines when none does. */
function fenceEnd(lines: readonly Line[], at: number, indent: number): number {
  const opening = FENCE.exec((lines[at]?.text ?? "").slice(indent));
  const sign = opening?.[1] ?? opening?.[2] ?? "";
  let end = at + 1;
  while (end < lines.length && !CLOSING.exec((lines[end]?.text ?? "").slice(indent))?.[1]?.startsWith(sign)) end++;
  return end;
}

function readFence(lines: readonly Line[], at: number): Read<Code> | undefined {
  const end = fenceEnd(lines, at, 0);
  // The last line ending of an open fence is no part of the code.
  const value = [
    ...lines.slice(at, end).map(({ text }, index) => (index === 0 ? "" : text)),
    ...(end < lines.length ? [""] : []),
  ]
    .join("\n")
    .replace(/^\n|\n$/g, "");
  return {
    node: { type: "code", value, position: positionOf(lines, at, Math.min(end, lines.length - 1)) },
    next: end + 1,
  };
}

function readParagraph(lines: readonly Line[], at: number): Read<Paragraph> | undefined {
  let end = at + 1;
  for (; end < lines.length; end++) {
    const line = lines[end]?.text ?? "";
    if (line.includes("\t") || SETEXT.test(line)) return undefined;
    const indent = indentOf(line);
    if (indent > 3 && indent < line.length) continue;
    const kind = kindOf(line.slice(indent));
    if (kind === "text") continue;
    if (kind === "other" || (indent > 0 && kind !== "blank")) return undefined;
    // Of numbers, only 1 starts a list right behind a paragraph.
    if (kind === "item" && /^(?!1[.)])\d/.test(line)) return undefined;
    break;
  }
  if (lines[at]?.text.startsWith("[") && lines.slice(at, end).some(({ text }) => text.includes("]:"))) return undefined;
  return { node: { type: "paragraph", children: [], position: positionOf(lines, at, end - 1) }, next: end };
}

function readList(lines: readonly Line[], at: number): Read<List> | undefined {
  const marker = (line: string) => ITEM.exec(line)?.[1]?.at(-1);
  const first = lines[at]?.text ?? "";
  const children: ListItem[] = [];
  let next = at;
  while (next < lines.length && !BREAK.test(lines[next]?.text ?? "")) {
    if (marker(lines[next]?.text ?? "") !== marker(first)) break;
    const item = readItem(lines, next, (line) => marker(line) === marker(first));
    if (item === undefined) return undefined;
    children.push(item.node);
    next = item.next;
  }
  const { start } = positionOf(lines, at, at);
  const end = children.at(-1)?.position?.end ?? start;
  return { node: { type: "list", ordered: /^\d/.test(first), children, position: { start, end } }, next };
}

function readItem(
  lines: readonly Line[],
  at: number,
  isSibling: (line: string) => boolean,
): Read<ListItem> | undefined {
  const first = lines[at]?.text ?? "";
  const content = ITEM.exec(first)?.[0].length ?? 0;
  if (first.includes("\t") || !isPlain(first.slice(content))) return undefined;
  let last = at;
  let afterBlank = false;
  let next = at + 1;
  for (; next < lines.length; next++) {
    const line = lines[next]?.text ?? "";
    const indent = indentOf(line);
    if (indent === line.length) {
      afterBlank = true;
      continue;
    }
    if (indent < content) {
      if (indent > 0) return undefined;
      const kind = kindOf(line);
      if (kind === "other" || (!afterBlank && (kind === "text" || (kind === "item" && !isSibling(line))))) {
        return undefined;
      }
      break;
    }
    if (FENCE.test(line.slice(content))) {
      const end = fenceEnd(lines, next, content);
      const inside = lines.slice(next, end + 1);
      if (end === lines.length || inside.some(({ text }) => !isBlank(text) && indentOf(text) < content))
        return undefined;
      next = end;
    } else if (line.includes("\t") || !isPlain(line.slice(indent))) return undefined;
    afterBlank = false;
    last = next;
  }
  return { node: { type: "listItem", children: [], position: positionOf(lines, at, last) }, next };
}

/** Text of a list item, or an item inside it, that opens nothing which its reader would have to know of. */
function isPlain(text: string): boolean {
  const inner = text.replace(MARKERS, "");
  if (OPENS.test(inner)) return false;
  return !inner.startsWith("[") || (inner.includes("]") && !inner.includes("]:") && !inner.includes("\\"));
}
