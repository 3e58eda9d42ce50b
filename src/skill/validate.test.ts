import { describe, expect, it } from "vitest";
import { validateSkill } from "./validate.ts";

const file = (yaml: string, body = "# T\n\n- x\n") => `---\n${yaml}---\n${body}`;
const GOOD = 'name: a-skill\ndescription: "Use when a thing breaks."\n';
const errors = (text: string | Uint8Array, options = {}) =>
  validateSkill(text, options)
    .filter(({ severity }) => severity === "error")
    .map(({ code, line }) => `${code}@${line}`);

describe("validateSkill", () => {
  it("finds nothing in a good file, also with license, compatibility and metadata", () => {
    expect(validateSkill(file(GOOD), { directory: "/skills/a-skill" })).toEqual([]);
    expect(validateSkill(file(`${GOOD}license: MIT\ncompatibility: needs git\nmetadata:\n  a: b\n`))).toEqual([]);
  });

  it.each<[string, string | Uint8Array, string]>([
    ["a name that is not the directory's", file(GOOD.replace("a-skill", "b")), "name_not_directory@2"],
    ["upper case", file(GOOD.replace("a-skill", "A-Skill")), "name_invalid@2"],
    ["double hyphens", file(GOOD.replace("a-skill", "a--skill")), "name_invalid@2"],
    ["a long name", file(GOOD.replace("a-skill", "a".repeat(65))), "name_too_long@2"],
    ["a vendor's name", file(GOOD.replace("a-skill", "claude-helper")), "name_vendor@2"],
    ["a number as name", file(GOOD.replace("a-skill", "12")), "name_not_text@2"],
    ["no name", file("description: x y z\n"), "name_missing@2"],
    ["no description", file("name: a-skill\n"), "description_missing@2"],
    ["a long description", file(`name: a-skill\ndescription: "${"a".repeat(1025)}"\n`), "description_too_long@3"],
    ["markup in the description", file("name: a-skill\ndescription: use <b>\n"), "description_markup@3"],
    ["an unquoted colon", file("name: a-skill\ndescription: Use when: it breaks\n"), "frontmatter_colon_repaired@3"],
    ["a byte order mark", `\uFEFF${file(GOOD)}`, "bom@1"],
    ["no frontmatter", "# T\n\ntext\n", "no_frontmatter@1"],
    ["an open fence", file(GOOD, "```\nx\n"), "unclosed_fence@5"],
    ["no body", file(GOOD, "\n"), "empty_body@1"],
    ["a long compatibility", file(`${GOOD}compatibility: "${"a".repeat(501)}"\n`), "compatibility_invalid@4"],
    ["metadata that is a list", file(`${GOOD}metadata: [a]\n`), "metadata_invalid@4"],
  ])("reports %s with its line", (_, text, finding) => {
    expect(errors(text, { directory: "/skills/a-skill" })).toContain(finding);
  });

  it("only advises where a file of others has more than the specification, and insists where it is ours", () => {
    const more = file(`${GOOD}version: "1"\nmetadata:\n  count: 1\n`);
    expect(errors(more)).toEqual([]);
    expect(validateSkill(more).map(({ code }) => code)).toEqual(["field_unknown", "metadata_not_text"]);
    expect(errors(more, { ours: true })).toEqual(["field_unknown@4", "metadata_not_text@5", "mark_missing@5"]);
    expect(errors(file(`${GOOD}metadata:\n  source: auto-skill\n`), { ours: true })).toEqual([]);
  });

  it("advises on a body of more than 500 lines and on dashes in a value", () => {
    const codes = validateSkill(file('name: a\ndescription: "a --- b"\n', "x\n".repeat(501))).map(({ code }) => code);
    expect(codes).toContain("dashes_in_frontmatter");
    expect(codes).toContain("body_too_long");
  });
});
