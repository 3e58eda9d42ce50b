/**
 * Sessions kept as a tree: every record names its parent, and going back in the conversation starts a new branch. What
 * was really said in the end is the path from the current leaf to its root.
 */

/**
 * Ids on the path from `leaf` up to a root, in conversation order. A parent that is not in the tree ends the path (the
 * file was cut at its head), and so does a cycle.
 */
export function pathToLeaf(parentOf: ReadonlyMap<string, string | undefined>, leaf: string): string[] {
  const path: string[] = [];
  const seen = new Set<string>();
  let id: string | undefined = leaf;
  while (id !== undefined && parentOf.has(id) && !seen.has(id)) {
    seen.add(id);
    path.push(id);
    id = parentOf.get(id);
  }
  return path.reverse();
}
