/**
 * Compiles a cue's source, ignoring case, with `\b`, `\w` and `\W` that know the letters of every script: JavaScript's
 * own take `é`, `ß` and `я` for non-letters.
 */
const LETTER = "\\p{L}\\p{N}_";
const BOUNDARY = `(?:(?<=[${LETTER}])(?![${LETTER}])|(?<![${LETTER}])(?=[${LETTER}]))`;

export function cuePattern(source: string, flags = "iu"): RegExp {
  return new RegExp(
    source.replaceAll("\\b", BOUNDARY).replaceAll("\\w", `[${LETTER}]`).replaceAll("\\W", `[^${LETTER}]`),
    flags,
  );
}
