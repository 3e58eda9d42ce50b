import { describe, expect, it } from "vitest";
import type { SearchDocument } from "../search/index.ts";
import { evaluateTriggers, type TriggerCase } from "./triggers.ts";

const document = (name: string, description: string): SearchDocument => ({
  id: name,
  name,
  description,
  triggers: [],
  tags: [],
  body: "",
  scope: "test",
  state: "active",
  hash: name,
});

const documents = [
  document("tide-tables", "Reads tide tables and says when high water comes to a harbour"),
  document("sourdough", "Keeps a sourdough starter alive: flour, water, feeding times"),
  document("knots", "Chooses and ties knots for ropes on a boat"),
];
const labelled = (id: string, prompt: string, expected: string[], category?: string): TriggerCase => ({
  id,
  prompt,
  shouldActivate: expected.length > 0,
  expected,
  acceptable: [],
  ...(category === undefined ? {} : { category }),
});

describe("eval triggers", () => {
  it("counts a right skill, a wrong one, a silent one and a false alarm each as what it is", async () => {
    const report = await evaluateTriggers({
      documents,
      minScore: 0.1,
      cases: [
        labelled("right", "tide tables of the harbour", ["tide-tables"]),
        labelled("wrong", "knots for ropes", ["sourdough"], "confusion:bread"),
        labelled("silent", "quarterly taxes", ["knots"]),
        labelled("alarm", "sourdough starter", []),
        labelled("quiet", "kubernetes manifests", []),
      ],
    });
    expect(report).toMatchObject({
      cases: 5,
      positives: 3,
      negatives: 2,
      tpr: 0.3333,
      fpr: 0.5,
      precision: 0.3333,
      f1: 0.3333,
      accuracy: 0.4,
      byGroup: { positive: { cases: 2, tpr: 0.5 }, confusion: { cases: 1, tpr: 0 }, negative: { cases: 2, fpr: 0.5 } },
      confusions: [{ expected: "sourdough", fired: "knots", cases: ["wrong"] }],
    });
    expect(report.misses.map((miss) => [miss.id, miss.kind])).toEqual([
      ["wrong", "wrong_skill"],
      ["silent", "silent"],
      ["alarm", "false_alarm"],
    ]);
    expect(report.misses[2]?.why).toContain("“sourdough”");
  });

  it("accepts what is as good, and a skill named by its folder", async () => {
    const report = await evaluateTriggers({
      documents: [{ ...document("Tide Tables", "Says when high water comes"), id: "sea/tide-tables/SKILL.md" }],
      minScore: 0.1,
      cases: [{ ...labelled("1", "when is high water", ["harbour"]), acceptable: ["tide-tables"] }],
    });
    expect(report.tpr).toBe(1);
  });

  it("fires less and alarms less as the least score grows", async () => {
    const { sweep } = await evaluateTriggers({
      documents,
      cases: [
        labelled("1", "when does the tide come to this harbour", ["tide-tables"]),
        labelled("2", "boat race results", []),
      ],
    });
    for (const [at, point] of sweep.entries()) {
      expect(point.tpr).toBeLessThanOrEqual(sweep[at - 1]?.tpr ?? 1);
      expect(point.fpr).toBeLessThanOrEqual(sweep[at - 1]?.fpr ?? 1);
    }
  });
});
