import { describe, expect, it } from "vitest";
import { replaceOnce } from "./edit.ts";

const codeOf = (text: string, old: string, next: string): string => {
  try {
    replaceOnce(text, old, next, "skill");
    return "none";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("replaceOnce", () => {
  it("replaces the only occurrence, as it is, also where the new text holds signs of a pattern", () => {
    expect(replaceOnce("a $1 b", "$1", "$& $$", "skill")).toBe("a $& $$ b");
  });
  it("keeps the file's line ends", () => {
    expect(replaceOnce("a\r\nb\r\nc", "a\nb", "x\ny", "skill")).toBe("x\r\ny\r\nc");
  });
  it.each([
    ["abc", "", "x", "EMPTY_OLD_STRING"],
    ["abc", "b", "b", "NOTHING_CHANGES"],
    ["abc", "d", "x", "NO_MATCH"],
    ["abab", "ab", "x", "NOT_UNIQUE"],
    ["aaa", "aa", "x", "NOT_UNIQUE"],
  ])("%j: %j by %j is refused as %s", (text, old, next, code) => expect(codeOf(text, old, next)).toBe(code));
});
