/**
 * What a text says once its disguises are taken off: letters of other scripts that look Latin, full-width, mathematical and
 * accented letters, characters without width, HTML entities, tags and comments between letters, emphasis.
 *
 * Contract: a reading is for finding words, never for showing or storing. The table holds the letters that UTS #39
 * (confusables.txt) and people take for a Latin one, of the scripts that fonts draw alike; not the rest of its 6,000 rows,
 * most of which no one would read past.
 */

/** A text without disguises, with the way back. */
export interface Reading {
  text: string;
  /** Where a span of the reading stands in the text that was read. */
  spanOf(start: number, end: number): { start: number; end: number };
}

const LOOKALIKES: Readonly<Record<string, string>> = {
  a: "аАαΑɑᴀ",
  b: "вВΒʙ",
  c: "сСϲϹᴄ",
  d: "ԁԀđᴅ",
  e: "еЕεΕєҽᴇ",
  f: "ғϝꜰ",
  g: "ɡԍԌցɢ",
  h: "нНһҺΗհħʜ",
  i: "іІıιΙɩɪ",
  j: "јЈϳȷᴊ",
  k: "кКκΚᴋ",
  l: "ӏӀłʟǀ",
  m: "мМΜᴍ",
  n: "пηΝոռɴ",
  o: "оОοΟσօՕøᴏ",
  p: "рРρΡᴘ",
  q: "ԛԚզ",
  r: "гʀᴦ",
  s: "ѕЅꜱ",
  t: "тТτΤŧᴛ",
  u: "υսᴜ",
  v: "ѵѴνᴠ",
  w: "ԝԜωᴡ",
  x: "хХχΧ",
  y: "уУүҮγΥʏ",
  z: "Ζᴢʐ",
};
const LATIN = new Map(
  Object.entries(LOOKALIKES).flatMap(([latin, others]) => [...others].map((other) => [other, latin] as const)),
);
/** Latin letters that stand for a Cyrillic one in a Russian word. */
const CYRILLIC = new Map(
  Object.entries({ a: "а", b: "в", c: "с", e: "е", h: "н", k: "к", m: "м", n: "п", o: "о", p: "р", r: "г", t: "т" })
    .concat(Object.entries({ u: "и", x: "х", y: "у" }))
    .flatMap(([latin, letter]) => [latin, latin.toUpperCase()].map((other) => [other, letter] as const)),
);

/** Marks above and below letters of alphabets; those of other scripts are part of their letters. */
const MARKS = "\\u0300-\\u036F\\u0483-\\u0489\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F";
const UNSEEN = "\\p{Default_Ignorable_Code_Point}\\uFFF9-\\uFFFB";
/** Letters that have a plainer form: of Latin and its look-alikes, styled, circled, full and half width, in parts. */
const LETTERS =
  "\\u00AA\\u00BA\\u00C0-\\u02AF\\u0370-\\u052F\\u0560-\\u0588\\u1100-\\u11FF\\u1D00-\\u1DBF\\u1E00-\\u1FFF\\u2070-\\u209F\\u2100-\\u218F\\u24B6-\\u24E9\\u2C60-\\u2C7F\\u2E80-\\u2FDF\\uA720-\\uA7FF\\uF900-\\uFB06\\uFF21-\\uFF3A\\uFF41-\\uFF5A\\uFF66-\\uFFDC\\u{1D400}-\\u{1D7FF}\\u{1F110}-\\u{1F149}";
