/**
 * How alike two texts are, in any language, without an index or a model. Small on purpose: the search room replaces it
 * where a bank is large.
 */

const STOP_WORDS = new Set(
  `a an and are as at be before by do does for from has have how if in into is it its must of on one or our shall should so
  that the their then there these they this to use used using uses we when where which will with you your always make sure
  please each every any all also can via per than`.split(/\s+/),
);
const IDEOGRAPHS = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]+/gu;

/** Content words in order: lower case, light stems; ideographic scripts as overlapping pairs. */
export function terms(text: string): string[] {
  const normal = text.normalize("NFKC").toLowerCase().replace(/['’]/g, "");
  const found: { at: number; term: string }[] = [];
  for (const run of normal.matchAll(IDEOGRAPHS)) {
    const letters = [...run[0]];
    if (letters.length === 1) found.push({ at: run.index, term: run[0] });
    for (let index = 0; index + 1 < letters.length; index += 1) {
      found.push({ at: run.index + index, term: `${letters[index]}${letters[index + 1]}` });
    }
  }
  for (const word of normal
    .replace(IDEOGRAPHS, (run) => " ".repeat(run.length))
    .matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}_+#]*/gu)) {
    if (!STOP_WORDS.has(word[0])) found.push({ at: word.index, term: stem(word[0]) });
  }
  return found.sort((a, b) => a.at - b.at).map(({ term }) => term);
}

function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  const short = word.replace(/(?:ies)$/, "y").replace(/(?<=[a-z]{2})(?:ing|ed|es|s|e)$/, "");
  return short.length < 3 ? word : short.replace(/([b-df-hj-np-tv-z])\1$/, "$1");
}

export type Similarity = (left: string, right: string) => number;

/** Cosine of term weights in [0,1]; terms that many texts of the corpus share weigh less. */
export function createSimilarity(corpus: readonly string[]): Similarity {
  const documents = new Map<string, number>();
  for (const text of corpus) {
    for (const term of new Set(terms(text))) documents.set(term, (documents.get(term) ?? 0) + 1);
  }
  const weight = (term: string) => Math.log(1 + (corpus.length + 1) / ((documents.get(term) ?? 0) + 1));
  const vector = (text: string) => {
    const counts = new Map<string, number>();
    for (const term of terms(text)) counts.set(term, (counts.get(term) ?? 0) + 1);
    for (const [term, count] of counts) counts.set(term, (1 + Math.log(count)) * weight(term));
    return counts;
  };
  return (left, right) => {
    const a = vector(left);
    const b = vector(right);
    let dot = 0;
    for (const [term, value] of a) dot += value * (b.get(term) ?? 0);
    const length = (values: Map<string, number>) =>
      Math.sqrt([...values.values()].reduce((sum, value) => sum + value * value, 0));
    const scale = length(a) * length(b);
    return scale === 0 ? 0 : Math.min(1, dot / scale);
  };
}

const NEGATION =
  /\b(?:not|never|no|don'?t|do not|without|avoid|instead of|rather than|stop|cannot|can'?t|mustn'?t|shouldn'?t)\b|不|别|勿|禁止|避免|而非|しない|禁止|않|не\b|никогда|нельзя/iu;

/** True when a text says what not to do, or what something is not. */
export function negates(text: string): boolean {
  return NEGATION.test(text);
}

const UNITS =
  "spaces?|characters?|chars?|columns?|lines?|words?|sentences?|paragraphs?|pages?|items?|times|retries|seconds?|minutes?|hours?|days?|weeks?|percent";
const LIMITS = [
  new RegExp(
    `\\b(?:under|below|over|above|exceed|at (?:most|least)|no (?:more|less|fewer) than|up to|within|max(?:imum)?(?: of)?|min(?:imum)?(?: of)?|exactly|(?:long|short|few|less|more)(?:er)? than|to)\\s+(\\d+)|(?<![\\w.-])(\\d+)[ -](?:${UNITS})\\b`,
    "giu",
  ),
  /(?:不超过|不少于|至多|最多|至少|少于|多于|超过)\s*(\d+)|(\d+)\s*(?:个|字|行|秒|分钟|小时|天|次|页|空格|字符)/gu,
];

/** The numbers of a rule that bound something, in order: 60 in "under 60 characters". */
function limitsIn(text: string): string[] {
  return LIMITS.flatMap((limit) => [...text.matchAll(limit)].map((match) => match[1] ?? match[2] ?? ""));
}

/** True when two rules bound something by different numbers, whatever else they say. */
export function otherLimits(left: string, right: string): boolean {
  const [one, other] = [limitsIn(left), limitsIn(right)];
  return one.length > 0 && other.length > 0 && one.join(" ") !== other.join(" ");
}

/** True when two rules say the same: nearly the same content words, in the same order, with the same negation and limits. */
export function sameMeaning(left: string, right: string): boolean {
  const codes = (text: string) => [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1]);
  const leftCodes = codes(left);
  const rightCodes = codes(right);
  if (leftCodes.length > 0 || rightCodes.length > 0) {
    return sameCommands(leftCodes, rightCodes);
  }
  if (negates(left) !== negates(right) || otherLimits(left, right)) return false;
  const a = terms(left).filter((term) => !NEGATION_TERMS.has(term));
  const b = terms(right).filter((term) => !NEGATION_TERMS.has(term));
  if (a.length === 0 || b.length === 0) return left.normalize("NFKC").trim() === right.normalize("NFKC").trim();
  const shared = new Set(a.filter((term) => b.includes(term))).size;
  const union = new Set([...a, ...b]).size;
  return shared / union >= 0.75 && longestCommon(a, b) >= 0.75 * Math.min(a.length, b.length);
}

const NEGATION_TERMS = new Set(["not", "never", "no", "dont", "without", "avoid", "instead", "rath", "rather", "stop"]);

/** The first and the last command say what a step or pitfall is; an error quoted between them may differ each time. */
function sameCommands(left: (string | undefined)[], right: (string | undefined)[]): boolean {
  return left.length > 0 && left[0] === right[0] && left.at(-1) === right.at(-1);
}

function longestCommon(a: string[], b: string[]): number {
  let previous = new Array<number>(b.length + 1).fill(0);
  for (const term of a) {
    const current = [0];
    b.forEach((other, index) => {
      const diagonal = (previous[index] ?? 0) + (term === other ? 1 : 0);
      current.push(Math.max(diagonal, previous[index + 1] ?? 0, current[index] ?? 0));
    });
    previous = current;
  }
  return previous[b.length] ?? 0;
}
