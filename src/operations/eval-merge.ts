/** `eval merge`: does the judge that needs no model merge what is the same capability, and nothing else? */
import { resolve } from "node:path";
import { z } from "zod";
import { evaluateMerge, type MergeReport, readMergePairs, readSkillSet, withBodies } from "../evals/index.ts";
import { defineOperation } from "./operation.ts";
import { SUMMARIES } from "./summaries.ts";

export const evalMerge = defineOperation({
  name: "eval_merge",
  summary: SUMMARIES.eval_merge,
  readOnly: true,
  input: z.object({
    pairs: z.string().describe("Lines {id, label: same | overlap | distinct, a: {name, description, path?}, b: {…}}"),
    skills: z
      .string()
      .optional()
      .describe("Whole skills by path: lines {path, text} or a folder. Default: name and description alone are judged"),
  }),
  handler: async (context, input): Promise<MergeReport> => {
    const pairs = await readMergePairs(resolve(context.workingDirectory, input.pairs));
    if (input.skills === undefined) return evaluateMerge(pairs);
    return evaluateMerge(withBodies(pairs, await readSkillSet(resolve(context.workingDirectory, input.skills))));
  },
});
