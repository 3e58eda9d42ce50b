/**
 * The groups "skill_manage validation", "origin and protection" and "batch" of the Hermes test list (reference page on Hermes,
 * section 3), as far as they apply to tools that write to an overlay. The numbers are those of the list.
 */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestBank, skillText, type TestBank } from "../../bank/bank.test-helper.ts";
import { createSandbox, type Sandbox } from "../sandbox/index.ts";

let bank: TestBank;
let sandbox: Sandbox;
beforeEach(async () => {
  bank = await openTestBank();
  sandbox = createSandbox({
    projectRoot: bank.project,
    bank: bank.bank,
    scope: "project",
    shell: "off",
    skillRoots: [
      { directory: join(bank.project, ".agents/skills"), writable: true },
      { directory: join(bank.userHome, ".claude/skills"), writable: false },
    ],
  });
});
afterEach(async () => {
  await sandbox.dispose();
  await bank.close();
});

const { signal } = new AbortController();
async function use(name: string, input: object) {
  const tool = sandbox.tools.find((candidate) => candidate.name === name);
  const result = await tool?.execute({ evidence: [], ...input }, { signal });
  return { ok: result?.isError !== true, text: result?.output ?? "" };
}
const at = (name: string, file = "SKILL.md") => `.agents/skills/${name}/${file}`;
const text = (name: string) =>
  `---\nname: ${name}\ndescription: "One. Use it for one."\n---\n\n# One\n\n## Rules\n\n- A rule.\n- A rule of two.\n`;
const write = (name: string, content = text(name)) => use("write_file", { path: at(name), content });
const names = () => sandbox.changes().map(({ slug }) => slug);

async function ours(slug = "ours") {
  const files = [{ path: "SKILL.md", content: skillText(slug, ["A rule.", "Another rule."]) }];
  await bank.bank.publish({
    scope: "project",
    slug,
    files,
    expect: { kind: "create" },
    actor: "distiller",
    reason: "learned",
  });
}

function put(path: string, content: string): string {
  const file = join(bank.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, content);
  return file;
}

describe("validation", () => {
  it("1: takes names of lowercase letters, digits and hyphens, refuses others and names them", async () => {
    for (const name of ["my-skill", "a", "v2-notes"]) expect((await write(name)).ok, name).toBe(true);
    for (const name of ["", "a".repeat(65), "Upper", "-lead", "a b", "a@b", "a_b", "a--b"]) {
      const result = await write(name);
      expect(result.ok, name).toBe(false);
      if (name.length > 1) expect(result.text).toContain(name);
    }
  });

  it("2, 4: takes files of a skill in its support folders, and nothing above, beside or absolute", async () => {
    await write("one");
    for (const file of ["references/a.md", "scripts/a.sh", "assets/a.txt"]) {
      expect((await use("write_file", { path: at("one", file), content: "A.\n" })).ok, file).toBe(true);
    }
    for (const file of [
      "../x.md",
      "other/a.md",
      "references",
      "references/",
      "README.md",
      "references/../../x.md",
      "/etc/x",
    ]) {
      const path = file.startsWith("/") ? file : at("one", file);
      expect((await use("write_file", { path, content: "A.\n" })).ok, file).toBe(false);
    }
    expect(existsSync(join(bank.project, ".agents"))).toBe(false);
  });

  it("3: refuses each kind of broken frontmatter, and an empty body", async () => {
    const broken = [
      "",
      "# No fence\n",
      "---\nname: bad\ndescription: x\n",
      "---\nname: [bad\n---\n\n- A rule.\n",
      "---\ndescription: x\n---\n\n- A rule.\n",
      "---\nname: bad\n---\n\n- A rule.\n",
    ];
    for (const content of broken) expect((await write("bad", content)).ok, content).toBe(false);
    expect(names()).toEqual([]);
  });

  it("5: creates once; a duplicate is refused, and bad content leaves nothing behind", async () => {
    expect((await write("one")).ok).toBe(true);
    expect((await write("one")).text).toMatch(/there already/);
    expect((await write("two", "nothing")).ok).toBe(false);
    expect(names()).toEqual(["one"]);
  });

  it("6: an edit of a skill that is not there fails, and one that breaks a skill keeps it as it was", async () => {
    const edit = { old_string: "A rule.", new_string: "B rule." };
    expect((await use("edit", { path: at("none"), ...edit })).ok).toBe(false);
    await ours();
    await use("read_file", { path: at("ours") });
    expect((await use("edit", { path: at("ours"), old_string: "name: ours", new_string: "nome: ours" })).ok).toBe(
      false,
    );
    expect(sandbox.changes()).toEqual([]);
  });

  it("7: an edit needs a text that is there once, and a support file by a link is neither read nor changed", async () => {
    await ours();
    await use("read_file", { path: at("ours") });
    expect((await use("edit", { path: at("ours"), old_string: "not there", new_string: "x" })).ok).toBe(false);
    expect((await use("edit", { path: at("ours"), old_string: "rule.", new_string: "x." })).ok).toBe(false);
    expect((await use("edit", { path: at("ours"), old_string: "Another rule.", new_string: "Another one." })).ok).toBe(
      true,
    );
    const outside = join(bank.userHome, "outside.md");
    writeFileSync(outside, "theirs");
    mkdirSync(join(bank.project, at("ours", "references")), { recursive: true });
    symlinkSync(outside, join(bank.project, at("ours", "references/a.md")));
    expect((await use("read_file", { path: at("ours", "references/a.md") })).text).not.toContain("theirs");
    expect((await use("edit", { path: at("ours", "references/a.md"), old_string: "theirs", new_string: "x" })).ok).toBe(
      false,
    );
    expect(readFileSync(outside, "utf8")).toBe("theirs");
  });

  it("8: nothing is written through a linked folder", async () => {
    mkdirSync(join(bank.userHome, "elsewhere"));
    mkdirSync(join(bank.project, ".agents/skills"), { recursive: true });
    symlinkSync(join(bank.userHome, "elsewhere"), join(bank.project, ".agents/skills/linked"));
    expect((await write("linked")).ok).toBe(false);
    expect((await use("write_file", { path: at("linked", "references/a.md"), content: "A." })).ok).toBe(false);
    expect(sandbox.changes()).toEqual([]);
  });

  it("13: skills of other levels are read and never written, and their names are taken", async () => {
    const theirs = join(bank.userHome, ".claude/skills/theirs/SKILL.md");
    mkdirSync(dirname(theirs), { recursive: true });
    writeFileSync(theirs, text("theirs"));
    expect((await use("read_file", { path: theirs })).ok).toBe(true);
    expect((await use("edit", { path: theirs, old_string: "A rule of two.", new_string: "x" })).ok).toBe(false);
    expect(
      (await use("write_file", { path: join(bank.userHome, ".claude/skills/new/SKILL.md"), content: text("new") })).ok,
    ).toBe(false);
    expect((await write("theirs")).ok).toBe(false);
    expect(readFileSync(theirs, "utf8")).toBe(text("theirs"));
  });
});

