import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { slugify } from "./slug.ts";

describe("slugify", () => {
  it.each([
    ["Deploy a Worker to Cloudflare", "deploy-a-worker-to-cloudflare"],
    ["Café: Ünïcode & œuvre", "cafe-unicode-oeuvre"],
    ["Straße prüfen", "strasse-prufen"],
    ["Проверка миграций", "proverka-migratsiy"],
    ["Їжак і Ґанок", "yizhak-i-ganok"],
    ["Έλεγχος βάσης", "elegchos-vasis"],
    ["部署 Cloudflare Worker 的步骤", "cloudflare-worker"],
    ["ＦＵＬＬ width", "full-width"],
    ["Claude Code hooks for Anthropic", "code-hooks-for"],
    ["don't push -- ever", "dont-push-ever"],
  ])("%s → %s", (title, slug) => expect(slugify(title)).toBe(slug));

  it("falls back to a stable name where nothing readable is left", () => {
    expect(slugify("部署")).toMatch(/^skill-[0-9a-f]{8}$/);
    expect(slugify("部署")).toBe(slugify("部署"));
    expect(slugify("部署")).not.toBe(slugify("测试"));
    expect(slugify("claude")).toMatch(/^skill-/);
  });

  it("is always a directory name that every host accepts, cut at a word", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 120 }), (title) => {
        const slug = slugify(title);
        expect(slug).toMatch(/^[a-z0-9]+(?:-[a-z0-9]+)*$/);
        expect(slug.length).toBeLessThanOrEqual(64);
        expect(slug).not.toMatch(/claude|anthropic/);
      }),
    );
    expect(slugify("word ".repeat(40))).toBe(`word${"-word".repeat(12)}`);
  });
});
