/**
 * `tune triggers`: a better description and better triggers for one skill, from labelled prompts and without a model.
 *
 * The cases are split in two by the hash of their id, prompts that should fire the skill and prompts that should not each
 * by themselves. Changes are found on one half: words of missed prompts that few other skills use, missed prompts as
 * triggers, sentences of the description that draw wrong prompts. The other half decides how many of them are proposed;
 * what is worse there in any figure is not proposed at all. Since it decides, its figures are a bound, not an estimate.
 */
import { AutoskillError, sha256 } from "../base/index.ts";
import {
  createSearchIndex,
  DEFAULT_MIN_SCORE,
  type Embedder,
  type SearchDocument,
  type SearchIndex,
  tokenize,
} from "../search/index.ts";
import { MAX_DESCRIPTION_LENGTH } from "../skill/index.ts";
import { share } from "./ranking-figures.ts";
import { namesOf, type TriggerCase } from "./triggers.ts";

export interface TuneOptions {
  /** All skills that the prompts could fire, the one to be tuned among them. */
  documents: readonly SearchDocument[];
  /** Id of the skill to be tuned. */
  target: string;
  cases: readonly TriggerCase[];
  embedder?: Embedder;
  /** Default `DEFAULT_MIN_SCORE`. */
  minScore?: number;
  signal?: AbortSignal;
}

/** How one skill does on some cases. */
export interface TuneFigures {
  /** Prompts that should fire it, and those of them that do. */
  positives: number;
  fired: number;
  /** Prompts that should not fire it, and those of them that do. */
  negatives: number;
  alarms: number;
  f1: number;
}

export interface TuneReport {
  skill: string;
  minScore: number;
  /** False where nothing was found that holds on the held-out half. */
  changed: boolean;
  /** What is proposed; as it was where nothing is. */
  description: string;
  triggers: string[];
  /** What was changed, in words, in the order in which it was found. */
  changes: string[];
  training: { before: TuneFigures; after: TuneFigures };
  heldOut: { before: TuneFigures; after: TuneFigures };
  /** Changes that were tried. */
  tried: number;
}

/** One version of the skill's texts, and how it came about. */
interface Version {
  description: string;
  triggers: string[];
  changes: string[];
}

interface Judgement {
  figures: TuneFigures;
  /** Mean distance to the right side of the least score and of the best other skill: tells near misses from far ones. */
  margin: number;
}

const LARGEST_STEPS = 6;
const WORDS_OF_A_PROMPT = 5;
const TRIGGER_LENGTH = 120;
/** Share of the skills that may use a word which is to tell one skill from the others. */
const RARE = 0.05;

/** @throws AutoskillError `SKILL_NOT_FOUND`, `TOO_FEW_CASES` (two of each kind are needed to split them) */
export async function tuneTriggers(options: TuneOptions): Promise<TuneReport> {
  const { documents, target, embedder, minScore = DEFAULT_MIN_SCORE, signal } = options;
  const document = documents.find((candidate) => candidate.id === target);
  if (document === undefined) {
    throw new AutoskillError({
      code: "SKILL_NOT_FOUND",
      message: `${target} is not among the ${documents.length} skills.`,
      next: "Run `autoskill list` to see all skills.",
    });
  }
  const { training, heldOut } = split(options.cases, document);
  const index = createSearchIndex(embedder === undefined ? {} : { embedder });
  await index.addAll(documents, signal);

  const judge = async (version: Version, cases: readonly TriggerCase[]): Promise<Judgement> => {
    signal?.throwIfAborted();
    await index.addAll([{ ...document, description: version.description, triggers: version.triggers }], signal);
    return judgeCases(index, document, cases, minScore);
  };

  const rare = rareWords(documents, document);
  const start: Version = { description: document.description, triggers: document.triggers, changes: [] };
  const first = await judge(start, training);
  const path = [{ version: start, judgement: first }];
  let tried = 0;
  while (path.length <= LARGEST_STEPS) {
    const current = path.at(-1);
    if (current === undefined) break;
    let best = current;
    for (const version of changesOf(current.version, document, training, rare)) {
      tried++;
      const judgement = await judge(version, training);
      if (isBetter(judgement, best.judgement)) best = { version, judgement };
    }
    if (best === current) break;
    path.push(best);
  }

  const before = await judge(start, heldOut);
  let chosen = { version: start, judgement: before };
  for (const { version, judgement: trained } of path.slice(1)) {
    const judgement = await judge(version, heldOut);
    const helps = Math.max(judgement.figures.f1 - before.figures.f1, trained.figures.f1 - first.figures.f1) > 0;
    if (helps && !isWorse(judgement.figures, before.figures) && isBetter(judgement, chosen.judgement)) {
      chosen = { version, judgement };
    }
  }
  const { version } = chosen;
  const onTraining = path.find((step) => step.version === version)?.judgement ?? first;
  return {
    skill: document.name,
    minScore,
    changed: version !== start,
    description: version.description,
    triggers: version.triggers,
    changes: version.changes,
    training: { before: first.figures, after: onTraining.figures },
    heldOut: { before: before.figures, after: chosen.judgement.figures },
    tried,
  };
}

