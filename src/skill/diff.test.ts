import { expect, it } from "vitest";
import { diffSkills } from "./diff.ts";

it("shows what changed between two texts, the same way each time, and nothing for equal ones", () => {
  expect(diffSkills("a\nb\n", "a\nc\n")).toBe("--- a/SKILL.md\n+++ b/SKILL.md\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n");
  expect(diffSkills("a\n", "a\n")).toBe("");
});
