import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contradicts, opposes } from "./contradiction.ts";

describe("rules of two sessions", () => {
  it.each([
    ["Always indent test files with tabs.", "Never indent test files with tabs."],
    ["Use npm, not yarn.", "Use yarn, not npm."],
    ["Commit generated files.", "Do not commit generated files."],
    ["提交信息要用英文写。", "提交信息不要用英文写。"],
    ["Keep the commit subject under 60 characters.", "Always keep the commit subject under 50 characters."],
    ["Indent YAML with 2 spaces.", "Indent YAML with 4 spaces."],
    ["标题不超过20字。", "标题不超过30字。"],
  ])("are opposites: %s / %s", (there, wanted) => {
    expect(opposes(there, wanted)).toBe(true);
    expect(opposes(wanted, there)).toBe(true);
  });

  it.each([
    ["Run the tests before pushing.", "Do not push before the tests pass."],
    ["Use npm, not yarn.", "Use npm instead of yarn."],
    ["Indent test files with tabs.", "Indent test files with two spaces."],
    ["Never commit to main.", "Never commit to main without a review."],
    ["Indent YAML with 2 spaces.", "Indent Python with 4 spaces."],
    ["Keep the subject under 60 characters.", "Keep the body under 72 characters."],
    ["Test with Node 20.", "Test with Node 22."],
    ["Never write more than 80 characters a line.", "Write more than 60 characters a line."],
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
