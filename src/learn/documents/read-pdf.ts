/** PDF as units. It has no structure of its own: size of type tells headings, and marks at the beginning of a line lists. */
import type { ListItem, Root, RootContent } from "mdast";
import { AutoskillError } from "../../base/index.ts";
import { DOCUMENT_BOUNDS } from "./model.ts";
import { type TreeUnits, unitsFromTree } from "./units-from-tree.ts";

interface Line {
  text: string;
  size: number;
}

const HEADING_RATIO = 1.15;
const STEP = /^(?:\(?\d{1,2}[.)]|step \d{1,2}[.:])\s+(?=\S)/i;
const ITEM = /^[•●▪◦‣∙·*–-]\s+(?=\S)/;

export async function readPdf(bytes: Uint8Array): Promise<TreeUnits> {
  const { extractTextItems, getDocumentProxy } = await import("unpdf");
  // The library keeps what it is given: a copy, so that the caller's bytes stay. It reads text only: no script of the file is run.
  const document = await getDocumentProxy(Uint8Array.from(bytes), { verbosity: 0 });
  try {
    if (document.numPages > DOCUMENT_BOUNDS.pages) {
      throw new AutoskillError({
        code: "DOCUMENT_TOO_LARGE",
        message: `The document has ${document.numPages} pages; at most ${DOCUMENT_BOUNDS.pages} are read.`,
        next: "Split it, or give the part that matters.",
      });
    }
    const { items } = await extractTextItems(document);
    return unitsFromTree(treeOf(items.map(linesOf)), () => ({ start: 0, end: 0 }));
  } finally {
    await document.loadingTask.destroy();
  }
}

function linesOf(items: readonly { str: string; fontSize: number; hasEOL: boolean; y: number }[]): Line[] {
  const lines: Line[] = [];
  let text = "";
  let size = 0;
  let y: number | undefined;
  const end = (): void => {
    const words = text.replace(/\s+/g, " ").trim();
    if (words !== "") lines.push({ text: words, size });
    text = "";
    size = 0;
  };
  for (const item of items) {
    if (y !== undefined && Math.abs(item.y - y) > Math.max(item.fontSize, size) / 2) end();
    text += item.str;
    size = Math.max(size, item.fontSize);
    y = item.y;
    if (item.hasEOL) end();
  }
  end();
  return lines;
}

function treeOf(pages: Line[][]): Root {
  const lines = pages.flat();
  const body = commonSize(lines);
  const larger = [...new Set(lines.map((line) => line.size).filter((size) => size > body * HEADING_RATIO))].sort(
    (a, b) => b - a,
  );
  const children: RootContent[] = [];
  let open: { add(text: string): void } | undefined;
  for (const { text, size } of lines) {
    const level = larger.indexOf(size);
    if (level >= 0 && text.length <= 120) {
      children.push({ type: "heading", depth: Math.min(level + 1, 6) as 1, children: [{ type: "text", value: text }] });
      open = undefined;
      continue;
    }
    const mark = STEP.exec(text) ?? ITEM.exec(text);
    if (mark !== null) {
      const ordered = STEP.test(text);
      const words = { type: "text" as const, value: text.slice(mark[0].length) };
      const item: ListItem = { type: "listItem", children: [{ type: "paragraph", children: [words] }] };
      const last = children.at(-1);
      if (last?.type === "list" && last.ordered === ordered) last.children.push(item);
      else children.push({ type: "list", ordered, children: [item] });
      open = { add: (more) => (words.value = joined(words.value, more)) };
    } else if (open !== undefined) {
      open.add(text);
    } else {
      const words = { type: "text" as const, value: text };
      children.push({ type: "paragraph", children: [words] });
      open = { add: (more) => (words.value = joined(words.value, more)) };
    }
    // A line that ends its sentence ends what it belongs to: there are no blank lines to tell.
    if (/[.!?。！？:：]$/.test(text)) open = undefined;
  }
  return { type: "root", children };
}

const joined = (before: string, more: string): string =>
  /[\p{L}]-$/u.test(before) && /^\p{Ll}/u.test(more) ? before.slice(0, -1) + more : `${before} ${more}`;

/** The size of most of the text. */
function commonSize(lines: readonly Line[]): number {
  const counts = new Map<number, number>();
  for (const { size, text } of lines) counts.set(size, (counts.get(size) ?? 0) + text.length);
  return [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]?.[0] ?? 0;
}
