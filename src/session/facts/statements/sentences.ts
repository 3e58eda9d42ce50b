/**
 * Cuts prose into sentences, by offsets into it. A full stop ends a sentence only before white space (so `package.json`
 * and `v1.2` stay whole) and not after common abbreviations; East Asian stops, `!`, `?`, `;` and line breaks always do.
 */

export interface Sentence {
  start: number;
  end: number;
  /** The line it stands on is an item of its own. */
  lineStart: boolean;
}

const ABBREVIATION =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|resp|no|fig|z\.\s?b|d\.\s?h|bzw|usw|ca|p\.\s?ej|p\.\s?ex|ej|ex|sr|sra|dr|mr|mrs|ms|prof|т\.\s?е|т\.\s?д|т\.\s?п|др|напр)\.$/iu;

export function sentencesOf(prose: string): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  let lineStart = true;
  const close = (end: number) => {
    let from = start;
    let to = end;
    while (from < to && /\s/.test(prose[from] ?? "")) from += 1;
    while (to > from && /\s/.test(prose[to - 1] ?? "")) to -= 1;
    if (to > from) found.push({ start: from, end: to, lineStart });
  };
  for (let at = 0; at < prose.length; at += 1) {
    const char = prose[at] ?? "";
    if (char === "\n") {
      close(at);
      start = at + 1;
      lineStart = true;
      continue;
    }
    if (!isStop(prose, at, start)) continue;
    let end = at + 1;
    while (end < prose.length && /[.!?。！？…~～"'”」』)）]/.test(prose[end] ?? "")) end += 1;
    close(end);
    start = end;
    lineStart = false;
    at = end - 1;
  }
  close(prose.length);
  return found;
}

function isStop(prose: string, at: number, start: number): boolean {
  const char = prose[at] ?? "";
  if ("。！？；".includes(char)) return true;
  const next = prose[at + 1];
  const beforeSpace = next === undefined || /[\s"'”」)）]/.test(next);
  if (char === "!" || char === "?" || char === ";")
    return beforeSpace || /[\u3000-\u9fff\uac00-\ud7af]/.test(next ?? "");
  if (char === "…") return beforeSpace;
  if (char !== ".") return false;
  if (!beforeSpace) return false;
  if (/^\s*\d{1,2}\.$/.test(prose.slice(start, at + 1))) return false;
  return !ABBREVIATION.test(prose.slice(Math.max(start, at - 12), at + 1));
}
