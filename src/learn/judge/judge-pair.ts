/**
 * Are two skills the same capability? A deterministic verdict from their words, with a reason for each of four axes: the
 * job to be done, the deliverable, hard constraints and success criteria, tools and workflow.
 *
 * Contract: symmetric, in any language, without a model or an index. Works on name and description alone; where both
 * bodies are known, they decide most. `score` is a probability only in the sense of the data it was fitted on.
 */
import {
  type BodyFeatures,
  bodyFeatures,
  clash,
  coverage,
  type FaceFeatures,
  faceFeatures,
  nameCoverage,
} from "./features.ts";
import { type JudgedSkill, profileOf, type SkillProfile, type Words } from "./profile.ts";
import { termWeight } from "./term-weights.ts";
import { FACE_MODEL, type JudgeModel, WHOLE_MODEL } from "./weights.ts";

export type Axis = "job" | "deliverable" | "constraints" | "tools";

export interface AxisVerdict {
  axis: Axis;
  /** `unknown` where one of them says nothing about it. */
  agrees: "yes" | "no" | "unknown";
  /** One short clause for a person. */
  reason: string;
}

export interface PairVerdict {
  /** `overlap`: near, but each does something that the other does not. */
  verdict: "same" | "overlap" | "distinct";
  /** In (0, 1); from 0.5 the same capability. */
  score: number;
  /** What forbids the same capability, whatever else agrees. */
  veto?: "language" | "tool" | "name";
  /** What was looked at: name and description, or bodies and triggers too. */
  basis: "face" | "whole";
  axes: AxisVerdict[];
}

/** Descriptions made from one template are alike by form. Of 21 labelled pairs that are the same none has less, of 327 twins one. */
const MIN_NAME_COVERED = 0.3;

/** Below this, two skills are not even near. */
const OVERLAP_SCORE = 0.2;

export function judgePair(left: JudgedSkill | SkillProfile, right: JudgedSkill | SkillProfile): PairVerdict {
  const [a, b] = [asProfile(left), asProfile(right)];
  const veto = vetoFor(a, b);
  const face = faceFeatures(a, b);
  const body = veto === undefined ? bodyFeatures(a, b) : undefined;
  const odds = body === undefined ? logOdds(FACE_MODEL, face) : logOdds(WHOLE_MODEL, { ...face, ...body });
  const fitted = 1 / (1 + Math.exp(-odds));
  const score = veto === undefined ? fitted : Math.min(fitted, 0.49);
  return {
    verdict: score >= 0.5 ? "same" : score >= OVERLAP_SCORE ? "overlap" : "distinct",
    score,
    ...(veto === undefined ? {} : { veto }),
    basis: body === undefined ? "face" : "whole",
    axes: axesOf(a, b, face, body),
  };
}

/** What forbids that two skills are the same, or nothing. Looks at few words: most pairs of a bank end here. */
export function vetoFor(left: SkillProfile, right: SkillProfile): PairVerdict["veto"] {
  if (clash(left.concepts.languages, right.concepts.languages)) return "language";
  if (clash(left.concepts.tools, right.concepts.tools)) return "tool";
  return nameCoverage(left, right) < MIN_NAME_COVERED ? "name" : undefined;
}

function asProfile(skill: JudgedSkill | SkillProfile): SkillProfile {
  return "faceEmbedding" in skill ? skill : profileOf(skill);
}

function logOdds({ intercept, weights }: JudgeModel, features: Readonly<Record<string, number>>): number {
  let sum = intercept;
  for (const [name, weight] of Object.entries(weights)) sum += weight * (features[name] ?? 0);
  return sum;
}

const COVERED = 0.5;

function axesOf(a: SkillProfile, b: SkillProfile, face: FaceFeatures, body: BodyFeatures | undefined): AxisVerdict[] {
  const job: AxisVerdict = {
    axis: "job",
    agrees: face.nameCovered >= COVERED ? "yes" : "no",
    reason: `${Math.round(100 * face.nameCovered)} % of the names stand in the other${listed(", both ", shared(a.jobs, b.jobs))}${listed("; shared words: ", sharedWords(a.face, b.face))}`,
  };
  return [
    job,
    conceptAxis("deliverable", a.deliverables, b.deliverables),
    constraintAxis(a, b, body),
    toolAxis(a, b, body),
  ];
}

function constraintAxis(a: SkillProfile, b: SkillProfile, body: BodyFeatures | undefined): AxisVerdict {
  const languages = conceptAxis("constraints", a.concepts.languages, b.concepts.languages);
  if (languages.agrees === "no") return { ...languages, reason: `other languages: ${languages.reason}` };
  const numbers = conceptAxis("constraints", a.numbers, b.numbers);
  if (body === undefined) {
    return numbers.agrees === "unknown" ? languages : { ...numbers, reason: `numbers ${numbers.reason}` };
  }
  const agrees = body.body >= COVERED ? "yes" : "no";
  return { axis: "constraints", agrees, reason: `the bodies are ${Math.round(100 * body.body)} % alike` };
}

function toolAxis(a: SkillProfile, b: SkillProfile, body: BodyFeatures | undefined): AxisVerdict {
  const tools = conceptAxis("tools", a.concepts.tools, b.concepts.tools);
  const [left, right] = [a.body(), b.body()];
  if (tools.agrees !== "unknown" || body === undefined || left === undefined || right === undefined) return tools;
  const covered = Math.min(coverage(left.words, right.words), coverage(right.words, left.words));
  const agrees = covered >= COVERED ? "yes" : "no";
  return {
    axis: "tools",
    agrees,
    reason: `${Math.round(100 * covered)} % of the words of one way of working stand in the other`,
  };
}

function conceptAxis(axis: Axis, left: ReadonlySet<string>, right: ReadonlySet<string>): AxisVerdict {
  const both = shared(left, right);
  if (left.size === 0 && right.size === 0) return { axis, agrees: "unknown", reason: "neither says" };
  if (left.size === 0 || right.size === 0) {
    return { axis, agrees: "unknown", reason: `only one says: ${[...left, ...right].slice(0, 4).join(", ")}` };
  }
  if (both.length > 0) return { axis, agrees: "yes", reason: `both: ${both.slice(0, 4).join(", ")}` };
  return {
    axis,
    agrees: "no",
    reason: `${[...left].slice(0, 3).join(", ")} against ${[...right].slice(0, 3).join(", ")}`,
  };
}

function shared(left: ReadonlySet<string>, right: ReadonlySet<string>): string[] {
  return [...left].filter((item) => right.has(item));
}

const listed = (before: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `${before}${items.join(", ")}`;

/** The most specific words that both faces have, as terms. */
function sharedWords(left: Words, right: Words): string[] {
  return shared(left.terms, right.terms)
    .filter((term) => termWeight(term) > 2)
    .sort((x, y) => termWeight(y) - termWeight(x) || (x < y ? -1 : 1))
    .slice(0, 4);
}
