import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkGlob, matchesGlob } from "./glob.ts";

describe("globs of skills", () => {
  it("217: match names, wildcards, any number of folders, alternatives and classes", () => {
    const cases: [glob: string, path: string, matches: boolean][] = [
      ["src/a.ts", "src/a.ts", true],
      ["src/*.ts", "src/a.ts", true],
      ["src/*.ts", "src/deep/a.ts", false],
      ["**/*.ts", "a.ts", true],
      ["**/*.ts", "src/deep/a.ts", true],
      ["src/**", "src/deep/a.ts", true],
      ["src/**/test/*.ts", "src/test/a.ts", true],
      ["src/**/test/*.ts", "src/x/y/test/a.ts", true],
      ["*.{ts,tsx}", "a.tsx", true],
      ["*.{ts,tsx}", "a.js", false],
      ["a?.ts", "ab.ts", true],
      ["a[0-9].ts", "a7.ts", true],
      ["a[!0-9].ts", "a7.ts", false],
      ["*.ts", ".hidden.ts", false],
      [".github/**", ".github/workflows/ci.yml", true],
      ["./docs/*", "docs/a.md", true],
      ["文档/*.md", "文档/一.md", true],
    ];
    for (const [glob, path, matches] of cases) expect(matchesGlob(glob, path), `${glob} ${path}`).toBe(matches);
  });

  it("210, 217: are refused when they leave the project, are absolute, too long or too many", () => {
    for (const glob of ["/etc/*", "../x", "a/../../x", "~/x", "C:\\x", "C:/x", "\\\\server\\x", "a".repeat(257)]) {
      expect(checkGlob(glob), glob).toBeTypeOf("string");
    }
    expect(checkGlob("{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}")).toContain("alternatives");
    expect(checkGlob("src/{a,b}/**/*.ts")).toBeUndefined();
  });

  it("a pattern of literals matches itself and nothing else", () => {
    const name = fc.stringMatching(/^[a-z0-9_-]{1,8}$/);
    const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
    fc.assert(
      fc.property(path, path, (glob, other) => {
        expect(matchesGlob(glob, glob)).toBe(true);
        expect(matchesGlob(glob, other)).toBe(glob === other);
        expect(matchesGlob("**", other)).toBe(true);
      }),
    );
  });

  it("takes patterns that would keep a backtracking matcher busy for ever", () => {
    const glob = `${"*a".repeat(120)}*b`;
    expect(matchesGlob(glob, "a".repeat(10_000))).toBe(false);
    expect(matchesGlob("**/a/".repeat(50).slice(0, -1), `${"a/".repeat(2_000)}b`)).toBe(false);
  });
});
