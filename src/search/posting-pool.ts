/**
 * Many lists of numbers in one pool: list n lies together and moves to a place of twice its size when it is full; places
 * that were left are used again. Appending costs the same however many lists there are, and the pool is written to disk
 * as it lies in memory.
 */
import { atLeast } from "./growing-arrays.ts";

export interface PostingPool {
  /** The pool itself, for loops: list n is `items.subarray(start(n), end(n))`, weights alike. */
  readonly items: Uint32Array;
  readonly weights: Uint16Array;
  readonly lists: number;
  readonly bytes: number;
  /** Items held in all lists. */
  readonly length: number;
  start(list: number): number;
  end(list: number): number;
  append(list: number, item: number, weight: number): void;
  parts(): PoolParts;
}

/** Lists one after another without gaps. */
export interface PoolParts {
  /** Start of each list, and the end of the last. */
  starts: Uint32Array;
  items: Uint32Array;
  /** As long as `items`, or empty for a pool without weights. */
  weights: Uint16Array;
}

export function emptyPool(): PoolParts {
  return { starts: new Uint32Array(1), items: new Uint32Array(0), weights: new Uint16Array(0) };
}

export interface PoolOptions {
  weighted: boolean;
  /** Items that need not be carried along when a list moves. Default: none. */
  isGone?: (item: number) => boolean;
}

/** Takes the arrays over: they must be the caller's alone. */
export function openPostingPool(parts: PoolParts, options: PoolOptions): PostingPool {
  const { weighted, isGone } = options;
  let { items, weights } = parts;
  let lists = parts.starts.length - 1;
  let starts = parts.starts.slice(0, lists);
  let counts = new Uint32Array(lists);
  for (let list = 0; list < lists; list++) counts[list] = (parts.starts[list + 1] ?? 0) - (parts.starts[list] ?? 0);
  let rooms = counts.slice();
  let used = items.length;
  /** Starts of places that were left, by the logarithm of their size. */
  const free: number[][] = [];

  /** A place for 2ⁿ items. */
  function place(power: number): number {
    const left = free[power]?.pop();
    if (left !== undefined) return left;
    const start = used;
    used += 1 << power;
    items = atLeast(items, used);
    if (weighted) weights = atLeast(weights, used);
    return start;
  }

  function reserve(list: number): void {
    if (list < lists) return;
    starts = atLeast(starts, list + 1);
    counts = atLeast(counts, list + 1);
    rooms = atLeast(rooms, list + 1);
    lists = list + 1;
  }

  function move(list: number): void {
    const from = starts[list] ?? 0;
    const count = counts[list] ?? 0;
    const room = rooms[list] ?? 0;
    const power = count === 0 ? 1 : 32 - Math.clz32(count);
    const start = place(power);
    let to = start;
    for (let at = from; at < from + count; at++) {
      const item = items[at] ?? 0;
      if (isGone?.(item) === true) continue;
      items[to] = item;
      if (weighted) weights[to] = weights[at] ?? 0;
      to++;
    }
    if (room > 0) {
      const freed = 31 - Math.clz32(room);
      free[freed] ??= [];
      free[freed].push(from);
    }
    starts[list] = start;
    counts[list] = to - start;
    rooms[list] = 1 << power;
  }

  return {
    get items() {
      return items;
    },
    get weights() {
      return weights;
    },
    get lists() {
      return lists;
    },
    get bytes() {
      return [items, weights, starts, counts, rooms].reduce((sum, array) => sum + array.byteLength, 0);
    },
    get length() {
      let length = 0;
      for (let list = 0; list < lists; list++) length += counts[list] ?? 0;
      return length;
    },
    start: (list) => starts[list] ?? 0,
    end: (list) => (starts[list] ?? 0) + (counts[list] ?? 0),
    append(list, item, weight) {
      reserve(list);
      if (counts[list] === rooms[list]) move(list);
      const at = (starts[list] ?? 0) + (counts[list] ?? 0);
      items[at] = item;
      if (weighted) weights[at] = weight;
      counts[list] = (counts[list] ?? 0) + 1;
    },
    parts() {
      const length = this.length;
      const out: PoolParts = {
        starts: new Uint32Array(lists + 1),
        items: new Uint32Array(length),
        weights: new Uint16Array(weighted ? length : 0),
      };
      let to = 0;
      for (let list = 0; list < lists; list++) {
        const [from, end] = [starts[list] ?? 0, (starts[list] ?? 0) + (counts[list] ?? 0)];
        out.items.set(items.subarray(from, end), to);
        if (weighted) out.weights.set(weights.subarray(from, end), to);
        to += end - from;
        out.starts[list + 1] = to;
      }
      return out;
    },
  };
}
