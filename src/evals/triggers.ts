/**
 * `eval triggers`: does the right skill fire, and only then? A prompt fires the first hit when that reaches the least
 * score. Firing another skill than the expected one is a miss, not half a success.
 */
import {
  createSearchIndex,
  DEFAULT_MIN_SCORE,
  type Embedder,
  type SearchDocument,
  type SearchHit,
  type SearchIndex,
} from "../search/index.ts";
import { readCases, textList } from "./labelled-file.ts";
import { share } from "./ranking-figures.ts";

export interface TriggerCase {
  id: string;
  prompt: string;
  shouldActivate: boolean;
  /** Names of the skills that should fire; empty where none should. */
  expected: string[];
  /** Names that are as good. */
  acceptable: string[];
  /** E.g. `confusion:testing`; the part before the colon groups the figures. */
  category?: string;
}

export interface TriggerOptions {
  documents: readonly SearchDocument[];
  cases: readonly TriggerCase[];
  embedder?: Embedder;
  /** Default `DEFAULT_MIN_SCORE`. */
  minScore?: number;
  signal?: AbortSignal;
}

/** Shares in [0, 1]; 0 where there is nothing to count. */
export interface TriggerFigures {
  cases: number;
  /** Of the prompts that should fire a skill, those that fire the right one. */
  tpr: number;
  /** Of the prompts that should fire none, those that fire one. */
  fpr: number;
  /** Of the prompts that fire, those that fire the right one. */
  precision: number;
  f1: number;
  /** Prompts with the right outcome. */
  accuracy: number;
}

export interface TriggerMiss {
  id: string;
  prompt: string;
  kind: "silent" | "wrong_skill" | "false_alarm";
  expected: string[];
  fired?: string;
  /** Score of the first hit. */
  score?: number;
  /** Place and score of the right skill, where it shares any evidence. */
  expectedRank?: number;
  expectedScore?: number;
  /** In words. */
  why: string;
}

export interface TriggerReport extends TriggerFigures {
  skills: number;
  embedder: string;
  minScore: number;
  positives: number;
  negatives: number;
  /** Of the prompts that should fire, those whose right skill comes first, or among three, whatever the score. */
  rightFirst: number;
  rightInThree: number;
  /** The same figures for each group of categories: `all` without confusable cases is the usual comparison. */
  byGroup: Record<string, TriggerFigures>;
  /** Which skill fired in the place of which, most frequent first. */
  confusions: { expected: string; fired: string; cases: string[] }[];
  misses: TriggerMiss[];
  /** The figures at other least scores, to see what the threshold costs. */
  sweep: ({ minScore: number } & TriggerFigures)[];
}

/** What one prompt got. */
interface Answer {
  labelled: TriggerCase;
  hits: SearchHit[];
  /** Index of the right skill among the hits; −1 where it is not there. */
  at: number;
}

const DEPTH = 50;
const SWEEP_STEP = 0.05;

export async function evaluateTriggers(options: TriggerOptions): Promise<TriggerReport> {
  const { documents, cases, embedder, minScore = DEFAULT_MIN_SCORE, signal } = options;
  const index = createSearchIndex(embedder === undefined ? {} : { embedder });
  await index.addAll(documents, signal);
  const answers: Answer[] = [];
  for (const labelled of cases) {
    signal?.throwIfAborted();
    answers.push(await answerOf(index, labelled, signal));
  }
  const groups = new Map<string, Answer[]>();
  for (const answer of answers) {
    const group = groupOf(answer.labelled);
    groups.set(group, [...(groups.get(group) ?? []), answer]);
  }
  const positives = answers.filter((answer) => answer.labelled.shouldActivate);
  const wrong = answers.filter((answer) => !isRight(answer, minScore));
  return {
    skills: documents.length,
    embedder: embedder?.signature ?? "none",
    minScore,
    positives: positives.length,
    negatives: answers.length - positives.length,
    ...figuresOf(answers, minScore),
    rightFirst: share(positives.filter((answer) => answer.at === 0).length, positives.length),
    rightInThree: share(positives.filter((answer) => answer.at >= 0 && answer.at < 3).length, positives.length),
    byGroup: Object.fromEntries([...groups].map(([group, some]) => [group, figuresOf(some, minScore)])),
    confusions: confusionsOf(wrong, minScore),
    misses: wrong.map((answer) => missOf(answer, minScore)),
    sweep: Array.from({ length: Math.round(1 / SWEEP_STEP) - 1 }, (_, step) => {
      const score = Math.round((step + 1) * SWEEP_STEP * 100) / 100;
      return { minScore: score, ...figuresOf(answers, score) };
    }),
  };
}

async function answerOf(index: SearchIndex, labelled: TriggerCase, signal: AbortSignal | undefined): Promise<Answer> {
  const hits = await index.query(labelled.prompt, {
    topK: DEPTH,
    minScore: 0,
    explain: true,
    ...(signal === undefined ? {} : { signal }),
  });
  const right = new Set([...labelled.expected, ...labelled.acceptable]);
  return { labelled, hits, at: hits.findIndex((hit) => namesOf(hit.document).some((name) => right.has(name))) };
}

