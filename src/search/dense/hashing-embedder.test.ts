import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createHashingEmbedder } from "./hashing-embedder.ts";

const embedder = createHashingEmbedder();

function vectorOf(text: string): Float32Array {
  const vector = embedder.embedSync?.(text);
  if (vector === undefined) throw new Error("the hashing embedder is synchronous");
  return vector;
}

function cosine(left: string, right: string): number {
  const other = vectorOf(right);
  return vectorOf(left).reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0);
}

describe("the hashing embedder", () => {
  it("makes vectors of length 1, the same every time", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), (text) => {
        const vector = vectorOf(text);
        expect(vector).toHaveLength(512);
        const length = Math.hypot(...vector);
        expect(length === 0 || Math.abs(length - 1) < 1e-5).toBe(true);
        expect(vectorOf(text)).toEqual(vector);
      }),
      { numRuns: 50 },
    );
  });

  it("has fixed vectors: another result needs another signature", () => {
    const vector = vectorOf("Write release notes 撰写发布说明");
    const fingerprint = vector.reduce((sum, value, at) => sum + value * (at + 1), 0);
    expect(embedder.signature).toBe("hashing-v1-d512-712f443347");
    expect(fingerprint).toBeCloseTo(158.802, 3);
  });

  it("finds a word in spite of a typing error or another form", () => {
    expect(cosine("kubernetes deployment", "kubernets deployments")).toBeGreaterThan(0.35);
    expect(cosine("kubernetes deployment", "quarterly tax report")).toBeLessThan(0.15);
  });

  it("compares Chinese, Japanese, Korean and Thai by characters and pairs", () => {
    expect(cosine("撰写发布说明", "发布说明的写法")).toBeGreaterThan(0.4);
    expect(cosine("データベースの移行", "データベース移行手順")).toBeGreaterThan(0.4);
    expect(cosine("데이터베이스 마이그레이션", "데이터베이스를 마이그레이션")).toBeGreaterThan(0.5);
    expect(cosine("撰写发布说明", "数据库迁移")).toBeLessThan(0.15);
  });

  it("sees no difference of case, width or the way identifiers are written", () => {
    expect(cosine("ＲＥＡＣＴ Hooks", "react hooks")).toBeCloseTo(1, 5);
    expect(cosine("releaseNotes", "release_notes")).toBeCloseTo(1, 5);
  });

  it("has no opinion on text without letters", () => {
    expect(Math.hypot(...vectorOf("  … !?"))).toBe(0);
  });

  it("embeds many texts in order", async () => {
    expect(await embedder.embed(["a b", "c d"])).toEqual([vectorOf("a b"), vectorOf("c d")]);
  });

  it("has another signature for other dimensions, and refuses impossible ones", () => {
    expect(createHashingEmbedder({ dimensions: 256 }).signature).not.toBe(embedder.signature);
    expect(() => createHashingEmbedder({ dimensions: 3 })).toThrow(
      expect.objectContaining({ code: "EMBEDDER_DIMENSIONS" }),
    );
  });
});
