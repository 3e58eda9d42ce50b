import { chmodSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { parseSkill } from "../skill/index.ts";
import { openTestBank, skillText, type TestBank } from "./bank.test-helper.ts";
import type { PublishChange, RuleSupport } from "./model.ts";

let test: TestBank;
beforeEach(async () => {
  test = await openTestBank();
});
afterEach(() => test.close());

const slug = "release-package";
const create = (text: string, more: Partial<PublishChange> = {}): PublishChange => ({
  scope: "project",
  slug,
  files: [{ path: "SKILL.md", content: text }],
  expect: { kind: "create" },
  actor: "distiller",
  reason: "seen in a session",
  ...more,
});
const update = (text: string, baseHash: string, more: Partial<PublishChange> = {}): PublishChange =>
  create(text, { expect: { kind: "update", baseHash }, ...more });
const onDisk = () => readFileSync(join(test.project, ".agents/skills", slug, "SKILL.md"), "utf8");
const present = async () => {
  const skill = await test.bank.read("project", slug);
  if (skill === undefined) throw new Error("no skill");
  return skill;
};
const support = (text: string, rule: string, sessionId: string): RuleSupport => ({
  ruleId: parseSkill(text).rules.find((found) => found.text === rule)?.id ?? "none",
  evidence: [
    {
      sessionId,
      source: "claude-code",
      sourcePath: "/somewhere/session.jsonl",
      pointer: { turn: 1, messageId: "m1", digest: "d".repeat(64), origin: "person", span: { start: 0, end: 10 } },
      support: "user_said",
      quote: rule,
    },
  ],
});

describe("check", () => {
  it("refuses what publish would refuse, and writes nothing", async () => {
    await expect(test.bank.check(create("no skill"))).rejects.toMatchObject({ code: "INVALID_SKILL" });
    await test.bank.check(create(skillText(slug, ["Tag the commit."])));
    expect(await test.bank.ownership("project", slug)).toBe("missing");
    expect(await test.bank.history("project", slug)).toEqual([]);
  });

  it("knows that a name is taken and that a skill changed since", async () => {
    await test.bank.publish(create(skillText(slug, ["Tag the commit."])));
    const other = skillText(slug, ["Tag the merge."]);
    await expect(test.bank.check(create(other))).rejects.toMatchObject({ code: "NAME_TAKEN" });
    await expect(test.bank.check(update(other, "0".repeat(64)))).rejects.toMatchObject({ code: "CONFLICT" });
    await test.bank.check(update(other, (await present()).hash));
    expect((await present()).revision).toBe(1);
  });
});

describe("publish", () => {
  it("writes the file, records revision 1, and shows the skill to Claude Code by a relative link", async () => {
    const text = skillText(slug, ["Tag the commit."]);
    const result = await test.bank.publish(create(text));
    expect(result).toMatchObject({ changed: true, revision: { number: 1, kind: "create", actor: "distiller" } });
    expect(onDisk()).toBe(text);
    expect(result.links).toEqual([
      { path: join(test.project, ".claude/skills", slug), state: "linked" },
      { path: join(test.project, ".qwen/skills", slug), state: "absent" },
    ]);
    expect(realpathSync(join(test.project, ".claude/skills", slug))).toBe(result.directory);
    expect(await test.bank.ownership("project", slug)).toBe("ours");
  });

  it("publishes the same candidate once, and the same content once", async () => {
    const text = skillText(slug, ["Tag the commit."]);
    await test.bank.publish(create(text, { candidateId: "candidate_1" }));
    const again = await test.bank.publish(create(text, { candidateId: "candidate_1" }));
    const same = await test.bank.publish(create(text));
    expect([again.changed, same.changed]).toEqual([false, false]);
    expect(await test.bank.history("project", slug)).toHaveLength(1);
  });

  it("updates by compare-and-swap and tells both hashes when the skill moved on", async () => {
    await test.bank.publish(create(skillText(slug, ["One."])));
    const base = (await present()).hash;
    await test.bank.publish(update(skillText(slug, ["One.", "Two."]), base));
    const late = test.bank.publish(update(skillText(slug, ["One.", "Three."]), base));
    await expect(late).rejects.toMatchObject({ code: "CONFLICT", expected: base, found: (await present()).hash });
    expect(onDisk()).toContain("Two.");
  });

  it("keeps files that an update does not name, and swaps the directory when a script changes", async () => {
    const text = skillText(slug, ["One."]);
    const script = { path: "scripts/check.sh", content: "echo 1\n", executable: true };
    await test.bank.publish(create(text, { files: [{ path: "SKILL.md", content: text }, script] }));
    await test.bank.publish(update(skillText(slug, ["One.", "Two."]), (await present()).hash));
    expect((await present()).files.map((file) => file.path)).toEqual(["SKILL.md", "scripts/check.sh"]);
    await test.bank.publish(
      update("", (await present()).hash, {
        files: [
          { ...script, content: "echo 2\n" },
          { path: "references/a.md", content: "a" },
        ],
      }),
    );
    expect(readFileSync(join((await present()).directory, "scripts/check.sh"), "utf8")).toBe("echo 2\n");
    await test.bank.publish(
      update("", (await present()).hash, { files: [], removeFiles: ["scripts/check.sh", "references/a.md"] }),
    );
    expect((await present()).files.map((file) => file.path)).toEqual(["SKILL.md"]);
  });

  it.each([
    ["a name that is not the directory's", skillText("other-name", ["One."])],
    ["no marker", skillText(slug, ["One."]).replace("source: auto-skill", "source: me")],
    ["no frontmatter", "just text"],
    ["a key that grants rights", skillText(slug, ["One."], "allowed-tools: Bash\n")],
    ["hooks", skillText(slug, ["One."], "hooks: {}\n")],
  ])("refuses %s and writes nothing", async (_what, text) => {
    await expect(test.bank.publish(create(text))).rejects.toMatchObject({ code: "INVALID_SKILL" });
    expect(await test.bank.ownership("project", slug)).toBe("missing");
    expect(await test.bank.history("project", slug)).toEqual([]);
  });

  it("refuses a script with a secret in it", async () => {
    const text = skillText(slug, ["One."]);
    const secret = `export GITHUB_TOKEN=ghp_${"a1B2".repeat(9)}\n`;
    const files = [
      { path: "SKILL.md", content: text },
      { path: "scripts/env.sh", content: secret },
    ];
    await expect(test.bank.publish(create(text, { files }))).rejects.toMatchObject({ code: "INVALID_SKILL" });
  });

  it.each([
    ["../outside.md", "OUTSIDE_ROOT"],
    ["/etc/passwd", "OUTSIDE_ROOT"],
    ["references/../../x.md", "OUTSIDE_ROOT"],
    ["scripts/aux.sh", "INVALID_PATH"],
    ["a\u0000b", "INVALID_PATH"],
  ])("refuses the file path %j", async (path, code) => {
    const text = skillText(slug, ["One."]);
    const files = [
      { path: "SKILL.md", content: text },
      { path, content: "x" },
    ];
    await expect(test.bank.publish(create(text, { files }))).rejects.toMatchObject({ code });
  });

  it.each([
    [["notes", "notes/a.md"]],
    [["references/A.md", "references/a.md"]],
    [["skill.md"]],
    [["e\u0301.md", "\u00e9.md"]],
  ])("refuses files that cannot lie together: %j", async (paths) => {
    const files = ["SKILL.md", ...paths].map((path) => ({ path, content: skillText(slug, ["One."]) }));
    await expect(test.bank.publish(create("", { files }))).rejects.toMatchObject({ code: "INVALID_PATH" });
  });

  it("lets a folder take the place of a file", async () => {
    const text = skillText(slug, ["One."]);
    const file = (path: string) => ({ path, content: "x" });
    await test.bank.publish(create(text, { files: [{ path: "SKILL.md", content: text }, file("notes")] }));
    await test.bank.publish(
      update("", (await present()).hash, { files: [file("notes/a.md")], removeFiles: ["notes"] }),
    );
    expect((await present()).files.map(({ path }) => path)).toEqual(["SKILL.md", "notes/a.md"]);
  });

  it("refuses what is too large, with the number that was met", async () => {
    const text = skillText(slug, ["One."]);
    const files = [
      { path: "SKILL.md", content: text },
      { path: "data.txt", content: "x".repeat(1024 * 1024 + 1) },
    ];
    await expect(test.bank.publish(create(text, { files }))).rejects.toMatchObject({
      code: "SKILL_TOO_LARGE",
      found: "data.txt has 1048577 bytes",
    });
  });

  it.skipIf(process.getuid?.() === 0)("tells what the system refuses, and stays usable", async () => {
    mkdirSync(join(test.project, ".agents/skills"), { recursive: true });
    chmodSync(join(test.project, ".agents"), 0o500);
    const text = skillText(slug, ["One."]);
    await expect(test.bank.publish(create(text))).rejects.toMatchObject({ code: "WRITE_FAILED" });
    chmodSync(join(test.project, ".agents"), 0o700);
    await test.bank.publish(create(text));
    expect(onDisk()).toBe(text);
  });

  it("does not publish later what it said had failed", async () => {
    const inTheWay = join(test.project, ".agents");
    const bank = test.again({ onStep: (step) => step === "intended" && writeFileSync(inTheWay, "") });
    const text = skillText(slug, ["One."]);
    await expect(bank.publish(create(text))).rejects.toMatchObject({ code: "WRITE_FAILED" });
    rmSync(inTheWay);
    expect(await test.bank.read("project", slug)).toBeUndefined();
    expect(await test.bank.history("project", slug)).toEqual([]);
    await test.bank.publish(create(text));
    expect(onDisk()).toBe(text);
  });

  it("puts an update back, too, once that is possible", async () => {
    const before = skillText(slug, ["One."]);
    await test.bank.publish(create(before));
    const { hash } = await present();
    const folder = join(test.project, ".agents");
    const aside = join(test.project, "aside");
    const bank = test.again({
      onStep: (step) => {
        if (step !== "files") return;
        renameSync(folder, aside);
        writeFileSync(folder, "");
        throw new Error("the disk went away");
      },
    });
    await expect(bank.publish(update(skillText(slug, ["One.", "Two."]), hash))).rejects.toThrow("went away");
    rmSync(folder);
    renameSync(aside, folder);
    expect((await present()).text).toBe(before);
    expect(await test.bank.history("project", slug)).toHaveLength(1);
  });

  it.each(["Upper", "a--b", "-a", "a/b", "..", "nul", "a".repeat(65)])("refuses the name %j", async (name) => {
    await expect(test.bank.publish(create("", { slug: name }))).rejects.toMatchObject({ code: "INVALID_SLUG" });
  });

  it("does not take a name that a person uses, and suggests a free one", async () => {
    const theirs = join(test.project, ".agents/skills", slug);
    mkdirSync(theirs, { recursive: true });
    writeFileSync(join(theirs, "SKILL.md"), "---\nname: release-package\ndescription: mine\n---\nmine\n");
    const refused = test.bank.publish(create(skillText(slug, ["One."])));
    await expect(refused).rejects.toMatchObject({ code: "NAME_TAKEN", next: expect.stringContaining(`${slug}-2`) });
    expect(onDisk()).toContain("mine");
    expect(await test.bank.ownership("project", slug)).toBe("user");
  });

  it("keeps user skills below the home and shows them in the person's folders; common ones nowhere", async () => {
    const text = skillText(slug, ["One."]);
    const user = await test.bank.publish(create(text, { scope: "user" }));
    expect(user.path).toBe(join(test.home, "SkillBank/Users/ada", slug, "SKILL.md"));
    for (const folder of [".agents/skills", ".claude/skills"]) {
      expect(readFileSync(join(test.userHome, folder, slug, "SKILL.md"), "utf8")).toBe(text);
    }
    const common = await test.bank.publish(create(text, { scope: "common" }));
    expect(common.links).toEqual([]);
    const { skills } = await test.bank.list();
    expect(skills.map((skill) => `${skill.scope}/${skill.slug}`)).toEqual([`user/${slug}`, `common/${slug}`]);
  });

  it("has no project scope without a project", async () => {
    const bank = test.again();
    const text = skillText(slug, ["One."]);
    expect(bank.rootOf("project")).toBe(test.project);
    const { openBank } = await import("./open-bank.ts");
    const closed = openBank({ home: test.home, store: test.store });
    await expect(closed.publish(create(text))).rejects.toMatchObject({ code: "SCOPE_CLOSED" });
  });
});

describe("evidence", () => {
  it("is told per rule, kept for retired rules, and added when another session supports the same content", async () => {
    const first = skillText(slug, ["Tag the commit.", "Push the tag."]);
    await test.bank.publish(
      create(first, { evidence: [support(first, "Tag the commit.", "s1"), support(first, "Push the tag.", "s1")] }),
    );
    await test.bank.publish(create(first, { evidence: [support(first, "Tag the commit.", "s2")] }));
    const second = skillText(slug, ["Tag the commit."]);
    await test.bank.publish(update(second, (await present()).hash));
    const groups = await test.bank.evidence("project", slug);
    expect(
      groups.map(({ text, active, evidence }) => ({
        text,
        active,
        sessions: evidence.map((item) => item.sessionId).sort(),
      })),
    ).toEqual([
      { text: "Tag the commit.", active: true, sessions: ["s1", "s2"] },
      { text: "Push the tag.", active: false, sessions: ["s1"] },
    ]);
  });
});

describe("history", () => {
  it("rolls back byte for byte as a new revision, and brings a removed skill back", async () => {
    const first = skillText(slug, ["One."]);
    await test.bank.publish(create(first));
    await test.bank.publish(update(skillText(slug, ["Two."]), (await present()).hash));
    const back = await test.bank.rollback("project", slug, 1);
    expect(back.revision).toMatchObject({ number: 3, kind: "rollback", restored: 1, actor: "user" });
    expect(onDisk()).toBe(first);
    const gone = await test.bank.remove("project", slug);
    expect(gone.links[0]).toMatchObject({ state: "removed" });
    expect(await test.bank.ownership("project", slug)).toBe("missing");
    expect(await test.bank.remove("project", slug)).toMatchObject({ changed: false });
    expect(await test.bank.revisionText("project", slug, 2)).toContain("Two.");
    await test.bank.rollback("project", slug, 3);
    expect(onDisk()).toBe(first);
    expect((await test.bank.history("project", slug)).map((revision) => revision.number)).toEqual([1, 2, 3, 4]);
    expect(readFileSync(join(test.project, ".claude/skills", slug, "SKILL.md"), "utf8")).toBe(first);
  });

  it("says which revisions there are when one is asked for that is not there", async () => {
    await test.bank.publish(create(skillText(slug, ["One."])));
    await expect(test.bank.rollback("project", slug, 9)).rejects.toMatchObject({
      code: "NOT_FOUND",
      expected: "1 to 1",
    });
    await expect(test.bank.revisionText("project", slug, 9)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(test.bank.rollback("project", "unknown", 1)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
