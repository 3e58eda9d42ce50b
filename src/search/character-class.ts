/** What a tokenizer needs to know of a character: one table lookup for the Basic Multilingual Plane, filled on demand. */

export const SEPARATOR = 1;
export const LETTER = 2;
export const UPPER = 3;
export const DIGIT = 4;
/** Scripts written without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese. */
export const UNSPACED = 5;
export const HANGUL = 6;
/** Combining marks: part of the word they stand in. */
export const MARK = 7;

const UNSPACED_PATTERN = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}ー]/u;
const table = new Uint8Array(0x10000);

/** The class of a code point. */
export function characterClass(code: number): number {
  if (code > 0xffff) return classify(code);
  const known = table[code] ?? 0;
  if (known !== 0) return known;
  const found = classify(code);
  table[code] = found;
  return found;
}

function classify(code: number): number {
  const character = String.fromCodePoint(code);
  if (UNSPACED_PATTERN.test(character)) return UNSPACED;
  if (/\p{sc=Hang}/u.test(character)) return HANGUL;
  if (/\p{Lu}/u.test(character)) return UPPER;
  if (/\p{L}/u.test(character)) return LETTER;
  if (/\p{N}/u.test(character)) return DIGIT;
  return /\p{M}/u.test(character) ? MARK : SEPARATOR;
}
