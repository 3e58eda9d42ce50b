/**
 * From settled edits to one candidate: everything is put into the frozen text, the result is looked at as a whole, and
 * whatever makes it worse than it was is left out by name, the least supported first. Ends, since each round leaves out
 * at least one edit.
 */
import { lintSkill, parseSkill, type SkillDocument, type SkillEdit } from "../../skill/index.ts";
import { type AppliedCandidate, applyCandidate } from "../apply-candidate.ts";
import { type Candidate, type CandidateRule, SKILL_SECTIONS } from "../candidate.ts";
import { candidateId } from "../idea.ts";
import { asUpdate } from "../match.ts";
import type { EvolveLimits, FrozenSkill, LeftOutEdit, LeftOutReason } from "./model.ts";
import { excludes } from "./same-edit.ts";
import { leftOut, type SettledEdit, type SettledEdits } from "./settle.ts";
import { namesFile, wordsIn } from "./text-measures.ts";
import { unsafeText } from "./unsafe-edit.ts";
import { byWordLimit } from "./word-limit.ts";

export interface EvolvedCandidate {
  /** Absent when nothing is left that changes the skill. */
  candidate?: Candidate;
  /** What is in the candidate, most support first. */
  accepted: SettledEdit[];
  leftOut: LeftOutEdit[];
  /** Rules that are there and that sessions support: nothing to change, evidence to record. */
  kept: CandidateRule[];
  /** SKILL.md as it would be, and the words that it gains. */
  text: string;
  wordsAdded: number;
}

export interface EvolvedOptions {
  limits: EvolveLimits;
  now: Date;
  /** Sessions that were looked at. */
  sessions: number;
}

interface Refusal {
  edit: SettledEdit;
  reason: LeftOutReason;
  message: string;
}

export async function evolvedCandidate(
  skill: FrozenSkill,
  settled: SettledEdits,
  options: EvolvedOptions,
): Promise<EvolvedCandidate> {
  const document = parseSkill(skill.text);
  const left = [...settled.leftOut];
  const changing = settled.accepted.filter(({ change }) => change.op !== "keep");
  const { kept: fitting, over } = byWordLimit(changing, document, options.limits.words);
  left.push(...over);
  let accepted = fitting;
  let candidate = draft(skill, document, accepted, options);
  let applied = apply(skill, candidate, options.now);
  for (;;) {
    const refused = await refusals(skill, document, accepted, applied, options.limits);
    if (refused.length === 0) break;
    const inPlace = new Map(refused.map((refusal) => [refusal.edit, otherWords(refusal, accepted)]));
    for (const { edit, reason, message } of refused) {
      if (inPlace.get(edit) === undefined) left.push(leftOut(edit, reason, message));
    }
    accepted = accepted.flatMap((edit) => (inPlace.has(edit) ? (inPlace.get(edit) ?? []) : [edit]));
    candidate = draft(skill, document, accepted, options);
    applied = apply(skill, candidate, options.now);
  }
  return {
    ...(candidate === undefined ? {} : { candidate }),
    accepted,
    leftOut: left,
    kept: settled.accepted.flatMap((edit) => keptRule(edit, document)),
    text: applied.text,
    wordsAdded: accepted.reduce((sum, { change }) => sum + wordsIn(change, document), 0),
  };
}

/** The same edit in the next best words, where only these words are at fault. */
function otherWords({ edit, reason }: Refusal, accepted: readonly SettledEdit[]): SettledEdit | undefined {
  const [change, ...others] = edit.others;
  if (change === undefined || (reason !== "does_not_fit" && reason !== "lint")) return undefined;
  const rivals = accepted.some((other) => other !== edit && excludes(other.change, change));
  return rivals ? undefined : { ...edit, change, others };
}

function apply(skill: FrozenSkill, candidate: Candidate | undefined, now: Date): AppliedCandidate {
  return candidate === undefined ? { text: skill.text, outcomes: [] } : applyCandidate(candidate, skill.text, now);
}

