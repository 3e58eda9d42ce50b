/**
 * The part of a message that a person wrote in their own words: without code, logs, diffs, quotations, tags and tables.
 * What is taken out leaves a line break (so that sentences do not grow together) or, inside a sentence, `¤` signs of
 * the same length, so that offsets into the original stay right.
 */

export interface Prose {
  /** The message as it is, with straight quotes. Same length as `masked`. */
  text: string;
  /** Same length, with everything that is not the person's own words masked. */
  masked: string;
  /** True when most lines were code, log or document: what is left over deserves less trust. */
  mostlyForeign: boolean;
  /** Offset of the first Markdown heading; what follows it is a document. */
  headingAt: number;
  ownLength: number;
}

const LOG_LINE =
  /^\s*(?:\[?\d{4}-\d\d-\d\d[T ]\d\d:\d\d|\[?\d\d:\d\d:\d\d\b|\[?(?:ERROR|WARN(?:ING)?|INFO|DEBUG|TRACE|FATAL)\b[\]:]?|at [\w.$<>]+ ?\(|at (?:async )?\S+:\d+|File "[^"]+", line|Traceback|Caused by:|npm (?:ERR!|error|warn)|error(?:\[E\d+\])?: |warning: |fatal: |panic: |E {3}|\+\+\+ |--- [ab/]|@@ |diff --git|index [0-9a-f]{7}|\$ \S|> \$|PS [A-Z]:\\|\w+@[\w-]+[:~]|#\d+ 0x|goroutine \d|(?:GET|POST|PUT|DELETE|PATCH) \/|HTTP\/\d|\S+\.(?:ts|js|py|go|rs|java|c|cpp|rb|tsx|jsx|php|cs|swift|kt):\d+)/;
const CODE_LINE =
  /^(?: {4,}|\t)\S|^\s*(?:import |from \S+ import |export (?:default|const|function|class|interface|type)|const |let |var |function |def |class \w+[({:]|public |private |return\b|if ?\(|for ?\(|while ?\(|else\b|try\b|\}|\{|\]|\[\s*$|#include|#!\/|<\?|<\/?[a-zA-Z][\w-]*(?:\s[^>]*)?\/?>\s*$|\/\/|\/\*|\*\/|@\w+(?:\(|\s*$)|SELECT\b|INSERT\b|CREATE TABLE)|[;{}]\s*$|^\s*["']?[\w.-]+["']?\s*:\s*["'{[\d].*[,{[]?\s*$|=>\s*\{?\s*$/;
const TABLE_LINE = /^\s*\|.*\|\s*$|^\s*[-=_*~]{4,}\s*$/;
const QUOTE_LINE = /^\s*(?:>|＞)/;
/** "B. All fields must …" below a question offers an answer; two of them are needed, since one may be an initial. */
const CHOICES = /^[ \t]*A[.)] \S[^\n]*\n(?:[ \t]*[B-J][.)] \S[^\n]*(?:\n|$))+/gm;
const HEADING = /^#{1,6} \S/;
const LIST_MARK = /^(\s*(?:[-*+•·]|\d{1,2}[.)、]|[（(]\d{1,2}[)）]|[一二三四五六七八九十]、)\s*)(?=\S)/;

const BLOCK_TAG = /<([a-zA-Z][\w-]{1,40})(?:\s[^<>]{0,200})?>[\s\S]*?<\/\1>/g;
const FENCE = /^[ \t]{0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?(?:^[ \t]{0,3}\1[`~]*[ \t]*$|(?![\s\S]))|$)/gm;
const INLINE_CODE = /`[^`\n]{1,400}`/g;
const QUOTED =
  /"[^"\n]{1,600}"|“[^”\n]{1,600}”|「[^」\n]{1,600}」|『[^』\n]{1,600}』|«[^»\n]{1,600}»|„[^“”\n]{1,600}[“”]|《[^》\n]{1,200}》|(?<![\p{L}\p{N}])'[^'\n]{2,300}'(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])‘[^’\n]{2,300}’(?![\p{L}\p{N}])/gu;
const URL = /https?:\/\/[^\s<>"'，。）)]+/g;

export function personProse(message: string): Prose {
  const text = unescaped(message)
    .replace(/[’‘]/g, "'")
    .replace(/\u00a0|\u3000/g, " ")
    .replace(/[\u00a1\u00bf]/g, " ")
    .replace(/\r/g, "\n");
  let masked = text.replace(FENCE, blank).replace(BLOCK_TAG, blank).replace(CHOICES, blank);
  let headingAt = text.length;
  let own = 0;
  let foreign = 0;
  let offset = 0;
  const lines: string[] = [];
  for (const line of masked.split("\n")) {
    if (line.trim() === "") lines.push(line);
    else if (HEADING.test(line) && offset > 0) {
      headingAt = Math.min(headingAt, offset);
      lines.push(blank(line));
      foreign += 1;
    } else if (isForeignLine(line)) {
      lines.push(blank(line));
      foreign += 1;
    } else {
      lines.push(line.replace(LIST_MARK, (mark) => " ".repeat(mark.length)));
      own += 1;
    }
    offset += line.length + 1;
  }
  masked = lines.join("\n").replace(URL, cover).replace(INLINE_CODE, cover).replace(QUOTED, cover);
  const ownLength = masked.replace(/[\s¤]+/g, " ").trim().length;
  return { text, masked, mostlyForeign: foreign >= 6 && foreign > own * 2, headingAt, ownLength };
}

/** Text that was escaped twice on its way holds `\\n` where lines end; only a fence behind one tells it for sure. */
function unescaped(message: string): string {
  return message.includes("\\n```") ? message.replaceAll("\\n", " \n") : message;
}

function isForeignLine(line: string): boolean {
  if (LOG_LINE.test(line) || CODE_LINE.test(line) || TABLE_LINE.test(line) || QUOTE_LINE.test(line)) return true;
  const plain = line.trim();
  if (plain.length < 24) return false;
  const signs = plain.match(/[{}()[\]<>=;|\\/_$#@*+^&%~]/g)?.length ?? 0;
  return signs / plain.length > 0.2;
}

function blank(whole: string): string {
  return whole.replace(/[^\n]/g, " ");
}

function cover(whole: string): string {
  return whole.replace(/[^\n]/g, "¤");
}
