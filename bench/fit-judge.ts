/**
 * `node bench/fit-judge.ts [--write]`: fits the judge that decides without a model whether two skills are the same
 * capability, and says how well it does on data that it did not see.
 *
 * The weights are fitted on pairs of the skill bank whose truth follows from how it was made: twins (two extractors, one
 * chat) are the same, near neighbours of other chats, or of one extractor's deduplicated bank, are not. No skill of a
 * labelled pair is among them. The threshold is the middle of those that reach precision 0.85 and recall 0.75 on the
 * labelled pairs; `crossed` says what comes of a threshold from one half (by id) on the other, and `heldOut` what weights from
 * one half of the silver pairs say of the other. `--write` writes
 * src/learn/judge/weights.ts. Last line: one JSON object.
 */
import { writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { sha256 } from "../src/base/index.ts";
import { type MergePair, mergeFigures, readMergePairs, readSkillSet } from "../src/evals/index.ts";
import {
  BODY_FEATURES,
  bodyFeatures,
  FACE_FEATURES,
  faceFeatures,
  profileOf,
  type SkillProfile,
} from "../src/learn/index.ts";
import { fitLogistic, type LinearModel } from "./logistic.ts";
import { faceCosines, readTwins } from "./merge-data.ts";
import { sharedFile } from "./shared-data.ts";

const RIDGE = 0.003;
const MIN_PRECISION = 0.85;
const MIN_RECALL = 0.75;
const { values: options } = parseArgs({ options: { write: { type: "boolean", default: false } } });

interface Labelled {
  half: 0 | 1;
  positive: boolean;
  features: Record<string, number>;
}

const skills = (await readSkillSet(sharedFile("skillbank/skills.jsonl.gz"))).filter(isWanted);
const profiles = new Map<string, SkillProfile>(skills.map((skill) => [skill.id, profileOf(skill)]));
const pairs = await readMergePairs(sharedFile("bench/skillbank-merge-pairs.jsonl"));
const labelledSkills = new Set(pairs.flatMap(({ a, b }) => [a.path, b.path]));
const twins = (await readTwins()).filter(({ a, b }) => !labelledSkills.has(a) && !labelledSkills.has(b));

const silver: Labelled[] = [];
const closeTwins: Labelled[] = [];
for (const { a, b, lexicalCosine } of twins) {
  if (lexicalCosine >= 0.35 && lexicalCosine < 0.62) addPair(silver, a, b, true);
  if (lexicalCosine >= 0.5) addPair(closeTwins, a, b, true);
}
for (const { a, b } of strangers()) addPair(silver, a, b, false);

const [face, whole] = [
  fitLogistic(silver, FACE_FEATURES, RIDGE),
  fitLogistic(silver, [...FACE_FEATURES, ...BODY_FEATURES], RIDGE),
];
const faceOf = ({ a, b }: MergePair) => faceFeatures(profileOf(a), profileOf(b));
const wholeOf = ({ a, b }: MergePair) => featuresOf(a.path ?? "", b.path ?? "");
const report = {
  silver: {
    same: silver.filter(({ positive }) => positive).length,
    others: silver.filter(({ positive }) => !positive).length,
  },
  face: withThreshold("name and description", face, faceOf),
  whole: withThreshold("with bodies and triggers", whole, wholeOf),
};
if (options.write) await writeWeights({ FACE_MODEL: report.face.model, WHOLE_MODEL: report.whole.model });
console.log(JSON.stringify(report));

/** Junk that the bank's offline mode leaked, and users' single skills, teach nothing. */
function isWanted(skill: { id: string; description: string }): boolean {
  return skill.id.startsWith("ConvSkill/") || !/\/u\d+\//.test(skill.id);
}

function addPair(list: Labelled[], a: string, b: string, positive: boolean): void {
  const features = featuresOf(a, b);
  const half = Number.parseInt(sha256(a).slice(0, 8), 16) % 2 === 0 ? 0 : 1;
  if (features !== undefined) list.push({ half, positive, features });
}

/** Weights from one half of the silver pairs, the other half judged: what the whole fit does to pairs it did not see. */
function heldOut(
  names: readonly string[],
  threshold: number,
): { twinsCalledSame: number; strangersCalledSame: number }[] {
  return [0, 1].map((half) => {
    const model = fitLogistic(
      silver.filter((pair) => pair.half === half),
      names,
      RIDGE,
    );
    const calledSame = (pairs: Labelled[]) => {
      const unseen = pairs.filter((pair) => pair.half !== half);
      const same = unseen.filter(({ features }) => oddsOf(model, features) >= threshold).length;
      return Math.round((1000 * same) / unseen.length) / 1000;
    };
    return {
      twinsCalledSame: calledSame(closeTwins),
      strangersCalledSame: calledSame(silver.filter(({ positive }) => !positive)),
    };
  });
}

function oddsOf({ intercept, weights }: LinearModel, features: Readonly<Record<string, number>>): number {
  return Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), intercept);
}

