/** Where patterns match in a text, in time that grows with its length and no faster. */
import type { TextSpan } from "../model.ts";

/**
 * Patterns (global ones) that follow one another in one line, whatever stands between. As one pattern with a gap for each
 * step it would take the cube of a line's length.
 */
export type Chain = readonly RegExp[];

export function spansOf(patterns: readonly RegExp[], text: string): TextSpan[] {
  return patterns.flatMap((pattern) =>
    Array.from(text.matchAll(pattern), ({ 0: match, index }) => ({ start: index, end: index + match.length })),
  );
}

/** At most one of each chain in a line, from the first match of its first pattern to the last match of its last one. */
export function chainsIn(text: string, chains: readonly Chain[]): TextSpan[] {
  const lines = [...text.matchAll(/[^\n]+/g)];
  return chains.flatMap((chain) =>
    lines.flatMap(({ 0: line, index }) => {
      const span = chainIn(line, chain);
      return span === undefined ? [] : [{ start: index + span.start, end: index + span.end }];
    }),
  );
}

/** Each pattern but the last as early as can be: that leaves most room for those that follow. */
function chainIn(line: string, chain: Chain): TextSpan | undefined {
  let start: number | undefined;
  let end = 0;
  for (const pattern of chain) {
    pattern.lastIndex = end;
    let match = pattern.exec(line);
    if (match === null) return undefined;
    start ??= match.index;
    const isLast = pattern === chain.at(-1);
    for (; match !== null; match = isLast ? pattern.exec(line) : null) end = match.index + match[0].length;
  }
  return start === undefined ? undefined : { start, end };
}
