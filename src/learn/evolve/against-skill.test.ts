import { describe, expect, it } from "vitest";
import { parseSkill } from "../../skill/index.ts";
import { placeAgainst } from "./against-skill.ts";
import { adds, evidence, frozen, idOf, SKILL_TEXT } from "./evolve.test-helper.ts";
import type { EvolveChange } from "./model.ts";

const document = parseSkill(SKILL_TEXT);
const MAIN = "Release from the main branch only.";
const place = (change: EvolveChange, support: "user_said" | "outcome_seen" = "user_said", skill = frozen()) =>
  placeAgainst(skill, document, change, [evidence("a", support)]);
const keeps = (beginning: string) => ({ change: { op: "keep", rule: idOf(beginning) } });

describe("an addition", () => {
  it("that the skill has already supports the rule that is there", () => {
    expect(place(adds("Release only from the main branch."))).toEqual(keeps(MAIN));
    expect(place(adds("Build everything: `npm run build --workspaces`", "Steps"))).toEqual(keeps("Build it"));
  });

  it("that only shares a command with a step is an addition", () => {
    const rule = adds("Always clear the cache folder before a colleague starts `npm run build`.");
    expect(place(rule)).toEqual({ change: rule });
  });

  it("that says the opposite replaces the rule where a person said so, and is refused where not", () => {
    const contrary = adds("Do not release from the main branch only.");
    expect(place(contrary)).toMatchObject({ change: { op: "replace", rule: idOf(MAIN) } });
    expect(place(contrary, "outcome_seen")).toMatchObject({ refused: { code: "contradicts_skill" } });
    const persons = frozen(SKILL_TEXT, { personRules: new Set([idOf(MAIN)]) });
    expect(place(contrary, "user_said", persons)).toMatchObject({ refused: { code: "person_line" } });
  });
});

describe("an edit of a rule", () => {
  it("that is not there is refused", () => {
    expect(place({ op: "retire", rule: "000000000000" })).toMatchObject({ refused: { code: "unknown_rule" } });
  });

  it("in other words for the same keeps the rule", () => {
    const reworded: EvolveChange = {
      op: "replace",
      rule: idOf(MAIN),
      section: "Rules",
      text: "Only release from the main branch.",
    };
    expect(place(reworded)).toEqual(keeps(MAIN));
  });
});
