/** `eval retrieval` and `eval triggers`: what search finds, on labelled sets. */
import { resolve } from "node:path";
import { z } from "zod";
import {
  evaluateTriggers,
  type RetrievalReport,
  readRetrievalQueries,
  readSkillSet,
  readTriggerCases,
  runRetrieval,
  type TriggerReport,
} from "../../evals/index.ts";
import { defineOperation } from "../operation.ts";
import { SUMMARIES } from "../summaries.ts";
import { chosenEmbedder } from "./bank-index.ts";
import { embedderSchema, minScoreSchema } from "./search.ts";

const skillsSchema = z
  .string()
  .describe("Lines {path, text | base64} (.jsonl, .jsonl.gz), {skills: [{name, description}]} (.json), or a folder");

export const evalRetrieval = defineOperation({
  name: "eval_retrieval",
  summary: SUMMARIES.eval_retrieval,
  readOnly: true,
  input: z.object({
    skills: skillsSchema,
    queries: z.string().describe("Lines {qid, query, relevant[], source?, ignore[]?, lang?}"),
    embedder: embedderSchema,
    minScore: minScoreSchema,
  }),
  handler: async (context, input): Promise<RetrievalReport> => {
    const queries = await readRetrievalQueries(resolve(context.workingDirectory, input.queries));
    const documents = await readSkillSet(resolve(context.workingDirectory, input.skills));
    const embedder = await chosenEmbedder(context, input.embedder);
    const { report } = await runRetrieval({
      documents,
      queries,
      minScore: input.minScore,
      ...(embedder === undefined ? {} : { embedder }),
      signal: context.signal,
      onProgress: (done, total) => context.progress({ message: "Queries", done, total, unit: "queries" }),
    });
    return report;
  },
});

export const evalTriggers = defineOperation({
  name: "eval_triggers",
  summary: SUMMARIES.eval_triggers,
  readOnly: true,
  input: z.object({
    skills: skillsSchema,
    cases: z.string().describe("Lines {id, prompt, shouldActivate, expected[], acceptable[]?, category?}"),
    embedder: embedderSchema,
    minScore: minScoreSchema,
  }),
  handler: async (context, input): Promise<TriggerReport> => {
    const cases = await readTriggerCases(resolve(context.workingDirectory, input.cases));
    const documents = await readSkillSet(resolve(context.workingDirectory, input.skills));
    const embedder = await chosenEmbedder(context, input.embedder);
    return evaluateTriggers({
      documents,
      cases,
      minScore: input.minScore,
      ...(embedder === undefined ? {} : { embedder }),
      signal: context.signal,
    });
  },
});
