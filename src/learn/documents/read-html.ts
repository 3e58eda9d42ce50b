/** HTML as units. What a reader of the page does not see (scripts, hidden elements, navigation) is not read. */
import type { Element, ElementContent, Root, RootContent } from "hast";
import { fromHtml } from "hast-util-from-html";
import { toMdast } from "hast-util-to-mdast";
import type { Root as MarkdownRoot } from "mdast";
import { spansIn } from "./read-markdown.ts";
import { type TreeUnits, unitsFromTree } from "./units-from-tree.ts";

const UNREAD = new Set(
  "script style template noscript nav footer aside iframe object svg form button table".split(" "),
);
const HIDDEN_STYLE = /display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0|opacity\s*:\s*0(?:\.0+)?\s*(?:;|$)/i;
/** Deeper nesting is no document; the libraries that walk the tree recurse. */
const MAX_DEPTH = 400;

export function readHtml(html: string): TreeUnits {
  const page = fromHtml(html);
  const title = titleIn(page);
  page.children = seen(page.children, 0) as RootContent[];
  const tree = toMdast(page);
  const root: MarkdownRoot = tree.type === "root" ? tree : { type: "root", children: [] };
  const found = unitsFromTree(root, spansIn(html));
  return found.title === undefined && title !== undefined ? { ...found, title } : found;
}

function seen(nodes: readonly (RootContent | ElementContent)[], depth: number): (RootContent | ElementContent)[] {
  if (depth > MAX_DEPTH) return [];
  return nodes.flatMap((node): (RootContent | ElementContent)[] => {
    if (node.type !== "element") return node.type === "comment" ? [] : [node];
    if (UNREAD.has(node.tagName) || isHidden(node)) return [];
    node.children = seen(node.children, depth + 1) as ElementContent[];
    return [node];
  });
}

function isHidden({ properties }: Element): boolean {
  const { hidden, ariaHidden, style } = properties;
  return (
    (hidden !== undefined && hidden !== null && hidden !== false) ||
    ariaHidden === "true" ||
    (typeof style === "string" && HIDDEN_STYLE.test(style))
  );
}

function titleIn(page: Root): string | undefined {
  const find = (nodes: readonly (RootContent | ElementContent)[], depth: number): string | undefined => {
    for (const node of nodes) {
      if (node.type !== "element" || depth > 4) continue;
      if (node.tagName === "title") {
        const text = node.children.map((child) => (child.type === "text" ? child.value : "")).join("");
        return text.replace(/\s+/g, " ").trim().slice(0, 200) || undefined;
      }
      const inside = find(node.children, depth + 1);
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  return find(page.children, 0);
}
