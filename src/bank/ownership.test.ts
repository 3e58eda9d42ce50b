import {
  appendFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestBank, skillText, type TestBank } from "./bank.test-helper.ts";
import type { Bank, PublishChange } from "./model.ts";

let test: TestBank;
beforeEach(async () => {
  test = await openTestBank();
});
afterEach(() => test.close());

const slug = "release-package";
const first = skillText(slug, ["One."]);
const second = skillText(slug, ["One.", "Two."]);
const skills = () => join(test.project, ".agents/skills");
const skillFile = () => join(skills(), slug, "SKILL.md");
const change = (text: string, expect: PublishChange["expect"], actor = "distiller"): PublishChange => ({
  scope: "project",
  slug,
  files: [{ path: "SKILL.md", content: text }],
  expect,
  actor,
  reason: "test",
});
const createFirst = (bank: Bank = test.bank) => bank.publish(change(first, { kind: "create" }));
const hashNow = async () => (await test.bank.read("project", slug))?.hash ?? "none";
const updateTo = async (text: string, bank: Bank = test.bank, actor = "distiller") =>
  bank.publish(change(text, { kind: "update", baseHash: await hashNow() }, actor));

describe("a person's edit of one of our skills", () => {
  it("is seen, becomes a revision by the user, and its lines survive later merges", async () => {
    await createFirst();
    writeFileSync(skillFile(), skillText(slug, ["One.", "Never on Fridays."]));
    expect(await test.bank.ownership("project", slug)).toBe("ours_edited");
    await expect(updateTo(second)).rejects.toMatchObject({
      code: "USER_LINES_LOST",
      message: expect.stringContaining("Never on Fridays."),
    });
    await updateTo(skillText(slug, ["One.", "Two.", "Never on Fridays."]));
    const history = await test.bank.history("project", slug);
    expect(history.map(({ number, kind, actor }) => ({ number, kind, actor }))).toEqual([
      { number: 1, kind: "create", actor: "distiller" },
      { number: 2, kind: "edit", actor: "user" },
      { number: 3, kind: "update", actor: "distiller" },
    ]);
    const groups = await test.bank.evidence("project", slug);
    expect(groups.filter((group) => group.byUser).map((group) => group.text)).toEqual(["Never on Fridays."]);
    await expect(updateTo(second)).rejects.toMatchObject({ code: "USER_LINES_LOST" });
    await updateTo(second, test.bank, "user");
    expect(readFileSync(skillFile(), "utf8")).toBe(second);
  });

  it("pins a field that the person set, and leaves the version to the bank", async () => {
    await createFirst();
    writeFileSync(skillFile(), first.replace("Release the package. Use", "Ship it. Use"));
    await test.bank.adoptEdits("project", slug);
    await expect(updateTo(first)).rejects.toMatchObject({
      code: "USER_LINES_LOST",
      message: expect.stringContaining("description"),
    });
    const kept = first.replace("Release the package. Use", "Ship it. Use").replace("1.0.0", "1.0.1");
    await updateTo(kept);
    expect(readFileSync(skillFile(), "utf8")).toBe(kept);
  });

  it("made after a proposal was written turns that proposal into a conflict and stays", async () => {
    await createFirst();
    const base = await hashNow();
    const edited = skillText(slug, ["One.", "Mine."]);
    writeFileSync(skillFile(), edited);
    const late = test.bank.publish(change(second, { kind: "update", baseHash: base }));
    await expect(late).rejects.toMatchObject({ code: "CONFLICT", expected: base });
    expect(readFileSync(skillFile(), "utf8")).toBe(edited);
  });

  it("keeps files of theirs that are no plain files", async () => {
    await createFirst();
    symlinkSync("SKILL.md", join(skills(), slug, "alias.md"));
    await updateTo(second);
    expect(lstatSync(join(skills(), slug, "alias.md")).isSymbolicLink()).toBe(true);
    await expect(test.bank.remove("project", slug)).rejects.toMatchObject({ code: "NOT_OURS" });
    expect(readFileSync(skillFile(), "utf8")).toBe(second);
  });

  it("that deletes the skill is recorded; creating it again continues the history", async () => {
    await createFirst();
    rmSync(join(skills(), slug), { recursive: true });
    expect(await test.bank.ownership("project", slug)).toBe("missing");
    const again = await test.bank.publish(change(second, { kind: "create" }));
    expect(again.revision.number).toBe(2);
  });

  it("that brings back a published state, as a change of branch does, is a rollback and pins nothing", async () => {
    await createFirst();
    await updateTo(second);
    writeFileSync(skillFile(), first);
    expect(await test.bank.ownership("project", slug)).toBe("ours_edited");
    expect(await test.bank.adoptEdits("project", slug)).toMatchObject({ kind: "rollback", restored: 1, actor: "user" });
    rmSync(join(skills(), slug), { recursive: true });
    expect(await test.bank.adoptEdits("project", slug)).toBeUndefined();
    mkdirSync(join(skills(), slug));
    writeFileSync(skillFile(), second);
    await updateTo(skillText(slug, ["Three."]));
    const history = await test.bank.history("project", slug);
    expect(history.map(({ kind, restored }) => [kind, restored])).toEqual([
      ["create", undefined],
      ["update", undefined],
      ["rollback", 1],
      ["rollback", 2],
      ["update", undefined],
    ]);
  });

  it("that takes the marker out ends our ownership", async () => {
    await createFirst();
    const theirs = first.replace("source: auto-skill", "source: me");
    writeFileSync(skillFile(), theirs);
    expect(await test.bank.ownership("project", slug)).toBe("user");
    await expect(updateTo(second)).rejects.toMatchObject({ code: "NOT_OURS" });
    await expect(test.bank.rollback("project", slug, 1)).rejects.toMatchObject({ code: "NOT_OURS" });
    await expect(test.bank.remove("project", slug)).rejects.toMatchObject({ code: "NOT_OURS" });
    expect(readFileSync(skillFile(), "utf8")).toBe(theirs);
  });
});