describe("origin and protection", () => {
  it("15, 16: a skill that is not ours is refused, and stays byte for byte", async () => {
    const unmarked = put(at("theirs"), text("theirs"));
    const marked = put(at("marked"), skillText("marked", ["A rule."]));
    for (const name of ["theirs", "marked"]) {
      await use("read_file", { path: at(name) });
      const result = await use("edit", { path: at(name), old_string: "A rule.", new_string: "B rule." });
      expect(result.ok, name).toBe(false);
    }
    expect(readFileSync(unmarked, "utf8")).toBe(text("theirs"));
    expect(readFileSync(marked, "utf8")).toBe(skillText("marked", ["A rule."]));
  });

  it("17, 20: a skill of ours can be edited once it was read in this run, and not before", async () => {
    await ours();
    const edit = { path: at("ours"), old_string: "Another rule.", new_string: "Another one." };
    expect((await use("edit", edit)).text).toMatch(/read/i);
    await use("read_file", { path: at("ours") });
    expect((await use("edit", edit)).ok).toBe(true);
  });

  it("20: reading SKILL.md does not allow changing a file beside it", async () => {
    const files = [
      { path: "SKILL.md", content: skillText("ours", ["A rule."]) },
      { path: "references/a.md", content: "Old.\n" },
    ];
    await bank.bank.publish({
      scope: "project",
      slug: "ours",
      files,
      expect: { kind: "create" },
      actor: "distiller",
      reason: "x",
    });
    await use("read_file", { path: at("ours") });
    const edit = { path: at("ours", "references/a.md"), old_string: "Old.", new_string: "New." };
    expect((await use("edit", edit)).ok).toBe(false);
    await use("read_file", { path: at("ours", "references/a.md") });
    expect((await use("edit", edit)).ok).toBe(true);
  });

  it("19: there is no way to remove a skill", async () => {
    await ours();
    await use("read_file", { path: at("ours") });
    const whole = skillText("ours", ["A rule.", "Another rule."]);
    expect((await use("edit", { path: at("ours"), old_string: whole, new_string: "" })).ok).toBe(false);
    expect(sandbox.tools.map((tool) => tool.name)).not.toContain("delete");
    expect(sandbox.changes()).toEqual([]);
  });
});

describe("batches", () => {
  it("22: a new skill and its files are one change", async () => {
    await write("one");
    await use("write_file", { path: at("one", "references/a.md"), content: "A.\n" });
    expect(sandbox.changes()).toMatchObject([{ kind: "create", slug: "one", files: [{ path: "references/a.md" }] }]);
  });

  it("23, 24: a refused call undoes nothing that went before it", async () => {
    await ours();
    await use("read_file", { path: at("ours") });
    await use("edit", { path: at("ours"), old_string: "Another rule.", new_string: "Another one." });
    expect((await use("edit", { path: at("ours"), old_string: "name: ours", new_string: "name: mine" })).ok).toBe(
      false,
    );
    expect(sandbox.changes()[0]?.text).toContain("Another one.");
    expect(sandbox.changes()[0]?.text).toContain("name: ours");
  });

  it("25: a run can touch only so many skills", async () => {
    for (let index = 0; index < 5; index += 1) expect((await write(`skill-${index}`)).ok).toBe(true);
    expect((await write("skill-5")).ok).toBe(false);
  });

  it("27: another spelling of a path is the same path", async () => {
    await write("one");
    for (const path of [
      ".agents/skills/./one/SKILL.md",
      ".agents//skills/one/SKILL.md",
      "./.agents/skills/one/SKILL.md",
    ]) {
      expect((await use("write_file", { path, content: text("one") })).ok, path).toBe(false);
    }
    expect(names()).toEqual(["one"]);
  });

  it("27: edits of one skill add up, in order", async () => {
    await ours();
    await use("read_file", { path: at("ours") });
    await use("edit", { path: at("ours"), old_string: "Another rule.", new_string: "Second rule." });
    await use("edit", { path: at("ours"), old_string: "Second rule.", new_string: "Third rule." });
    expect(sandbox.changes()).toHaveLength(1);
    expect(sandbox.changes()[0]?.text).toContain("- Third rule.");
  });
});
