import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type CallSketch, factsOf } from "./facts.test-helper.ts";
import { evaluateGate, gateCursor } from "./gate.ts";

const calls = (count: number): CallSketch[] => Array.from({ length: count }, () => ({ command: "ls" }));
const correction = { kind: "correction" as const, text: "No, use pnpm.", confidence: 0.8 };
const remember = { kind: "remember" as const, text: "Remember to run the linter.", confidence: 0.9 };

describe("the gate", () => {
  test("learns from 20 calls on, and not from 19 without a signal", () => {
    expect(evaluateGate(factsOf({ calls: calls(20) }))).toMatchObject({ decision: "learn", reason: "tool_calls" });
    expect(evaluateGate(factsOf({ calls: calls(19) }))).toMatchObject({ decision: "skip", reason: "below_threshold" });
  });

  test("learns from a correction once five calls were made", () => {
    expect(evaluateGate(factsOf({ calls: calls(4), statements: [correction] }))).toMatchObject({
      decision: "skip",
      reason: "below_threshold",
    });
    expect(evaluateGate(factsOf({ calls: calls(5), statements: [correction] }))).toMatchObject({
      decision: "learn",
      reason: "experience_signal",
      signals: { corrections: 1 },
    });
  });

  test("learns from a failure that was overcome once five calls were made", () => {
    const facts = factsOf({
      calls: [{ command: "npm test", error: "boom" }, ...calls(3), { command: "npm test" }],
      recoveries: [{ failed: 0, succeeded: 4 }],
    });
    expect(evaluateGate(facts)).toMatchObject({ decision: "learn", reason: "experience_signal" });
  });

  test("never loses what a person asked to remember, however short the session", () => {
    expect(evaluateGate(factsOf({ statements: [remember] }))).toMatchObject({
      decision: "learn",
      reason: "stated_by_person",
    });
    const doubtful = { ...remember, confidence: 0.4 };
    expect(evaluateGate(factsOf({ statements: [doubtful] }))).toMatchObject({ decision: "skip" });
  });

  test("does not count calls that a person refused", () => {
    const refused = calls(20).map((call) => ({ ...call, status: "cancelled" as const }));
    expect(evaluateGate(factsOf({ calls: refused }))).toMatchObject({ counters: { toolCalls: 0 }, decision: "skip" });
  });

  test("says each reason to skip, the person's own setting first", () => {
    const facts = factsOf({
      calls: calls(30),
      skillWrites: [{ path: ".claude/skills/a/SKILL.md", toolCall: 0, how: "tool" }],
    });
    const reason = (options: Parameters<typeof evaluateGate>[1]) => evaluateGate(facts, options).reason;
    expect(reason({ enabled: false, alreadyRunning: true })).toBe("disabled");
    expect(reason({ modelRequired: true })).toBe("no_model");
    expect(reason({ alreadyRunning: true })).toBe("already_running");
    expect(reason({ modelRequired: true, modelAvailable: true })).toBe("skills_modified_in_session");
  });

  test("a session read before is nothing new until it grows", () => {
    const before = factsOf({ calls: calls(25) });
    const cursor = gateCursor(before);
    expect(evaluateGate(before, { cursor })).toMatchObject({ decision: "skip", reason: "nothing_new" });
    expect(evaluateGate(factsOf({ calls: calls(26) }), { cursor })).toMatchObject({ decision: "learn" });
    expect(evaluateGate(factsOf({ calls: calls(25), words: ["a", "b"] }), { cursor })).toMatchObject({
      decision: "learn",
    });
  });

  test("more calls never turn a session that is worth learning into one that is not", () => {
    fc.assert(
      fc.property(fc.nat(40), fc.nat(40), fc.boolean(), (few, more, signalled) => {
        const statements = signalled ? [correction] : [];
        const first = evaluateGate(factsOf({ calls: calls(few), statements }));
        const second = evaluateGate(factsOf({ calls: calls(few + more), statements }));
        return first.decision === "skip" || second.decision === "learn";
      }),
    );
  });
});
