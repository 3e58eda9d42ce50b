import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTestBank, type TestBank } from "../bank/bank.test-helper.ts";
import { assertRealProjectSkillPath, createSkillScopedAgentConfig, type SkillScopedAgentConfig } from "./index.ts";

let bank: TestBank;
let agent: SkillScopedAgentConfig;
beforeEach(async () => {
  bank = await openTestBank();
  agent = createSkillScopedAgentConfig({ bank: bank.bank, shell: "plain" }, bank.project);
});
afterEach(async () => {
  await agent.sandbox.dispose();
  await bank.close();
});

function put(path: string, text: string): string {
  const file = join(bank.project, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

const skill = (source?: string) =>
  `---\nname: mine\ndescription: "One."\n${source === undefined ? "" : `metadata:\n  source: ${source}\n`}---\n\n# Mine\n\n- A rule.\n`;
const evaluate = (tool: string, input: unknown) => agent.permissionManager.evaluate(tool, input);
const decisionOf = (tool: string, path: string) => evaluate(tool, { path }).decision;

describe("assertRealProjectSkillPath", () => {
  it("gives the real path of a skill's file in each skills folder, there or not", () => {
    for (const folder of [".qwen/skills", ".agents/skills", ".claude/skills"]) {
      const path = join(bank.project, folder, "new-one/SKILL.md");
      expect(assertRealProjectSkillPath(`${folder}/new-one/SKILL.md`, bank.project)).toBe(path);
      expect(assertRealProjectSkillPath(path, bank.project)).toBe(path);
    }
  });

  it.each(["src/a.ts", ".qwen/settings.json", ".qwen/skills", "../x/SKILL.md", ".qwen/skills/../../x", "/etc/passwd"])(
    "refuses %s, and names the folders",
    (path) => {
      expect(() => assertRealProjectSkillPath(path, bank.project)).toThrow(/restricted to .*\.agents\/skills/);
    },
  );

  it("detects symlink traversal: a linked skill, a linked folder, a dangling link", () => {
    mkdirSync(join(bank.userHome, "outside"));
    mkdirSync(join(bank.project, ".qwen/skills"), { recursive: true });
    symlinkSync(join(bank.userHome, "outside"), join(bank.project, ".qwen/skills/linked"));
    symlinkSync(join(bank.userHome, "nowhere"), join(bank.project, ".qwen/skills/dangling"));
    symlinkSync(join(bank.userHome, "outside"), join(bank.project, ".claude"));
    for (const path of [
      ".qwen/skills/linked/SKILL.md",
      ".qwen/skills/dangling/SKILL.md",
      ".claude/skills/x/SKILL.md",
    ]) {
      expect(() => assertRealProjectSkillPath(path, bank.project), path).toThrow("symlink traversal detected");
    }
    expect(existsSync(join(bank.userHome, "outside/SKILL.md"))).toBe(false);
  });
});

describe("the scoped agent of the seeds", () => {
  it("has their name, tools and limits", () => {
    expect(agent).toMatchObject({
      name: "managed-skill-extractor",
      maxTurns: 8,
      timeoutMs: 120_000,
      toolNames: ["read_file", "ls", "read_turn", "write_file", "edit", "shell"],
    });
    expect(agent.tools.map((tool) => tool.name)).toEqual(agent.toolNames);
  });

  it("reads the project and nothing outside of it, by real path, and no secrets", () => {
    put("src/a.ts", "a");
    put(".env", "A=1");
    symlinkSync("/etc", join(bank.project, "link"));
    expect(decisionOf("read_file", "src/a.ts")).toBe("allow");
    expect(decisionOf("ls", ".")).toBe("allow");
    for (const path of ["/etc/hostname", "../x", "link/hostname", ".env"]) {
      expect(decisionOf("read_file", path), path).toBe("deny");
    }
  });

  it("writes new skills only: not over one, not beside, not nested, not elsewhere", () => {
    put(".agents/skills/mine/SKILL.md", skill("auto-skill"));
    expect(decisionOf("write_file", ".agents/skills/new-one/SKILL.md")).toBe("allow");
    for (const path of [
      ".agents/skills/mine/SKILL.md",
      ".agents/skills/SKILL.md",
      ".agents/skills/a/b/SKILL.md",
      ".agents/skills/new one/SKILL.md",
      ".agents/skills/new-one/run.sh",
      "src/a.ts",
      "../other/.agents/skills/x/SKILL.md",
      join(bank.userHome, ".claude/skills/x/SKILL.md"),
    ]) {
      expect(decisionOf("write_file", path), path).toBe("deny");
    }
    expect(evaluate("write_file", { path: ".agents/skills/mine/SKILL.md" }).message).toMatch(/<name>-2.*edit/);
  });

  it("edits skills that carry the marker, and says why it does not edit a person's own", () => {
    put(".qwen/skills/ours/SKILL.md", skill("auto-skill"));
    put(".qwen/skills/quoted/SKILL.md", skill('"auto-skill"'));
    put(".qwen/skills/theirs/SKILL.md", skill());
    put(".qwen/skills/said/SKILL.md", `${skill()}\nsource: auto-skill\n`);
    put(".qwen/skills/twice/SKILL.md", skill("user-made").replace("---\n\n#", "---\nsource: auto-skill\n\n#"));
    expect(decisionOf("edit", ".qwen/skills/ours/SKILL.md")).toBe("allow");
    expect(decisionOf("edit", ".qwen/skills/quoted/SKILL.md")).toBe("allow");
    expect(evaluate("edit", { path: ".qwen/skills/theirs/SKILL.md" })).toEqual({
      decision: "deny",
      message:
        "skill_review_agent: edit is only allowed on skills with 'source: auto-skill' in frontmatter. This skill appears to be user-created. Modify it manually or ask the user.",
    });
    for (const path of ["said", "twice", "none"]) {
      expect(decisionOf("edit", `.qwen/skills/${path}/SKILL.md`), path).toBe("deny");
    }
  });

  it("does not edit through links of either kind", () => {
    const elsewhere = join(bank.userHome, "theirs.md");
    writeFileSync(elsewhere, skill("auto-skill"));
    mkdirSync(join(bank.project, ".agents/skills/hard"), { recursive: true });
    linkSync(elsewhere, join(bank.project, ".agents/skills/hard/SKILL.md"));
    mkdirSync(join(bank.project, ".agents/skills/soft"), { recursive: true });
    symlinkSync(elsewhere, join(bank.project, ".agents/skills/soft/SKILL.md"));
    expect(decisionOf("edit", ".agents/skills/hard/SKILL.md")).toBe("deny");
    expect(evaluate("edit", { path: ".agents/skills/soft/SKILL.md" }).message).toContain("symlink traversal detected");
  });

  it("runs commands that only read, and has no other tools", () => {
    expect(evaluate("shell", { command: "git log --oneline -5" }).decision).toBe("allow");
    for (const command of ["rm -rf .", "echo x > a", "curl http://x.example", "git -c a.b=c log"]) {
      expect(evaluate("shell", { command }).decision, command).toBe("deny");
    }
    for (const tool of ["run_shell_command", "web_fetch", "save_memory", "task"]) {
      expect(evaluate(tool, {}).decision, tool).toBe("deny");
    }
  });

  it("writes to an overlay: the live tree stays as it is", async () => {
    const write = agent.tools.find((tool) => tool.name === "write_file");
    const input = {
      path: ".agents/skills/new-one/SKILL.md",
      content: '---\nname: new-one\ndescription: "What it is for and when."\n---\n\n# New\n\n## Rules\n\n- A rule.\n',
      evidence: [],
    };
    const { signal } = new AbortController();
    expect((await write?.execute(input, { signal }))?.isError ?? false).toBe(false);
    expect(agent.sandbox.changes()).toMatchObject([{ kind: "create", slug: "new-one" }]);
    expect(existsSync(join(bank.project, ".agents"))).toBe(false);
    const again = await write?.execute(input, { signal });
    expect(again?.isError).toBe(true);
  });

  it("leaves a person's skill alone, byte for byte", async () => {
    const file = put(".agents/skills/mine/SKILL.md", skill());
    const edit = agent.tools.find((tool) => tool.name === "edit");
    const read = agent.tools.find((tool) => tool.name === "read_file");
    const { signal } = new AbortController();
    await read?.execute({ path: ".agents/skills/mine/SKILL.md" }, { signal });
    const input = { path: ".agents/skills/mine/SKILL.md", old_string: "A rule.", new_string: "B rule.", evidence: [] };
    expect((await edit?.execute(input, { signal }))?.isError).toBe(true);
    expect(readFileSync(file, "utf8")).toBe(skill());
  });
});
