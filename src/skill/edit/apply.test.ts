import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { SkillEdit } from "../model.ts";
import { parseSkill } from "../parse.ts";
import { ruleId } from "../rule-text.ts";
import { markdownText, plainSkill } from "../skill.test-helper.ts";
import { applySkillEdits } from "./apply.ts";
import { undoSkillEdits } from "./undo.ts";

const SKILL = `---
name: a-skill
description: what it does
---

# A skill

## Steps

1. First
2. Second

   \`\`\`sh
   # Rules
   ls
   \`\`\`

## Rules
- Keep it short
- Keep it true

## Verify

Run the check.
`;

/** Applies, checks that undo gives the bytes back, and returns the result. */
function apply(text: string, edits: SkillEdit[]) {
  const result = applySkillEdits(text, edits);
  expect(result.outcomes).toHaveLength(edits.length);
  expect(undoSkillEdits(result.text, result.undo)).toBe(text);
  return result;
}

const edited = (text: string, ...edits: SkillEdit[]) => {
  const result = apply(text, edits);
  expect(result.outcomes.map((outcome) => ("reason" in outcome ? outcome.reason : "applied"))).toEqual(
    edits.map(() => "applied"),
  );
  return result.text;
};
const reasonOf = (text: string, edit: SkillEdit) => {
  const { outcomes, text: same } = apply(text, [edit]);
  expect(same).toBe(text);
  const [outcome] = outcomes;
  return outcome !== undefined && "reason" in outcome ? outcome.reason : outcome?.status;
};

describe("add", () => {
  it("puts an item at the end of its section, in the style of the list", () => {
    expect(edited(SKILL, { op: "add", section: "Rules", text: "Keep it dry" })).toBe(
      SKILL.replace("- Keep it true\n", "- Keep it true\n- Keep it dry\n"),
    );
    expect(edited("## Rules\n\n*   one\n\n*   two\n", { op: "add", section: "rules", text: "three\nlines" })).toBe(
      "## Rules\n\n*   one\n\n*   two\n\n*   three\n    lines\n",
    );
  });

  it("numbers a new step after its predecessor and leaves the bytes of the others", () => {
    expect(edited(SKILL, { op: "add", section: "Steps", text: "Between", after: ruleId("First") })).toBe(
      SKILL.replace("1. First\n", "1. First\n2. Between\n"),
    );
  });

  it("puts code of a rule under its item", () => {
    expect(edited("## Rules\n\n- a\n", { op: "add", section: "Rules", text: "Run:\n```sh\n# x\n```" })).toBe(
      "## Rules\n\n- a\n- Run:\n  ```sh\n  # x\n  ```\n",
    );
  });

  it("creates a missing section in the canonical order", () => {
    expect(edited(SKILL, { op: "add", section: "Pitfalls", text: "It bites" })).toBe(
      SKILL.replace("## Verify", "## Pitfalls\n\n- It bites\n\n## Verify"),
    );
    expect(edited(SKILL, { op: "add", section: "When to use", text: "Often" })).toBe(
      SKILL.replace("## Steps", "## When to use\n\n- Often\n\n## Steps"),
    );
    expect(edited(SKILL, { op: "add", section: "Notes", text: "x" })).toBe(`${SKILL}\n## Notes\n\n- x\n`);
  });

  it("keeps CRLF, an open last line, and works on an empty section or body", () => {
    expect(edited("## Rules\r\n\r\n- a", { op: "add", section: "Rules", text: "b\nc" })).toBe(
      "## Rules\r\n\r\n- a\r\n- b\r\n  c",
    );
    expect(edited("## Rules\n\n## Verify\n\nx\n", { op: "add", section: "Rules", text: "a" })).toBe(
      "## Rules\n\n- a\n\n## Verify\n\nx\n",
    );
    expect(edited("---\nname: a\n---\n", { op: "add", section: "Rules", text: "a" })).toBe(
      "---\nname: a\n---\n\n## Rules\n\n- a\n",
    );
    expect(edited("", { op: "add", section: "", text: "a" })).toBe("- a\n");
  });

  it("is a conflict where the rule is there, or the anchor is not", () => {
    expect(reasonOf(SKILL, { op: "add", section: "Rules", text: "- Keep  it short" })).toBe("rule_exists");
    expect(reasonOf(SKILL, { op: "add", section: "Rules", text: "x", after: "000000000000" })).toBe("anchor_not_found");
    expect(reasonOf(SKILL, { op: "add", section: "Rules", text: "x", after: ruleId("First") })).toBe(
      "anchor_in_other_section",
    );
  });

  it.each([
    ["nothing", " \n", "empty_text"],
    ["a heading", "x\n\n## Steps", "unsafe_text"],
    ["a setext heading", "x\n---", "unsafe_text"],
    ["a fence that stays open", "x\n```sh\nls", "unsafe_text"],
    ["a frontmatter fence", "---\nname: b\n---", "unsafe_text"],
    ["a hidden comment", "x <!-- y -->\n\n<!-- z -->", "unsafe_text"],
    ["an open HTML block", "<script>\nx", "unsafe_text"],
    ["a link definition", "[a]: /b", "unsafe_text"],
    ["NUL", "a\0b", "unsafe_text"],
    ["a book", "x".repeat(17_000), "text_too_long"],
  ])("rejects %s", (_, text, reason) => {
    expect(reasonOf(SKILL, { op: "add", section: "Rules", text })).toBe(reason);
  });

  it("rejects a heading that is none, and a place that turns the rule into code", () => {
    expect(reasonOf(SKILL, { op: "add", section: "a\n# b", text: "x" })).toBe("unsafe_heading");
    expect(reasonOf("## Rules\n\n```\nopen", { op: "add", section: "Verify", text: "x" })).toBe(
      "would_change_structure",
    );
  });

  it("takes the effect out of host directives", () => {
    expect(edited("## Rules\n\n- a\n", { op: "add", section: "Rules", text: "Run !`id` $ARGUMENTS" })).toContain(
      `- Run ! \`id\` ${"$"}{ARGUMENTS}`,
    );
  });
});

