/** The k best rows of a scan: a binary heap with the worst on top. Equal scores are ordered by id, so the order of rows never shows. */

export interface TopRows {
  /** A row below it cannot enter; one that equals it may, by its id. −∞ until k rows are held. */
  readonly floor: number;
  offer(row: number, score: number): void;
  /** Best first. */
  sorted(): { row: number; score: number }[];
}

export function createTopRows(k: number, idOf: (row: number) => string): TopRows {
  const scores = new Float64Array(k);
  const rows = new Uint32Array(k);
  let size = 0;

  const scoreAt = (slot: number): number => scores[slot] ?? 0;
  const rowAt = (slot: number): number => rows[slot] ?? 0;

  function isWorse(score: number, row: number, than: number): boolean {
    const other = scoreAt(than);
    return score === other ? idOf(row) > idOf(rowAt(than)) : score < other;
  }

  function put(slot: number, row: number, score: number): void {
    scores[slot] = score;
    rows[slot] = row;
  }

  function siftUp(row: number, score: number): void {
    let slot = size++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!isWorse(score, row, parent)) break;
      put(slot, rowAt(parent), scoreAt(parent));
      slot = parent;
    }
    put(slot, row, score);
  }

  function siftDown(row: number, score: number): void {
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= size) break;
      if (child + 1 < size && isWorse(scoreAt(child + 1), rowAt(child + 1), child)) child++;
      if (isWorse(score, row, child)) break;
      put(slot, rowAt(child), scoreAt(child));
      slot = child;
    }
    put(slot, row, score);
  }

  return {
    get floor() {
      return size < k ? Number.NEGATIVE_INFINITY : scoreAt(0);
    },
    offer(row, score) {
      if (size < k) siftUp(row, score);
      else if (k > 0 && !isWorse(score, row, 0)) siftDown(row, score);
    },
    sorted() {
      return Array.from({ length: size }, (_, slot) => ({ row: rowAt(slot), score: scoreAt(slot) })).sort(
        (left, right) => right.score - left.score || (idOf(left.row) < idOf(right.row) ? -1 : 1),
      );
    },
  };
}
