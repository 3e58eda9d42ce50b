/**
 * Where in a skill a match stands, so that a security skill may name an attack without being taken for one:
 * in code, in quotes, in a table, or in words that warn of it.
 */
import type { SkillDocument } from "../model.ts";
import { lineCounter, lineEnd, lineStart } from "../text-lines.ts";

export interface Places {
  lineOf(offset: number): number;
  /** Whether the pattern (no global one) is found in the line that holds the offset; looked for once in each line. */
  lineHas(offset: number, pattern: RegExp): boolean;
  inFence(offset: number): boolean;
  /** In code, quotation marks, a block quote or a table: shown rather than said. */
  isShown(start: number, end: number): boolean;
  /** True when the line, one of the two before it, or the heading above warns of what it names. */
  isWarnedOf(offset: number): boolean;
}

const WARNING =
  /\b(?:never|don['’]t|do not|must not|should not|avoid|detect\w*|flag(?:s|ged)?|block(?:s|ed)?|reject\w*|refus\w+|warn\w*|malicious|attack\w*|inject\w*|jailbreak\w*|suspicious|dangerous|unsafe|insecure|risky?|risks|threats?|untrusted|phish\w*|red flags?|anti-?patterns?|vulnerab\w+|exploit\w*|critical findings?|scan(?:s|ner|ned)?|block ?list|deny ?list|bad example)\b|禁止|不要|切勿|避免|检测|攻击|恶意|注入|危险|可疑|警告|никогда|нельзя|опасн|атак|[❌⚠🚩🚫⛔]/iu;

export function placesOf(document: SkillDocument): Places {
  const { text } = document;
  const lineOf = lineCounter(text);
  const fences = fencedRanges(document);
  const inFence = (offset: number) => fences.some(({ start, end }) => offset >= start && offset < end);
  const lineAt = (offset: number) => text.slice(lineStart(text, offset), lineEnd(text, offset)).replace(/[\r\n]+$/, "");
  const answers = new Map<RegExp, Map<number, boolean>>();
  /** One line can hold thousands of matches, and asking all of it about each takes the square of its length. */
  const oncePerLine = (offset: number, pattern: RegExp, ask: (start: number) => boolean): boolean => {
    const start = lineStart(text, offset);
    const known = answers.get(pattern) ?? new Map<number, boolean>();
    answers.set(pattern, known);
    const answer = known.get(start) ?? ask(start);
    known.set(start, answer);
    return answer;
  };
  const lineHas = (offset: number, pattern: RegExp) =>
    oncePerLine(offset, pattern, (start) => pattern.test(lineAt(start)));

  const headingAbove = (offset: number) => {
    const section = document.sections.findLast(({ headingSpan }) => headingSpan.start <= offset);
    return section?.heading ?? "";
  };
  const isShown = (start: number, end: number) => {
    if (inFence(start)) return true;
    const from = lineStart(text, start);
    const line = lineAt(start);
    if (/^[ \t]*(?:>|\|)/.test(line)) return true;
    const before = line.slice(0, start - from);
    const after = text.slice(end, lineEnd(text, end));
    if ((before.match(/`/g)?.length ?? 0) % 2 === 1 && after.includes("`")) return true;
    const sinceQuote = /(?:^|["“”„«»「」『』])[^"“”„«»「」『』]*$/u.exec(before)?.[0] ?? "";
    return /^["“”„«「『]|['‘]/u.test(sinceQuote) && /^[^"“”„«»「」『』]*["“”»」』'’]/u.test(after);
  };
  const isWarnedOf = (offset: number) =>
    oncePerLine(offset, WARNING, (start) => {
      let from = start;
      for (let lines = 0; lines < 3 && from > document.bodyStart; lines++) from = lineStart(text, from - 1);
      return WARNING.test(text.slice(from, start)) || WARNING.test(lineAt(start)) || WARNING.test(headingAbove(start));
    });
  return { lineOf, lineHas, inFence, isShown, isWarnedOf };
}

/** Fenced code blocks of the body, nested ones included; one that is never closed runs to the end. */
function fencedRanges({ text, bodyStart }: SkillDocument): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  let open: { sign: string; start: number } | undefined;
  for (let at = bodyStart; at < text.length; at = lineEnd(text, at)) {
    const line = text.slice(at, lineEnd(text, at));
    if (open === undefined) {
      const sign = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[1];
      if (sign !== undefined) open = { sign, start: at };
    } else if (/^[ \t>]*(`{3,}|~{3,})[ \t]*[\r\n]*$/.exec(line)?.[1]?.startsWith(open.sign)) {
      ranges.push({ start: open.start, end: lineEnd(text, at) });
      open = undefined;
    }
  }
  if (open !== undefined) ranges.push({ start: open.start, end: text.length });
  return ranges;
}
