import { expect, test } from "vitest";
import { pathToLeaf } from "./path-to-leaf.ts";

const tree = new Map([
  ["a", undefined],
  ["b", "a"],
  ["left", "b"],
  ["c", "a"],
  ["d", "c"],
]);

test("gives the leaf's own line of ancestors and no other branch", () => {
  expect(pathToLeaf(tree, "d")).toEqual(["a", "c", "d"]);
});

test("ends at a parent that is missing and in a cycle", () => {
  expect(pathToLeaf(new Map([["x", "gone"]]), "x")).toEqual(["x"]);
  expect(
    pathToLeaf(
      new Map([
        ["x", "y"],
        ["y", "x"],
      ]),
      "x",
    ),
  ).toEqual(["y", "x"]);
});
