import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { findStatements } from "./find-statements.ts";

interface LabelledCase {
  lang: string;
  context?: "action" | "words";
  firstTurn?: true;
  text: string;
  expect: null | { mustContain: string[] };
}

it("finds at least 95 % of the labelled statements, and at least 95 % of what it finds is one", () => {
  const file = new URL("../../../../bench/data/statements.jsonl", import.meta.url);
  const cases = readFileSync(file, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LabelledCase);
  let found = 0;
  let alarms = 0;
  for (const one of cases) {
    const preceding = one.context === "action" ? "actions" : (one.context ?? "nothing");
    const statements = findStatements(one.text, { firstTurn: one.firstTurn === true, preceding });
    if (one.expect === null) alarms += statements.length > 0 ? 1 : 0;
    else if (statements.some((statement) => one.expect?.mustContain.every((word) => statement.text.includes(word))))
      found += 1;
  }
  const positives = cases.filter((one) => one.expect !== null).length;
  expect(cases.length).toBeGreaterThanOrEqual(120);
  expect(cases.filter((one) => one.lang !== "en").length * 2).toBeGreaterThanOrEqual(cases.length);
  expect(found / positives).toBeGreaterThanOrEqual(0.95);
  expect(found / (found + alarms)).toBeGreaterThanOrEqual(0.95);
});
