/**
 * Reads a SKILL.md of any origin. Never throws: what is odd becomes a diagnostic, what is not understood stays in
 * the text, which later edits leave as it is.
 */
import { findFrontmatter, readFrontmatter } from "./frontmatter.ts";
import {
  type Block,
  holdsTable,
  isUnclosedFence,
  isUnclosedHtml,
  type PlacedBlock,
  parseBlocks,
  spanOf,
} from "./markdown.ts";
import type { RuleBlock, SkillDiagnostic, SkillDocument, SkillRule, SkillSectionNode, TextSpan } from "./model.ts";
import { ruleIdCounter } from "./rule-text.ts";
import { columnsOf, dedentLine, lineCounter, lineStart, toLineFeeds } from "./text-lines.ts";

/** Text of a source; bytes are read as UTF-8 (UTF-16 where a BOM says so), a BOM stays in the text. */
export function decodeSkill(source: string | Uint8Array): { text: string; diagnostics: SkillDiagnostic[] } {
  if (typeof source === "string") return { text: source, diagnostics: [] };
  if (source[0] === 0xff && source[1] === 0xfe) {
    const text = new TextDecoder("utf-16le", { ignoreBOM: true }).decode(source);
    return { text, diagnostics: [{ code: "utf16", message: "The file is UTF-16; agents read UTF-8.", line: 1 }] };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(source), diagnostics: [] };
  } catch {
    const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(source);
    const line = text.slice(0, text.indexOf("\uFFFD")).split("\n").length;
    return { text, diagnostics: [{ code: "invalid_utf8", message: "Bytes that are not UTF-8 were replaced.", line }] };
  }
}

export function parseSkill(source: string | Uint8Array): SkillDocument {
  const { text, diagnostics } = decodeSkill(source);
  const lineOf = lineCounter(text);
  const note = (code: SkillDiagnostic["code"], message: string, offset: number) =>
    diagnostics.push({ code, message, line: lineOf(offset) });

  const afterBom = text.startsWith("\uFEFF") ? 1 : 0;
  if (afterBom === 1) note("bom", "The file starts with a byte order mark; Codex and Gemini do not load it.", 0);
  const nul = text.indexOf("\0");
  if (nul >= 0) note("nul", "The file holds NUL characters.", nul);

  const document: SkillDocument = { text, bodyStart: afterBom, sections: [], rules: [], kept: [], diagnostics };
  const fences = findFrontmatter(text, afterBom);
  if (fences === undefined) {
    note("no_frontmatter", "There is no frontmatter; most agents do not load the file.", 0);
  } else if (fences === "unterminated") {
    note("frontmatter_unterminated", "The frontmatter has no closing `---` line; it was read as text.", afterBom);
  } else {
    if (fences.span.start > afterBom) {
      note("frontmatter_not_first", "Blank lines stand before the frontmatter; agents want `---` first.", afterBom);
    }
    const read = readFrontmatter(text, fences, lineOf);
    document.frontmatter = read.frontmatter;
    document.bodyStart = fences.span.end;
    diagnostics.push(...read.diagnostics);
  }
  readBody(document, lineOf);
  return document;
}