function isExpected(labelled: TriggerCase, document: SearchDocument): boolean {
  return labelled.shouldActivate && namesOf(document).some((name) => labelled.expected.includes(name));
}

/** Cases for which the skill is as good as another say nothing about it. */
function isNeutral(labelled: TriggerCase, document: SearchDocument): boolean {
  return !isExpected(labelled, document) && namesOf(document).some((name) => labelled.acceptable.includes(name));
}

function split(
  cases: readonly TriggerCase[],
  document: SearchDocument,
): { training: TriggerCase[]; heldOut: TriggerCase[] } {
  const decided = cases
    .filter((labelled) => !isNeutral(labelled, document))
    .map((labelled) => ({ labelled, key: sha256(labelled.id) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ labelled }) => labelled);
  const positives = decided.filter((labelled) => isExpected(labelled, document));
  const negatives = decided.filter((labelled) => !isExpected(labelled, document));
  if (positives.length < 2 || negatives.length < 2) {
    throw new AutoskillError({
      code: "TOO_FEW_CASES",
      message: `${document.name} has ${positives.length} prompts that should fire it and ${negatives.length} that should not.`,
      expected: "at least two of each; ten are better",
      next: "Add prompts to the file of cases.",
    });
  }
  const alternate = (parity: number) => (_: TriggerCase, at: number) => at % 2 === parity;
  return {
    training: [...positives.filter(alternate(0)), ...negatives.filter(alternate(0))],
    heldOut: [...positives.filter(alternate(1)), ...negatives.filter(alternate(1))],
  };
}

async function judgeCases(
  index: SearchIndex,
  document: SearchDocument,
  cases: readonly TriggerCase[],
  minScore: number,
): Promise<Judgement> {
  const figures = { positives: 0, fired: 0, negatives: 0, alarms: 0, f1: 0 };
  let margins = 0;
  for (const labelled of cases) {
    const hits = await index.query(labelled.prompt, { topK: 10, minScore: 0 });
    const own = hits.find((hit) => hit.id === document.id)?.score ?? 0;
    const other = hits.find((hit) => hit.id !== document.id)?.score ?? 0;
    const fires = hits[0]?.id === document.id && own >= minScore;
    const distance = own - Math.max(minScore, other);
    if (isExpected(labelled, document)) {
      figures.positives++;
      if (fires) figures.fired++;
      margins += Math.min(0, distance);
    } else {
      figures.negatives++;
      if (fires) figures.alarms++;
      margins -= Math.max(0, distance);
    }
  }
  figures.f1 = share(2 * figures.fired, figures.positives + figures.fired + figures.alarms);
  return { figures, margin: margins / cases.length };
}

function isBetter(one: Judgement, other: Judgement): boolean {
  return one.figures.f1 > other.figures.f1 || (one.figures.f1 === other.figures.f1 && one.margin > other.margin + 1e-9);
}

