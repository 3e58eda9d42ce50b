import process from "node:process";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { DEFAULT_TEST_SEED, HEX, seededNumbers, seededText, testSeed } from "./seeded.test-helper.ts";

const draw = (stream: string, seed: string, count = 5): number[] => {
  vi.stubEnv("AUTOSKILL_TEST_SEED", seed);
  const random = seededNumbers(stream);
  vi.unstubAllEnvs();
  return Array.from({ length: count }, random);
};

describe("chance in tests", () => {
  it("is the same for the same seed and stream, and another for another", () => {
    expect(draw("a", "7")).toEqual(draw("a", "7"));
    expect(draw("a", "7")).not.toEqual(draw("b", "7"));
    expect(draw("a", "7")).not.toEqual(draw("a", "8"));
    const many = draw("a", "7", 1_000);
    expect(Math.min(...many)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...many)).toBeLessThan(1);
    expect(new Set(many).size).toBe(1_000);
  });

  it("gives text of the length and letters that are asked for", () => {
    const random = seededNumbers("text");
    expect(seededText(random, 40, HEX)).toMatch(/^[0-9a-f]{40}$/);
    expect(seededText(random, 40)).not.toBe(seededText(random, 40));
  });

  it("reads the seed from the environment", () => {
    const seedOf = (text: string | undefined) => {
      vi.stubEnv("AUTOSKILL_TEST_SEED", text);
      try {
        return testSeed();
      } finally {
        vi.unstubAllEnvs();
      }
    };
    expect(seedOf(undefined)).toBe(DEFAULT_TEST_SEED);
    expect(seedOf("12")).toBe(12);
    expect(Number.isSafeInteger(seedOf("random"))).toBe(true);
    expect(() => seedOf("soon")).toThrow('found "soon"');
  });

  it("is one for the whole run: fast-check and other processes draw from it too", () => {
    expect(fc.readConfigureGlobal()?.seed).toBe(testSeed());
    expect(process.env.AUTOSKILL_TEST_SEED).toBe(String(testSeed()));
  });
});