describe("replace, retire, move", () => {
  it("replaces the text of an item and keeps its marker", () => {
    expect(edited(SKILL, { op: "replace", rule: ruleId("First"), text: "Uno\nand more" })).toBe(
      SKILL.replace("1. First", "1. Uno\n   and more"),
    );
    expect(edited(SKILL, { op: "replace", rule: ruleId("Run the check."), text: "Run both checks." })).toBe(
      SKILL.replace("Run the check.", "Run both checks."),
    );
  });

  it("retires a rule with the code that belongs to it, and leaves the look-alike heading in code alone", () => {
    const second = parseSkill(SKILL).rules[1]?.id ?? "";
    const text = edited(SKILL, { op: "retire", rule: second });
    expect(text).toContain("1. First\n\n## Rules");
    expect(text).not.toContain("# Rules\n   ls");
  });

  it("takes the heading along with its last rule, and with the last of its sub-sections", () => {
    expect(edited(SKILL, { op: "retire", rule: ruleId("Run the check.") })).toBe(
      SKILL.slice(0, SKILL.indexOf("\n## Verify")),
    );
    const nested = "# T\n\n## A\n\n### B\n\n- one\n\n## C\n\n- two\n";
    expect(edited(nested, { op: "retire", rule: ruleId("one") })).toBe("# T\n\n## C\n\n- two\n");
    expect(edited("## Prompt\n\n# Role\n\n- one\n\n# Rules\n\n- two\n", { op: "retire", rule: ruleId("one") })).toBe(
      "## Prompt\n\n# Rules\n\n- two\n",
    );
  });

  it("keeps a heading that still has a comment or a sub-section", () => {
    expect(edited("## A\n\n- one\n\n<!-- why -->\n", { op: "retire", rule: ruleId("one") })).toBe(
      "## A\n\n<!-- why -->\n",
    );
    expect(edited("## A\n\n- one\n\n### B\n\n- two\n", { op: "retire", rule: ruleId("one") })).toBe(
      "## A\n\n### B\n\n- two\n",
    );
  });

  it("moves a rule with its code, as a step where the steps are", () => {
    expect(edited(SKILL, { op: "move", rule: ruleId("Keep it true"), section: "Steps", after: ruleId("First") })).toBe(
      SKILL.replace("- Keep it true\n", "").replace("1. First\n", "1. First\n2. Keep it true\n"),
    );
    const table = "## A\n\n| a |\n|---|\n| 1 |\n\n## B\n\n- x\n";
    expect(edited(table, { op: "move", rule: parseSkill(table).rules[0]?.id ?? "", section: "B" })).toBe(
      "## B\n\n- x\n\n| a |\n|---|\n| 1 |\n",
    );
  });

  it("is a conflict for a rule that is not there, is the anchor itself, or was changed in the same set", () => {
    expect(reasonOf(SKILL, { op: "retire", rule: "000000000000" })).toBe("rule_not_found");
    expect(reasonOf(SKILL, { op: "move", rule: ruleId("First"), section: "Steps", after: ruleId("First") })).toBe(
      "anchor_is_the_rule",
    );
    const { outcomes } = apply(SKILL, [
      { op: "retire", rule: ruleId("First") },
      { op: "replace", rule: ruleId("First"), text: "x" },
      { op: "add", section: "Steps", text: "x", after: ruleId("First") },
    ]);
    expect(outcomes.map((outcome) => ("reason" in outcome ? outcome.reason : outcome.status))).toEqual([
      "applied",
      "rule_already_changed",
      "anchor_not_found",
    ]);
  });

  it("is rejected where what is around would become something else", () => {
    // Without the paragraph the dashes would open a frontmatter.
    const text = "x\n\n---\n\nname: a\n\n---\n\ny\n";
    expect(reasonOf(text, { op: "retire", rule: ruleId("x") })).toBe("would_change_structure");
  });

  it("names a rule by its id before the set, and one that the set added by its own", () => {
    const twins = "## Rules\n\n- same\n- same\n- last\n";
    const id = ruleId("same");
    expect(edited(twins, { op: "retire", rule: id }, { op: "replace", rule: `${id}-2`, text: "other" })).toBe(
      "## Rules\n\n- other\n- last\n",
    );
    expect(
      edited(
        SKILL,
        { op: "add", section: "Rules", text: "one" },
        { op: "add", section: "Rules", text: "two", after: ruleId("one") },
      ),
    ).toContain("- Keep it true\n- one\n- two\n");
  });
});