function draft(
  skill: FrozenSkill,
  document: SkillDocument,
  accepted: readonly SettledEdit[],
  { now, sessions }: EvolvedOptions,
): Candidate | undefined {
  const rules = accepted
    .flatMap((edit) => {
      const { change, evidence } = edit;
      return "text" in change ? [{ edit, rule: { section: change.section, text: change.text, evidence } }] : [];
    })
    .sort((one, other) => sectionOrder(one.rule) - sectionOrder(other.rule) || inSteps(one.edit, other.edit))
    .map(({ rule }): CandidateRule => rule);
  const edits = accepted.flatMap(({ change }): SkillEdit[] =>
    change.op === "replace"
      ? [{ op: "replace", rule: change.rule, text: change.text }]
      : change.op === "retire"
        ? [{ op: "retire", rule: change.rule }]
        : [],
  );
  const files = accepted.flatMap(({ change }) =>
    change.op === "add" && change.file !== undefined ? [change.file] : [],
  );
  const takenBack = accepted.flatMap(({ change, evidence }) =>
    change.op === "retire" ? [{ rule: change.rule, evidence }] : [],
  );
  const title = document.title ?? skill.slug;
  const more = { edits, ...(files.length === 0 ? {} : { files }) };
  const candidate: Candidate = {
    id: candidateId(skill.slug, rules, more),
    proposer: "evolver",
    action: "update",
    slug: skill.slug,
    title,
    description: document.frontmatter?.description ?? title,
    tags: [],
    rules,
    ...more,
    ...(takenBack.length === 0 ? {} : { takenBack }),
    baseHash: skill.hash,
    confidence: confidenceOf(accepted),
    rationale: rationaleOf(accepted, sessions),
  };
  const update = asUpdate(candidate, { slug: skill.slug, text: skill.text, hash: skill.hash, ours: true }, now);
  // Whoever places it says what it does to the skill.
  return update === undefined ? undefined : { ...update, rationale: candidate.rationale };
}

function sectionOrder({ section }: CandidateRule): number {
  return SKILL_SECTIONS.indexOf(section);
}

/** New steps in the order in which they were done; everything else stays with the most supported first. */
function inSteps(one: SettledEdit, other: SettledEdit): number {
  const isStep = "section" in one.change && one.change.section === "Steps";
  return isStep ? one.place - other.place : 0;
}

async function refusals(
  skill: FrozenSkill,
  before: SkillDocument,
  accepted: readonly SettledEdit[],
  applied: AppliedCandidate,
  limits: EvolveLimits,
): Promise<Refusal[]> {
  const unfit = misfits(skill, accepted, applied);
  if (unfit.length > 0) return unfit;
  const retired = accepted.filter(({ change }) => change.op === "retire");
  const most = Math.floor(before.rules.length / 2);
  if (retired.length > most) {
    const message = `${retired.length} of ${before.rules.length} rules would be gone; at most half may.`;
    return retired.slice(most).map((edit) => ({ edit, reason: "too_much_taken", message }));
  }
  const long = beyondLines(skill, accepted, applied.text, limits.lines);
  if (long.length > 0) return long;
  const unreachable = withoutWay(skill, accepted, applied.text);
  if (unreachable.length > 0) return unreachable;
  return lintRefusals(skill.text, accepted, applied.text);
}

/** The least supported additions, as many as have the lines that are too many. */
function beyondLines(skill: FrozenSkill, accepted: readonly SettledEdit[], text: string, limit: number): Refusal[] {
  const lines = linesOf(text);
  let excess = lines - Math.max(limit, linesOf(skill.text));
  const message = `SKILL.md would have ${lines} lines; ${limit} are allowed.`;
  const refused: Refusal[] = [];
  for (const edit of accepted.toReversed()) {
    if (excess <= 0) break;
    if (!("text" in edit.change)) continue;
    refused.push({ edit, reason: "line_limit", message });
    excess -= linesOf(edit.change.text);
  }
  return refused;
}

function linesOf(text: string): number {
  return text.trimEnd().split("\n").length;
}

/** Edits that did not go in, and additions that the text said already. */
function misfits(skill: FrozenSkill, accepted: readonly SettledEdit[], { outcomes }: AppliedCandidate): Refusal[] {
  const failed: Refusal[] = outcomes.flatMap((outcome) => {
    if (outcome.status === "applied") return [];
    const edit = accepted.find(({ change }) => isOf(change, outcome.edit));
    return edit === undefined ? [] : [{ edit, reason: "does_not_fit", message: outcome.message }];
  });
  for (const edit of accepted) {
    const message = unsafeText(edit.change, skill.text);
    if (message !== undefined && !failed.some((refusal) => refusal.edit === edit)) {
      failed.push({ edit, reason: "does_not_fit", message });
    }
  }
  if (failed.length > 0) return failed;
  const tried = outcomes.map(({ edit }) => edit);
  return accepted
    .filter(({ change }) => !tried.some((edit) => isOf(change, edit)))
    .map((edit) => ({ edit, reason: "does_not_fit", message: "The skill says it already." }));
}

