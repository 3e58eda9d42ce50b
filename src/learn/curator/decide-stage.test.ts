import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideStage } from "./decide-stage.ts";
import { CURATOR_DEFAULTS, type CuratedSkill, NO_ACTIVITY, type StageDecision } from "./model.ts";

const START = Date.parse("2026-01-01T00:00:00.000Z");
const day = (number: number): Date => new Date(START + number * 86_400_000);
const iso = (number: number): string => day(number).toISOString();

function skill(patch: Partial<CuratedSkill> = {}): CuratedSkill {
  return {
    id: "skill_1",
    scope: "project",
    slug: "release",
    ownership: "ours",
    hash: "h",
    text: "",
    otherFiles: 0,
    createdAt: iso(0),
    updatedAt: iso(0),
    lifecycle: { skillId: "skill_1", stage: "active", pinned: false, seenAt: iso(0), changedAt: iso(0) },
    activity: NO_ACTIVITY,
    ...patch,
  };
}

const lifecycle = (patch: Partial<NonNullable<CuratedSkill["lifecycle"]>> = {}) => ({
  skillId: "skill_1",
  stage: "active" as const,
  pinned: false,
  seenAt: iso(0),
  changedAt: iso(0),
  ...patch,
});

const decide = (subject: CuratedSkill, on: number): StageDecision => decideStage(subject, CURATOR_DEFAULTS, day(on));
const kindOf = (decision: StageDecision): string =>
  decision.kind === "move" ? decision.to : decision.kind === "keep" ? decision.why : decision.kind;

describe("the life of a skill", () => {
  it("is stale after 30 days and goes to the archive after 90, stale in between", () => {
    expect(kindOf(decide(skill(), 29.9))).toBe("in_use");
    expect(kindOf(decide(skill(), 30))).toBe("stale");
    const stale = skill({ lifecycle: lifecycle({ stage: "stale", changedAt: iso(30) }) });
    expect(kindOf(decide(stale, 89.9))).toBe("stale");
    expect(kindOf(decide(stale, 90))).toBe("archive");
  });

  it("only starts the clock of what it sees for the first time, however old that is", () => {
    const { lifecycle: _never, ...old } = skill({ createdAt: iso(-900), updatedAt: iso(-900) });
    expect(decide(old, 0)).toMatchObject({ kind: "seed", again: false });
  });

  it("leaves pinned skills and those of a person alone, for ever", () => {
    expect(kindOf(decide(skill({ lifecycle: lifecycle({ pinned: true }) }), 9_000))).toBe("pinned");
    for (const ownership of ["user", "marked_elsewhere", "foreign_link", "unreadable", "missing"] as const) {
      expect(kindOf(decide(skill({ ownership }), 9_000)), ownership).toBe("not_ours");
    }
  });

  it("counts use and edits as life, being found as none", () => {
    const used = { ...NO_ACTIVITY, used: 1, lastUsedAt: iso(100) };
    expect(kindOf(decide(skill({ activity: used }), 110))).toBe("in_use");
    expect(kindOf(decide(skill({ updatedAt: iso(100) }), 110))).toBe("in_use");
    expect(kindOf(decide(skill({ ownership: "ours_edited" }), 110))).toBe("record_edit");
    expect(kindOf(decide(skill({ activity: { ...NO_ACTIVITY, retrieved: 3 } }), 110))).toBe("stale");
  });

  it("takes a stale skill back as soon as it is used", () => {
    const activity = { ...NO_ACTIVITY, injected: 1, lastUsedAt: iso(88) };
    const stale = skill({ lifecycle: lifecycle({ stage: "stale", changedAt: iso(30) }), activity });
    expect(decide(stale, 90)).toMatchObject({ kind: "move", to: "active" });
  });

  it("is stale when it was found 40 times and never used, after a week, and archived 30 days later", () => {
    const activity = { ...NO_ACTIVITY, retrieved: 40 };
    expect(kindOf(decide(skill({ activity }), 6))).toBe("in_use");
    expect(decide(skill({ activity }), 8)).toMatchObject({ to: "stale", reason: "found 40 times and never used" });
    const stale = lifecycle({ stage: "stale", changedAt: iso(8) });
    expect(kindOf(decide(skill({ activity, lifecycle: stale }), 37))).toBe("stale");
    expect(kindOf(decide(skill({ activity, lifecycle: stale }), 38))).toBe("archive");
    for (const use of [{ injected: 1 }, { used: 1 }, { retrieved: 39 }]) {
      expect(kindOf(decide(skill({ activity: { ...activity, ...use } }), 8)), JSON.stringify(use)).toBe("in_use");
    }
    const never = { ...CURATOR_DEFAULTS, foundWithoutUse: 0 };
    expect(kindOf(decideStage(skill({ activity }), never, day(8)))).toBe("in_use");
  });
});

