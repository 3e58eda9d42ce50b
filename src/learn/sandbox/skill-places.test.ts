import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createAddressBook } from "./address.ts";
import { folderWithSkill, linkOutOfProject } from "./skill-places.ts";

let folder = "";
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-link-")));
  for (const name of ["project/.agents/skills/shown", "project/.claude/skills", "bank/mine", "elsewhere"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const link = (target: string, name: string): void =>
  symlinkSync(join(folder, target), join(folder, "project", ".claude", "skills", name));

it("tells links that leave the project or lead to nothing from those that show a known skill", () => {
  link("elsewhere", "out");
  link("nothing", "dangling");
  link("project/.agents/skills/shown", "shown");
  link("bank/mine", "mine");
  const book = createAddressBook({
    projectRoot: join(folder, "project"),
    skillRoots: [
      { directory: join(folder, "project", ".claude", "skills"), writable: true },
      { directory: join(folder, "bank"), writable: false },
    ],
    scope: "project",
  });
  expect(["out", "dangling", "shown", "mine", "new"].map((slug) => linkOutOfProject(book, slug))).toEqual([
    ".claude/skills/out",
    ".claude/skills/dangling",
    undefined,
    undefined,
    undefined,
  ]);
  expect(folderWithSkill(book, "mine")).toBe(".claude/skills");
  expect(folderWithSkill(book, "new")).toBeUndefined();
});
