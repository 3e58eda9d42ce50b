/**
 * Which document each row of a vector index belongs to. The rows an index was opened with may be named by somebody else,
 * who has the ids anyway; only what changed since is kept here then, so that nothing is built at the first change.
 */

/** Names of the first `count` rows, by others. They must go on to answer as they did at first. */
export interface FirstRows {
  count: number;
  idOf(row: number): string;
  rowOf(id: string): number | undefined;
}

export interface RowNames {
  idOf(row: number): string;
  rowOf(id: string): number | undefined;
  set(row: number, id: string): void;
  /** Takes the name of the last row and of this document away; they may be different ones. */
  remove(id: string, last: number): void;
}

const GONE = -1;

export function createRowNames(first?: FirstRows): RowNames {
  const count = first?.count ?? 0;
  /** First rows that have another document now, and the ids of the rows behind them. */
  const changed = new Map<number, string>();
  const behind: string[] = [];
  const rows = new Map<string, number>();

  return {
    idOf: (row) => (row < count ? (changed.get(row) ?? first?.idOf(row)) : behind[row - count]) ?? "",
    rowOf(id) {
      const row = rows.get(id) ?? first?.rowOf(id) ?? GONE;
      return row === GONE ? undefined : row;
    },
    set(row, id) {
      if (row < count) changed.set(row, id);
      else behind[row - count] = id;
      rows.set(id, row);
    },
    remove(id, last) {
      if (last < count) changed.delete(last);
      else behind.pop();
      if (first?.rowOf(id) === undefined) rows.delete(id);
      else rows.set(id, GONE);
    },
  };
}
