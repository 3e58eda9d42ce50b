/** The best k of many scores without sorting them all: a min-heap in two small arrays. */

/**
 * Slots among the first `count` of `touched` with the highest scores, the lowest first and the others in no order. Ties at the edge go to the lower id, so
 * that the choice does not depend on slots. `allowed` is asked only of slots that would enter.
 */
export function keepBest(
  k: number,
  scores: Float32Array,
  touched: Uint32Array,
  count: number,
  allowed: (slot: number) => boolean,
  idOf: (slot: number) => string,
): number[] {
  const heap: number[] = [];
  const worse = (a: number, b: number) => {
    const scoreA = scores[a] as number;
    const scoreB = scores[b] as number;
    return scoreA < scoreB || (scoreA === scoreB && idOf(a) > idOf(b));
  };
  let floor = 0;
  for (let at = 0; at < count; at++) {
    const slot = touched[at] as number;
    if ((scores[slot] as number) < floor || !allowed(slot)) continue;
    if (heap.length < k) {
      heap.push(slot);
      for (let child = heap.length - 1; child > 0; ) {
        const parent = (child - 1) >> 1;
        if (!worse(heap[child] as number, heap[parent] as number)) break;
        swap(heap, child, parent);
        child = parent;
      }
    } else if (worse(heap[0] as number, slot)) {
      heap[0] = slot;
      for (let parent = 0; ; ) {
        const left = 2 * parent + 1;
        if (left >= k) break;
        const least = left + 1 < k && worse(heap[left + 1] as number, heap[left] as number) ? left + 1 : left;
        if (!worse(heap[least] as number, heap[parent] as number)) break;
        swap(heap, parent, least);
        parent = least;
      }
    }
    if (heap.length === k) floor = scores[heap[0] as number] as number;
  }
  return heap;
}

function swap(heap: number[], a: number, b: number): void {
  const kept = heap[a] as number;
  heap[a] = heap[b] as number;
  heap[b] = kept;
}
