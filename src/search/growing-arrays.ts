/** Typed arrays that grow by half when they are full: memory without per-item objects. */

export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** The array itself when it holds `needed` items, else a longer copy. */
export function atLeast<T extends NumberArray>(array: T, needed: number): T {
  if (needed <= array.length) return array;
  const Kind = array.constructor as new (length: number) => T;
  const longer = new Kind(Math.max(needed, Math.ceil(array.length * 1.5), 16));
  longer.set(array as never);
  return longer;
}

/** Cut to exactly `length` items, as a copy. */
export function cut<T extends NumberArray>(array: T, length: number): T {
  return array.slice(0, length) as T;
}
