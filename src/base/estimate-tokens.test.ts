import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens, PARTS_PER_TOKEN, tokenParts } from "./estimate-tokens.ts";

const text = fc.string({ unit: "binary", maxLength: 200 });

describe("the estimate of tokens", () => {
  it("stays near what tokenizers count for prose, code and other scripts", () => {
    // Counts of o200k_base and cl100k_base for the same texts.
    const known: [string, number, number][] = [
      ["The quick brown fox jumps over the lazy dog. It does so every single day of the year.\n", 20, 20],
      ["export function sum(values: number[]): number {\n  return values.reduce((a, b) => a + b, 0);\n}\n", 27, 26],
      ["请先运行测试，再提交代码。不要修改生成的文件。\n", 16, 27],
      ["Сначала запусти тесты, потом сделай коммит.\n", 14, 20],
    ];
    for (const [sample, low, high] of known) {
      const estimate = estimateTokens(sample);
      expect(estimate, sample).toBeGreaterThanOrEqual(Math.floor(low * 0.75));
      expect(estimate, sample).toBeLessThanOrEqual(Math.ceil(high * 1.25));
    }
  });

  it("adds up over lines, so that a text can be measured while it is put together", () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(tokenParts(`${first}\n${second}`)).toBe(tokenParts(`${first}\n`) + tokenParts(second));
        expect(estimateTokens(first)).toBe(Math.ceil(tokenParts(first) / PARTS_PER_TOKEN));
      }),
    );
  });

  it("never falls when a line becomes longer", () => {
    fc.assert(
      fc.property(text, text, (first, second) => {
        expect(tokenParts(first + second)).toBeGreaterThanOrEqual(tokenParts(first));
      }),
    );
  });
});
