/** `eval patches`: random edits on real skills, checked by code that does not know the editor. */
import { resolve } from "node:path";
import { z } from "zod";
import { evaluatePatches, type PatchesReport } from "../evals/index.ts";
import { defineOperation } from "./operation.ts";
import { SUMMARIES } from "./summaries.ts";

export const evalPatches = defineOperation({
  name: "eval_patches",
  summary: SUMMARIES.eval_patches,
  readOnly: true,
  input: z.object({
    skills: z.string().describe("Lines {path, text | base64}, .jsonl or .jsonl.gz"),
    n: z.coerce.number().int().min(1).max(10_000_000).default(10_000).describe("Edit sets"),
    seed: z.coerce.number().int().default(1),
  }),
  handler: (context, input): Promise<PatchesReport> =>
    evaluatePatches({
      skillsFile: resolve(context.workingDirectory, input.skills),
      n: input.n,
      seed: input.seed,
      onProgress: (done, total) => context.progress({ message: "Edit sets", done, total, unit: "sets" }),
    }),
});