describe("a skill that we never published", () => {
  it("is not ours although it carries our marker, until the person hands it over", async () => {
    mkdirSync(join(skills(), slug), { recursive: true });
    writeFileSync(skillFile(), first);
    expect(await test.bank.ownership("project", slug)).toBe("marked_elsewhere");
    await expect(updateTo(second)).rejects.toMatchObject({ code: "NOT_OURS" });
    expect(await test.bank.adopt("project", slug)).toMatchObject({ kind: "adopt", actor: "user", number: 1 });
    await updateTo(second);
    expect(readFileSync(skillFile(), "utf8")).toBe(second);
  });

  it("can be handed over without a marker", async () => {
    mkdirSync(join(skills(), slug), { recursive: true });
    const plain = first.replace(/metadata:\n.*\n.*\n/, "");
    writeFileSync(skillFile(), plain);
    expect(await test.bank.ownership("project", slug)).toBe("user");
    await test.bank.adopt("project", slug);
    await updateTo(plain.replace("- One.", "- One.\n- Two."));
    expect(await test.bank.ownership("project", slug)).toBe("ours");
  });
});

describe("links", () => {
  const outside = () => join(test.userHome, "theirs");
  const theirs = first.replace("One.", "Theirs.");
  const makeTheirs = () => {
    mkdirSync(outside(), { recursive: true });
    writeFileSync(join(outside(), "SKILL.md"), theirs);
  };
  const expectTheirsUntouched = () => {
    expect(readFileSync(join(outside(), "SKILL.md"), "utf8")).toBe(theirs);
    expect(readdirSync(outside())).toEqual(["SKILL.md"]);
  };
  const expectAllRefused = async () => {
    expect(await test.bank.ownership("project", slug)).toBe("foreign_link");
    const forced = test.bank.publish(change(second, { kind: "update", baseHash: "any" }));
    await expect(forced).rejects.toMatchObject({ code: "NOT_OURS" });
    await expect(createFirst()).rejects.toMatchObject({ code: "NAME_TAKEN" });
    await expect(test.bank.remove("project", slug)).rejects.toMatchObject({ code: "NOT_OURS" });
    await expect(test.bank.adopt("project", slug)).rejects.toMatchObject({ code: "NOT_OURS" });
    expectTheirsUntouched();
  };

  it("are not written through when the directory is one", async () => {
    makeTheirs();
    mkdirSync(skills(), { recursive: true });
    symlinkSync(outside(), join(skills(), slug));
    await expectAllRefused();
  });

  it("are not written through when SKILL.md is one, though we once published there", async () => {
    makeTheirs();
    await createFirst();
    rmSync(skillFile());
    symlinkSync(join(outside(), "SKILL.md"), skillFile());
    await expectAllRefused();
  });

  it("are not written through when SKILL.md has a second name, even with our own bytes", async () => {
    await createFirst();
    const other = join(test.userHome, "other.md");
    linkSync(skillFile(), other);
    expect(await test.bank.ownership("project", slug)).toBe("foreign_link");
    const forced = test.bank.publish(change(second, { kind: "update", baseHash: "any" }));
    await expect(forced).rejects.toMatchObject({ code: "NOT_OURS" });
    expect(readFileSync(other, "utf8")).toBe(first);
  });

  it.each([".agents", ".agents/skills"])("that lead %s out of the project are refused", async (name) => {
    const elsewhere = join(test.userHome, "elsewhere");
    mkdirSync(elsewhere);
    mkdirSync(join(test.project, name, ".."), { recursive: true });
    symlinkSync(elsewhere, join(test.project, name));
    await expect(createFirst()).rejects.toMatchObject({ code: "SYMLINK_TRAVERSAL" });
    expect(readdirSync(elsewhere)).toEqual([]);
    expect((await test.bank.list()).diagnostics).toMatchObject([{ code: "SYMLINK_TRAVERSAL" }]);
  });

  it("that stay inside the project are followed", async () => {
    mkdirSync(join(test.project, "tools/skills"), { recursive: true });
    mkdirSync(join(test.project, ".agents"));
    symlinkSync("../tools/skills", join(test.project, ".agents/skills"));
    await createFirst();
    expect(readFileSync(join(test.project, "tools/skills", slug, "SKILL.md"), "utf8")).toBe(first);
  });

  it("of the person in a host's folder stay, and are reported", async () => {
    makeTheirs();
    mkdirSync(join(test.project, ".claude/skills"), { recursive: true });
    symlinkSync(outside(), join(test.project, ".claude/skills", slug));
    mkdirSync(join(test.project, ".qwen/skills", slug), { recursive: true });
    writeFileSync(join(test.project, ".qwen/skills", slug, "SKILL.md"), theirs);
    const result = await createFirst();
    expect(result.links.map((link) => link.state)).toEqual(["taken", "taken"]);
    await test.bank.remove("project", slug);
    expectTheirsUntouched();
    expect(lstatSync(join(test.project, ".claude/skills", slug)).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(test.project, ".qwen/skills", slug, "SKILL.md"), "utf8")).toBe(theirs);
  });

  it("of a host's folder to ours are noticed: no link into itself", async () => {
    mkdirSync(join(test.project, ".claude"));
    mkdirSync(skills(), { recursive: true });
    symlinkSync("../.agents/skills", join(test.project, ".claude/skills"));
    expect((await createFirst()).links[0]).toMatchObject({ state: "same_folder" });
    expect(lstatSync(join(skills(), slug)).isDirectory()).toBe(true);
  });

  it("of a host's folder out of the project are refused without harm to the publication", async () => {
    mkdirSync(outside());
    mkdirSync(join(test.project, ".claude"));
    symlinkSync(outside(), join(test.project, ".claude/skills"));
    expect((await createFirst()).links[0]).toMatchObject({ state: "refused" });
    expect(readdirSync(outside())).toEqual([]);
  });
});

