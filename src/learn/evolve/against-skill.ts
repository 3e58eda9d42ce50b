/** An addition held against the frozen skill: is it there already, or does it say the opposite of what is there? */
import type { SkillDocument, SkillRule } from "../../skill/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import { findSameRule } from "../same-rule.ts";
import { negates } from "../similarity.ts";
import { type AnalystRefusal, refusedEdit } from "./analyst.ts";
import type { EvolveChange, FrozenSkill } from "./model.ts";
import { OF_COMMANDS, opposes, saysTheSame } from "./same-edit.ts";

export type Placed = { change: EvolveChange } | { refused: AnalystRefusal };

/**
 * - What the skill says already is `keep`: one more session supports that rule.
 * - What says the opposite of a rule replaces it where a person said so. Beside it, it would make the skill contradict itself.
 * - No edit touches a line that a person wrote.
 */
export function placeAgainst(
  skill: FrozenSkill,
  document: SkillDocument,
  change: EvolveChange,
  evidence: readonly RuleEvidence[],
): Placed {
  if (change.op === "add") return placeAddition(skill, document, change, evidence);
  const rule = document.rules.find(({ id }) => id === change.rule);
  if (rule === undefined) return refuse(change, "unknown_rule", `The skill has no rule ${change.rule.slice(0, 40)}.`);
  if (change.op === "keep") return { change };
  if (skill.personRules.has(rule.id)) return persons(change, rule);
  // Other words for the same are no reason to change a rule.
  if (change.op === "replace" && saysTheSame({ ...rule, section: change.section }, change)) {
    return { change: { op: "keep", rule: rule.id } };
  }
  return { change };
}

function placeAddition(
  skill: FrozenSkill,
  document: SkillDocument,
  change: Extract<EvolveChange, { op: "add" }>,
  evidence: readonly RuleEvidence[],
): Placed {
  const there = document.rules[findSameRule(document.rules, change)];
  if (there !== undefined && supports(change, there)) return { change: { op: "keep", rule: there.id } };
  const contrary = document.rules.find((rule) => opposes(rule.text, change.text));
  if (contrary === undefined) return { change };
  if (skill.personRules.has(contrary.id)) return persons(change, contrary);
  if (change.file === undefined && evidence.some(({ support }) => support === "user_said")) {
    return { change: { op: "replace", rule: contrary.id, section: change.section, text: change.text } };
  }
  const message = `The skill says the opposite: "${shortOf(contrary)}". To change it, the edit has to name that rule.`;
  return refuse(change, "contradicts_skill", message);
}

/** A step with more or fewer options is the same step. */
function supports(change: Extract<EvolveChange, { op: "add" }>, there: SkillRule): boolean {
  if (there.text === change.text || saysTheSame(there, change)) return true;
  const sameCommand = there.section === change.section && OF_COMMANDS.includes(change.section);
  return sameCommand && negates(there.text) === negates(change.text);
}

function persons(change: EvolveChange, rule: SkillRule): Placed {
  return refuse(change, "person_line", `A person wrote "${shortOf(rule)}"; it stays as it is.`);
}

function refuse(change: EvolveChange, code: string, message: string): Placed {
  return { refused: refusedEdit(change, code, message) };
}

function shortOf(rule: SkillRule): string {
  return [...(rule.text.split("\n")[0] ?? "")].slice(0, 80).join("");
}
