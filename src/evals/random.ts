/** Deterministic random numbers (mulberry32): the same seed draws the same sequence on every machine. */
export interface Random {
  /** An integer from 0 to `below - 1`; 0 when `below` is 0. */
  integer(below: number): number;
  /** True with the given probability. */
  chance(probability: number): boolean;
  /** @throws RangeError when there is nothing to pick from */
  pick<T>(items: readonly T[]): T;
}

export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    integer: (below) => Math.floor(next() * below),
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new RangeError("nothing to pick from");
      return items[Math.floor(next() * items.length)] as (typeof items)[number];
    },
  };
}