/** `**Rules** #` and `[Rules](x)` both read as "Rules". */
function headingText(source: string): string {
  const first = source.split(/\r\n|\n|\r/)[0] ?? "";
  return first
    .trim()
    .replace(/^#{1,6}(?=[ \t]|$)[ \t]*/, "")
    .replace(/(?:^|[ \t]+)#+[ \t]*$/, "")
    .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/(\*\*|__|\*|`)(.+?)\1/g, "$2")
    .trim();
}

/** Where the content of a list item starts, and the column that its further lines are indented to. */
export function itemContent(text: string, span: TextSpan): { start: number; column: number } {
  const source = text.slice(span.start, span.end);
  const marker = /^(?:[-*+]|\d{1,9}[.)])/.exec(source)?.[0] ?? "";
  const before = columnsOf(text.slice(lineStart(text, span.start), span.start));
  const space = /^[ \t]*/.exec(source.slice(marker.length))?.[0] ?? "";
  const afterMarker = before + marker.length;
  const contentColumn = columnsOf(space, afterMarker);
  const blankFirst = /^[ \t]*(?:[\r\n]|$)/.test(source.slice(marker.length));
  const column = blankFirst || contentColumn - afterMarker > 4 ? afterMarker + 1 : contentColumn;
  return { start: span.start + marker.length + (blankFirst ? 0 : space.length), column };
}

function itemText(text: string, span: TextSpan): string {
  const { start, column } = itemContent(text, span);
  const [first = "", ...rest] = toLineFeeds(text.slice(start, span.end)).split("\n");
  return [first, ...rest.map((line) => dedentLine(line, column))].join("\n").trim();
}

/** Without white space at the end, which some containers include. */
function trimmed(text: string, span: TextSpan): TextSpan {
  let end = span.end;
  while (end > span.start && /\s/.test(text[end - 1] ?? "")) end--;
  return { start: span.start, end };
}

function readBody(document: SkillDocument, lineOf: (offset: number) => number): void {
  const { text, bodyStart, rules, sections, kept, diagnostics } = document;
  const blocks = parseBlocks(text.slice(bodyStart));
  if (blocks === undefined) {
    const message = "The body is too long or too deeply nested to be read as Markdown; it is kept as it stands.";
    diagnostics.push({ code: "body_not_structured", message, line: lineOf(bodyStart) });
    return;
  }
  const nextId = ruleIdCounter();
  let section: SkillSectionNode | undefined;
  let seenHeading = false;

  const addRule = (kind: SkillRule["kind"], block: RuleBlock, at: TextSpan, ruleText: string) => {
    if (ruleText === "") return;
    const id = nextId(ruleText);
    rules.push({
      id,
      section: section?.heading ?? "",
      kind,
      block,
      text: ruleText,
      span: at,
      line: lineOf(at.start),
    });
    section?.rules.push(id);
  };
  const addBlock = (block: RuleBlock, at: TextSpan) =>
    addRule("paragraph", block, at, toLineFeeds(text.slice(at.start, at.end)));

  const placed = blocks.map(({ node, base }) => ({ node, base: base + bodyStart }));
  for (let index = 0; index < placed.length; index++) {
    const { node, base } = placed[index] as PlacedBlock;
    const span = trimmed(text, spanOf(node, base));
    const source = text.slice(span.start, span.end);
    switch (node.type) {
      case "heading": {
        const heading = headingText(source);
        if (!seenHeading && node.depth === 1) {
          document.title = heading;
          document.titleSpan = span;
        } else {
          if (section !== undefined) section.span.end = span.start;
          section = {
            heading,
            level: node.depth,
            line: lineOf(span.start),
            headingSpan: span,
            span: { start: span.start, end: text.length },
            rules: [],
          };
          sections.push(section);
        }
        seenHeading = true;
        break;
      }
      case "list":
        for (const item of node.children) {
          const at = trimmed(text, spanOf(item, base));
          addRule(node.ordered ? "step" : "item", "text", at, itemText(text, at));
        }
        break;
      case "paragraph": {
        const next = placed[index + 1];
        if (next?.node.type === "code") {
          addBlock("text", { start: span.start, end: trimmed(text, spanOf(next.node, next.base)).end });
          index++;
        } else addBlock(holdsTable(source) ? "table" : "text", span);
        break;
      }
      case "code":
        addBlock("code", span);
        break;
      case "blockquote":
        addBlock("quote", span);
        break;
      case "html":
        if (source.startsWith("<!--")) kept.push({ type: "comment", span });
        else addBlock("html", span);
        break;
      case "definition":
        kept.push({ type: "definition", span });
        break;
      case "thematicBreak":
        kept.push({ type: "break", span });
        break;
    }
  }
  for (const { node, base } of placed) noteUnclosed(document, node, base, lineOf);
}

/** Reports what swallows the rest of its container: a fence or a comment that is never closed. */
function noteUnclosed(document: SkillDocument, node: Block, base: number, lineOf: (offset: number) => number): void {
  const { start, end } = spanOf(node, base);
  if (node.type === "code" && isUnclosedFence(document.text.slice(start, end), node.value)) {
    const message = "A code fence is opened here and never closed; what follows is code.";
    document.diagnostics.push({ code: "unclosed_fence", message, line: lineOf(start) });
  } else if (node.type === "html" && isUnclosedHtml(document.text.slice(start, end))) {
    const message = "A comment or raw HTML block is opened here and never closed.";
    document.diagnostics.push({ code: "unclosed_comment", message, line: lineOf(start) });
  } else if ("children" in node) {
    for (const child of node.children) noteUnclosed(document, child as Block, base, lineOf);
  }
}
