/**
 * `npm run eval:triggers`: does the right one of 132 skills fire, on prompts labelled by the author of the skills (MIT,
 * novotnyllc/dotnet-marketplace)? `cases` leaves the confusable ones out, as the published figures do. The set was tuned
 * on. Last line: one JSON object.
 */
import { evaluateTriggers, readSkillSet, readTriggerCases } from "../src/evals/index.ts";
import { createHashingEmbedder } from "../src/search/index.ts";
import { sharedFile } from "./shared-data.ts";

const documents = await readSkillSet(sharedFile("bench/trigger-skills-dotnet.json"));
const all = await readTriggerCases(sharedFile("bench/trigger-cases-dotnet.jsonl"));
const cases = all.filter((labelled) => labelled.category?.startsWith("confusion:") !== true);
const output: Record<string, unknown> = {};
for (const [name, embedder] of Object.entries({ words: undefined, hashing: createHashingEmbedder() })) {
  const options = { documents, ...(embedder === undefined ? {} : { embedder }) };
  const { sweep, misses, byGroup, confusions, ...figures } = await evaluateTriggers({ ...options, cases });
  const withConfusable = await evaluateTriggers({ ...options, cases: all });
  output[name] = { ...figures, confusable: withConfusable.byGroup.confusion };
  for (const miss of misses) console.log(`${name}  ${miss.id} ${miss.kind}: ${miss.why}`);
  for (const point of sweep.slice(0, 12)) {
    console.log(`${name}  from ${point.minScore}: TPR ${point.tpr}, FPR ${point.fpr}, accuracy ${point.accuracy}`);
  }
}
console.log(JSON.stringify(output));