describe("a clock that is wrong", () => {
  it("archives nothing when it jumps ten years ahead, in one run or in a hundred", () => {
    let subject = skill();
    for (let run = 0; run < 100; run++) {
      const decision = decide(subject, 3_650 + run / 100);
      expect(decision.kind).not.toBe("archive");
      if (decision.kind === "move") {
        subject = skill({ lifecycle: lifecycle({ stage: decision.to, changedAt: iso(3_650 + run / 100) }) });
      }
    }
  });

  it("starts anew when the clock comes back from ahead", () => {
    const ahead = skill({ lifecycle: lifecycle({ stage: "stale", changedAt: iso(3_650) }) });
    expect(decide(ahead, 1)).toMatchObject({ kind: "seed", again: true });
    const seen = skill({ lifecycle: lifecycle({ seenAt: iso(3_650) }) });
    expect(decide(seen, 1)).toMatchObject({ kind: "seed", again: true });
  });

  it("believes no use that lies ahead, and no time that is none", () => {
    const activity = { ...NO_ACTIVITY, used: 1, lastUsedAt: iso(4_000) };
    expect(kindOf(decide(skill({ activity }), 40))).toBe("stale");
    expect(decide(skill({ lifecycle: lifecycle({ seenAt: "soon" }) }), 40)).toMatchObject({
      kind: "seed",
      again: true,
    });
    expect(kindOf(decide(skill({ updatedAt: "??" }), 10))).toBe("in_use");
  });
});

it("never archives what is not stale, pinned, fresh or not ours, whatever its times and counts", () => {
  const when = fc.integer({ min: -2_000, max: 2_000 }).map(iso);
  const anything = fc.record({
    ownership: fc.constantFrom("ours", "ours_edited", "user", "marked_elsewhere" as const),
    updatedAt: when,
    lifecycle: fc.record({
      skillId: fc.constant("skill_1"),
      stage: fc.constantFrom("active", "stale", "archived" as const),
      pinned: fc.boolean(),
      seenAt: fc.oneof(when, fc.string()),
      changedAt: fc.oneof(when, fc.string()),
    }),
    activity: fc.record({
      retrieved: fc.nat(80),
      injected: fc.nat(2),
      used: fc.nat(2),
      succeeded: fc.constant(0),
      failed: fc.constant(0),
      lastUsedAt: when,
    }),
  });
  fc.assert(
    fc.property(anything, fc.integer({ min: 0, max: 1_000 }), (patch, on) => {
      const subject = skill(patch as Partial<CuratedSkill>);
      const decision = decide(subject, on);
      if (decision.kind !== "archive") return;
      expect(subject.lifecycle).toMatchObject({ stage: "stale", pinned: false });
      expect(subject.ownership).toBe("ours");
      const fresh = Date.parse(subject.updatedAt ?? "");
      expect(fresh <= day(on).getTime() && fresh > day(on - 7).getTime()).toBe(false);
    }),
    { numRuns: 3_000 },
  );
});