function isWorse(one: TuneFigures, other: TuneFigures): boolean {
  return one.fired < other.fired || one.alarms > other.alarms;
}

/** Words of a prompt that few other skills use and the skill itself does not. */
type RareWords = (prompt: string) => string[];

function rareWords(documents: readonly SearchDocument[], target: SearchDocument): RareWords {
  const counts = new Map<string, number>();
  for (const document of documents) {
    if (document.id === target.id) continue;
    for (const term of termsOf(document)) counts.set(term, (counts.get(term) ?? 0) + 1);
  }
  const known = termsOf(target);
  const most = Math.max(1, Math.floor(documents.length * RARE));
  const segmenter = new Intl.Segmenter(undefined, { granularity: "word" });
  return (prompt) => {
    const found = new Map<string, number>();
    for (const { segment, isWordLike } of segmenter.segment(prompt)) {
      const terms = isWordLike === true ? tokenize(segment) : [];
      const frequency = Math.max(...terms.map((term) => counts.get(term) ?? 0));
      if (segment.length < 2 || terms.length === 0 || terms.every((term) => known.has(term)) || frequency > most)
        continue;
      found.set(segment.toLowerCase(), frequency);
    }
    // Words that other skills use as well are words of the trade; those that none uses are chance.
    return [...found].sort((a, b) => b[1] - a[1]).map(([word]) => word);
  };
}

function termsOf({ name, title, description, triggers, tags }: SearchDocument): Set<string> {
  return new Set(tokenize([name, title ?? "", description, ...triggers, ...tags].join("\n")));
}

/** All versions that are one change away. */
function changesOf(
  version: Version,
  document: SearchDocument,
  training: readonly TriggerCase[],
  rare: RareWords,
): Version[] {
  const changed = (change: string, texts: Partial<Version>): Version => ({
    ...version,
    ...texts,
    changes: [...version.changes, change],
  });
  const versions: Version[] = [];
  for (const { prompt } of training.filter((labelled) => isExpected(labelled, document))) {
    const trigger = firstSentence(prompt);
    if (trigger !== "" && !version.triggers.includes(trigger)) {
      versions.push(changed(`trigger added: ${trigger}`, { triggers: [...version.triggers, trigger] }));
    }
    const words = rare(prompt)
      .filter((word) => !version.description.toLowerCase().includes(word))
      .slice(0, WORDS_OF_A_PROMPT);
    if (words.length === 0) continue;
    const description = withWords(version.description, words);
    if (description.length <= MAX_DESCRIPTION_LENGTH) {
      versions.push(changed(`description names: ${words.join(", ")}`, { description }));
    }
  }
  const sentences = version.description.split(/(?<=[.!?])\s+|(?<=[。！？])/).filter((sentence) => sentence !== "");
  if (sentences.length < 2) return versions;
  for (const [at, sentence] of sentences.entries()) {
    const description = sentences.filter((_, other) => other !== at).join(" ");
    versions.push(changed(`description without: ${sentence.trim()}`, { description }));
  }
  return versions;
}

function firstSentence(prompt: string): string {
  const line = prompt.replaceAll(/[\s<>;"]+/g, " ").trim();
  const sentence = /^.*?[.!?。！？](?=\s|$|[^\x00-\x7f])/u.exec(line)?.[0] ?? line;
  return sentence.length <= TRIGGER_LENGTH ? sentence.replace(/[.。]$/, "") : "";
}

/** One closing sentence, however many words came to it one after another. */
function withWords(description: string, words: readonly string[]): string {
  const known = / Also for: ([^.]*)\.$/.exec(description);
  const all = [...(known?.[1]?.split(", ") ?? []), ...words];
  return `${withStop(known === null ? description : description.slice(0, known.index))} Also for: ${all.join(", ")}.`;
}

function withStop(text: string): string {
  const trimmed = text.trim();
  return trimmed === "" || /[.!?。！？]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}
