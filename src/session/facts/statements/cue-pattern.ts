/**
 * Compiles a cue's source with `\b`, `\w`, `\W` and `\p{L}` that know Latin letters with marks and
 * Cyrillic: JavaScript's own `\b` takes `é`, `ß` and `я` for non-letters. Ranges are spelled out because Unicode property
 * classes make these patterns slow to build, and they are built at every start.
 */
const LETTERS = "A-Za-z\\u00c0-\\u024f\\u0400-\\u04ff";
const WORD = `${LETTERS}0-9_`;
const BOUNDARY = `(?:(?<=[${WORD}])(?![${WORD}])|(?<![${WORD}])(?=[${WORD}]))`;

export function cuePattern(source: string, flags = ""): RegExp {
  return new RegExp(
    source
      .replaceAll("\\b", BOUNDARY)
      .replaceAll("[\\w", `[${WORD}`)
      .replaceAll("\\w", `[${WORD}]`)
      .replaceAll("\\W", `[^${WORD}]`)
      .replaceAll("\\p{L}", LETTERS),
    flags,
  );
}
