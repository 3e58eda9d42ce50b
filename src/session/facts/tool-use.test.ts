import { describe, expect, it } from "vitest";
import { isSkillPath } from "./skill-paths.ts";
import { toolUseOf } from "./tool-use.ts";

const use = (name: string, input: unknown) => toolUseOf({ type: "tool_call", callId: "1", name, input });

describe("what a tool does", () => {
  it.each([
    ["Bash", { command: "ls" }, "shell"],
    ["functions.exec_command", { cmd: "ls" }, "shell"],
    ["Terminal", { command: "ls" }, "shell"],
    ["execute_bash", { command: "ls" }, "shell"],
    ["WriteFile", { path: "a", content: "" }, "write"],
    ["replace", { file_path: "a", old_string: "", new_string: "" }, "edit"],
    ["NotebookEdit", { notebook_path: "a.ipynb" }, "edit"],
    ["read_many_files", { paths: ["a"] }, "read"],
    ["Grep", { pattern: "x" }, "search"],
    ["WebFetch", { url: "https://example.com" }, "web"],
    ["Task", { prompt: "x" }, "agent"],
    ["activate_skill", { name: "x" }, "skill"],
    ["TodoWrite", { todos: [] }, "plan"],
    ["str_replace_editor", { command: "view", path: "a" }, "read"],
    ["book_reservation", { user: "x" }, "other"],
  ])("%s is %s", (name, input, capability) => {
    expect(use(name, input).capability).toBe(capability);
  });

  it("is told by the shape of the input where the name is new", () => {
    expect(use("do_it", { command: "npm test" }).capability).toBe("shell");
    expect(use("do_it", { path: "a", old_string: "x", new_string: "y" }).capability).toBe("edit");
    expect(use("do_it", { path: "a", content: "y" }).capability).toBe("write");
    expect(use("mcp__mail__send", { command: "send now" }).capability).toBe("other");
  });
});

describe("a path below a skill folder", () => {
  it.each([
    "/home/u/.claude/skills/deploy/SKILL.md",
    ".agents/skills/deploy/references/api.md",
    "C:\\Users\\u\\.codex\\skills\\deploy\\SKILL.md",
    "~/.config/opencode/skills/a/SKILL.md",
    "packages/x/skills/deploy/SKILL.md",
    "~/.autoskill/SkillBank/Users/me/deploy/SKILL.md",
    ".github/skills/a/notes.md",
  ])("%s", (path) => {
    expect(isSkillPath(path)).toBe(true);
  });

  it.each([
    "src/skills/index.ts",
    "docs/skills.md",
    ".claude/settings.json",
    "skills/list.json",
    "README.md",
    ".claude/skills",
  ])("not %s", (path) => {
    expect(isSkillPath(path)).toBe(false);
  });
});
