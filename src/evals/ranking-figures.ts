/**
 * Figures of a ranking. A query with relevant documents counts for recall, rank and gain, whatever the scores; a query
 * without any ("nothing fits") counts for abstention alone.
 */

/** What one query got: the relevance of the first ten, and whether the first was good enough to be given. */
export interface RankedOutcome {
  lang?: string;
  /** How many documents are right; 0 where nothing fits. */
  relevant: number;
  /** Whether each of the first ten hits is right, best first. */
  right: readonly boolean[];
  /** True when the first hit reached the least score. */
  answered: boolean;
}

/** Shares in [0, 1]; 0 where there is nothing to count. */
export interface RankingFigures {
  queries: number;
  /** Queries with at least one right document; the four figures below and `answered` are over these. */
  answerable: number;
  recallAt1: number;
  /** Queries with a right document among the first five. */
  recallAt5: number;
  /** Mean of 1 / rank of the first right document, 0 beyond ten (mean reciprocal rank). */
  mrrAt10: number;
  /** Gain of all right documents, discounted by rank, against the best order (Järvelin & Kekäläinen 2002). */
  ndcgAt10: number;
  /** Answerable queries whose first hit reaches the least score. */
  answered: number;
  /** Of all queries that were answered, those whose first hit is right. */
  precisionOfAnswered: number;
  /** Of the queries for which nothing fits, those that got nothing; missing without such queries. */
  abstained?: number;
}

const DEPTH = 10;

/** Index of the first right hit from 1, or `undefined`. */
export function firstRight(right: readonly boolean[]): number | undefined {
  const at = right.slice(0, DEPTH).indexOf(true);
  return at < 0 ? undefined : at + 1;
}

export function rankingFigures(outcomes: readonly RankedOutcome[]): RankingFigures {
  const answerable = outcomes.filter((outcome) => outcome.relevant > 0);
  const unanswerable = outcomes.filter((outcome) => outcome.relevant === 0);
  const answered = outcomes.filter((outcome) => outcome.answered);
  const within = (depth: number) => answerable.filter((outcome) => (firstRight(outcome.right) ?? DEPTH + 1) <= depth);
  const mean = (value: (outcome: RankedOutcome) => number) =>
    share(
      answerable.reduce((sum, outcome) => sum + value(outcome), 0),
      answerable.length,
    );
  return {
    queries: outcomes.length,
    answerable: answerable.length,
    recallAt1: share(within(1).length, answerable.length),
    recallAt5: share(within(5).length, answerable.length),
    mrrAt10: mean(reciprocalRank),
    ndcgAt10: mean(discountedGain),
    answered: share(answerable.filter((outcome) => outcome.answered).length, answerable.length),
    precisionOfAnswered: share(answered.filter((outcome) => outcome.right[0] === true).length, answered.length),
    ...(unanswerable.length === 0
      ? {}
      : { abstained: share(unanswerable.filter((outcome) => !outcome.answered).length, unanswerable.length) }),
  };
}

/** 1 / rank of the first right hit among ten, else 0. */
export function reciprocalRank(outcome: Pick<RankedOutcome, "right">): number {
  const rank = firstRight(outcome.right);
  return rank === undefined ? 0 : 1 / rank;
}

function discountedGain(outcome: RankedOutcome): number {
  let gain = 0;
  let best = 0;
  for (let at = 0; at < DEPTH; at++) {
    const discount = 1 / Math.log2(at + 2);
    if (outcome.right[at] === true) gain += discount;
    if (at < outcome.relevant) best += discount;
  }
  return gain / best;
}

/** `part / whole` to four digits, 0 of nothing. */
export function share(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 10_000;
}
