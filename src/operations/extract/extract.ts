/** `extract`: a model looks at the newest turns of a conversation for what the person wants each time. */
import { z } from "zod";
import { AutoskillError } from "../../base/index.ts";
import type { OperationContext } from "../context.ts";
import { selectTranscripts } from "../learn/sources.ts";
import { defineOperation } from "../operation.ts";
import { SUMMARIES } from "../summaries.ts";
import { type ExtractionReport, runExtraction } from "./run-extraction.ts";

export const extractInput = z
  .object({
    path: z.string().min(1).optional().describe("A transcript; default: the newest session found"),
    sessionId: z.string().min(1).optional().describe("Which session of it; default the last"),
    hint: z.string().trim().min(1).max(1_000).optional().describe("What to look for, in your words"),
    window: z.coerce.number().int().min(1).max(100).optional().describe("Your newest turns that are looked at"),
    project: z.string().optional().describe("Learn into this project; default: the project where the session ran"),
    user: z.boolean().default(false).describe("Learn into your own bank, for all projects"),
    publish: z.boolean().default(false).describe("Publish what is proposed without asking"),
  })
  .refine((input) => !input.user || input.project === undefined, "user and project exclude each other");

export const extract = defineOperation({
  name: "extract",
  summary: SUMMARIES.extract,
  readOnly: false,
  input: extractInput,
  handler: async (context, input): Promise<ExtractionReport> =>
    runExtraction(context, {
      path: input.path ?? (await newest(context)),
      sessionId: input.sessionId,
      hint: input.hint,
      windowTurns: input.window,
      project: input.project,
      user: input.user,
      settle: input.publish ? "publish" : "policy",
    }),
});

async function newest(context: OperationContext): Promise<string> {
  const [file] = await selectTranscripts(context, { paths: [], latest: true });
  if (file !== undefined) return file.path;
  throw new AutoskillError({
    code: "NOTHING_TO_READ",
    message: "No transcript of any agent was found.",
    next: "Give a file: `autoskill extract PATH`.",
  });
}
