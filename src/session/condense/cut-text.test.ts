import { describe, expect, it } from "vitest";
import { PARTS_PER_TOKEN } from "../../base/index.ts";
import { cutText } from "./cut-text.ts";
import { quote } from "./quote.ts";

const marker = (characters: number) => `[T1.1 goes on: ${characters} characters are cut here]`;
const numbered = (count: number) => Array.from({ length: count }, (_, index) => `line ${index}`);
const cut = (lines: string[], tokens: number, focus?: number) =>
  cutText(quote(lines.join("\n")), {
    room: tokens * PARTS_PER_TOKEN,
    marker,
    head: 0.5,
    ...(focus === undefined ? {} : { focus }),
  }).lines;

describe("a text that is cut", () => {
  it("keeps its beginning and its end, and says between them what is missing", () => {
    const lines = cut(numbered(100), 60);
    expect(lines[0]).toBe("| line 0");
    expect(lines.at(-1)).toBe("| line 99");
    expect(lines.filter((line) => line.startsWith("["))).toHaveLength(1);
  });

  it("keeps the line that matters and those after it, also from the middle", () => {
    const lines = cut(numbered(100), 120, 50);
    expect(lines).toEqual(expect.arrayContaining(["| line 0", "| line 50", "| line 51", "| line 99"]));
    expect(lines.filter((line) => line.startsWith("["))).toHaveLength(2);
  });

  it("keeps nothing but the line that matters where there is little room", () => {
    const lines = cut(numbered(100), 40, 50);
    expect(lines.slice(0, 2)).toEqual([expect.stringMatching(/^\[T1\.1 goes on: \d+/), "| line 50"]);
  });

  it("goes on with a long line by its marks, and cuts inside it where it must", () => {
    const [first, second, ...rest] = cut(["word ".repeat(1_000)], 200);
    expect(first).toMatch(/^\| word/);
    expect([second, ...rest].filter((line) => !line?.startsWith("["))).toEqual([expect.stringMatching(/^\|\+/)]);
  });

  it("is empty where not even the note on what is missing has room", () => {
    expect(cut(numbered(100), 5)).toEqual([]);
  });
});
