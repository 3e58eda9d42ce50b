/** Line arithmetic on source text: CommonMark line endings (LF, CRLF, lone CR), offsets in UTF-16 units. */

/** Offset of the first character of the line that holds `offset`. */
export function lineStart(text: string, offset: number): number {
  let at = offset;
  while (at > 0) {
    const before = text[at - 1];
    if (before === "\n") return at;
    if (before === "\r" && text[at] !== "\n") return at;
    at--;
  }
  return 0;
}

/** Offset behind the line ending of the line that holds `offset`; the text's length on its last line. */
export function lineEnd(text: string, offset: number): number {
  for (let at = offset; at < text.length; at++) {
    if (text[at] === "\n") return at + 1;
    if (text[at] === "\r") return text[at + 1] === "\n" ? at + 2 : at + 1;
  }
  return text.length;
}

/** True when the line that holds `offset` has only spaces and tabs; false at the end of the text. */
export function isBlankLine(text: string, offset: number): boolean {
  return offset < text.length && text.slice(lineStart(text, offset), lineEnd(text, offset)).trim() === "";
}

/** The line ending that most lines of the text have; LF when there is none. */
export function dominantLineEnding(text: string): "\n" | "\r\n" | "\r" {
  let lf = 0;
  let crlf = 0;
  let cr = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit === 10) lf++;
    else if (unit === 13) {
      if (text.charCodeAt(at + 1) === 10) {
        crlf++;
        at++;
      } else cr++;
    }
  }
  if (crlf > lf && crlf >= cr) return "\r\n";
  return cr > lf ? "\r" : "\n";
}

export function toLineFeeds(text: string): string {
  return text.includes("\r") ? text.replace(/\r\n?/g, "\n") : text;
}

/** Turns offsets into 1-based line numbers, by binary search over the line starts. */
export function lineCounter(text: string): (offset: number) => number {
  const starts = [0];
  for (let at = lineEnd(text, 0); at < text.length; at = lineEnd(text, at)) starts.push(at);
  return (offset) => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
}

/** Column (tab stops of 4, 0-based) that `prefix` ends at, when it starts at column `from`. */
export function columnsOf(prefix: string, from = 0): number {
  let column = from;
  for (const character of prefix) column = character === "\t" ? column + 4 - (column % 4) : column + 1;
  return column;
}

/** Takes up to `columns` columns of indentation from a line; a tab that reaches further leaves spaces. */
export function dedentLine(line: string, columns: number): string {
  let column = 0;
  let at = 0;
  while (at < line.length && column < columns) {
    if (line[at] === " ") column++;
    else if (line[at] === "\t") column += 4 - (column % 4);
    else break;
    at++;
  }
  return " ".repeat(Math.max(0, column - columns)) + line.slice(at);
}
