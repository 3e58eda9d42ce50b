import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { skillLocation } from "./skill-location.ts";

let base: string;
beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-location-")));
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe("where a skill is said to lie", () => {
  const roots = () => ({ projectRoot: join(base, "home", "work", "shop"), userHome: join(base, "home") });

  it.each([
    [["home", "work", "shop", ".agents", "skills", "till", "SKILL.md"], ".agents/skills/till/SKILL.md"],
    [["home", ".agents", "skills", "till", "SKILL.md"], "~/.agents/skills/till/SKILL.md"],
    [["home", "work", "shop-2", "till", "SKILL.md"], "~/work/shop-2/till/SKILL.md"],
  ])("%j is told as %s", (names, told) => {
    expect(skillLocation(join(base, ...names), roots())).toBe(told);
  });

  it("is absolute where it lies elsewhere", () => {
    const elsewhere = join(base, "homeless", "till", "SKILL.md");
    expect(skillLocation(elsewhere, roots())).toBe(elsewhere);
  });

  it("is told alike where a root is spelled through a link", () => {
    mkdirSync(roots().projectRoot, { recursive: true });
    symlinkSync(join(base, "home"), join(base, "link"));
    const linked = { projectRoot: join(base, "link", "work", "shop"), userHome: join(base, "link") };
    const path = (root: string) => join(root, ".agents", "skills", "till", "SKILL.md");
    expect(skillLocation(path(roots().projectRoot), linked)).toBe(".agents/skills/till/SKILL.md");
    expect(skillLocation(path(linked.projectRoot), linked)).toBe(".agents/skills/till/SKILL.md");
    expect(skillLocation(path(roots().userHome), linked)).toBe("~/.agents/skills/till/SKILL.md");
  });
});
