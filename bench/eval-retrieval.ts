/**
 * `npm run eval:retrieval`: the right skill among 5,107, for triggers that were taken out of their skills; ours with
 * words alone and with the offline embedder, against plain BM25 over the same documents, query by query. The set was
 * tuned on. `--sample N` takes every k-th query. Last line: one JSON object.
 */
import { parseArgs } from "node:util";
import {
  type RankedOutcome,
  readRetrievalQueries,
  readSkillSet,
  reciprocalRank,
  runRetrieval,
} from "../src/evals/index.ts";
import { createHashingEmbedder } from "../src/search/index.ts";
import { pairedDifference } from "./paired-difference.ts";
import { plainBm25 } from "./plain-bm25.ts";
import { sharedFile } from "./shared-data.ts";

const { values } = parseArgs({ options: { sample: { type: "string" } } });
const documents = await readSkillSet(sharedFile("skillbank/skills.jsonl.gz"));
const all = await readRetrievalQueries(sharedFile("bench/retrieval-dev.jsonl"));
const step = values.sample === undefined ? 1 : Math.max(1, Math.ceil(all.length / Number(values.sample)));
const queries = all.filter((_, at) => at % step === 0);

const runs = {
  plainBm25: await runRetrieval({ documents, queries, engine: plainBm25 }),
  words: await runRetrieval({ documents, queries }),
  hashing: await runRetrieval({ documents, queries, embedder: createHashingEmbedder() }),
};
const output: Record<string, unknown> = {};
for (const [name, { report }] of Object.entries(runs)) {
  const { misses, diagnostics, ...figures } = report;
  if (name === "plainBm25") {
    // Its scores are not in [0, 1]: whether it answers means nothing.
    const { recallAt1, recallAt5, mrrAt10, ndcgAt10 } = figures;
    output[name] = { recallAt1, recallAt5, mrrAt10, ndcgAt10 };
  } else output[name] = figures;
  console.log(name, JSON.stringify(output[name]));
}
const first = (outcome: RankedOutcome) => (outcome.right[0] === true ? 1 : 0);
for (const name of ["words", "hashing"] as const) {
  const against = { recallAt1: first, mrrAt10: reciprocalRank };
  for (const [figure, value] of Object.entries(against)) {
    const paired = pairedDifference(runs[name].outcomes.map(value), runs.plainBm25.outcomes.map(value));
    output[`${name}MinusPlainBm25_${figure}`] = paired;
    const { difference, low, high, clear } = paired;
    console.log(`${name} − plain BM25, ${figure}: ${difference} [${low}, ${high}] ${clear ? "" : "(a tie)"}`);
  }
}
console.log(JSON.stringify(output));
