/**
 * The cheap first pass of redaction: where in a text could a secret begin?
 *
 * Contract: `findAnchors` finds every occurrence of every registered four-character anchor exactly once. It never
 * misses one (callers rely on that); what it finds is only a place to look closer.
 *
 * How: an anchor has four characters, so of its pairs (p, p+1), (p+1, p+2), (p+2, p+3) exactly one starts at a
 * multiple of three. Reading one pair in three and looking it up in a 16 KiB table is what makes clean text cheap.
 * The text is first copied into a fixed buffer: reading numbers from there takes half the time of `charCodeAt`.
 * ADR 0020 has the figures against regular expressions and literal searches.
 */

/** An anchor: four positions, each a string of allowed characters, up to U+00FF. */
export type AnchorPattern = readonly [string, string, string, string];

export interface AnchorTable<T> {
  /** For each pair of characters: at which offsets inside an anchor it stands, as bits. */
  readonly pairs: Uint8Array;
  /** Whether four characters with this hash may be an anchor. */
  readonly grams: Uint8Array;
  readonly entries: ReadonlyMap<string, readonly T[]>;
}

export interface AnchorHits {
  /** Where anchors start; -1 for one that begins with a space when the text starts with its rest. */
  starts: readonly number[];
  /** A letter of another script than Latin was seen; of any two neighbours one is looked at. */
  otherScript: boolean;
}

const ASCII = 127;
const GRAM_MASK = (1 << 16) - 1;

/** No anchor has a character above this. */
const LATIN_1 = 255;

/** Characters copied at a time; a multiple of three. */
const WINDOW = 3 * 8192;
/** Characters kept before a window, so that an anchor across its edge is whole. The text has spaces before it. */
const BEFORE = 2;
const AFTER = 4;
const SPACE = 32;
const units = new Uint16Array(BEFORE + WINDOW + AFTER + AFTER);
const bytes = Buffer.from(units.buffer);
/** Shorter texts are copied by hand: a call out of JavaScript would take longer. */
const SHORT = 48;

/** Builds the tables. */
export function buildAnchorTable<T>(anchors: Iterable<{ pattern: AnchorPattern; value: T }>): AnchorTable<T> {
  const pairs = new Uint8Array(1 << 14);
  const grams = new Uint8Array(GRAM_MASK + 1);
  const entries = new Map<string, T[]>();
  for (const { pattern, value } of anchors) {
    for (const gram of expand(pattern)) {
      const known = entries.get(gram);
      if (known === undefined) entries.set(gram, [value]);
      else if (!known.includes(value)) known.push(value);
      const [a, b, c, d] = [gram.charCodeAt(0), gram.charCodeAt(1), gram.charCodeAt(2), gram.charCodeAt(3)];
      mark(pairs, pairIndex(a, b), 1);
      mark(pairs, pairIndex(b, c), 2);
      mark(pairs, pairIndex(c, d), 4);
      grams[gramIndex(a, b, c, d)] = 1;
    }
  }
  return { pairs, grams, entries };
}

const NOTHING: AnchorHits = { starts: [], otherScript: false };
const OTHER_SCRIPT_ONLY: AnchorHits = { starts: [], otherScript: true };

/** Every anchor of `text`; with `firstOnly` the search ends at the first. */
export function findAnchors<T>(text: string, table: AnchorTable<T>, firstOnly = false): AnchorHits {
  const { pairs, grams } = table;
  let found: number[] | undefined;
  let otherScript = false;
  for (let from = 0; from < text.length; from += WINDOW) {
    const count = copyWindow(text, from);
    const end = BEFORE + count;
    for (let at = BEFORE; at < end; at += 3) {
      const first = unitAt(at);
      const second = unitAt(at + 1);
      if ((first | second) > LATIN_1) {
        otherScript ||= isOtherScript(first) || isOtherScript(second);
        continue;
      }
      const offsets = pairs[pairIndex(first, second)] ?? 0;
      if (offsets === 0) continue;
      let hits = 0;
      if ((offsets & 1) !== 0) hits |= grams[gramIndex(first, second, unitAt(at + 2), unitAt(at + 3))] ?? 0;
      if ((offsets & 2) !== 0) hits |= (grams[gramIndex(unitAt(at - 1), first, second, unitAt(at + 2))] ?? 0) << 1;
      if ((offsets & 4) !== 0) hits |= (grams[gramIndex(unitAt(at - 2), unitAt(at - 1), first, second)] ?? 0) << 2;
      for (let offset = 0; hits >> offset !== 0; offset += 1) {
        const start = from + at - BEFORE - offset;
        if (((hits >> offset) & 1) === 0 || !table.entries.has(gramOf(text, start))) continue;
        if (found === undefined) found = [];
        found.push(start);
        if (firstOnly) return { starts: found, otherScript };
      }
    }
  }
  if (found === undefined) return otherScript ? OTHER_SCRIPT_ONLY : NOTHING;
  return { starts: found, otherScript };
}

/** What was registered for the anchor at `start`. */
export function anchorValues<T>(text: string, { entries }: AnchorTable<T>, start: number): readonly T[] {
  return entries.get(gramOf(text, start)) ?? [];
}

/** A literal of four characters as a pattern; `anyCase` also takes the other case of each letter. */
export function literalAnchor(literal: string, anyCase = false): AnchorPattern {
  const [a = "", b = "", c = "", d = ""] = [...literal].map((character) =>
    anyCase ? [...new Set([character.toLowerCase(), character.toUpperCase()])].join("") : character,
  );
  return [a, b, c, d];
}

/** Copies the window that starts at `from` with its surroundings; returns how many characters of it there are. */
function copyWindow(text: string, from: number): number {
  const count = Math.min(WINDOW, text.length - from);
  units[0] = from === 0 ? SPACE : text.charCodeAt(from - 2);
  units[1] = from === 0 ? SPACE : text.charCodeAt(from - 1);
  let end = BEFORE;
  if (text.length <= SHORT) {
    for (let index = 0; index < count; index += 1) units[BEFORE + index] = text.charCodeAt(index);
    end += count;
  } else {
    const chunk = text.length <= WINDOW ? text : text.slice(from, from + WINDOW + AFTER);
    end += bytes.write(chunk, BEFORE * 2, "utf16le") / 2;
  }
  for (let index = 0; index < AFTER; index += 1) units[end + index] = 0;
  return count;
}

function gramOf(text: string, start: number): string {
  return start < 0 ? ` ${text.slice(0, start + 4)}` : text.slice(start, start + 4);
}

function unitAt(index: number): number {
  return units[index] ?? 0;
}

function* expand([first, second, third, fourth]: AnchorPattern): Generator<string> {
  for (const a of first) for (const b of second) for (const c of third) for (const d of fourth) yield a + b + c + d;
}

function mark(table: Uint8Array, index: number, bit: number): void {
  table[index] = (table[index] ?? 0) | bit;
}

function pairIndex(first: number, second: number): number {
  return ((first & ASCII) << 7) | (second & ASCII);
}

function gramIndex(a: number, b: number, c: number, d: number): number {
  return ((a & ASCII) + (b & ASCII) * 33 + (c & ASCII) * 1089 + (d & ASCII) * 35937) & GRAM_MASK;
}

/** Greek to Georgian and the Indic scripts, kana, ideographs, Hangul; not punctuation, symbols or emoji. */
function isOtherScript(code: number): boolean {
  return (code >= 0x370 && code < 0x2000) || (code >= 0x3040 && code < 0xd800);
}