describe("undo", () => {
  it("refuses a text that was changed since, and a record that was altered", () => {
    const { text, undo } = applySkillEdits(SKILL, [{ op: "retire", rule: ruleId("First") }]);
    expect(() => undoSkillEdits(`${text} `, undo)).toThrow(expect.objectContaining({ code: "UNDO_STALE" }));
    expect(() => undoSkillEdits(text, { ...undo, splices: [] })).toThrow(
      expect.objectContaining({ code: "UNDO_BROKEN" }),
    );
  });
});

describe("any edits on any text", () => {
  const anyEdits = (text: string) => {
    const { rules, sections } = parseSkill(text);
    const rule = fc.constantFrom(...rules.map(({ id }) => id), "000000000000");
    const section = fc.constantFrom(...sections.map(({ heading }) => heading), "", "Rules", "Pitfalls");
    const place = fc.record({ section, after: rule }, { requiredKeys: ["section"] });
    return fc.array(
      fc.oneof(
        fc.tuple(place, markdownText).map(([at, words]): SkillEdit => ({ op: "add", ...at, text: words })),
        fc.tuple(rule, markdownText).map(([id, words]): SkillEdit => ({ op: "replace", rule: id, text: words })),
        rule.map((id): SkillEdit => ({ op: "retire", rule: id })),
        fc.tuple(rule, place).map(([id, at]): SkillEdit => ({ op: "move", rule: id, ...at })),
        fc.constantFrom<SkillEdit[]>(
          { op: "set_field", path: ["description"], value: "new: one" },
          { op: "set_field", path: ["metadata", "version"], value: "0.1.1" },
          { op: "set_field", path: ["name"], value: null },
        ),
      ),
      { minLength: 1, maxLength: 5 },
    );
  };

  it("never throw, always undo, and leave every rule that they do not name", () => {
    fc.assert(
      fc.property(
        markdownText.chain((text) => fc.tuple(fc.constant(text), anyEdits(text))),
        ([text, edits]) => {
          const { text: changed, outcomes } = apply(text, edits);
          const named = new Set(edits.flatMap((edit) => ("rule" in edit ? [edit.rule] : [])));
          const left = parseSkill(changed).rules.map((rule) => rule.text);
          for (const rule of parseSkill(text).rules) if (!named.has(rule.id)) expect(left).toContain(rule.text);
          for (const outcome of outcomes) {
            if (outcome.status === "applied" && outcome.edit.op === "add") expect(outcome.rule).toBeDefined();
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("give the same text in any order when they touch different rules and sections", () => {
    fc.assert(
      fc.property(plainSkill, fc.nat(), (text, seed) => {
        const { rules } = parseSkill(text);
        const edits: SkillEdit[] = rules.map((rule, index) =>
          (index + seed) % 3 === 0
            ? { op: "retire", rule: rule.id }
            : { op: "replace", rule: rule.id, text: `changed ${index} ${rule.text}` },
        );
        edits.push({ op: "set_field", path: ["description"], value: "Other" });
        const turned = [...edits.slice(seed % edits.length), ...edits.slice(0, seed % edits.length)].reverse();
        expect(applySkillEdits(text, turned).text).toBe(applySkillEdits(text, edits).text);
      }),
      { numRuns: 60 },
    );
  });
});
