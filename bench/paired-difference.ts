/** Mean difference of two engines over the same queries, with a 95 % interval by paired bootstrap (Efron 1979). */
export interface PairedDifference {
  difference: number;
  low: number;
  high: number;
  /** False where the interval holds 0 or the difference is under two points: no difference to speak of. */
  clear: boolean;
}

const DRAWS = 10_000;

export function pairedDifference(ours: readonly number[], theirs: readonly number[]): PairedDifference {
  const differences = ours.map((value, at) => value - (theirs[at] ?? 0));
  const mean = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  const random = lehmer(20_261_129);
  const means = Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let at = 0; at < differences.length; at++) sum += differences[Math.floor(random() * differences.length)] ?? 0;
    return sum / Math.max(1, differences.length);
  }).sort((a, b) => a - b);
  const difference = mean(differences);
  const low = means[Math.floor(DRAWS * 0.025)] ?? 0;
  const high = means[Math.ceil(DRAWS * 0.975) - 1] ?? 0;
  const round = (value: number) => Math.round(value * 10_000) / 10_000;
  return {
    difference: round(difference),
    low: round(low),
    high: round(high),
    clear: (low > 0 || high < 0) && Math.abs(difference) >= 0.02,
  };
}

/** Park and Miller 1988: the same draws on every machine. */
function lehmer(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
