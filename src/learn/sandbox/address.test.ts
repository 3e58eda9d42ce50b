import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AddressBook, createAddressBook } from "./address.ts";

let base = "";
let book: AddressBook;
beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-address-")));
  mkdirSync(join(base, "project"));
  const skillRoots = [
    { directory: join(base, "project/.agents/skills"), writable: true },
    { directory: join(base, "person/skills"), writable: false },
    { directory: join(base, "other/skills"), writable: false },
  ];
  book = createAddressBook({ projectRoot: join(base, "project"), skillRoots, scope: "project" });
});
afterAll(() => rmSync(base, { recursive: true }));

const codeOf = (path: string): string => {
  try {
    book.parse(path);
    return "none";
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe("a path means", () => {
  it("a file of the project, by any plain spelling", () => {
    for (const path of ["src/a.ts", "./src/a.ts", "src/a.ts/", join(base, "project/src/a.ts")]) {
      expect(book.parse(path)).toMatchObject({ kind: "project", segments: ["src", "a.ts"] });
    }
    expect(book.parse(".")).toMatchObject({ kind: "project", segments: [] });
  });

  it("a skill, below any folder that holds or shows skills", () => {
    for (const folder of [".agents/skills", ".claude/skills", ".qwen/skills"]) {
      expect(book.parse(`${folder}/release/SKILL.md`)).toMatchObject({
        kind: "skill",
        slug: "release",
        file: ["SKILL.md"],
      });
      expect(book.parse(folder)).toMatchObject({ kind: "skills" });
    }
    expect(book.parse("@skills/x/SKILL.md")).toMatchObject({ kind: "skill", slug: "x", root: { writable: false } });
    expect(book.parse("@skills-2/x")).toMatchObject({ kind: "skill", slug: "x", file: [] });
    expect(book.parse(join(base, "person/skills/x/SKILL.md"))).toMatchObject({
      kind: "skill",
      root: { shown: "@skills" },
    });
    expect(book.writable).toBe(".agents/skills");
  });

  it.each([
    ["../a", "OUTSIDE_PROJECT"],
    ["a/../b", "OUTSIDE_PROJECT"],
    ["/etc/passwd", "OUTSIDE_PROJECT"],
    ["~/a", "OUTSIDE_PROJECT"],
    ["$HOME/a", "OUTSIDE_PROJECT"],
    ["a//b", "INVALID_PATH"],
    ["a\\b", "INVALID_PATH"],
    ["a\u0000b", "INVALID_PATH"],
    ["a\u202eb", "INVALID_PATH"],
    ["\uff0e\uff0e/a", "INVALID_PATH"],
    ["a\uff0fb", "INVALID_PATH"],
    ["ab:c", "INVALID_PATH"],
    ["a.", "INVALID_PATH"],
    ["@skills-9/x", "NOT_FOUND"],
    ["a".repeat(2_000), "INVALID_PATH"],
  ])("nothing that could lead elsewhere: %j", (path, code) => expect(codeOf(path)).toBe(code));

  it("names in any script stay names", () => {
    expect(book.parse("docs/说明（1）.md")).toMatchObject({ segments: ["docs", "说明（1）.md"] });
  });
});
