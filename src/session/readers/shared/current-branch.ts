/** The branch of a conversation kept as a tree that was shown last, where the source may fail to say which it is. */
import { pathToLeaf } from "./path-to-leaf.ts";

export interface TreeNode {
  parent: string | undefined;
  /** When it was written, in any unit that sorts; 0 where the source does not say. */
  at: number | string;
}

/**
 * Ids on the current branch, in conversation order: up from `leaf`, or where that names nothing in the tree from the
 * newest node without children (the later one of two).
 */
export function currentBranch(nodes: ReadonlyMap<string, TreeNode>, leaf: unknown): string[] {
  const parentOf = new Map([...nodes].map(([id, { parent }]) => [id, parent]));
  if (typeof leaf === "string" && nodes.has(leaf)) return pathToLeaf(parentOf, leaf);
  const parents = new Set(parentOf.values());
  let newest: { id: string; at: number | string } | undefined;
  for (const [id, { at }] of nodes) {
    if (!parents.has(id) && (newest === undefined || at >= newest.at)) newest = { id, at };
  }
  return newest === undefined ? [] : pathToLeaf(parentOf, newest.id);
}
