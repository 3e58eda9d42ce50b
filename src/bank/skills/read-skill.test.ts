/** The numbers are those of the test list in the reference for Qwen Code, §3; see docs/conformance.md. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillConfig } from "./model.ts";
import { readSkillText, validateSkillConfig } from "./read-skill.ts";
import { skillText } from "./skill-folders.test-helper.ts";

const at = {
  filePath: "/p/.agents/skills/release/SKILL.md",
  skillRoot: "/p/.agents/skills/release",
  source: { level: "project", directory: "/p/.agents/skills" },
} as const;

const read = (text: string | Uint8Array) => readSkillText(text, at);
const skillOf = (text: string | Uint8Array): SkillConfig => {
  const { skill, problems } = read(text);
  if (skill === undefined) throw new Error(problems[0].message);
  return skill;
};
const withFields = (fields: string) => read(skillText("release", undefined, fields));
const fieldsOf = (fields: string) => skillOf(skillText("release", undefined, fields));

describe("a SKILL.md as a host reads it", () => {
  it("187, 197: gives name, description, body, level and where it lies", () => {
    expect(skillOf(skillText("release", "Release the package."))).toEqual({
      name: "release",
      description: "Release the package.",
      level: "project",
      filePath: at.filePath,
      skillRoot: at.skillRoot,
      body: "# Title\n\n- A rule.\n",
      frontmatter: { name: "release", description: "Release the package." },
    });
  });

  it("188, 189, 190: reads CRLF, a byte order mark, and lone CR", () => {
    const text = skillText("release", "Release the package.");
    for (const variant of [text.replaceAll("\n", "\r\n"), `\uFEFF${text}`, text.replaceAll("\n", "\r")]) {
      const skill = skillOf(Buffer.from(variant, "utf8"));
      expect([skill.name, skill.description]).toEqual(["release", "Release the package."]);
      expect(skill.body).toContain("- A rule.");
    }
  });

  it("191, 199: takes an empty body, with a warning from validation", () => {
    const skill = skillOf(skillText("release", undefined, "", ""));
    expect(skill.body).toBe("");
    expect(validateSkillConfig(skill)).toEqual({ isValid: true, errors: [], warnings: ["The body is empty."] });
  });

  it("192: reads allowed tools as a list or a line, under both names", () => {
    expect(fieldsOf("allowedTools: [read_file, shell]\n").allowedTools).toEqual(["read_file", "shell"]);
    expect(fieldsOf("allowed-tools: Read, Bash(git add:*) Grep\n").allowedTools).toEqual([
      "Read",
      "Bash(git add:*)",
      "Grep",
    ]);
    const wrong = withFields("allowedTools: 3\n");
    expect(wrong.skill).not.toHaveProperty("allowedTools");
    expect(wrong.problems.map(({ code }) => code)).toEqual(["BAD_FIELD"]);
  });

  it("193: reads the argument hint, also where YAML takes it for a list", () => {
    expect(fieldsOf("argument-hint: '[issue-number]'\n").argumentHint).toBe("[issue-number]");
    expect(fieldsOf("argument-hint: [issue-number]\n").argumentHint).toBe("[issue-number]");
  });

  it("194: takes a number as priority and tells of anything else", () => {
    expect(fieldsOf("priority: -2.5\n").priority).toBe(-2.5);
    const wrong = withFields("priority: high\n");
    expect(wrong.skill).not.toHaveProperty("priority");
    expect(wrong.problems.map(({ code }) => code)).toEqual(["BAD_FIELD"]);
  });

  it("195: reads who may call it", () => {
    expect(fieldsOf("user-invocable: false\ndisable-model-invocation: true\n")).toMatchObject({
      userInvocable: false,
      disableModelInvocation: true,
    });
    expect(withFields("user-invocable: maybe\n").problems.map(({ code }) => code)).toEqual(["BAD_FIELD"]);
  });

  it("196: takes paths as a list; none, an empty one and null mean all files; anything else is refused", () => {
    expect(fieldsOf('paths: ["src/**/*.ts", "  ", "docs/*"]\n').paths).toEqual(["src/**/*.ts", "docs/*"]);
    for (const none of ["", "paths: []\n", "paths:\n", "paths: null\n", 'paths: ["", " "]\n']) {
      expect(fieldsOf(none)).not.toHaveProperty("paths");
    }
    for (const wrong of ["paths: src\n", "paths: {a: b}\n", "paths: 3\n", "paths: [3]\n"]) {
      expect(withFields(wrong).problems.map(({ code }) => code)).toEqual(["INVALID_SKILL"]);
    }
  });

  it("198: refuses a file without frontmatter, name or description", () => {
    for (const [text, missing] of [
      ["# Only a body\n", "begin with"],
      ["---\ndescription: Does it.\n---\nBody\n", "no name"],
      ["---\nname: release\n---\nBody\n", "no description"],
      ["---\nname: release\ndescription: ''\n---\nBody\n", "no description"],
    ] as const) {
      const { skill, problems } = read(text);
      expect(skill).toBeUndefined();
      expect(problems[0]).toMatchObject({ code: "INVALID_SKILL", path: at.filePath, level: "project" });
      expect(problems[0].message).toContain(missing);
    }
  });

  it("199: names every error of a config at once", () => {
    const wrong = { name: "", description: " ", allowedTools: "Read" as unknown as string[], body: "x" };
    expect(validateSkillConfig(wrong)).toEqual({
      isValid: false,
      errors: ["The name is missing.", "The description is missing.", "`allowedTools` must be a list."],
      warnings: [],
    });
  });

  it("213: hands on hooks as data and does nothing with them", () => {
    const skill = fieldsOf("hooks:\n  Stop:\n    - command: rm -rf /\n");
    expect(skill.frontmatter.hooks).toEqual({ Stop: [{ command: "rm -rf /" }] });
    expect(skill).not.toHaveProperty("hooks");
  });

  it("215: refuses names that could break out of a list or path, and takes any script", () => {
    for (const name of ["a/b", "../a", '"a\\nb"', '"<b>"', '"a b"', '"a`b"', `"${"x".repeat(129)}"`]) {
      expect(read(skillText(name)).problems[0], name).toMatchObject({ code: "INVALID_SKILL" });
    }
    for (const name of ["发布流程", "ext:release", "v1.2_x-y"]) expect(skillOf(skillText(name)).name).toBe(name);
  });

  it("216: reads a model, and `inherit` as none", () => {
    expect(fieldsOf("model: some-model\n").model).toBe("some-model");
    expect(fieldsOf("model: inherit\n")).not.toHaveProperty("model");
    expect(withFields("model: [a]\n").problems.map(({ code }) => code)).toEqual(["BAD_FIELD"]);
  });

  it("reads a folded description whole", () => {
    expect(skillOf("---\nname: a\ndescription: >\n  one\n  two\n---\n").description.trim()).toBe("one two");
  });

  it("never throws on what lies in a file, and either reads it or says why not", () => {
    const line = fc.oneof(
      fc.constantFrom(
        "---",
        "name: a",
        "description: b",
        "name: [a]",
        "description: {a: b}",
        "paths: [a, 3]",
        "paths:",
      ),
      fc.constantFrom(
        "allowed-tools: (((",
        "priority: .nan",
        "hooks: &a [*a]",
        "? :",
        "name: !!js/function x",
        "model: {}",
      ),
      fc.string({ unit: "binary", maxLength: 30 }),
    );
    const source = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(line, { maxLength: 12 }).map((lines) => lines.join("\n")),
      fc.array(line, { maxLength: 6 }).map((lines) => skillText("a", "b", `${lines.join("\n")}\n`)),
    );
    fc.assert(
      fc.property(source, (text) => {
        const { skill, problems } = read(text);
        if (skill === undefined) expect(problems.map(({ code }) => code)).toEqual(["INVALID_SKILL"]);
        else expect(validateSkillConfig(skill).isValid).toBe(true);
      }),
    );
  });
});
