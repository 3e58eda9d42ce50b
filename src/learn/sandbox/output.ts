/**
 * Text of the project as a model reads it: redacted before it comes here, each line behind a bar, so that no line of it can
 * pass for the sandbox's own words, bounded with the number that was left out.
 */

/** Lines behind `| `; `notes` come after it, in brackets, at the line's start where no text can stand. */
export function asText(text: string, maxCharacters: number, notes: readonly string[], whenCut: string): string {
  const clean = printable(text);
  const lines = clean === "" ? [] : clean.replace(/\n$/, "").split("\n");
  const shown: string[] = [];
  let size = 0;
  let left = lines.length;
  for (const line of lines) {
    const piece = line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line;
    if (size + piece.length + 3 > maxCharacters && shown.length > 0) break;
    shown.push(`| ${piece}`);
    size += piece.length + 3;
    left -= 1;
  }
  const after = [...(shown.length === 0 ? ["nothing was printed"] : []), ...notes];
  if (left > 0) after.push(`${left} more line${left === 1 ? "" : "s"} were left out. ${whenCut}`);
  return [...shown, ...after.map((note) => `[${note}]`)].join("\n");
}

/** Without sequences that move a terminal's cursor, and without invisible characters. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, "\n")
    .replace(/\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|.)/g, "")
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "�");
}
