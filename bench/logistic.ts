/** Logistic regression with a ridge, both classes of equal weight, by Newton's method: small enough to read. */

export interface Example {
  features: Record<string, number>;
  positive: boolean;
}

export interface LinearModel {
  intercept: number;
  /** In the units of the features: `intercept + Σ weight · feature` is the logarithm of the odds. */
  weights: Record<string, number>;
}

/** @param ridge on the standardised weights; 0.003 keeps correlated features from pulling against each other. */
export function fitLogistic(examples: readonly Example[], names: readonly string[], ridge: number): LinearModel {
  const column = (name: string) => examples.map(({ features }) => features[name] ?? 0);
  const scales = names.map((name) => {
    const values = column(name);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    return { mean, deviation: Math.sqrt(variance) || 1 };
  });
  const rows = examples.map(({ features }) => [
    1,
    ...names.map((name, at) => ((features[name] ?? 0) - (scales[at]?.mean ?? 0)) / (scales[at]?.deviation ?? 1)),
  ]);
  const positives = examples.filter(({ positive }) => positive).length;
  const share = { true: 0.5 / positives, false: 0.5 / (examples.length - positives) };
  const size = names.length + 1;
  let solution = new Array<number>(size).fill(0);
  for (let round = 0; round < 20; round++) {
    const gradient = solution.map((weight, at) => (at === 0 ? 0 : ridge * weight));
    const curvature = solution.map((_, i) => solution.map((__, j) => (i === j ? (i === 0 ? 1e-9 : ridge) : 0)));
    for (const [index, row] of rows.entries()) {
      const probability = 1 / (1 + Math.exp(-row.reduce((sum, value, at) => sum + value * (solution[at] ?? 0), 0)));
      const positive = examples[index]?.positive === true;
      const weight = share[`${positive}`];
      for (const [i, left] of row.entries()) {
        gradient[i] = (gradient[i] ?? 0) + weight * (probability - Number(positive)) * left;
        const line = curvature[i];
        if (line === undefined) continue;
        for (const [j, right] of row.entries()) {
          line[j] = (line[j] ?? 0) + weight * probability * (1 - probability) * left * right;
        }
      }
    }
    const step = solve(curvature, gradient);
    solution = solution.map((weight, at) => weight - (step[at] ?? 0));
  }
  const weights: Record<string, number> = {};
  let intercept = solution[0] ?? 0;
  for (const [at, name] of names.entries()) {
    const { mean, deviation } = scales[at] ?? { mean: 0, deviation: 1 };
    const weight = (solution[at + 1] ?? 0) / deviation;
    weights[name] = weight;
    intercept -= weight * mean;
  }
  return { intercept, weights };
}

/** Gauss with pivots; the matrix is small and positive. */
function solve(matrix: readonly (readonly number[])[], right: readonly number[]): number[] {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  const size = rows.length;
  for (let pivot = 0; pivot < size; pivot++) {
    const best = rows.slice(pivot).reduce((at, row, offset) => {
      return Math.abs(row[pivot] ?? 0) > Math.abs(rows[at]?.[pivot] ?? 0) ? pivot + offset : at;
    }, pivot);
    const [taken, moved] = [rows[best], rows[pivot]];
    if (taken === undefined || moved === undefined) continue;
    rows[best] = moved;
    rows[pivot] = taken;
    for (const [at, row] of rows.entries()) {
      if (at === pivot) continue;
      const factor = (row[pivot] ?? 0) / (taken[pivot] ?? 1);
      for (let column = pivot; column <= size; column++)
        row[column] = (row[column] ?? 0) - factor * (taken[column] ?? 0);
    }
  }
  return rows.map((row, at) => (row[size] ?? 0) / (row[at] ?? 1));
}
