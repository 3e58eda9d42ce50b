/** Whether two rules say the opposite of each other. The later word of a person counts. */
import { negates, otherLimits, terms } from "./similarity.ts";

/** Of the words of the shorter one; within one session, where both speak of the same work. */
const SAME_SUBJECT = 0.6;
/** Of all words; between sessions, where nothing else says that they speak of the same. */
const SAME_WORDS = 0.8;

/**
 * One forbids what the other asks for, the two sides of a comparison are exchanged, or the same is bounded by another number;
 * both said in one session.
 */
export function contradicts(earlier: string, later: string): boolean {
  return opposed(earlier, later, (left, right) => shareOfShorter(left, right) >= SAME_SUBJECT);
}

/**
 * The same for rules of different sessions: nearly the same words, once with and once without a negation. "Do not push
 * before the tests pass" and "run the tests before pushing" are no opposites.
 */
export function opposes(there: string, wanted: string): boolean {
  return opposed(there, wanted, (left, right) => {
    const shared = [...left].filter((term) => right.has(term)).length;
    return shared / new Set([...left, ...right]).size >= SAME_WORDS;
  });
}

function opposed(
  earlier: string,
  later: string,
  sameSubject: (left: Set<string>, right: Set<string>) => boolean,
): boolean {
  const left = subjectOf(earlier);
  const right = subjectOf(later);
  if (left.size < 2 || right.size < 2) return false;
  const [one, other] = [comparison(earlier), comparison(later)];
  if (one !== undefined || other !== undefined) return one !== undefined && one === reversed(other);
  if (otherLimits(earlier, later)) return negates(earlier) === negates(later) && sameButForNumbers(left, right);
  return negates(earlier) !== negates(later) && sameSubject(left, right);
}

/** What a rule is about: its words without those that say whether it asks or forbids. */
function subjectOf(text: string): Set<string> {
  return new Set(terms(text.replace(POLARITY, " ").replace(HAN_POLARITY, "")));
}

const POLARITY =
  /\b(?:do not|don'?t|does not|not|never|no longer|no|without|avoid|instead(?: of)?|rather(?: than)?|stop|always|must(?:n'?t)?|should(?:n'?t)?|shall|cannot|can'?t)\b/gi;
const HAN_POLARITY = /不要|不用|不能|不得|不可以?|禁止|严禁|别|勿|必须|务必|应该|一律|总是|从不|请|要/g;

/** "Under 60 characters" and "under 50 characters": word for word the same otherwise. */
function sameButForNumbers(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  const words = (terms: ReadonlySet<string>): Set<string> => new Set([...terms].filter((term) => !/^\d+$/.test(term)));
  const [one, other] = [words(left), words(right)];
  return one.size === other.size && shareOf(one, other) === 1;
}

/** Share of the terms of the shorter one that the longer one has too; the same either way round. */
export function shareOfShorter(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  return left.size <= right.size ? shareOf(left, right) : shareOf(right, left);
}

/** Share of the terms that the others have too. */
export function shareOf(terms: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return terms.size === 0 ? 0 : [...terms].filter((term) => others.has(term)).length / terms.size;
}

/** "Use spaces, not tabs" and "use spaces instead of tabs" as `spaces>tabs`. */
function comparison(text: string): string | undefined {
  const match =
    /\b(?:use|prefer|write|run|call|with)\s+([\w@./+-]+)(?: \w+){0,2},?\s+(?:not|never|instead of|rather than|over)\s+([\w@./+-]+)/i.exec(
      text,
    ) ??
    /(?:用|使用)\s*([\w@./+-]+|[\p{Script=Han}]{1,6}?)[，,]?\s*(?:不要用?|别用|而不是|而非|不用)\s*([\w@./+-]+|[\p{Script=Han}]{1,6})/u.exec(
      text,
    );
  if (match === null) return undefined;
  const [chosen, refused] = [nameIn(match[1]), nameIn(match[2])];
  return chosen === refused ? undefined : `${chosen}>${refused}`;
}

function nameIn(word = ""): string {
  return word.toLowerCase().replace(/[.]+$/, "");
}

function reversed(pair: string | undefined): string | undefined {
  return pair?.split(">").reverse().join(">");
}
