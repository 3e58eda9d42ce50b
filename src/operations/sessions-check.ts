/** `sessions check`: reads transcripts and accounts for every record in them. */
import { resolve } from "node:path";
import { z } from "zod";
import { checkPaths, type FileCheck } from "../session/index.ts";
import { defineOperation } from "./operation.ts";
import { SUMMARIES } from "./summaries.ts";

export interface SessionsCheck {
  files: FileCheck[];
  totals: { files: number; sessions: number; records: number; kept: number; skipped: number; broken: number };
}

export const sessionsCheck = defineOperation({
  name: "sessions_check",
  summary: SUMMARIES.sessions_check,
  readOnly: true,
  input: z.object({ paths: z.array(z.string()).min(1).describe("Files, or folders to walk") }),
  handler: async (context, input): Promise<SessionsCheck> => {
    const paths = input.paths.map((path) => resolve(context.workingDirectory, path));
    let done = 0;
    const files = await checkPaths(paths, {
      signal: context.signal,
      checked: (check) => context.progress({ message: check.path, done: ++done, unit: "files" }),
    });
    const totals = { files: files.length, sessions: 0, records: 0, kept: 0, skipped: 0, broken: 0 };
    for (const file of files) {
      totals.sessions += file.sessions;
      totals.records += file.records;
      totals.kept += file.kept;
      totals.skipped += Object.values(file.skipped).reduce((sum, count) => sum + count, 0);
      totals.broken += file.brokenLines.length;
    }
    return { files, totals };
  },
});
