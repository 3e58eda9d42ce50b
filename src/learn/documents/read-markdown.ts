/** Markdown and plain text as units, with their bytes. */
import { fromMarkdown } from "mdast-util-from-markdown";
import type { ByteSpan } from "../../session/index.ts";
import { type TreeUnits, unitsFromTree } from "./units-from-tree.ts";

const FRONTMATTER = /^---[ \t]*\r?\n[\s\S]*?\r?\n---[ \t]*(?:\r?\n|$)/;

export function readMarkdown(text: string): TreeUnits {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const head = FRONTMATTER.exec(text.slice(start))?.[0].length ?? 0;
  // Blanks instead of the head, so that every offset stays what it is in the file.
  const body = " ".repeat(start) + text.slice(start, start + head).replace(/[^\n]/g, " ") + text.slice(start + head);
  return unitsFromTree(fromMarkdown(body), spansIn(text));
}

/** Byte offsets of nodes, which are asked for in the order of the text. */
export function spansIn(
  text: string,
): (node: {
  position?: { start: { offset?: number | undefined }; end: { offset?: number | undefined } } | undefined;
}) => ByteSpan {
  let characters = 0;
  let bytes = 0;
  const byteAt = (offset: number): number => {
    if (offset < characters) {
      characters = 0;
      bytes = 0;
    }
    bytes += Buffer.byteLength(text.slice(characters, offset));
    characters = offset;
    return bytes;
  };
  return ({ position }) => {
    const { start, end } = position ?? {};
    if (start?.offset === undefined || end?.offset === undefined) return { start: 0, end: 0 };
    const from = byteAt(start.offset);
    return { start: from, end: from + Buffer.byteLength(text.slice(start.offset, end.offset)) };
  };
}
