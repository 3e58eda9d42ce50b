import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { evaluateMerge, mergeFigures, readMergePairs, withBodies } from "./merge.ts";

const SHARED = fileURLToPath(new URL("../../../shared/bench/skillbank-merge-pairs.jsonl", import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-merge-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function file(...lines: unknown[]): string {
  const path = join(folder, "pairs.jsonl");
  writeFileSync(path, lines.map((line) => (typeof line === "string" ? line : JSON.stringify(line))).join("\n"));
  return path;
}

const notes = { name: "Release notes writer", description: "Writes release notes from merged pull requests." };
const changelog = {
  name: "Release notes generator",
  description: "Generates release notes from the merged pull requests.",
};
const sourdough = {
  name: "Sourdough baking guide",
  description: "Explains how to bake sourdough bread in a cast iron pot.",
};

describe("measuring the judge", () => {
  it("counts precision, recall and F1 of `same`; overlap and distinct are not the same", () => {
    const outcome = (label: "same" | "overlap" | "distinct", same: boolean) => ({ label, same });
    const figures = mergeFigures([
      outcome("same", true),
      outcome("same", true),
      outcome("same", false),
      outcome("overlap", true),
      outcome("distinct", false),
    ]);
    expect(figures).toEqual({
      pairs: 5,
      precision: 0.667,
      recall: 0.667,
      f1: 0.667,
      confusion: { truePositives: 2, falsePositives: 1, falseNegatives: 1, trueNegatives: 1 },
    });
    expect(mergeFigures([])).toMatchObject({ precision: 0, recall: 0, f1: 0 });
  });

  it("tells each mistake with the verdict's reasons", async () => {
    const pairs = await readMergePairs(
      file(
        { id: 1, label: "same", a: notes, b: changelog },
        { id: 2, label: "distinct", a: notes, b: sourdough },
        { id: 3, label: "same", a: changelog, b: sourdough },
      ),
    );
    const report = evaluateMerge(pairs);
    expect(report.confusion).toEqual({ truePositives: 1, falsePositives: 0, falseNegatives: 1, trueNegatives: 1 });
    expect(report.mistakes.map(({ id }) => id)).toEqual(["3"]);
    expect(report.mistakes[0]?.verdict.axes.map(({ axis }) => axis)).toEqual([
      "job",
      "deliverable",
      "constraints",
      "tools",
    ]);
    expect(report.halves[0].pairs + report.halves[1].pairs).toBe(3);
  });

  it("takes bodies and triggers from the skills at the pairs' paths", async () => {
    const pairs = await readMergePairs(
      file({ id: 1, label: "same", a: { ...notes, path: "a/SKILL.md" }, b: { ...changelog, path: "gone/SKILL.md" } }),
    );
    const skill = { id: "a/SKILL.md", name: "x", description: "y", triggers: ["release"], tags: [], body: "- Rule." };
    const [pair] = withBodies(pairs, [{ ...skill, scope: "s", state: "active", hash: "h" }]);
    expect(pair?.a).toMatchObject({ ...notes, body: "- Rule.", triggers: ["release"] });
    expect(pair?.b).not.toHaveProperty("body");
  });

  it("refuses a line that does not fit, with its number", async () => {
    const good = { id: 1, label: "same", a: notes, b: changelog };
    for (const bad of [
      "{",
      { ...good, label: "alike" },
      { ...good, b: { name: "x" } },
      { label: "same", a: notes, b: notes },
    ]) {
      await expect(readMergePairs(file(good, bad))).rejects.toMatchObject({
        code: "DATA_INVALID",
        message: expect.stringContaining("line 2"),
      });
    }
  });

  it.skipIf(!existsSync(SHARED))(
    "reaches precision 0.85 and recall 0.75 on the labelled pairs of the skill bank, in both halves",
    async () => {
      const report = evaluateMerge(await readMergePairs(SHARED));
      for (const figures of [report, ...report.halves]) {
        expect(figures.precision).toBeGreaterThanOrEqual(0.85);
        expect(figures.recall).toBeGreaterThanOrEqual(0.75);
      }
    },
  );
});
