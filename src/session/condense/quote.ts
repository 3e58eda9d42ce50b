/**
 * The lines in which a condensed session quotes: each begins with `|`, whatever it says, and every line of the frame
 * begins with `[`. So nothing that is quoted can pass for a heading, for an instruction or for the end.
 *
 * Contract: a line end is LF, CR LF, CR, VT, FF, U+0085, U+2028 or U+2029. `| ` begins a line, `|+` goes on with a line
 * that was too long. Characters are counted as in the text given, line ends included.
 */
import { tokenParts, visibleText } from "../../base/index.ts";

export interface QuotedLine {
  /** As it stands in the text, without its line end. */
  text: string;
  /** `tokenParts` with the line end. */
  parts: number;
  /** What it quotes, without its line end. */
  raw: string;
  /** Characters of the source that it stands for. */
  characters: number;
}

const LINE_END = /\r\n|[\n\u000b\u000c\r\u0085\u2028\u2029]/g;
const LINE_LENGTH = 1_000;

export const BEGINS = "| ";
export const GOES_ON = "|+";

export function quote(text: string): QuotedLine[] {
  const lines: QuotedLine[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(LINE_END)) {
    addLine(lines, text.slice(start, index), end.length);
    start = index + end.length;
  }
  if (start < text.length) addLine(lines, text.slice(start), 0);
  return lines;
}

/** One line of the text, made as it is shown; `prefix` is `BEGINS` or `GOES_ON`. */
export function quotedLine(prefix: string, raw: string, endLength: number): QuotedLine {
  const text = `${prefix}${visibleText(raw)}`.trimEnd();
  return { text, parts: tokenParts(`${text}\n`), raw, characters: raw.length + endLength };
}

function addLine(lines: QuotedLine[], raw: string, endLength: number): void {
  let prefix = BEGINS;
  let rest = raw;
  while (rest.length > LINE_LENGTH) {
    const cut = wholeAt(rest, LINE_LENGTH);
    lines.push(quotedLine(prefix, rest.slice(0, cut), 0));
    rest = rest.slice(cut);
    prefix = GOES_ON;
  }
  lines.push(quotedLine(prefix, rest, endLength));
}

/** `length`, or one less where that would split a surrogate pair. */
export function wholeAt(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return length > 0 && length < text.length && last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
