/** Small pieces of text layout that several views share. */
import pc from "picocolors";

/** Columns aligned by their widest cell; the last column is not padded. Colour codes do not count. */
export function table(rows: string[][]): string {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, displayWidth(cell));
    });
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cell + " ".repeat((widths[column] ?? 0) - displayWidth(cell)),
        )
        .join("  "),
    )
    .join("\n");
}

/** Cuts to `width` columns, with an ellipsis. */
export function shorten(text: string, width: number): string {
  const line = text.replaceAll(/\s+/g, " ").trim();
  if (displayWidth(line) <= width) return line;
  let cut = "";
  let used = 0;
  for (const character of line) {
    used += characterWidth(character);
    if (used > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
}

/** Each line moved right by `spaces`. */
export function indent(text: string, spaces: number): string {
  const margin = " ".repeat(spaces);
  return text
    .split("\n")
    .map((line) => (line === "" ? line : margin + line))
    .join("\n");
}

/** `1 rule`, `3 rules`. */
export function count(number: number, singular: string, plural = `${singular}s`): string {
  return `${number} ${number === 1 ? singular : plural}`;
}

export function heading(text: string): string {
  return pc.bold(text);
}

/** A unified diff in colour. Only what stands before the first hunk is a header, whatever the lines of the text begin with. */
export function colourDiff(diff: string): string {
  let inHeader = true;
  return diff
    .split("\n")
    .map((line) => {
      if (line.startsWith("@@")) {
        inHeader = false;
        return pc.cyan(line);
      }
      if (inHeader) return pc.bold(line);
      if (line.startsWith("+")) return pc.green(line);
      if (line.startsWith("-")) return pc.red(line);
      return line;
    })
    .join("\n");
}

/** The first `limit` bytes, at the end of a character; what is left out is said with its size. */
export function bounded(text: string, limit: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= limit) return text;
  let end = limit;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return `${bytes.subarray(0, end).toString("utf8")}\n… ${bytes.length - end} bytes more are not shown`;
}

function displayWidth(text: string): number {
  let width = 0;
  for (const character of text.replaceAll(/\u001b\[[0-9;]*m/g, "")) width += characterWidth(character);
  return width;
}

/** East Asian wide and full-width characters take two columns (Unicode TR11, the blocks that matter here). */
function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  const wide =
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe6f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x1f300 && code <= 0x1faff);
  return wide ? 2 : 1;
}
