import { describe, expect, it } from "vitest";
import type { SearchDocument } from "../search/index.ts";
import type { TriggerCase } from "./triggers.ts";
import { tuneTriggers } from "./tune-triggers.ts";

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

const others = [
  document("sourdough", "Keeps a sourdough starter alive: flour, water, feeding times"),
  document("knots", "Chooses and ties knots for ropes on a boat"),
  document("hulls", "Paints the hull of a boat and repairs leaks"),
];
const tides = document("tide-tables", "Reads almanacs of the sea");
const prompt = (id: string, text: string, expected: string[]): TriggerCase => ({
  id,
  prompt: text,
  shouldActivate: expected.length > 0,
  expected,
  acceptable: [],
});

const cases = [
  ...["high water at Brest", "high water and low water today", "low water at Cuxhaven", "high water or low water"].map(
    (text, at) => prompt(`tide-${at}`, text, ["tide-tables"]),
  ),
  ...["tie a bowline", "paint my boat", "feed the starter", "book a train", "write a poem", "repair the leak"].map(
    (text, at) => prompt(`other-${at}`, text, []),
  ),
];

describe("tune triggers", () => {
  it("makes a skill fire on held-out prompts that it missed, and never worse on any of them", async () => {
    const report = await tuneTriggers({ documents: [tides, ...others], target: "tide-tables", cases, minScore: 0.1 });
    expect(report.changed).toBe(true);
    expect(report.heldOut.after.fired).toBeGreaterThan(report.heldOut.before.fired);
    expect(report.heldOut.after.alarms).toBeLessThanOrEqual(report.heldOut.before.alarms);
    expect(report.changes.length).toBeGreaterThan(0);
    expect(report.description.startsWith(tides.description)).toBe(true);
  });

  it("proposes nothing where the skill already does what it should", async () => {
    const fine = { ...tides, triggers: cases.slice(0, 4).map((one) => one.prompt) };
    const report = await tuneTriggers({ documents: [fine, ...others], target: "tide-tables", cases, minScore: 0.05 });
    expect(report.heldOut.after).toEqual(report.heldOut.before);
    expect(report.heldOut.after.f1).toBe(1);
    expect(report).toMatchObject({
      changed: false,
      description: fine.description,
      triggers: fine.triggers,
      changes: [],
    });
  });

  it("gives up wrong prompts by taking the sentence out that draws them", async () => {
    const wide = {
      ...tides,
      description: "Says when high water and low water come. Also paints, repairs, feeds and books.",
    };
    const alarms = ["paints and repairs", "feeds and books", "repairs and books", "paints and feeds"].map((text, at) =>
      prompt(`alarm-${at}`, text, []),
    );
    const report = await tuneTriggers({
      documents: [wide, ...others],
      target: "tide-tables",
      cases: [...cases.slice(0, 4), ...alarms],
      minScore: 0.15,
    });
    expect(report.heldOut.before.alarms).toBeGreaterThan(0);
    expect(report.heldOut.after.alarms).toBe(0);
    expect(report.description).not.toContain("paints");
  });

  it("asks for enough cases to split", async () => {
    const few = tuneTriggers({ documents: [tides, ...others], target: "tide-tables", cases: cases.slice(0, 2) });
    await expect(few).rejects.toMatchObject({ code: "TOO_FEW_CASES" });
    const unknown = tuneTriggers({ documents: others, target: "tide-tables", cases });
    await expect(unknown).rejects.toMatchObject({ code: "SKILL_NOT_FOUND" });
  });
});
