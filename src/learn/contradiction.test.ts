import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contradicts, opposes } from "./contradiction.ts";

describe("rules of two sessions", () => {
  it.each([
    ["Always indent test files with tabs.", "Never indent test files with tabs."],
    ["Use npm, not yarn.", "Use yarn, not npm."],
    ["Commit generated files.", "Do not commit generated files."],
    ["提交信息要用英文写。", "提交信息不要用英文写。"],
  ])("are opposites: %s / %s", (there, wanted) => {
    expect(opposes(there, wanted)).toBe(true);
    expect(opposes(wanted, there)).toBe(true);
  });

  it.each([
    ["Run the tests before pushing.", "Do not push before the tests pass."],
    ["Use npm, not yarn.", "Use npm instead of yarn."],
    ["Indent test files with tabs.", "Indent test files with two spaces."],
    ["Never commit to main.", "Never commit to main without a review."],
    ["Keep functions short.", "Do not repeat names."],
  ])("are no opposites: %s / %s", (there, wanted) => {
    expect(opposes(there, wanted)).toBe(false);
  });

  it("are never the opposite of themselves, and opposites are contradictions", () => {
    const word = fc.constantFrom("never", "always", "use", "tabs", "spaces", "not", "commit", "main", "files", "the");
    const sentence = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(sentence, sentence, (left, right) => {
        expect(opposes(left, left)).toBe(false);
        if (opposes(left, right)) expect(contradicts(left, right)).toBe(true);
        expect(opposes(left, right)).toBe(opposes(right, left));
      }),
    );
  });
});
