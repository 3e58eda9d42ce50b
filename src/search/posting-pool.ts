/**
 * Many lists of numbers: those that were saved, as they lie in the file and never touched again, and what was added
 * since, in one pool of its own. There list n lies together and moves to a place of twice its size when it is full;
 * places that were left are used again. So the first addition after opening costs no more than any other: nothing that
 * was saved is moved or copied.
 */
import { atLeast } from "./growing-arrays.ts";

/** One of the two places: list n is `items[start(n) … end(n) − 1]`, weights alike. Both arrays change when it grows. */
export interface PostingRun {
  readonly items: Uint32Array;
  readonly weights: Uint16Array;
  start(list: number): number;
  end(list: number): number;
}

export interface PostingPool {
  /** What was saved, then what was added: a list is its part in the one and its part in the other. */
  readonly runs: readonly [PostingRun, PostingRun];
  readonly lists: number;
  readonly bytes: number;
  /** Items of a list. */
  count(list: number): number;
  append(list: number, item: number, weight: number): void;
  /** The weight of an item in a list whose items ascend; 0 where it is not in it. */
  weightOf(list: number, item: number): number;
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

/** The arrays are used as they are and never written to. */
export function openPostingPool(parts: PoolParts, options: PoolOptions): PostingPool {
  const saved: PostingRun = {
    items: parts.items,
    weights: parts.weights,
    start: (list) => parts.starts[list] ?? parts.items.length,
    end: (list) => parts.starts[list + 1] ?? parts.items.length,
  };
  const added = createAdded(options);
  const savedLists = parts.starts.length - 1;
  return {
    runs: [saved, added],
    get lists() {
      return Math.max(savedLists, added.lists);
    },
    get bytes() {
      return parts.starts.byteLength + parts.items.byteLength + parts.weights.byteLength + added.bytes;
    },
    count: (list) => saved.end(list) - saved.start(list) + added.end(list) - added.start(list),
    append: added.append,
    weightOf(list, item) {
      for (const run of [saved, added]) {
        const end = run.end(list);
        const at = firstAtLeast(run.items, run.start(list), end, item);
        if (at < end && run.items[at] === item) return run.weights[at] ?? 0;
      }
      return 0;
    },
  };
}

/** The first place in `from … end` whose item is `item` or more; `end` when there is none. Steps double, then halve. */
export function firstAtLeast(items: Uint32Array, from: number, end: number, item: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && (items[low + step] as number) < item) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((items[middle] as number) < item) low = middle + 1;
    else high = middle;
  }
  return low;
}

function createAdded({ weighted, isGone }: PoolOptions) {
  let items = new Uint32Array(0);
  let weights = new Uint16Array(0);
  let lists = 0;
  let starts = new Uint32Array(0);
  let counts = new Uint32Array(0);
  let rooms = new Uint32Array(0);
  let used = 0;
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
    const power = count === 0 ? 0 : 32 - Math.clz32(count);
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
    start: (list: number) => starts[list] ?? 0,
    end: (list: number) => (starts[list] ?? 0) + (counts[list] ?? 0),
    append(list: number, item: number, weight: number) {
      reserve(list);
      if (counts[list] === rooms[list]) move(list);
      const at = (starts[list] ?? 0) + (counts[list] ?? 0);
      items[at] = item;
      if (weighted) weights[at] = weight;
      counts[list] = (counts[list] ?? 0) + 1;
    },
  };
}

/**
 * These lists of a pool, in this order, their items renamed and ascending; those whose new name is `gone` are left out.
 */
export function packLists(pool: PostingPool, lists: ArrayLike<number>, renamed: Uint32Array, gone: number): PoolParts {
  const starts = new Uint32Array(lists.length + 1);
  let most = 0;
  let longest = 0;
  for (let index = 0; index < lists.length; index++) {
    const count = pool.count(lists[index] as number);
    most += count;
    longest = Math.max(longest, count);
  }
  const items = new Uint32Array(most);
  const weights = new Uint16Array(most);
  /** Item and weight as one number, so that sorting keeps them together. */
  const pairs = new Float64Array(longest);
  let to = 0;
  for (let index = 0; index < lists.length; index++) {
    const list = lists[index] as number;
    let [count, before, ascends] = [0, -1, true];
    for (const run of pool.runs) {
      const end = run.end(list);
      for (let at = run.start(list); at < end; at++) {
        const item = renamed[run.items[at] as number] as number;
        if (item === gone) continue;
        if (item < before) ascends = false;
        before = item;
        pairs[count++] = item * 65_536 + (run.weights[at] as number);
      }
    }
    if (!ascends) pairs.subarray(0, count).sort();
    for (let at = 0; at < count; at++) {
      const pair = pairs[at] as number;
      items[to] = Math.floor(pair / 65_536);
      weights[to++] = pair % 65_536;
    }
    starts[index + 1] = to;
  }
  return { starts, items: items.slice(0, to), weights: weights.slice(0, to) };
}

/** The lists of a pool without weights as they are, one after another. */
export function packPool(pool: PostingPool): PoolParts {
  const starts = new Uint32Array(pool.lists + 1);
  for (let list = 0; list < pool.lists; list++) starts[list + 1] = (starts[list] ?? 0) + pool.count(list);
  const items = new Uint32Array(starts[pool.lists] ?? 0);
  let to = 0;
  for (let list = 0; list < pool.lists; list++) {
    for (const run of pool.runs) {
      const part = run.items.subarray(run.start(list), run.end(list));
      items.set(part, to);
      to += part.length;
    }
  }
  return { starts, items, weights: new Uint16Array(0) };
}