const ODD = new RegExp(`[${MARKS}${UNSEEN}]+`, "gu");
/** Cyrillic й is a letter of its own, not и with a mark. */
const NOT_SHORT_I = /[^йЙ]+/g;
const SPACES: Readonly<Record<string, string>> = {
  nbsp: " ",
  ensp: " ",
  emsp: " ",
  thinsp: " ",
  tab: " ",
  newline: "\n",
};
const NAMED = `${Object.keys(SPACES).join("|")}|shy|zwn?j|zerowidthspace|nobreak`;
/** Elements that a page shows without a gap. */
const INLINE =
  /^<\/?(?:a|abbr|b|bdi|bdo|big|code|del|em|font|i|ins|kbd|mark|q|s|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b/i;
const DISGUISED = new RegExp(
  [
    "<!--[\\s\\S]{0,500}?-->",
    "</?[a-z][^<>]{0,200}>",
    `&(?:amp;)*(?:#x0*[0-9a-f]{1,6};?|#0*[0-9]{1,7};?|(?:${NAMED});)`,
    "\\*+|~~|_+",
    `[${MARKS}${UNSEEN}${LETTERS}]+`,
  ].join("|"),
  "giu",
);

/** The text as it reads in Latin letters and, where it has Cyrillic ones, in those too; none where it is the text itself. */
export function readingsOf(text: string): Reading[] {
  const plainText = undisguised(text);
  const isCyrillic = /[а-яё]/i.test(text);
  if (plainText === text && !isCyrillic) return [];
  let pieces: Piece[] | undefined;
  const spanOf = (start: number, end: number) => {
    // Only a match pays for the way back.
    pieces ??= piecesOf(text);
    return { start: sourceOf(pieces, start).start, end: sourceOf(pieces, end - 1).end };
  };
  const reading = { text: plainText, spanOf };
  if (!isCyrillic) return [reading];
  return [reading, { text: plainText.replace(/[a-z]/gi, (letter) => CYRILLIC.get(letter) ?? letter), spanOf }];
}

/**
 * The text in plain Latin letters; letters that look like none of them stay.
 *
 * @example undisguised("&#105;gn\u200bоre **all** prevіous") // "ignore all previous"
 */
export function undisguised(text: string): string {
  return text.replace(DISGUISED, plain);
}

function plain(found: string, at: number, text: string): string {
  if (found.startsWith("<")) return found.startsWith("<!") || INLINE.test(found) ? "" : " ";
  if (/^[*~]/.test(found)) return "";
  if (found.startsWith("_")) return isInsideWord(text, at, found.length) ? found : "";
  if (found.startsWith("&")) return plainEntity(found);
  // Looked up before too: normalisation turns some letters into ones that look different.
  return latin(
    latin(found)
      .replace(NOT_SHORT_I, (letters) => letters.normalize("NFKD").replace(ODD, ""))
      .normalize("NFC"),
  );
}

function latin(letters: string): string {
  return letters.replace(/./gsu, (letter) => LATIN.get(letter) ?? letter);
}

/** Underscores emphasise only around words: `a_name` is one. */
function isInsideWord(text: string, at: number, length: number): boolean {
  return /[\p{L}\p{N}]/u.test(text[at - 1] ?? "") && /[\p{L}\p{N}]/u.test(text[at + length] ?? "");
}

function plainEntity(entity: string): string {
  const name = entity.replace(/^&(?:amp;)*|;$/gi, "").toLowerCase();
  if (!name.startsWith("#")) return SPACES[name] ?? "";
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  if (code === 0 || code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return entity;
  return undisguised(String.fromCodePoint(code));
}

/** A span of the text, and what stands for it in the reading. */
interface Piece {
  start: number;
  end: number;
  /** Offset in the reading. */
  at: number;
  length: number;
}

function piecesOf(text: string): Piece[] {
  /** How much longer the text is than its reading, up to here. */
  let longer = 0;
  return Array.from(text.matchAll(DISGUISED), ({ 0: found, index }) => {
    const at = index - longer;
    const { length } = plain(found, index, text);
    longer += found.length - length;
    return { start: index, end: index + found.length, at, length };
  });
}

/** Where the character at `position` of the reading comes from. */
function sourceOf(pieces: readonly Piece[], position: number): { start: number; end: number } {
  let low = 0;
  let high = pieces.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((pieces[middle]?.at ?? 0) <= position) low = middle + 1;
    else high = middle;
  }
  const last = pieces[low - 1];
  if (last === undefined) return { start: position, end: position + 1 };
  if (last.at + last.length > position) return last;
  const start = last.end + position - last.at - last.length;
  return { start, end: start + 1 };
}
