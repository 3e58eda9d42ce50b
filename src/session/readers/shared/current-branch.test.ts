import { expect, test } from "vitest";
import { currentBranch, type TreeNode } from "./current-branch.ts";

const node = (parent: string | undefined, at: number): TreeNode => ({ parent, at });
const tree = new Map([
  ["ask", node(undefined, 1)],
  ["first answer", node("ask", 2)],
  ["second answer", node("ask", 9)],
  ["thanks", node("first answer", 3)],
]);

test("follows the leaf that the source names", () => {
  expect(currentBranch(tree, "thanks")).toEqual(["ask", "first answer", "thanks"]);
});

test.each([[undefined], [null], ["gone"], [7]])("without a leaf (%j) the newest branch is the current one", (leaf) => {
  expect(currentBranch(tree, leaf)).toEqual(["ask", "second answer"]);
});

test("a tree of nothing but a cycle, and none at all, have no branch", () => {
  expect(currentBranch(new Map([["a", node("a", 1)]]), undefined)).toEqual([]);
  expect(currentBranch(new Map(), "a")).toEqual([]);
});
