/**
 * What becomes of a candidate, as a model judges it: add, merge or discard against its neighbours (seed 004, "Skill
 * Management"), and for a merge what each of its rules is to the rules of the skill. The deterministic judge stands in
 * wherever the model cannot be asked or answers something that cannot be.
 *
 * Contract:
 * - The model writes no text: a rule of the candidate is added as it is, replaces a rule that it holds nearly all of, is
 *   counted as support of one that says the same, or is left out, and then named in `leftOut` with the reason.
 * - A discard in favour of a skill that does not say most of it becomes a merge: nothing supported is lost in silence.
 * - Never throws for what a model does.
 */
import type { LanguageModel } from "../../model/index.ts";
import { parseSkill, type SkillEdit } from "../../skill/index.ts";
import type { Candidate, CandidateRule } from "../candidate.ts";
import { candidateId } from "../idea.ts";
import { type JudgeDecision, judgeCandidate } from "../judge/judge.ts";
import { candidateToEdits, type ExistingSkill } from "../match.ts";
import { type AskOptions, askPrompt, judgePrompt, mergePrompt } from "../prompts/index.ts";
import { terms } from "../similarity.ts";

export interface ManagedDecision extends Pick<JudgeDecision, "action" | "target" | "reason"> {
  by: "model" | "rules";
  /** The candidate as it is to be placed. */
  candidate: Candidate;
  /** Rules that the model left out of a merge, with the reason. */
  leftOut: { rule: string; reason: string }[];
}

/** Share of a rule's content words that must be in the one that replaces it. */
const MIN_HELD = 0.6;
/** Share of a candidate's rules that a skill must say for the candidate to be superfluous. */
const MIN_SAID = 0.5;

/** @param neighbours nearest first; a small set */
export async function manageWithModel(
  model: LanguageModel,
  candidate: Candidate,
  neighbours: readonly ExistingSkill[],
  now: Date,
  options: AskOptions = {},
): Promise<ManagedDecision> {
  const ruled = (): ManagedDecision => {
    const { action, target, reason } = judgeCandidate(candidate, neighbours, now);
    return { action, reason, candidate, leftOut: [], by: "rules", ...(target === undefined ? {} : { target }) };
  };
  if (neighbours.length === 0) return ruled();
  const judged = await judge(model, candidate, neighbours, now, options);
  if (judged === undefined) return ruled();
  const target = neighbours.find(({ slug }) => slug === judged.target);
  if (judged.action !== "merge" || target === undefined) return { ...judged, by: "model", candidate, leftOut: [] };
  const merged = await merge(model, candidate, target, options);
  return { ...judged, by: "model", ...(merged ?? { candidate, leftOut: [] }) };
}

async function judge(
  model: LanguageModel,
  candidate: Candidate,
  neighbours: readonly ExistingSkill[],
  now: Date,
  options: AskOptions,
): Promise<Pick<JudgeDecision, "action" | "target" | "reason"> | undefined> {
  const named = neighbours.find(({ slug }) => slug === candidate.slug);
  const input = {
    candidate: { name: candidate.title, description: candidate.description, rules: textsOf(candidate.rules) },
    neighbours: neighbours.map(({ slug, text }) => {
      const document = parseSkill(text);
      return { name: slug, description: document.frontmatter?.description ?? "", rules: textsOf(document.rules) };
    }),
  };
  const answer = await askPrompt(model, judgePrompt, input, options).then(
    (asked) => asked.answer,
    () => undefined,
  );
  if (answer === undefined) return undefined;
  const { action, reason } = answer;
  const target = neighbours.find(({ slug }) => slug === answer.target);
  // Two skills cannot have one name.
  if (action === "add") return named === undefined ? { action, reason } : undefined;
  if (action === "discard" && target === undefined) return { action, reason };
  if (target === undefined) return undefined;
  const found = { target: target.slug, reason };
  if (!target.ours)
    return {
      ...found,
      action: "discard",
      reason: `Your own skill ${target.slug} does this; it is left alone. ${reason}`,
    };
  if (action === "merge") return { ...found, action };
  const rules = candidate.rules.filter(({ section }) => section !== "When to use");
  const said = candidateToEdits({ ...candidate, rules }, target.text, now).supported.length;
  return { ...found, action: said >= MIN_SAID * rules.length ? "discard" : "merge" };
}

async function merge(
  model: LanguageModel,
  candidate: Candidate,
  skill: ExistingSkill,
  options: AskOptions,
): Promise<Pick<ManagedDecision, "candidate" | "leftOut"> | undefined> {
  const document = parseSkill(skill.text);
  const input = {
    skill: { name: skill.slug, description: document.frontmatter?.description ?? "", rules: document.rules },
    candidate: { name: candidate.title, rules: candidate.rules },
  };
  const answer = await askPrompt(model, mergePrompt, input, options).then(
    (asked) => asked.answer,
    () => undefined,
  );
  if (answer === undefined) return undefined;
  const rules: CandidateRule[] = [];
  const edits: SkillEdit[] = [...(candidate.edits ?? [])];
  const leftOut: ManagedDecision["leftOut"] = [];
  const replaced = new Set<string>();
  candidate.rules.forEach((rule, index) => {
    const decision = answer.decisions.find((one) => one.rule === index + 1);
    const there = document.rules.find(({ id }) => id === decision?.target);
    if (decision?.action === "leave_out") {
      leftOut.push({ rule: rule.text, reason: decision.reason === "" ? "left out by the model" : decision.reason });
    } else if (decision?.action === "same" && there !== undefined)
      rules.push({ ...rule, section: rule.section, text: there.text });
    else {
      rules.push(rule);
      if (decision?.action !== "replace" || there === undefined || replaced.has(there.id)) return;
      if (!holds(rule.text, there.text)) return;
      replaced.add(there.id);
      edits.push({ op: "replace", rule: there.id, text: rule.text });
    }
  });
  const more = edits.length === 0 ? {} : { edits };
  const said = [...replaced].map((id) => document.rules.find((rule) => rule.id === id)?.text ?? id);
  const rationale =
    said.length === 0
      ? candidate.rationale
      : `${candidate.rationale} Replaces: ${said.map((text) => `“${text}”`).join(", ")}.`;
  const whole = { ...candidate, rules, rationale, ...more };
  return { candidate: { ...whole, id: candidateId(candidate.slug, rules, more) }, leftOut };
}

/** Nearly everything that the old rule speaks of is in the new one. */
function holds(text: string, old: string): boolean {
  const there = new Set(terms(text));
  const wanted = [...new Set(terms(old))];
  return wanted.length > 0 && wanted.filter((term) => there.has(term)).length >= MIN_HELD * wanted.length;
}

function textsOf(rules: readonly { text: string }[]): string[] {
  return rules.map(({ text }) => text);
}