function featuresOf(a: string, b: string): Record<string, number> | undefined {
  const [left, right] = [profiles.get(a), profiles.get(b)];
  if (left === undefined || right === undefined) return undefined;
  const body = bodyFeatures(left, right);
  return body === undefined ? undefined : { ...faceFeatures(left, right), ...body };
}

/** For each skill, its two nearest in its own bank or in one made from other chats; near, but not so near as to be the same. */
function* strangers(): Generator<{ a: string; b: string }> {
  const ids = skills
    .filter(
      (skill) =>
        !labelledSkills.has(skill.id) &&
        !/SOP|standard operating|release process/i.test(skill.name + skill.description),
    )
    .map(({ id }) => id);
  const nearest = faceCosines(profiles);
  for (const a of ids) {
    const chats = chatsOf(a);
    const near = nearest(a, 14)
      .filter(({ id }) => !labelledSkills.has(id) && (bankOf(id) === bankOf(a) || chatsOf(id) !== chats))
      .slice(0, 2);
    for (const { id, cosine } of near) {
      if (cosine >= 0.26 && cosine < (bankOf(id) === bankOf(a) ? 0.6 : 0.5)) yield { a, b: id };
    }
  }
}

function bankOf(id: string): string {
  return id.split("/")[1] ?? "";
}

function chatsOf(id: string): string {
  return bankOf(id).replace(/_GLM4\.7$/, "");
}

function withThreshold(
  name: string,
  model: LinearModel,
  features: (pair: MergePair) => Record<string, number> | undefined,
) {
  const scored = pairs.map((pair) => {
    const values = features(pair) ?? {};
    const odds = oddsOf(model, values);
    return { id: pair.id, label: pair.label, odds };
  });
  const halves = [
    scored.filter(({ id }) => Number(id) % 4 === 0),
    scored.filter(({ id }) => Number(id) % 4 !== 0),
  ] as const;
  const figuresAt = (part: typeof scored, threshold: number) =>
    mergeFigures(part.map(({ label, odds }) => ({ label, same: odds >= threshold })));
  const middleOf = (part: typeof scored): number | undefined => {
    const fitting: number[] = [];
    for (let threshold = -2; threshold <= 6; threshold += 0.05) {
      const { precision, recall } = figuresAt(part, threshold);
      if (precision >= MIN_PRECISION && recall >= MIN_RECALL) fitting.push(threshold);
    }
    return fitting.length === 0 ? undefined : (fitting[0] ?? 0) / 2 + (fitting.at(-1) ?? 0) / 2;
  };
  const threshold = middleOf(scored) ?? 0;
  console.log(`${name}: threshold ${threshold.toFixed(2)}`);
  const crossed = halves.map((half, at) => {
    const own = middleOf(half);
    const other = halves[1 - at] ?? [];
    if (own === undefined) return { threshold: "none reaches both on its own half" };
    return { threshold: own, ownHalf: figuresAt(half, own), otherHalf: figuresAt(other, own) };
  });
  for (const { id, label, odds } of scored.sort((x, y) => y.odds - x.odds)) {
    if ((label === "same") !== odds >= threshold)
      console.log(`  wrong: ${id} ${label} ${(odds - threshold).toFixed(2)}`);
  }
  return {
    halves: halves.map((half) => figuresAt(half, threshold)),
    all: figuresAt(scored, threshold),
    crossed,
    heldOut: heldOut(Object.keys(model.weights), threshold),
    model: rounded({ ...model, intercept: model.intercept - threshold }),
  };
}

function rounded({ intercept, weights }: LinearModel): LinearModel {
  const round = (value: number) => Math.round(value * 100) / 100;
  return {
    intercept: round(intercept),
    weights: Object.fromEntries(Object.entries(weights).map(([name, weight]) => [name, round(weight)])),
  };
}

async function writeWeights(models: Record<string, LinearModel>): Promise<void> {
  const lines = Object.entries(models).map(
    ([name, model]) => `export const ${name}: JudgeModel = ${JSON.stringify(model, null, 2)};`,
  );
  const text = `/** The judge's weights, made by \`node bench/fit-judge.ts --write\`; do not edit. See docs/adr/0060. */

/** \`intercept + Σ weight · feature ≥ 0\` means the same capability. */
export interface JudgeModel {
  intercept: number;
  weights: Record<string, number>;
}

${lines.join("\n\n")}
`;
  await writeFile(fileURLToPath(new URL("../src/learn/judge/weights.ts", import.meta.url)), text);
}
