import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { neutraliseDirectives } from "./directives.ts";
import { makeRuleSafe } from "./edit/safe-text.ts";
import type { NewSkill } from "./model.ts";
import { parseSkill } from "./parse.ts";
import { printSkill } from "./print.ts";
import { markdownText } from "./skill.test-helper.ts";
import { validateSkill } from "./validate.ts";

const skill = (change: Partial<NewSkill> = {}): NewSkill => ({
  name: "run-migrations",
  title: "Run migrations",
  description: "Use when the schema changes.",
  metadata: { source: "auto-skill", version: "0.1.0" },
  sections: [
    { heading: "Rules", rules: ["Never edit a migration that ran"] },
    { heading: "Steps", rules: ["Dump the database:\n```sh\npg_dump app\n```", "Run it"] },
    { heading: "Notes", rules: [] },
  ],
  ...change,
});

describe("printSkill", () => {
  it("writes the known sections in their order, steps numbered, code inside its step", () => {
    expect(printSkill(skill())).toBe(
      `---
name: "run-migrations"
description: "Use when the schema changes."
metadata:
  source: "auto-skill"
  version: "0.1.0"
---

# Run migrations

## Steps

1. Dump the database:
   \`\`\`sh
   pg_dump app
   \`\`\`
2. Run it

## Rules

- Never edit a migration that ran
`,
    );
  });

  it("never writes what a host would act on, nor markup in the description", () => {
    const brace = "{CLAUDE_SKILL_DIR}";
    const text = printSkill(
      skill({
        description: "Use for <div> !`id`",
        sections: [{ heading: "Rules", rules: [`Run !\`id\` with $ARGUMENTS in $${brace}`, "```!\nid\n```"] }],
      }),
    );
    expect(text).not.toMatch(/!`|\$ARGUMENTS|\$\{CLAUDE|```!|<div>/);
    expect(validateSkill(text, { directory: "run-migrations", ours: true })).toEqual([]);
  });

  it("puts a rule on one line whose tab would open a fence where the rule stands in a list", () => {
    const text = printSkill(skill({ sections: [{ heading: "Rules", rules: ["$\n\t- tabbed\n    ```", "Next."] }] }));
    expect(parseSkill(text).rules.map((rule) => rule.text)).toEqual(["\\$ - tabbed ```", "Next."]);
  });

  it("refuses a name that is no slug, and a description that is empty or too long, with its length", () => {
    expect(() => printSkill(skill({ name: "Run It" }))).toThrow(
      expect.objectContaining({ code: "INVALID_SKILL_NAME" }),
    );
    expect(() => printSkill(skill({ description: " " }))).toThrow(expect.objectContaining({ code: "INVALID_SKILL" }));
    expect(() => printSkill(skill({ description: "a".repeat(1025) }))).toThrow(
      expect.objectContaining({ code: "DESCRIPTION_TOO_LONG", found: "1025" }),
    );
  });

  it("gives back, when read, exactly what was written, whatever the texts are", () => {
    fc.assert(
      fc.property(
        fc.array(markdownText, { minLength: 1, maxLength: 5 }),
        fc.string({ unit: "grapheme", minLength: 1 }),
        fc.string({ unit: "binary" }),
        (rules, title, value) => {
          const wanted = rules.map((rule) => neutraliseDirectives(makeRuleSafe(rule))).filter((rule) => rule !== "");
          const text = printSkill(
            skill({ title, metadata: { source: "auto-skill", value }, sections: [{ heading: "Rules", rules }] }),
          );
          const read = parseSkill(text);
          expect(read.diagnostics).toEqual([]);
          expect(read.rules.map((rule) => rule.text)).toEqual(wanted);
          expect(read.sections.map((section) => section.heading)).toEqual(wanted.length > 0 ? ["Rules"] : []);
          expect(read.frontmatter?.data.metadata).toEqual({ source: "auto-skill", value });
        },
      ),
      { numRuns: 300 },
    );
  });
});
