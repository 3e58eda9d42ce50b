import fc from "fast-check";
import { fromMarkdown } from "mdast-util-from-markdown";
import { describe, expect, it } from "vitest";
import { type Block, INLINE_CONSTRUCTS, isUnclosedFence, spanOf } from "./markdown.ts";
import { plainBlocks } from "./plain-blocks.ts";

const indent = fc.constantFrom("", "", "", "", " ", "  ", "   ", "    ", "      ");
const content = fc.constantFrom(
  ...[
    "",
    "",
    "text",
    "more text",
    "# Title",
    "## ",
    "#tag",
    "===",
    "---",
    "- - -",
    "***",
    "__init__",
    "-",
    "+ ",
    "=",
    "2024. year",
  ],
  ...[
    "- item",
    "-  wide",
    "-     code",
    "* star",
    "+ plus",
    "1. step",
    "2. next",
    "2) other",
    "12. far",
    "- [ ] task",
    "- - twice",
  ],
  ...[
    "- 1. mixed",
    "- # in item",
    "- > in item",
    "- ---",
    "- ```",
    "- <div>",
    "- [a]: /b",
    "1.",
    "10) ten",
    "**bold**: x",
  ],
  ...[
    "```",
    "```sh",
    "````",
    "~~~",
    "~~~ `x`",
    "```a`b",
    "``` ",
    "`code`",
    "> quote",
    "<div>",
    "<!-- open",
    "a <b> c",
    "\ttab",
  ],
  ...[
    "| a | b |",
    "|---|---|",
    "[a]: /b",
    "[a",
    "b]: /c",
    "[a](b)",
    "- [x\\]",
    "trailing  ",
    "提交之前",
    "\u00a0",
    "-\ttab",
  ],
);
const markdown = fc
  .array(
    fc.tuple(indent, content).map(([space, text]) => space + text),
    { minLength: 1, maxLength: 9 },
  )
  .map((lines) => lines.join("\n"));

const byFullParser = (text: string) => fromMarkdown(text, { extensions: [{ disable: { null: INLINE_CONSTRUCTS } }] });

/** All that a reader of blocks looks at. */
function shapeOf(node: Block, text: string): unknown {
  const { start, end } = spanOf(node);
  const source = text.slice(start, end);
  return {
    type: node.type,
    start,
    source: source.trimEnd(),
    ...(node.type === "heading" ? { depth: node.depth } : {}),
    ...(node.type === "code" ? { value: node.value, open: isUnclosedFence(source, node.value) } : {}),
    ...(node.type === "list"
      ? { ordered: node.ordered, items: node.children.map((item) => shapeOf(item as Block, text)) }
      : {}),
  };
}

/** What inside a list its reader has to know of. */
function telling(node: Block, text: string): string[] {
  const { start, end } = spanOf(node);
  const source = text.slice(start, end);
  if (["heading", "thematicBreak", "definition", "html"].includes(node.type)) return [node.type];
  if (node.type === "code") return isUnclosedFence(source, node.value) ? ["open code"] : [];
  return "children" in node ? node.children.flatMap((child) => telling(child as Block, text)) : [];
}

describe("plain Markdown", () => {
  it("has the blocks that the full parser finds, or is left to it", () => {
    let read = 0;
    fc.assert(
      fc.property(markdown, (text) => {
        const plain = plainBlocks(text);
        if (plain === undefined) return;
        read++;
        const full = byFullParser(text).children;
        expect(plain.map((node) => shapeOf(node, text))).toEqual(full.map((node) => shapeOf(node, text)));
        expect(full.filter(({ type }) => type === "list").flatMap((node) => telling(node, text))).toEqual([]);
      }),
      { numRuns: 2000, seed: 1 },
    );
    expect(read).toBeGreaterThan(200);
  });

  it("is what most skills are written in", () => {
    const text = [
      "## Steps\n\nRun these:\n\n1. Build it\n   with care\n   - quickly\n\n   ```sh\n   make\n   ```\n2. Test it\n\n",
      "| a | b |\n|---|---|\n| 1 | 2 |\n\n***\n\n- [ ] **Look**: [here](x)\n- Done\n\n```ts\nlet a = `<b>`;\n```\n",
    ].join("");
    const types = plainBlocks(text)?.map(({ type }) => type);
    expect(types).toEqual(["heading", "paragraph", "list", "paragraph", "thematicBreak", "list", "code"]);
  });

  it.each([
    "> quote\n",
    "<div>\n",
    "[a]: /b\n",
    "Title\n=====\n",
    "- a\n\tb\n",
    "- a\nlazy\n",
    "    code\n",
    "a\r\nb\n",
  ])("does not hold %j", (text) => expect(plainBlocks(text)).toBeUndefined());
});
