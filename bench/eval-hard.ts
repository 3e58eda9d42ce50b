/**
 * `npm run eval:hard`: three sets that we wrote and labelled by reading the bank (bench/data/retrieval-*.jsonl):
 * paraphrases that share no word with the skill's name, description, triggers and tags except such as stand in more than
 * 1 % of the skills; queries in another language than the skill's; and queries for which the bank has nothing.
 *
 * Words and the offline embedder see spelling, not meaning: their figures on the first two are the floor that a semantic
 * embedder has to raise (`--embedder ollama:bge-m3`). The last table says what a least score costs: how many of the
 * held-out triggers (retrieval-dev) are answered, and how many of the unanswerable queries are not; and the same for the
 * least score that is best on the other half of both sets. (The scores themselves were fitted with both in view.)
 * Last line: one JSON object.
 */
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { type AskEngine, readRetrievalQueries, readSkillSet, runRetrieval } from "../src/evals/index.ts";
import { createSearchIndex, DEFAULT_MIN_SCORE, embedderSettingsFrom, openEmbedder } from "../src/search/index.ts";
import { plainBm25 } from "./plain-bm25.ts";
import { sharedFile } from "./shared-data.ts";

const { values } = parseArgs({ options: { embedder: { type: "string" } } });
const documents = await readSkillSet(sharedFile("skillbank/skills.jsonl.gz"));
const dev = await readRetrievalQueries(sharedFile("bench/retrieval-dev.jsonl"));
const ownSet = (name: string) => readRetrievalQueries(fileURLToPath(new URL(`./data/${name}.jsonl`, import.meta.url)));
const sets = {
  paraphrase: await ownSet("retrieval-paraphrase"),
  crossLanguage: await ownSet("retrieval-cross-language"),
  outOfBank: await ownSet("retrieval-out-of-bank"),
};
const embedder = await openEmbedder({
  ...embedderSettingsFrom(process.env),
  ...(values.embedder === undefined ? {} : { embedder: values.embedder }),
});
const index = createSearchIndex(embedder === undefined ? {} : { embedder });
for (const { message } of await index.addAll(documents)) console.log(message);
const ours: AskEngine = (query, topK) => index.query(query, { topK, minScore: 0 });
const plain = plainBm25(documents);

const output: Record<string, unknown> = { embedder: embedder?.signature ?? "none", minScore: DEFAULT_MIN_SCORE };
for (const [name, queries] of Object.entries(sets)) {
  const { report } = await runRetrieval({ documents, queries, engine: () => ours });
  const { queries: count, recallAt1, recallAt5, mrrAt10, answered, precisionOfAnswered, abstained } = report;
  if (abstained !== undefined) output[name] = { queries: count, abstained };
  else {
    const other = (await runRetrieval({ documents, queries, engine: () => plain })).report;
    const reference = { recallAt1: other.recallAt1, recallAt5: other.recallAt5, mrrAt10: other.mrrAt10 };
    output[name] = {
      queries: count,
      recallAt1,
      recallAt5,
      mrrAt10,
      answered,
      precisionOfAnswered,
      plainBm25: reference,
    };
  }
  console.log(name, JSON.stringify(output[name]));
}

// Held-out triggers are asked of an index without them, so this run makes its own.
const heldOut = await runRetrieval({ documents, queries: dev, ...(embedder === undefined ? {} : { embedder }) });
const best = new Map<string, number>();
for (const { qid, query } of sets.outOfBank) best.set(qid, (await ours(query, 1))[0]?.score ?? 0);
const thresholds = Array.from({ length: 19 }, (_, step) => (step + 1) / 20);
output.thresholds = thresholds.map((minScore) => ({
  minScore,
  answered: shareAtLeast(heldOut.topScores, minScore),
  abstained: shareBelow([...best.values()], minScore),
}));
for (const point of output.thresholds as object[]) console.log(JSON.stringify(point));
// The least score chosen on one half of both sets, its shares taken on the other.
output.chosenOnOtherHalf = [0, 1].map((half) => {
  const part = (scores: readonly number[], which: number) => scores.filter((_, at) => at % 2 === which);
  const nothing = [...best.values()];
  const shares = (which: number, minScore: number) => ({
    answered: shareAtLeast(part(heldOut.topScores, which), minScore),
    abstained: shareBelow(part(nothing, which), minScore),
  });
  const worth = (minScore: number) => {
    const { answered, abstained } = shares(1 - half, minScore);
    return answered + abstained;
  };
  const minScore = thresholds.reduce((a, b) => (worth(b) > worth(a) ? b : a));
  return { minScore, ...shares(half, minScore) };
});
console.log(JSON.stringify(output.chosenOnOtherHalf));
output.heldOutAnswered = heldOut.report.answered;
console.log(JSON.stringify(output));

function shareAtLeast(scores: readonly number[], least: number): number {
  return shareOf(scores, (score) => score >= least);
}

function shareBelow(scores: readonly number[], least: number): number {
  return shareOf(scores, (score) => score < least);
}

function shareOf(scores: readonly number[], fits: (score: number) => boolean): number {
  return Math.round((scores.filter(fits).length / Math.max(1, scores.length)) * 10_000) / 10_000;
}
