/**
 * The cheap first pass of redaction: where in a text could a secret begin?
 *
 * Contract: `scanAnchors` reports every occurrence of every registered four-character anchor, in order, exactly
 * once. It never misses one (callers rely on that); what it reports is only a place to look closer.
 *
 * How: every anchor has four characters, so of the pairs (p, p+1), (p+1, p+2), (p+2, p+3) exactly one starts at a
 * multiple of three. Reading one pair in three and looking it up in a 16 KiB table is what makes clean text cheap;
 * ADR 0020 has the figures against regular expressions and literal searches.
 */

/** An anchor: four positions, each a string of allowed characters. */
export type AnchorPattern = readonly [string, string, string, string];

export interface AnchorTable<T> {
  readonly pairs: Uint8Array;
  readonly grams: Uint8Array;
  readonly entries: ReadonlyMap<string, readonly T[]>;
}

const CODE_MASK = 127;
const GRAM_SLOTS = 1 << 15;

/** Builds the tables. Characters must be ASCII; texts may be anything. */
export function buildAnchorTable<T>(anchors: Iterable<{ pattern: AnchorPattern; value: T }>): AnchorTable<T> {
  const pairs = new Uint8Array(1 << 14);
  const grams = new Uint8Array(GRAM_SLOTS);
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

/**
 * Calls `visit(values, position)` for each anchor in `text`; stops when it returns true, and then returns true.
 * `nonAscii` of the result says whether a character above U+007F was seen: any two neighbours include one that is
 * read, so a non-ASCII word of two characters or more never goes unnoticed.
 */
export function scanAnchors<T>(
  text: string,
  table: AnchorTable<T>,
  visit: (values: readonly T[], position: number) => boolean,
): { stopped: boolean; nonAscii: boolean } {
  const { pairs, grams, entries } = table;
  const last = text.length - 1;
  let seen = 0;
  for (let index = 0; index < last; index += 3) {
    const first = text.charCodeAt(index);
    const second = text.charCodeAt(index + 1);
    seen |= first | second;
    const offsets = pairs[pairIndex(first, second)] ?? 0;
    if (offsets === 0) continue;
    for (let offset = 0; offset < 3; offset += 1) {
      if ((offsets & (1 << offset)) === 0) continue;
      const start = index - offset;
      if (start < 0 || start + 4 > text.length) continue;
      const slot = gramIndex(
        text.charCodeAt(start),
        text.charCodeAt(start + 1),
        text.charCodeAt(start + 2),
        text.charCodeAt(start + 3),
      );
      if (grams[slot] === 0) continue;
      const values = entries.get(text.slice(start, start + 4));
      if (values !== undefined && visit(values, start)) return { stopped: true, nonAscii: seen > CODE_MASK };
    }
  }
  if (last >= 0) seen |= text.charCodeAt(last);
  return { stopped: false, nonAscii: seen > CODE_MASK };
}

/** A literal of four characters as a pattern; `anyCase` also takes the other case of each letter. */
export function literalAnchor(literal: string, anyCase = false): AnchorPattern {
  const [a = "", b = "", c = "", d = ""] = [...literal].map((character) =>
    anyCase ? [...new Set([character.toLowerCase(), character.toUpperCase()])].join("") : character,
  );
  return [a, b, c, d];
}

function* expand([first, second, third, fourth]: AnchorPattern): Generator<string> {
  for (const a of first) for (const b of second) for (const c of third) for (const d of fourth) yield a + b + c + d;
}

function mark(table: Uint8Array, index: number, bit: number): void {
  table[index] = (table[index] ?? 0) | bit;
}

function pairIndex(first: number, second: number): number {
  return ((first & CODE_MASK) << 7) | (second & CODE_MASK);
}

function gramIndex(a: number, b: number, c: number, d: number): number {
  const mixed = (a & CODE_MASK) + (b & CODE_MASK) * 33 + (c & CODE_MASK) * 1089 + (d & CODE_MASK) * 35937;
  return mixed & (GRAM_SLOTS - 1);
}