function isOf(change: SettledEdit["change"], edit: SkillEdit): boolean {
  if (change.op === "add") return edit.op === "add" && edit.text === change.text;
  return (edit.op === "replace" || edit.op === "retire") && edit.op === change.op && edit.rule === change.rule;
}

/** Files that no rule leads to: new ones, and old ones whose last mention an edit took away. */
function withoutWay(skill: FrozenSkill, accepted: readonly SettledEdit[], text: string): Refusal[] {
  const refused: Refusal[] = [];
  for (const edit of accepted) {
    const { change } = edit;
    if (change.op !== "add" || change.file === undefined || namesFile(text, change.file.path)) continue;
    const message = `No rule leads to ${change.file.path}.`;
    refused.push({ edit, reason: "unreachable_file", message });
  }
  const lost = skill.files.filter((path) => namesFile(skill.text, path) && !namesFile(text, path));
  if (lost.length === 0) return refused;
  const rules = new Map(parseSkill(skill.text).rules.map((rule) => [rule.id, rule.text]));
  for (const edit of accepted) {
    const { change } = edit;
    if (change.op !== "replace" && change.op !== "retire") continue;
    const path = lost.find((file) => namesFile(rules.get(change.rule) ?? "", file));
    if (path === undefined) continue;
    refused.push({ edit, reason: "unreachable_file", message: `Nothing would lead to ${path} any more.` });
  }
  return refused;
}

async function lintRefusals(before: string, accepted: readonly SettledEdit[], text: string): Promise<Refusal[]> {
  const errorsOf = async (source: string) =>
    (await lintSkill(source, { ours: true })).filter((finding) => finding.severity === "error");
  const known = new Set((await errorsOf(before)).map(({ code, message }) => `${code}\0${message}`));
  const fresh = (await errorsOf(text)).filter(({ code, message }) => !known.has(`${code}\0${message}`));
  if (fresh.length === 0) return [];
  const { rules } = parseSkill(text);
  const refused = accepted.flatMap((edit): Refusal[] => {
    const { change } = edit;
    if (!("text" in change)) return [];
    const rule = rules.find((candidate) => candidate.text === change.text);
    if (rule === undefined) return [];
    const lastLine = rule.line + rule.text.split("\n").length - 1;
    const error = fresh.find(({ line }) => line >= rule.line && line <= lastLine);
    return error === undefined ? [] : [{ edit, reason: "lint", message: `${error.message} [${error.code}]` }];
  });
  const last = accepted.at(-1);
  if (refused.length > 0 || last === undefined) return refused;
  const [error] = fresh;
  return [{ edit: last, reason: "lint", message: `${error?.message ?? ""} [${error?.code ?? ""}]` }];
}

function keptRule({ change, evidence }: SettledEdit, document: SkillDocument): CandidateRule[] {
  if (change.op !== "keep") return [];
  const rule = document.rules.find(({ id }) => id === change.rule);
  if (rule === undefined) return [];
  const section = SKILL_SECTIONS.find((known) => known === rule.section) ?? "Rules";
  return [{ section, text: rule.text, evidence }];
}

/** What more sessions say is surer; what a person said is surer than what was seen once. */
function confidenceOf(accepted: readonly SettledEdit[]): number {
  if (accepted.length === 0) return 0;
  const surety = ({ support: { sessions, said } }: SettledEdit): number =>
    0.6 + 0.1 * Math.min(sessions - 1, 2) + (said > 0 ? 0.15 : 0);
  const mean = accepted.reduce((sum, edit) => sum + surety(edit), 0) / accepted.length;
  return Math.round(mean * 100) / 100;
}

function rationaleOf(accepted: readonly SettledEdit[], sessions: number): string {
  const several = accepted.filter(({ support }) => support.sessions >= 2).length;
  const of = sessions === 1 ? "one session" : `${sessions} sessions`;
  const edits = accepted.length === 1 ? "One change" : `${accepted.length} changes`;
  return `${edits} from ${of}, each looked at by itself; ${several} of them rest on more than one.`;
}
