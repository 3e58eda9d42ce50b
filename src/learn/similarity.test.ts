import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSimilarity, sameMeaning, terms } from "./similarity.ts";

describe("content words", () => {
  test("come in order, stemmed, in any script", () => {
    expect(terms("Running the tests, always")).toEqual(["run", "test"]);
    expect(terms("提交信息用中文")).toEqual(["提交", "交信", "信息", "息用", "用中", "中文"]);
    expect(terms("Всегда пиши тесты")).toEqual(["всегда", "пиши", "тесты"]);
  });
});

describe("similarity", () => {
  const similarity = createSimilarity(["run the tests with pytest", "deploy with helm", "run the linter"]);

  test("is 1 for the same content and 0 for nothing shared", () => {
    expect(similarity("Run the tests with pytest", "run tests with PyTest")).toBeCloseTo(1);
    expect(similarity("deploy", "linter")).toBe(0);
  });

  test("is symmetric and bounded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (left, right) => {
        const score = similarity(left, right);
        return score >= 0 && score <= 1 && Math.abs(score - similarity(right, left)) < 1e-9;
      }),
    );
  });
});

describe("rules that say the same", () => {
  test.each([
    ["Always use pnpm, never npm.", "Use pnpm, not npm"],
    ["Use pnpm instead of npm", "Always use pnpm rather than npm."],
    ["Write commit messages in the imperative.", "Commit messages: please write in the imperative"],
    ["提交信息一律用中文写。", "提交信息一律用中文写"],
    ["Push: `git push -u origin <branch>`", "Push the branch: `git push -u origin <branch>`"],
    [
      "If `mix test` fails with `no table a`, run `mix ecto.migrate`, and try again.",
      "If `mix test` fails with `no table b`, run `mix ecto.migrate`, and try again.",
    ],
  ])("%s = %s", (left, right) => {
    expect(sameMeaning(left, right)).toBe(true);
  });

  test.each([
    ["Use pnpm, not npm.", "Use npm, not pnpm."],
    ["Always run the linter before committing.", "Never run the linter before committing."],
    ["Write tests for every bug.", "Write docs for every feature."],
    ["不要用中文写注释", "用中文写注释"],
    ["Run the tests: `npm test`", "Run the tests: `npm run test:e2e`"],
    ["Use tabs.", "Run the tests: `npm test`"],
    [
      "Keep the subject line of each commit message under 60 characters in all branches.",
      "Keep the subject line of each commit message under 50 characters in all branches.",
    ],
  ])("%s ≠ %s", (left, right) => {
    expect(sameMeaning(left, right)).toBe(false);
  });
});
