/**
 * Is a value written, in words, or drawn by chance?
 *
 * Contract: `evidenceOfWords` compares two makers of a value, character by character, in bits: log2 of how likely a
 * writer of names and words goes on like that, over how likely a generator of keys does. A sum above 0 says that words
 * explain the value better. Generators seldom draw such a value: about one in 2^b could have a sum of `b` or more
 * (Markov's inequality, as what the writer gives to all values of one length adds up to 1), and far fewer have: ADR
 * 0020 has the counts.
 *
 * The writer is a chain. Which kind of character comes next (small, capital, digit, other) depends on the two before;
 * which letter comes next depends on the letter before, or on a word beginning. The ADR says where the numbers come
 * from. The generator draws alike from the smallest usual alphabet; in a value of several parts, each part with
 * digits has its own, for `prod-` before a key says nothing about the key.
 */

export interface WordEvidence {
  /** Bits, of the whole value. */
  total: number;
  /** Bits of its worst stretch, 0 or less: a generated part between words. */
  worst: number;
}

/** Costs to the writer are in half bits, one base-36 digit each: `4` is a chance of 1 in 4. */
const HALF_BIT = 0.5;

/** The cost of each letter, a to z, as the first of a word. */
const FIRST_LETTER = "8a7889aa9dea9998g867bbbfhf";
/** Row: a letter. Column: the cost of each letter, a to z, after it. */
const NEXT_LETTER =
  "ja89je9jake687k8n685cddeci6edg6ifg69h5eg7dh8af6kgoai7kdh6jl6ah88gk4gl9b6ajmldj7dga2dfj6ifbgg7hmbad8hjidk" +
  "9d88cadjfgh896fbd568hbe8dk7hff78gl3im9fe5gg88a9lhlcnaegi3gb96jl8d9acn8998ikmfh5iji5imi4mjedg7ikad58mjseo" +
  "bc89ab9mklg7946bjb77jcoemc9cif4gfgcngecf8dfh2i9kekin8efd3cde4hiagbadje7cbjdmem7fga49jk5mg7fh7ekja99djkbn" +
  "4aga4hgm7fjaae67nhbgbiinen7i877a6i9jcdfc7dlh65bbjogjdc97jdcldfc984a7p5a99cagjf5khc5iic9ki8gi79n6869ijncp" +
  "ddffgbgjedl8fegefeef1gcllg6gab4gbk7ocdab6goa87adinalaj9e4ei97madeg89gd749ffhbj7icg5gk65nmeeh7aq789blgh9l" +
  "a9bb7cbl9hg686f8p676jknhjk4hgi2fck5nmgfhahiighbnjoin6ffb5ega4fedi86fi78fjj9kgi9i8g7cef8mkf9he4nff3gjmcbk" +
  "acbe9eeicjf896a3mc68ggalde7heg3ihb5jicfd5fkiciciflbc";
/** Row: the kind before the last one, then the last one. Column: the cost of the next kind. */
const NEXT_KIND = "615fa0fgc23h27c3719b708ij0bj2683b31ag09k6a1e294344446196714a5781";

const OTHER = 0;
const SMALL = 1;
const CAPITAL = 2;
const DIGIT = 3;
const DIGIT_COST = 2 * Math.log2(10);
/** Of the characters that are no letter or digit; those not named are rare in names. */
const OTHER_COSTS: Readonly<Record<string, number>> = { ".": 3, _: 4, "/": 5, "-": 6, ":": 9 };
const RARE_COST = 16;

const firstLetter = costs(FIRST_LETTER);
const nextLetter = costs(NEXT_LETTER);
const nextKind = costs(NEXT_KIND);

/** See above. The value is of printable ASCII characters. */
export function evidenceOfWords(value: string): WordEvidence {
  const inParts = /[^A-Za-z0-9]/.test(value);
  let total = 0;
  let stretch = 0;
  let worst = 0;
  let chance = 0;
  let partEnd = 0;
  let before = OTHER;
  let last = OTHER;
  let wordStart = OTHER;
  let letter = -1;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    const kind = kindOf(code);
    if (index >= partEnd) {
      partEnd = endOfPart(value, index);
      chance = Math.log2(alphabetSize(value.slice(index, partEnd), inParts));
    }
    let cost = nextKind[(before * 4 + last) * 4 + kind] ?? 0;
    if (kind === SMALL || kind === CAPITAL) {
      const next = (code | 32) - 97;
      const begins = letter < 0 || (kind === CAPITAL && last === SMALL);
      cost += (begins ? firstLetter[next] : nextLetter[letter * 26 + next]) ?? 0;
      if (letter < 0) wordStart = kind;
      letter = next;
    } else {
      cost += kind === DIGIT ? DIGIT_COST : (OTHER_COSTS[value.charAt(index)] ?? RARE_COST);
      letter = -1;
    }
    before = kind === OTHER ? wordStart : last;
    last = kind;
    const evidence = chance - cost * HALF_BIT;
    total += evidence;
    stretch = Math.min(0, stretch + evidence);
    worst = Math.min(worst, stretch);
  }
  return { total, worst };
}

/** The end of the letters and digits that begin at `start`, or of the one other character there. */
function endOfPart(value: string, start: number): number {
  let end = start;
  while (end < value.length && kindOf(value.charCodeAt(end)) !== OTHER) end += 1;
  return Math.max(end, start + 1);
}

/** Of decimal, hexadecimal, base 32, 36, 62 and 64. */
function alphabetSize(part: string, inParts: boolean): number {
  const hasDigit = /\d/.test(part);
  if (inParts && !hasDigit) return 64;
  if (/^\d+$/.test(part)) return 10;
  if (/^(?:[0-9a-f]+|[0-9A-F]+)$/.test(part)) return 16;
  if (/^(?:[a-z2-7]+|[A-Z2-7]+)$/.test(part)) return hasDigit || /[A-Z]/.test(part) ? 32 : 36;
  return /[a-z]/.test(part) && /[A-Z]/.test(part) ? 62 : 36;
}

function kindOf(code: number): number {
  if (code >= 97 && code <= 122) return SMALL;
  if (code >= 65 && code <= 90) return CAPITAL;
  return code >= 48 && code <= 57 ? DIGIT : OTHER;
}

function costs(digits: string): Uint8Array {
  return Uint8Array.from(digits, (digit) => Number.parseInt(digit, 36));
}
