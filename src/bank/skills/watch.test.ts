import { execFileSync } from "node:child_process";
import { mkdirSync, renameSync, rmSync, type Stats, statSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { skillFolders, skillText } from "./skill-folders.test-helper.ts";
import { isIgnored } from "./watch.ts";

/** Long, because a busy machine may take its time; nothing here depends on how long it takes. */
const patience = { timeout: 20_000, interval: 50 };

async function watching() {
  const folders = skillFolders();
  const skills = folders.manager();
  onTestFinished(() => skills.stopWatching());
  await skills.startWatching();
  const names = () => skills.getCachedSkills().map(({ name, description }) => `${name}: ${description}`);
  const told = vi.fn((_names: string[]) => undefined);
  skills.addChangeListener(() => told(names()));
  return { ...folders, skills, told, names };
}

describe("watching", () => {
  it("212: sees a skill in a folder that did not exist when it began", { timeout: 60_000 }, async () => {
    const { write, names, told } = await watching();
    write("project/.agents/skills/first", skillText("first"));
    await vi.waitFor(() => expect(names()).toEqual(["first: Does first."]), patience);
    write("home/.qwen/skills/second", skillText("second"));
    await vi.waitFor(() => expect(names()).toEqual(["first: Does first.", "second: Does second."]), patience);
    await vi.waitFor(() => expect(told.mock.calls.length).toBeGreaterThanOrEqual(2), patience);
  });

  it("sees edits, removals, a folder put in place whole, and a folder removed and made again", {
    timeout: 90_000,
  }, async () => {
    const { base, write, names } = await watching();
    const file = write("project/.agents/skills/a", skillText("a", "Before."));
    await vi.waitFor(() => expect(names()).toEqual(["a: Before."]), patience);
    write("project/.agents/skills/a", skillText("a", "After."));
    await vi.waitFor(() => expect(names()).toEqual(["a: After."]), patience);
    write("staging/b", skillText("b"));
    renameSync(join(base, "staging/b"), join(base, "project/.agents/skills/b"));
    await vi.waitFor(() => expect(names()).toEqual(["a: After.", "b: Does b."]), patience);
    rmSync(file);
    await vi.waitFor(() => expect(names()).toEqual(["b: Does b."]), patience);
    rmSync(join(base, "project/.agents"), { recursive: true });
    await vi.waitFor(() => expect(names()).toEqual([]), patience);
    write("project/.agents/skills/c", skillText("c"));
    await vi.waitFor(() => expect(names()).toEqual(["c: Does c."]), patience);
  });

  it("sees a link to a skill, and an edit behind it", { timeout: 60_000 }, async () => {
    const { base, write, names } = await watching();
    write("elsewhere/d", skillText("d", "Before."));
    mkdirSync(join(base, "project/.agents/skills"), { recursive: true });
    symlinkSync(join(base, "elsewhere/d"), join(base, "project/.agents/skills/d"));
    await vi.waitFor(() => expect(names()).toEqual(["d: Before."]), patience);
    write("elsewhere/d", skillText("d", "After."));
    await vi.waitFor(() => expect(names()).toEqual(["d: After."]), patience);
  });

  it("tells nobody when nothing that counts has changed, and nothing once it has stopped", {
    timeout: 60_000,
  }, async () => {
    const { write, names, told, skills } = await watching();
    write("project/src/a.md", "not a skill");
    write("project/.agents/skills/a/references/deep/note.md", "deeper than a skill's own files");
    write("project/.agents/skills/a", skillText("a"));
    await vi.waitFor(() => expect(names()).toEqual(["a: Does a."]), patience);
    // A file is there before its content is, so there may be a notice before that of the skill.
    await vi.waitFor(() => expect(told).toHaveBeenLastCalledWith(["a: Does a."]), patience);
    const calls = told.mock.calls.length;
    write("project/.agents/skills/a", skillText("a"));
    await skills.stopWatching();
    write("project/.agents/skills/b", skillText("b"));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(names()).toEqual(["a: Does a."]);
    expect(told.mock.calls.length).toBe(calls);
  });

  it("212: ignores `.git`, what is being put together, other folders, sockets and pipes", async () => {
    const { base, projectRoot } = skillFolders();
    const directory = join(projectRoot, ".agents/skills");
    const ignored = (path: string, stats?: Stats) => isIgnored(path, stats, [directory], [projectRoot]);
    for (const path of ["", ".agents", ".agents/skills", ".agents/skills/a", ".agents/skills/a/SKILL.md"]) {
      expect(ignored(join(projectRoot, path)), path).toBe(false);
    }
    for (const path of [
      "src",
      "node_modules",
      ".git",
      ".agents/other",
      ".agents/skills/.git",
      ".agents/skills/.installing-a",
      ".agents/skills/a/.git",
      ".agents/skills/a/references/deep.md",
    ]) {
      expect(ignored(join(projectRoot, path)), path).toBe(true);
    }
    if (process.platform === "win32") return;
    const socket = join(base, "socket");
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(socket, resolve));
    execFileSync("mkfifo", [join(base, "pipe")]);
    try {
      for (const special of [socket, join(base, "pipe")]) {
        expect(isIgnored(special, statSync(special), [base], [base])).toBe(true);
      }
    } finally {
      server.close();
    }
  });
});
