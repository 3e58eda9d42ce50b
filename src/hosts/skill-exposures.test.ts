import { describe, expect, it } from "vitest";
import { CANONICAL_SKILL_FOLDER, hosts, skillExposures } from "./index.ts";

describe("skillExposures", () => {
  const { project, user } = skillExposures();

  it("links project skills into Claude Code's folder always, into Qwen Code's where it is used", () => {
    expect(project).toContainEqual({ directory: ".claude/skills" });
    expect(project).toContainEqual({ directory: ".qwen/skills", onlyWhen: ".qwen" });
  });

  it("does not link a project skill into the folder where it lies", () => {
    expect(project.map(({ directory }) => directory)).not.toContain(CANONICAL_SKILL_FOLDER);
  });

  it("links a person's skills into the common folder as well", () => {
    expect(user.slice(0, 2)).toEqual([{ directory: ".agents/skills" }, { directory: ".claude/skills" }]);
  });

  it("reaches every agent that has skills, in both scopes", () => {
    for (const { id, skills } of hosts) {
      for (const [folders, exposures] of [
        [skills.project, [{ directory: CANONICAL_SKILL_FOLDER }, ...project]],
        [skills.user, user],
      ] as const) {
        if (folders.length === 0) continue;
        const reached = exposures.some(({ directory }) => folders.includes(directory));
        expect(reached, id).toBe(true);
      }
    }
  });

  it("gives Codex, which lists every copy, one folder only", () => {
    const codex = hosts.find(({ id }) => id === "codex");
    for (const exposures of [[{ directory: CANONICAL_SKILL_FOLDER }, ...project], user]) {
      expect(exposures.filter(({ directory }) => codex?.skills.project.includes(directory))).toHaveLength(1);
    }
  });

  it("creates folders only for agents that are used here", () => {
    for (const { directory, onlyWhen } of [...project, ...user]) {
      if (directory === ".claude/skills" || directory === CANONICAL_SKILL_FOLDER) continue;
      expect(onlyWhen, directory).toBe(directory.replace("/skills", ""));
    }
  });
});
