/**
 * Text of the project as a model reads it: redacted before it comes here, each line behind a bar, so that no line of it can
 * pass for the sandbox's own words, bounded with the number that was left out.
 */
import { visibleText } from "../../base/index.ts";

/** Lines behind `| `; `notes` come after it, in brackets, at the line's start where no text can stand. */
export function asText(text: string, maxCharacters: number, notes: readonly string[], whenCut: string): string {
  const lines = shownLines(text);
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

/** Lines without colours, with what cannot be seen escaped and control words of chat templates broken. */
export function shownLines(text: string): string[] {
  if (text === "") return [];
  const lines = text.replace(/\u001b\[[0-9;?]*[ -/]*[@-~]/g, "").split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  return lines.map(visibleText);
}
