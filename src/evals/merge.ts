/**
 * `eval merge`: does the judge call the same capability what a reader called so, and nothing else? Labels are `same`,
 * `overlap` and `distinct`; only `same` counts as the same.
 */
import { type JudgedSkill, judgePair, type PairVerdict } from "../learn/index.ts";
import type { SearchDocument } from "../search/index.ts";
import { readCases, textList } from "./labelled-file.ts";

export type MergeLabel = "same" | "overlap" | "distinct";

export interface MergePair {
  id: string;
  label: MergeLabel;
  a: JudgedSkill & { path?: string };
  b: JudgedSkill & { path?: string };
}

/** Of "same". Ratios in [0, 1], three decimals; 0 where nothing was called the same. */
export interface MergeFigures {
  pairs: number;
  precision: number;
  recall: number;
  f1: number;
  confusion: { truePositives: number; falsePositives: number; falseNegatives: number; trueNegatives: number };
}

export interface MergeReport extends MergeFigures {
  /** By label of the reader, how often the judge said what. */
  byLabel: Record<MergeLabel, Record<PairVerdict["verdict"], number>>;
  /** Two halves, by position in the file. */
  halves: [MergeFigures, MergeFigures];
  mistakes: { id: string; label: MergeLabel; names: [string, string]; verdict: PairVerdict }[];
}

const EXPECTED = "{id, label: same | overlap | distinct, a: {name, description, triggers?, body?}, b: {…}}";
const LABELS = ["same", "overlap", "distinct"] as const satisfies readonly MergeLabel[];

/** @throws AutoskillError `DATA_UNREADABLE`, `DATA_INVALID` */
export function readMergePairs(file: string): Promise<MergePair[]> {
  return readCases(file, EXPECTED, (record) => {
    const { id, label } = record;
    if (typeof id !== "string" && typeof id !== "number") return "no id";
    if (!(LABELS as readonly unknown[]).includes(label))
      return `the label ${JSON.stringify(label)} is none of ${LABELS.join(", ")}`;
    const [a, b] = [skillIn(record.a), skillIn(record.b)];
    if (a === undefined || b === undefined) return "a or b has no name or no description";
    return { id: String(id), label: label as MergeLabel, a, b };
  });
}

function skillIn(value: unknown): MergePair["a"] | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { path, name, description, triggers, body } = value as Record<string, unknown>;
  if (typeof name !== "string" || typeof description !== "string") return undefined;
  const list = textList(triggers);
  return {
    name,
    description,
    ...(typeof path === "string" ? { path } : {}),
    ...(list === undefined ? {} : { triggers: list }),
    ...(typeof body === "string" ? { body } : {}),
  };
}

/** The pairs with triggers and bodies of the skills at their paths, where those are known. */
export function withBodies(pairs: readonly MergePair[], skills: readonly SearchDocument[]): MergePair[] {
  const known = new Map(skills.map((skill) => [skill.id, skill]));
  const whole = (skill: MergePair["a"]): MergePair["a"] => {
    const found = skill.path === undefined ? undefined : known.get(skill.path);
    return found === undefined ? skill : { ...skill, triggers: found.triggers, body: found.body };
  };
  return pairs.map((pair) => ({ ...pair, a: whole(pair.a), b: whole(pair.b) }));
}

export function evaluateMerge(pairs: readonly MergePair[]): MergeReport {
  const byLabel = Object.fromEntries(
    LABELS.map((label) => [label, { same: 0, overlap: 0, distinct: 0 }]),
  ) as MergeReport["byLabel"];
  const outcomes: { label: MergeLabel; same: boolean }[] = [];
  const mistakes: MergeReport["mistakes"] = [];
  for (const { id, label, a, b } of pairs) {
    const verdict = judgePair(a, b);
    const same = verdict.verdict === "same";
    byLabel[label][verdict.verdict] += 1;
    outcomes.push({ label, same });
    if (same !== (label === "same")) mistakes.push({ id, label, names: [a.name, b.name], verdict });
  }
  const half = (rest: number) => mergeFigures(outcomes.filter((_, at) => at % 2 === rest));
  return { ...mergeFigures(outcomes), byLabel, halves: [half(0), half(1)], mistakes };
}

export function mergeFigures(outcomes: readonly { label: MergeLabel; same: boolean }[]): MergeFigures {
  const count = (label: boolean, same: boolean) =>
    outcomes.filter((outcome) => (outcome.label === "same") === label && outcome.same === same).length;
  const confusion = {
    truePositives: count(true, true),
    falsePositives: count(false, true),
    falseNegatives: count(true, false),
    trueNegatives: count(false, false),
  };
  const ratio = (part: number, whole: number) => (whole === 0 ? 0 : Math.round((1000 * part) / whole) / 1000);
  const { truePositives, falsePositives, falseNegatives } = confusion;
  return {
    pairs: outcomes.length,
    precision: ratio(truePositives, truePositives + falsePositives),
    recall: ratio(truePositives, truePositives + falseNegatives),
    f1: ratio(2 * truePositives, 2 * truePositives + falsePositives + falseNegatives),
    confusion,
  };
}
