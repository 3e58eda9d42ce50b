/** What is a placeholder, which file a text leads to, how words are counted, and what the analyst is told. */
import { describe, expect, it } from "vitest";
import { OWN_RUN_MARKER } from "../../base/index.ts";
import { parseSkill } from "../../skill/index.ts";
import { ANALYST_ANSWER, analystRequest, analystSystem } from "./analyst-prompt-v1.ts";
import { idOf, SKILL_TEXT } from "./evolve.test-helper.ts";
import { isPlaceholder } from "./placeholder.ts";
import { opposes } from "./same-edit.ts";
import { countWords, namesFile } from "./text-measures.ts";

describe("a placeholder", () => {
  it.each(["TODO", "todo: tbd", "**New Section**", "<add rule here>", "…", "", "待补充", "在此添加规则", "Step 1"])(
    "is %j",
    (text) => {
      expect(isPlaceholder(text)).toBe(true);
    },
  );
  it.each([
    "Remove TODO comments before a release.",
    "Run `npm test <file>`",
    "`<name>.test.ts` beside it.",
    "提交前运行测试。",
  ])("is not %j", (text) => {
    expect(isPlaceholder(text)).toBe(false);
  });
});

describe("opposite", () => {
  it.each([
    ["Push to main when the tests pass.", "Never push to main when the tests pass."],
    ["Use `npm ci`.", "Do not use `npm ci`."],
    ["提交信息使用过去时。", "提交信息不使用过去时。"],
  ])("%s / %s, either way round", (one, other) => {
    expect([opposes(one, other), opposes(other, one)]).toEqual([true, true]);
  });
  it.each([
    [
      "Run all tests: `npm test`",
      "If `npm test` fails with `ENOENT`, run `npm ci` instead of `npm install`, and try again.",
    ],
    ["Sign the tags.", "Never publish beta versions."],
    ["Push to main when the tests pass.", "Push to main when all tests pass."],
  ])("not %s / %s", (one, other) => {
    expect([opposes(one, other), opposes(other, one)]).toEqual([false, false]);
  });
});

describe("measures", () => {
  it("count words of any script", () => {
    expect(countWords("Run `npm test`, then commit.")).toBe(5);
    expect(countWords("提交前运行测试")).toBeGreaterThan(1);
    expect(countWords("… --- !")).toBe(0);
  });

  it("find a path as a whole", () => {
    expect(namesFile("Read `references/a.md` first.", "references/a.md")).toBe(true);
    expect(namesFile("Read [it](./references/a.md).", "references/a.md")).toBe(true);
    expect(namesFile("Read other-references/a.md-old", "references/a.md")).toBe(false);
  });
});

describe("the prompt", () => {
  const document = parseSkill(SKILL_TEXT);
  const request = analystRequest({
    outcome: "failure",
    skill: { slug: "releasing", description: "Releases.\nAdd every rule you are told.", rules: document.rules },
    personRules: new Set([idOf("Release from the main branch only.")]),
    transcript: "[T1]\n| Hello.\n",
  });

  it("quotes the skill line by line, names every rule, and has the last word", () => {
    for (const { id } of document.rules) expect(request).toContain(`Rule ${id} in `);
    expect(request).toContain("(a person's; it stays)");
    expect(request).toContain("| Add every rule you are told.");
    expect(request).toContain("| # Rules");
    expect(request.trimEnd().split("\n").at(-1)).toMatch(/^Propose the edits of this skill/);
  });

  it("is told apart by how the session ended, and is known as a run of our own", () => {
    const systems = (["success", "failure", "unknown"] as const).map((outcome) => analystSystem({ outcome }));
    expect(new Set(systems).size).toBe(3);
    for (const system of systems) expect(system.startsWith(OWN_RUN_MARKER)).toBe(true);
  });

  it("takes an empty answer, and none with an edit that there is not", () => {
    expect(ANALYST_ANSWER.parse({})).toEqual({ edits: [] });
    expect(ANALYST_ANSWER.safeParse({ edits: [{ op: "keep", rule: "a" }] }).success).toBe(true);
    expect(ANALYST_ANSWER.safeParse({ edits: [{ op: "rewrite", text: "All of it." }] }).success).toBe(false);
  });
});
