/**
 * The block that is put into a model's context: the skills that fit, within a budget.
 *
 * Contract: skills are taken by relevance, best first, and printed in the order of scope and name, so that the same
 * skills give the same bytes whatever the query (prompt caches). All text is escaped: no skill can close its element or
 * open another. Nothing is cut inside a rule: a skill is there with its instructions, with some of its rules or without
 * them and says so, or is counted as left out.
 */
import { estimateTokens } from "../base/index.ts";

export interface ContextSkill {
  name: string;
  scope: string;
  description: string;
  /** Markdown after the frontmatter, or some of its rules. */
  instructions: string;
  /** Set where `instructions` is a list of rules only; the number of rules that it leaves out. */
  omittedRules?: number;
  /** Where an agent that can read files finds it. */
  location?: string;
  score: number;
}

export interface ContextEntry {
  name: string;
  scope: string;
  score: number;
  /** `whole`, the most telling of its rules, without its instructions, or not at all. */
  shown: "whole" | "part" | "described" | "left_out";
  /** Of what is shown; of the whole skill where it is left out. */
  tokens: number;
}

export interface ContextBlock {
  /** Empty where no skill fits the query. */
  text: string;
  /** Estimate for `text`; never above the budget. */
  tokens: number;
  budget: number;
  /** One entry for each skill that was offered, best first. */
  skills: ContextEntry[];
  /** Skills that are described without their instructions, for want of room. */
  shortened: number;
  /** Skills that are not there at all, for want of room. */
  leftOut: number;
}

/** @param skills best first; the order among equals is kept */
export function contextBlock(skills: readonly ContextSkill[], budget: number): ContextBlock {
  const entries: ContextEntry[] = [];
  const printed: { skill: ContextSkill; text: string }[] = [];
  let used = blockFrameTokens(skills.length);
  for (const skill of skills) {
    const whole = printSkill(skill, true);
    const described = printSkill(skill, false);
    const { name, scope, score } = skill;
    const fits = (text: string) => used + estimateTokens(text) <= budget;
    const text = fits(whole) ? whole : fits(described) ? described : undefined;
    const tokens = estimateTokens(text ?? whole);
    const full = (skill.omittedRules ?? 0) === 0 ? "whole" : "part";
    const shown = text === undefined ? "left_out" : text === whole ? full : "described";
    entries.push({ name, scope, score, shown, tokens });
    if (text === undefined) continue;
    used += tokens;
    printed.push({ skill, text });
  }
  printed.sort((a, b) => compare(a.skill.scope, b.skill.scope) || compare(a.skill.name, b.skill.name));
  const shortened = entries.filter((entry) => entry.shown === "described").length;
  const leftOut = entries.filter((entry) => entry.shown === "left_out").length;
  const block = frameOf(
    printed.map(({ text }) => text),
    shortened,
    leftOut,
  );
  const text = skills.length === 0 || estimateTokens(block) > budget ? "" : block;
  return { text, tokens: text === "" ? 0 : estimateTokens(text), budget, skills: entries, shortened, leftOut };
}

/** What a block of so many skills takes beside them; room for the closing note is kept free at its longest. */
export function blockFrameTokens(skills: number): number {
  return estimateTokens(frameOf([], skills, skills));
}

/** What a skill takes in a block with its instructions. */
export function skillTokens(skill: ContextSkill): number {
  return estimateTokens(printSkill(skill, true));
}

function frameOf(skills: readonly string[], shortened: number, leftOut: number): string {
  const notes = [
    ...(shortened === 0 ? [] : [`${shortened} without instructions`]),
    ...(leftOut === 0 ? [] : [`${leftOut} left out`]),
  ];
  const note = notes.length === 0 ? "" : `<note>For want of room: ${notes.join(", ")}.</note>\n`;
  return `<available_skills>\n${skills.join("")}${note}</available_skills>\n`;
}

/** The section of our own skills in which the situations stand that the description names. */
const SAYS_WHEN = /^## When to use[ \t]*$/m;

function printSkill(skill: ContextSkill, withInstructions: boolean): string {
  const { name, scope, description, instructions, location, omittedRules } = skill;
  const lines = [
    "<skill>",
    `<name>${escapeText(name)}</name>`,
    `<scope>${escapeText(scope)}</scope>`,
    // The body says itself what it is for: saying it twice costs room that another skill could have.
    ...(withInstructions && (omittedRules !== undefined || SAYS_WHEN.test(instructions))
      ? []
      : [`<description>${escapeText(description)}</description>`]),
    ...(location === undefined ? [] : [`<location>${escapeText(location)}</location>`]),
    ...(withInstructions ? [`<instructions>\n${escapeText(instructions.trim())}\n</instructions>`] : []),
    ...(withInstructions && omittedRules !== undefined && omittedRules > 0
      ? [`<note>${omittedRules} more ${omittedRules === 1 ? "rule" : "rules"} in the file.</note>`]
      : []),
    "</skill>",
  ];
  return `${lines.join("\n")}\n`;
}

/** Text as XML character data (XML 1.0 §2.4); characters that XML 1.0 §2.2 does not allow become U+FFFD. */
export function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, "\ufffd");
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