/** How a case may name a skill: its id, its name, or the name of its folder. */
export function namesOf({ id, name }: Pick<SearchDocument, "id" | "name">): string[] {
  const folder = /([^/]+)(?:\/SKILL\.md)?$/.exec(id)?.[1];
  return [id, name, ...(folder === undefined ? [] : [folder])];
}

/** Cases that must not fire are `negative`; the others by the part of their category before a colon, else `positive`. */
function groupOf({ shouldActivate, category }: TriggerCase): string {
  if (!shouldActivate) return "negative";
  const group = category?.includes(":") === true ? category.slice(0, category.indexOf(":")) : "";
  return group === "" ? "positive" : group;
}

function fires(answer: Answer, minScore: number): boolean {
  return (answer.hits[0]?.score ?? -1) >= minScore;
}

function isRight(answer: Answer, minScore: number): boolean {
  return answer.labelled.shouldActivate ? fires(answer, minScore) && answer.at === 0 : !fires(answer, minScore);
}

function figuresOf(answers: readonly Answer[], minScore: number): TriggerFigures {
  const positives = answers.filter((answer) => answer.labelled.shouldActivate);
  const right = positives.filter((answer) => isRight(answer, minScore)).length;
  const fired = answers.filter((answer) => fires(answer, minScore)).length;
  const alarms = answers.filter((answer) => !answer.labelled.shouldActivate && fires(answer, minScore)).length;
  const negatives = answers.length - positives.length;
  return {
    cases: answers.length,
    tpr: share(right, positives.length),
    fpr: share(alarms, negatives),
    precision: share(right, fired),
    f1: share(2 * right, positives.length + fired),
    accuracy: share(right + negatives - alarms, answers.length),
  };
}

function confusionsOf(wrong: readonly Answer[], minScore: number): TriggerReport["confusions"] {
  const confusions = new Map<string, TriggerReport["confusions"][number]>();
  for (const answer of wrong) {
    const fired = answer.hits[0]?.document.name;
    if (!answer.labelled.shouldActivate || fired === undefined || !fires(answer, minScore)) continue;
    const expected = answer.labelled.expected[0] ?? answer.labelled.acceptable[0] ?? "";
    const key = JSON.stringify([expected, fired]);
    const known = confusions.get(key) ?? { expected, fired, cases: [] };
    known.cases.push(answer.labelled.id);
    confusions.set(key, known);
  }
  return [...confusions.values()].sort((a, b) => b.cases.length - a.cases.length);
}

function missOf(answer: Answer, minScore: number): TriggerMiss {
  const { labelled, hits, at } = answer;
  const fired = fires(answer, minScore);
  const top = hits[0];
  const expected = hits[at];
  const kind = labelled.shouldActivate ? (fired ? "wrong_skill" : "silent") : "false_alarm";
  return {
    id: labelled.id,
    prompt: labelled.prompt,
    kind,
    expected: labelled.expected,
    ...(fired && top !== undefined ? { fired: top.document.name } : {}),
    ...(top === undefined ? {} : { score: rounded(top.score) }),
    ...(expected === undefined ? {} : { expectedRank: at + 1, expectedScore: rounded(expected.score) }),
    why: reasonOf(kind, top, expected, at, minScore),
  };
}

function reasonOf(
  kind: TriggerMiss["kind"],
  top: SearchHit | undefined,
  expected: SearchHit | undefined,
  at: number,
  minScore: number,
): string {
  if (top === undefined) return "No skill shares a word with the prompt.";
  if (kind === "false_alarm") return `${top.document.name} shares ${sharedTerms(top)} with the prompt.`;
  if (expected === undefined)
    return `The right skill shares no word with the prompt; ${top.document.name} shares ${sharedTerms(top)}.`;
  const place = at === 0 ? "came first" : `came in place ${at + 1} behind ${top.document.name} (${sharedTerms(top)})`;
  const under = expected.score < minScore ? `, under the least score ${minScore}` : "";
  return `The right skill ${place}, with ${rounded(expected.score)} for ${sharedTerms(expected)}${under}.`;
}

function sharedTerms(hit: SearchHit): string {
  const terms = hit.parts?.terms.slice(0, 6).map((term) => `“${term.term}”`) ?? [];
  return terms.length === 0 ? "no word" : terms.join(", ");
}

function rounded(score: number): number {
  return Math.round(score * 1000) / 1000;
}

/** @throws AutoskillError `DATA_UNREADABLE`, `DATA_INVALID` */
export function readTriggerCases(file: string): Promise<TriggerCase[]> {
  return readCases(file, "{id, prompt, shouldActivate, expected[], acceptable[]?, category?} lines", (record) => {
    const { id, prompt, shouldActivate, category } = record;
    if (typeof id !== "string" || typeof prompt !== "string") return "no id or no prompt";
    if (typeof shouldActivate !== "boolean") return "`shouldActivate` is not true or false";
    const expected = textList(record.expected ?? []);
    const acceptable = textList(record.acceptable ?? []);
    if (expected === undefined || acceptable === undefined) return "`expected` or `acceptable` is not a list of names";
    if (shouldActivate && expected.length + acceptable.length === 0) return "nothing is expected, yet it should fire";
    return { id, prompt, shouldActivate, expected, acceptable, ...(typeof category === "string" ? { category } : {}) };
  });
}