describe("copies, where links are refused", () => {
  const copy = () => join(test.project, ".claude/skills", slug, "SKILL.md");

  it("follow updates and removals", async () => {
    const bank = test.again({ links: "copy" });
    expect((await createFirst(bank)).links[0]).toMatchObject({ state: "copied" });
    await updateTo(second, bank);
    expect(readFileSync(copy(), "utf8")).toBe(second);
    await bank.remove("project", slug);
    expect(existsSync(copy())).toBe(false);
  });

  it("stay as they are once a person edited them", async () => {
    const bank = test.again({ links: "copy" });
    await createFirst(bank);
    appendFileSync(copy(), "- Mine.\n");
    expect((await updateTo(second, bank)).links[0]).toMatchObject({ state: "taken" });
    expect(readFileSync(copy(), "utf8")).toContain("- Mine.");
  });
});

describe("an exchange between check and write", () => {
  /** A bank whose world changes at one step of the next change. */
  const bankThatMeets = (step: string, event: () => void): Bank => {
    let done = false;
    return test.again({
      onStep: (name) => {
        if (name !== step || done) return;
        done = true;
        event();
      },
    });
  };
  const theirs = join("theirs", slug);
  const makeTheirs = () => {
    mkdirSync(join(test.project, theirs), { recursive: true });
    writeFileSync(join(test.project, theirs, "SKILL.md"), first);
  };
  const expectTheirsUntouched = () => expect(readFileSync(join(test.project, theirs, "SKILL.md"), "utf8")).toBe(first);

  it("of the skills folder by a link changes nothing behind the link", async () => {
    await createFirst();
    makeTheirs();
    const bank = bankThatMeets("staged", () => {
      renameSync(skills(), `${skills()}-old`);
      symlinkSync(join(test.project, "theirs"), skills());
    });
    await expect(updateTo(second, bank)).rejects.toMatchObject({ code: "PARENT_CHANGED" });
    expectTheirsUntouched();
    expect(await test.bank.recover()).toMatchObject({ waiting: [] });
    expectTheirsUntouched();
  });

  it("of the skill's directory by a link changes nothing behind the link", async () => {
    await createFirst();
    makeTheirs();
    const bank = bankThatMeets("staged", () => {
      renameSync(join(skills(), slug), `${join(skills(), slug)}-old`);
      symlinkSync(join(test.project, theirs), join(skills(), slug));
    });
    await expect(updateTo(second, bank)).rejects.toMatchObject({ code: "PARENT_CHANGED" });
    expectTheirsUntouched();
  });

  it("of SKILL.md by a person's edit keeps the edit", async () => {
    await createFirst();
    const edited = skillText(slug, ["One.", "Mine."]);
    const bank = bankThatMeets("staged", () => writeFileSync(skillFile(), edited));
    await expect(updateTo(second, bank)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(readFileSync(skillFile(), "utf8")).toBe(edited);
    expect(await test.bank.ownership("project", slug)).toBe("ours_edited");
    await updateTo(skillText(slug, ["One.", "Two.", "Mine."]));
    expect((await test.bank.history("project", slug)).map((revision) => revision.kind)).toEqual([
      "create",
      "edit",
      "update",
    ]);
  });

  it("of a free name by a person's new skill keeps theirs", async () => {
    const bank = bankThatMeets("staged", () => {
      mkdirSync(join(skills(), slug));
      writeFileSync(skillFile(), "mine");
    });
    await expect(createFirst(bank)).rejects.toMatchObject({ code: "NAME_TAKEN" });
    expect(readFileSync(skillFile(), "utf8")).toBe("mine");
    expect(await test.bank.history("project", slug)).toEqual([]);
  });

  it("leaves no staging folder behind, whatever happened", async () => {
    await createFirst();
    const bank = bankThatMeets("staged", () => writeFileSync(skillFile(), "mine"));
    await expect(updateTo(second, bank)).rejects.toMatchObject({ code: "CONFLICT" });
    expect(readdirSync(join(test.project, ".agents"))).toEqual(["skills"]);
  });
});
