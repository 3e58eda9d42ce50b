import { AutoskillError } from "../../base/index.ts";

/**
 * A copy of length 1, so that a dot product is a cosine. A vector of zeros stays as it is: its cosine with everything
 * is 0.
 *
 * @throws AutoskillError `VECTOR_DIMENSIONS` when the length is not `dimensions`, `VECTOR_NOT_FINITE` for NaN and ∞.
 */
export function unitVector(vector: ArrayLike<number>, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw new AutoskillError({
      code: "VECTOR_DIMENSIONS",
      message: `A vector has ${vector.length} dimensions where ${dimensions} are needed.`,
      next: "Use one embedder for documents and queries, and rebuild the index after changing it.",
      expected: String(dimensions),
      found: String(vector.length),
    });
  }
  let squares = 0;
  for (let at = 0; at < dimensions; at++) squares += (vector[at] ?? 0) ** 2;
  if (!Number.isFinite(squares)) {
    throw new AutoskillError({
      code: "VECTOR_NOT_FINITE",
      message: "A vector holds a component that is not a finite number.",
      next: "Check what the embedder returns.",
    });
  }
  const factor = squares === 0 ? 1 : 1 / Math.sqrt(squares);
  const unit = new Float32Array(dimensions);
  for (let at = 0; at < dimensions; at++) unit[at] = (vector[at] ?? 0) * factor;
  return unit;
}
