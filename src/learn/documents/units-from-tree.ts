/** Splits a Markdown tree into units by its structure: headings say where, lists and paragraphs what. */
import type { Code, List, ListItem, Nodes, PhrasingContent, Root, RootContent } from "mdast";
import { AutoskillError, digestOf, redactText } from "../../base/index.ts";
import type { ByteSpan } from "../../session/index.ts";
import { DOCUMENT_BOUNDS, type DocumentUnit } from "./model.ts";

export interface TreeUnits {
  title?: string;
  units: DocumentUnit[];
}

const MAX_TEXT = 600;
const MAX_CODE = { characters: 600, lines: 20 };

/** @param spanOf byte offsets of a node in the file. @throws AutoskillError `DOCUMENT_TOO_LARGE` */
export function unitsFromTree(tree: Root, spanOf: (node: Nodes) => ByteSpan): TreeUnits {
  const found: TreeUnits = { units: [] };
  const path: { depth: number; text: string }[] = [];

  const add = (node: Nodes, block: DocumentUnit["block"], words: string): void => {
    const text = redactText(words).trim();
    if (text === "") return;
    if (found.units.length >= DOCUMENT_BOUNDS.units) {
      throw new AutoskillError({
        code: "DOCUMENT_TOO_LARGE",
        message: `The document has more than ${DOCUMENT_BOUNDS.units} pieces.`,
        next: "Split it, or give the part that matters.",
      });
    }
    const headings = path.map((heading) => heading.text);
    found.units.push({
      id: `unit-${found.units.length + 1}`,
      headings,
      block,
      text,
      span: spanOf(node),
      digest: digestOf({ headings, text }),
    });
  };

  const visit = (nodes: readonly RootContent[]): void => {
    for (const node of nodes) {
      if (node.type === "heading") {
        const text = redactText(wordsOf(node.children)).trim();
        while ((path.at(-1)?.depth ?? 0) >= node.depth) path.pop();
        if (text !== "") path.push({ depth: node.depth, text });
        if (node.depth === 1 && text !== "") found.title ??= text;
      } else if (node.type === "paragraph") {
        const text = wordsOf(node.children);
        // A table that the parser does not know is no prose.
        if (!text.startsWith("|")) add(node, "paragraph", text);
      } else if (node.type === "list") {
        for (const item of node.children) add(item, node.ordered === true ? "step" : "item", itemText(item));
      }
    }
  };
  visit(tree.children);
  return found;
}

/** What an item says, its own lists drawn into it; a short block of code at its end stays one. */
function itemText(item: ListItem): string {
  const words: string[] = [];
  let code: Code | undefined;
  for (const child of item.children) {
    if (child.type === "paragraph") words.push(wordsOf(child.children));
    else if (child.type === "list") words.push(nestedText(child));
    else if (child.type === "code" && isShort(child)) code ??= child;
  }
  const text = shortened(words.filter((part) => part !== "").join(" "));
  if (code === undefined || text === "") return text;
  const fence = code.value.includes("```") ? "````" : "```";
  return `${text}\n${fence}${/^[\w+#.-]{1,20}$/.test(code.lang ?? "") ? code.lang : ""}\n${code.value}\n${fence}`;
}

function nestedText(list: List): string {
  return list.children
    .map((item) => itemText(item).split("\n")[0] ?? "")
    .filter((text) => text !== "")
    .join("; ");
}

const isShort = ({ value }: Code): boolean =>
  value.length <= MAX_CODE.characters && value.split("\n").length <= MAX_CODE.lines;

/** Words without their markup; only code keeps its marks. */
function wordsOf(nodes: readonly (PhrasingContent | Nodes)[]): string {
  return nodes
    .map((node): string => {
      if (node.type === "text") return node.value;
      if (node.type === "inlineCode") return asCode(node.value);
      if (node.type === "break") return " ";
      return "children" in node ? wordsOf(node.children) : "";
    })
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function asCode(value: string): string {
  const text = value.replace(/\s+/g, " ");
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A unit is a rule, not a chapter: what goes on for longer ends with a full sentence, or not at all. */
function shortened(text: string): string {
  if (text.length <= MAX_TEXT) return text;
  const end = Math.max(...[". ", "。", "; "].map((mark) => text.lastIndexOf(mark, MAX_TEXT)));
  return end < MAX_TEXT / 3 ? "" : text.slice(0, end + 1);
}
