/** Text that a person does not read as text: spelled letter by letter, or in base64. A model reads both. */

export interface Encoded {
  /** What it says. */
  text: string;
  /** Where it stands. */
  start: number;
  end: number;
}

/** What is put between letters to part them; up to three in a row. */
const GAP = "\\s.,:;|/\\\\*_~+=\u00B7\u2022\u3000-";
/** Eight characters or more, each on its own; fewer spell no phrase that anybody looks for. */
const SPELLED = new RegExp(`(?<![^${GAP}])[^${GAP}](?:[${GAP}]{1,3}[^${GAP}](?![^${GAP}])){7,}`, "g");
/** 24 characters hold the shortest phrase that anybody looks for; longer blocks come in lines, the last of any length. */
const BASE64 = /(?<![\w+/-])(?:(?:[\w+/-]{40,}\r?\n[ \t]*)+[\w+/-]*|[\w+/-]{24,})/g;
/** A block as long as a picture says nothing. */
const MAX_BLOCK = 64 * 1024;

/** Spelled words, without what stands between the letters. */
export function spelledTexts(text: string): Encoded[] {
  return Array.from(text.matchAll(SPELLED), ({ 0: found, index }) => ({
    text: found.replace(/\P{L}+/gu, ""),
    start: index,
    end: index + found.length,
  }));
}

/** Base64 blocks (of either alphabet) that decode to text. */
export function decodedTexts(text: string): Encoded[] {
  return Array.from(text.matchAll(BASE64), ({ 0: found, index }) => ({
    text: decoded(found),
    start: index,
    end: index + found.length,
  })).filter((block) => block.text !== "");
}

function decoded(block: string): string {
  if (block.length > MAX_BLOCK || !/[a-z]/.test(block) || !/[A-Z]/.test(block)) return "";
  const text = Buffer.from(block, "base64").toString("utf8");
  // What is no text shows at once; a word taken for the last line of a block leaves a few odd characters.
  const odd = text.match(/[\0-\x08\x0E-\x1F\x7F\uFFFD]/g)?.length ?? 0;
  return odd * 8 > text.length ? "" : text;
}

const squeezedOf = new Map<RegExp, RegExp>();

/** The pattern for a text in which nothing separates the words. */
export function squeezed(pattern: RegExp): RegExp {
  let known = squeezedOf.get(pattern);
  if (known === undefined) {
    const source = pattern.source.replaceAll("\\s+", "\\s*").replaceAll("\\b", "").replaceAll(" ", " ?");
    known = new RegExp(source, pattern.flags);
    squeezedOf.set(pattern, known);
  }
  return known;
}
