/** What may stand in a rule: text that cannot change the structure around it, wherever it is put. */
import { type Block, isUnclosedFence, isUnclosedHtml, parseBlocks, spanOf } from "../markdown.ts";
import type { RejectReason } from "../model.ts";
import { asListItem, cleanRuleText } from "../rule-text.ts";

/** UTF-16 units; longer rules belong in a file of references/. */
export const MAX_RULE_LENGTH = 16_384;

export interface TextProblem {
  reason: RejectReason;
  message: string;
}

/** @param text as `cleanRuleText` gives it */
export function checkRuleText(text: string): TextProblem | undefined {
  if (text === "") return { reason: "empty_text", message: "The rule has no text." };
  if (text.length > MAX_RULE_LENGTH) {
    return {
      reason: "text_too_long",
      message: `The rule has ${text.length} characters; ${MAX_RULE_LENGTH} are allowed.`,
    };
  }
  const unsafe = (message: string): TextProblem => ({ reason: "unsafe_text", message });
  if (/[\u0000-\u0008\u000B-\u001F\u007F\uFEFF]/.test(text) || !text.isWellFormed()) {
    return unsafe("The rule holds control characters.");
  }
  // A tab reaches to the next column that four divides: what it indents depends on where the rule stands.
  const places = /^ *\t/m.test(text) ? [text, ...MARKERS.map((marker) => asListItem(marker, text))] : [text];
  for (const place of places) {
    const blocks = parseBlocks(place);
    if (blocks === undefined) return unsafe("The rule cannot be read as Markdown.");
    for (const { node, base } of blocks) {
      const problem = nodeProblem(node, base, place);
      if (problem !== undefined) return unsafe(problem);
    }
  }
  return undefined;
}

/** One for each column that the text of an item can begin at, as tabs count. */
const MARKERS = ["- ", "1. ", "100. "];

function nodeProblem(node: Block, base: number, text: string): string | undefined {
  const span = spanOf(node, base);
  const source = text.slice(span.start, span.end);
  switch (node.type) {
    case "heading":
      return "A rule cannot hold a heading.";
    case "thematicBreak":
      return "A rule cannot hold a line of dashes or stars.";
    case "definition":
      return "A rule cannot hold a link definition.";
    case "code":
      return isUnclosedFence(source, node.value) ? "A code fence in the rule is never closed." : undefined;
    case "html":
      if (source.includes("<!--")) return "A rule cannot hold a hidden comment.";
      return isUnclosedHtml(source) ? "An HTML block in the rule is never closed." : undefined;
    default: {
      if (!("children" in node)) return undefined;
      for (const child of node.children) {
        const problem = nodeProblem(child as Block, base, text);
        if (problem !== undefined) return problem;
      }
      return undefined;
    }
  }
}

/** What may be the text of a new heading. */
export function checkHeading(heading: string): TextProblem | undefined {
  const bad =
    heading !== heading.trim() ||
    heading === "" ||
    heading.length > 120 ||
    /[\u0000-\u001F\u007F-\u009F\u2028\u2029\uFEFF<>`]|^#|#$/.test(heading) ||
    !heading.isWellFormed();
  return bad ? { reason: "unsafe_heading", message: `"${heading.slice(0, 60)}" cannot be a heading.` } : undefined;
}

/**
 * The text as a rule that is safe anywhere: unchanged where it is already, else on one line, with control characters
 * gone and a backslash before a first character that would open a heading, fence, quote, list or tag.
 */
export function makeRuleSafe(text: string): string {
  const rule = cleanRuleText(text);
  if (rule === "" || checkRuleText(rule) === undefined) return rule;
  const line = rule
    .toWellFormed()
    .replace(/[\u0000-\u0008\u000E-\u001F\u007F\uFEFF]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  return /^[\p{L}\p{N}]/u.test(line) && !/^\d{1,9}[.)]/.test(line) ? line : line === "" ? "" : `\\${line}`;
}
