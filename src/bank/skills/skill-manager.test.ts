/** The numbers are those of the test list in the reference for Qwen Code, §3; see docs/conformance.md. */
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { skillFolders, skillText } from "./skill-folders.test-helper.ts";
import { skillSources } from "./sources.ts";

const PROJECT = "project/.agents/skills";
const USER = "home/.agents/skills";

describe("the skills of a host", () => {
  it("200: loads the highest level's skill of a name, falls back to a lower one, and is null for none", async () => {
    const { write, manager } = skillFolders();
    write(`${PROJECT}/release`, skillText("release", "Project."));
    write(`${USER}/release`, skillText("release", "User."));
    write(`${USER}/knots`, skillText("knots", "User."));
    const skills = manager();
    expect((await skills.loadSkill("release"))?.description).toBe("Project.");
    expect((await skills.loadSkill("release", "user"))?.description).toBe("User.");
    expect(await skills.loadSkill("knots")).toMatchObject({ level: "user", name: "knots" });
    expect(await skills.loadSkill("knots", "project")).toBeNull();
    expect(await skills.loadSkill("none")).toBeNull();
  });

  it("200: loads what stands on disk now, whatever was listed before", async () => {
    const { write, base, manager } = skillFolders();
    write(`${PROJECT}/release`, skillText("release", "Before."));
    const skills = manager();
    await skills.listSkills();
    write(`${PROJECT}/release`, skillText("release", "After."));
    expect((await skills.loadSkill("release"))?.description).toBe("After.");
    rmSync(join(base, PROJECT, "release"), { recursive: true });
    expect(await skills.loadSkill("release")).toBeNull();
    write(`${PROJECT}/fresh`, skillText("fresh"));
    expect(await skills.loadSkill("fresh")).toMatchObject({ name: "fresh" });
  });

  it("201: lists both levels by name whatever the priority, the project's before the person's, or one level alone", async () => {
    const { write, manager } = skillFolders();
    write(`${PROJECT}/zebra`, skillText("zebra", undefined, "priority: 100\n"));
    write(`${PROJECT}/apple`, skillText("apple", "Project."));
    write(`${USER}/apple`, skillText("apple", "User."));
    write(`${USER}/mango`, skillText("mango"));
    const skills = manager();
    const listed = (await skills.listSkills()).map(({ name, level }) => `${name} ${level}`);
    expect(listed).toEqual(["apple project", "mango user", "zebra project"]);
    expect((await skills.listSkills({ level: "user" })).map(({ name }) => name)).toEqual(["apple", "mango"]);
  });

  it("202: answers from memory until it is told to look, or that something changed", async () => {
    const { write, manager } = skillFolders();
    const skills = manager();
    expect(skills.getCachedSkills()).toEqual([]);
    expect(await skills.listSkills()).toEqual([]);
    write(`${PROJECT}/late`, skillText("late"));
    expect(await skills.listSkills()).toEqual([]);
    expect(skills.getCachedSkills()).toEqual([]);
    expect((await skills.listSkills({ force: true })).map(({ name }) => name)).toEqual(["late"]);
    write(`${PROJECT}/later`, skillText("later"));
    expect(await skills.listSkills()).toHaveLength(1);
    await skills.notifyChangeListeners();
    expect(await skills.listSkills()).toHaveLength(2);
    expect(skills.getCachedSkills()).toHaveLength(2);
  });

  it("203, 207: has extensions below the person's skills under their own prefix, and bundled ones last", async () => {
    const { base, write, manager } = skillFolders();
    write("bundled/release", skillText("release", "Bundled."));
    write("bundled/help", skillText("help", "Bundled."));
    write("ext/release", skillText("release", "Extension.", "priority: 3\n"));
    write(`${USER}/release`, skillText("release", "User."));
    const skills = manager({
      extensions: [{ name: "tools", directory: join(base, "ext") }],
      bundled: [join(base, "bundled")],
    });
    expect((await skills.listSkills()).map(({ name, level }) => `${name} ${level}`)).toEqual([
      "help bundled",
      "release user",
      "tools:release extension",
    ]);
    expect(await skills.loadSkill("tools:release")).toMatchObject({ priority: 3, extension: "tools" });
    expect((await skills.loadSkill("release", "bundled"))?.description).toBe("Bundled.");
  });

  it("204: counts a skill once that several folders show, and tells of another with its name", async () => {
    const { base, write, manager } = skillFolders();
    write(`${PROJECT}/release`, skillText("release", "Ours."));
    mkdirSync(join(base, "project/.qwen/skills"), { recursive: true });
    symlinkSync(join(base, PROJECT, "release"), join(base, "project/.qwen/skills/release"));
    const skills = manager();
    expect(await skills.listSkills({ level: "project" })).toHaveLength(1);
    expect(skills.problems()).toEqual([]);
    write("project/.qwen/skills/other", skillText("release", "Another."));
    expect((await skills.listSkills({ force: true }))[0]?.description).toBe("Ours.");
    expect(skills.problems()).toEqual([
      expect.objectContaining({ code: "SHADOWED", path: join(base, "project/.qwen/skills/other/SKILL.md") }),
    ]);
  });

  it("205: has no skills where folders are missing or cannot be read, and says which", async () => {
    const { base, manager } = skillFolders();
    expect(await manager().listSkills()).toEqual([]);
    mkdirSync(join(base, "project/.agents"), { recursive: true });
    writeFileSync(join(base, PROJECT), "a file where a folder should be");
    const skills = manager();
    expect(await skills.listSkills()).toEqual([]);
    expect(skills.problems()).toEqual([expect.objectContaining({ code: "UNREADABLE", level: "project" })]);
  });

  it("206: looks below the project, the home, and in further folders, each real folder once", () => {
    const { base, projectRoot, userHome } = skillFolders();
    mkdirSync(join(base, USER), { recursive: true });
    symlinkSync(join(base, USER), join(base, "linked"));
    const sources = skillSources({
      projectRoot,
      userHome,
      directories: ["~/more", "~", "shared", join(base, "linked"), join(base, "elsewhere")],
    });
    expect(sources.map(({ level, directory }) => [level, directory])).toEqual([
      ["project", join(projectRoot, ".agents/skills")],
      ["project", join(projectRoot, ".qwen/skills")],
      ["user", join(userHome, ".agents/skills")],
      ["user", join(userHome, ".qwen/skills")],
      ["user", join(userHome, "more")],
      ["user", userHome],
      ["user", join(projectRoot, "shared")],
      ["user", join(base, "elsewhere")],
    ]);
  });

  it("206: has no project level where the project is the home", () => {
    const { userHome } = skillFolders();
    const levels = skillSources({ projectRoot: userHome, userHome }).map(({ level }) => level);
    expect(levels).toEqual(["user", "user"]);
  });

  it("207: has no skills at all in bare mode, and only bundled ones in safe mode", async () => {
    const { base, write, manager } = skillFolders();
    write(`${PROJECT}/release`, skillText("release"));
    write("bundled/help", skillText("help"));
    const bundled = [join(base, "bundled")];
    expect(await manager({ bundled, mode: "bare" }).listSkills()).toEqual([]);
    expect((await manager({ bundled, mode: "safe" }).listSkills()).map(({ name }) => name)).toEqual(["help"]);
  });

  it("208: tells its listeners of a change, and keeps what went wrong in them", async () => {
    const skills = skillFolders().manager();
    const told = vi.fn();
    skills.addChangeListener(() => {
      throw new Error("not now");
    });
    const remove = skills.addChangeListener(told);
    await skills.notifyChangeListeners();
    remove();
    await skills.notifyChangeListeners();
    expect(told).toHaveBeenCalledTimes(1);
    expect(skills.problems()).toContainEqual({ code: "LISTENER_FAILED", message: "not now" });
  });

  it("209: offers a skill for some files only once one of them is touched, and tells it once for a batch", async () => {
    const { base, projectRoot, write, manager } = skillFolders();
    write(`${PROJECT}/styles`, skillText("styles", undefined, 'paths: ["**/*.css"]\n'));
    write(`${PROJECT}/types`, skillText("types", undefined, 'paths: ["src/**"]\n'));
    write(`${PROJECT}/always`, skillText("always"));
    const skills = manager();
    const told = vi.fn();
    skills.addChangeListener(told);
    const offered = async () => (await skills.availableSkills()).map(({ name }) => name);
    expect(await offered()).toEqual(["always"]);
    expect(await skills.activateForPaths(["readme.md"])).toEqual([]);
    expect(await skills.activateForPaths([join(base, "elsewhere/a.css"), "../b.css"])).toEqual([]);
    expect(told).not.toHaveBeenCalled();
    const woken = await skills.activateForPaths([join(projectRoot, "src/a.css"), "src/new/b.ts"]);
    expect(woken).toEqual(["styles", "types"]);
    expect(told).toHaveBeenCalledTimes(1);
    expect(await offered()).toEqual(["always", "styles", "types"]);
    expect(await skills.activateForPaths(["src/c.css"])).toEqual([]);
    expect(told).toHaveBeenCalledTimes(1);
    await skills.refreshCache();
    expect(await offered()).toEqual(["always", "styles", "types"]);
  });

  it("209: never offers what the model may not call, nor goes by the globs of a copy that does not count", async () => {
    const { write, manager } = skillFolders();
    write(`${PROJECT}/hidden`, skillText("hidden", undefined, 'disable-model-invocation: true\npaths: ["**"]\n'));
    write(`${PROJECT}/styles`, skillText("styles", undefined, 'paths: ["css/**"]\n'));
    write(`${USER}/styles`, skillText("styles", undefined, 'paths: ["**"]\n'));
    const skills = manager();
    expect(await skills.activateForPaths(["src/a.ts"])).toEqual([]);
    expect(await skills.availableSkills()).toEqual([]);
  });

  it("209: does not count a file that a link takes out of the project", async () => {
    const { base, projectRoot, write, manager } = skillFolders();
    write(`${PROJECT}/styles`, skillText("styles", undefined, 'paths: ["**/*.css"]\n'));
    mkdirSync(join(base, "outside"));
    symlinkSync(join(base, "outside"), join(projectRoot, "link"));
    expect(await manager().activateForPaths(["link/a.css"])).toEqual([]);
  });

  it("210, 214: reads the good skills beside bad ones, keeps what is wrong with those, and passes what is being put together", async () => {
    const { base, write, manager } = skillFolders();
    write(`${PROJECT}/good`, skillText("good"));
    write(`${PROJECT}/bad`, "no frontmatter");
    write(`${PROJECT}/globs`, skillText("globs", undefined, 'paths: ["/etc/*", "src/*"]\n'));
    write(`${PROJECT}/.backup-good`, skillText("backup"));
    write(`${PROJECT}/.installing-new`, skillText("installing"));
    mkdirSync(join(base, PROJECT, "empty"));
    writeFileSync(join(base, PROJECT, "README.txt"), "no folder");
    const skills = manager();
    expect((await skills.listSkills()).map(({ name }) => name)).toEqual(["globs", "good"]);
    const found = skills.problems().map(({ code, path }) => [code, path?.slice(join(base, PROJECT).length + 1)]);
    expect(found).toEqual([
      ["NOT_A_FOLDER", "README.txt"],
      ["INVALID_SKILL", "bad/SKILL.md"],
      ["INVALID_SKILL", "empty"],
      ["BAD_GLOB", "globs/SKILL.md"],
    ]);
  });

  it("211: follows links to folders anywhere, and tells of links to nothing or to no folder", async () => {
    const { base, write, manager } = skillFolders();
    write("elsewhere/release", skillText("release"));
    write("elsewhere/file.md", "a file");
    write(`${PROJECT}/plain`, skillText("plain"));
    for (const [target, name] of [
      ["elsewhere/release", "linked"],
      ["elsewhere/file.md", "file"],
      ["elsewhere/gone", "broken"],
    ] as const) {
      symlinkSync(join(base, target), join(base, PROJECT, name));
    }
    symlinkSync(join(base, PROJECT, "loop"), join(base, PROJECT, "loop"));
    const skills = manager();
    expect((await skills.listSkills()).map(({ name }) => name)).toEqual(["plain", "release"]);
    expect(skills.problems().map(({ code }) => code)).toEqual(["BROKEN_LINK", "NOT_A_FOLDER", "BROKEN_LINK"]);
  });

  it("refuses a SKILL.md that is too large, without reading it", async () => {
    const { write, manager } = skillFolders();
    write(`${PROJECT}/large`, `${skillText("large")}${"x".repeat(1024 * 1024)}`);
    const skills = manager();
    expect(await skills.listSkills()).toEqual([]);
    expect(skills.problems()).toEqual([expect.objectContaining({ code: "INVALID_SKILL" })]);
  });

  it.skipIf(process.getuid?.() === 0)("205: passes a skill that may not be read", async () => {
    const { write, manager } = skillFolders();
    chmodSync(write(`${PROJECT}/secret`, skillText("secret")), 0);
    const skills = manager();
    expect(await skills.listSkills()).toEqual([]);
    expect(skills.problems()).toEqual([expect.objectContaining({ code: "UNREADABLE" })]);
  });

  it("199: validates a config for a host that makes one itself", () => {
    expect(skillFolders().manager().validateConfig({ name: "a b", description: "x", body: "x" })).toMatchObject({
      isValid: false,
      errors: [expect.stringContaining("letters, digits")],
    });
  });
});
