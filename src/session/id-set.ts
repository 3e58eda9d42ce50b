/**
 * A set of ids that tells duplicates in files of any length: 8 bytes an id instead of the string, and nothing for the
 * garbage collector to carry along. Ids are kept as 64-bit fingerprints; among a million ids the chance that any two are
 * taken for each other is under one in ten million.
 */
export interface IdSet {
  /** True when the id (with this number beside it) is new; it is in the set from then on. */
  add(id: string, beside?: number): boolean;
  has(id: string, beside?: number): boolean;
}

const FIRST_CAPACITY = 1024;

export function createIdSet(): IdSet {
  /** Pairs of 32 bits, open addressing; 0-0 is an empty slot. */
  let table = new Uint32Array(2 * FIRST_CAPACITY);
  let size = 0;
  let low = 0;
  let high = 0;

  const fingerprint = (id: string, beside: number): void => {
    let first = 0x811c9dc5 ^ beside;
    let second = 0x9747b28c ^ Math.imul(beside, 0x5bd1e995);
    for (let index = 0; index < id.length; index++) {
      const unit = id.charCodeAt(index);
      first = Math.imul(first ^ unit, 0x01000193);
      second = Math.imul(second ^ unit, 0x5bd1e995);
      second ^= second >>> 15;
    }
    low = (first ^ (first >>> 16)) >>> 0;
    high = second >>> 0 || 1;
  };

  /** Index of the fingerprint's slot, or of the empty one where it would go. */
  const slotOf = (slots: Uint32Array, one: number, other: number): number => {
    const mask = slots.length / 2 - 1;
    let at = (one ^ Math.imul(other, 0x9e3779b1)) & mask;
    while (slots[2 * at + 1] !== 0 && (slots[2 * at] !== one || slots[2 * at + 1] !== other)) at = (at + 1) & mask;
    return 2 * at;
  };

  const grow = (): void => {
    const larger = new Uint32Array(table.length * 2);
    for (let index = 0; index < table.length; index += 2) {
      const one = table[index] ?? 0;
      const other = table[index + 1] ?? 0;
      if (other === 0) continue;
      const slot = slotOf(larger, one, other);
      larger[slot] = one;
      larger[slot + 1] = other;
    }
    table = larger;
  };

  return {
    add(id, beside = 0) {
      fingerprint(id, beside);
      const slot = slotOf(table, low, high);
      if (table[slot + 1] !== 0) return false;
      table[slot] = low;
      table[slot + 1] = high;
      size++;
      if (size * 4 > table.length) grow();
      return true;
    },
    has(id, beside = 0) {
      fingerprint(id, beside);
      return table[slotOf(table, low, high) + 1] !== 0;
    },
  };
}
