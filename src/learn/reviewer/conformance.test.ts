/** docs/conformance.md says nothing that is not so: every test that it names exists, and no number is left out. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = new URL("../../../", import.meta.url);
const read = (path: string) => readFileSync(fileURLToPath(new URL(path, root)), "utf8");

interface Row {
  numbers: string[];
  test: string;
}

const rows: Row[] = read("docs/conformance.md")
  .split("\n")
  .flatMap((line) => {
    const cells = /^\| ([DQH]\d+(?:–[DQH]\d+)?) \| .+? \| (.+) \|$/.exec(line);
    return cells === null ? [] : [{ numbers: numbersOf(cells[1] ?? ""), test: cells[2] ?? "" }];
  });

function numbersOf(range: string): string[] {
  const [first = "", last = first] = range.split("–");
  const [letter, from, to] = [first[0], Number(first.slice(1)), Number(last.slice(1))];
  return Array.from({ length: to - from + 1 }, (_, index) => `${letter}${from + index}`);
}

/** The groups that apply, as the page says. */
const GROUPS = ["D1–D20", "Q1–Q88", "Q126–Q132", "Q148–Q154", "Q187–Q217", "H1–H47", "H90–H107"];

describe("the conformance page", () => {
  it("has a row for every number of its groups, and one only", () => {
    const listed = rows.flatMap(({ numbers }) => numbers);
    expect([...listed].sort()).toEqual(GROUPS.flatMap(numbersOf).sort());
  });

  it.each(rows.map(({ numbers, test }) => [numbers.join(" "), test]))(
    "%s names tests that are there, or says why not",
    (_number, test) => {
      const named = [...test.matchAll(/`(src\/[^`]+\.test\.ts)` “([^”]+)”/g)];
      if (named.length === 0) expect(test).toMatch(/^does not apply: .{15,}/);
      for (const [, file = "", name = ""] of named) {
        const quoted = ['"', "'", "`"].map((quote) => `${quote}${name}${quote}`);
        const source = read(file);
        expect(
          quoted.some((literal) => source.includes(literal)),
          `${file} has no test “${name}”`,
        ).toBe(true);
      }
    },
  );
});
