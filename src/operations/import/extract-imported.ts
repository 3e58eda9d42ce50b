/**
 * A model's look at conversations of an archive, several at once, within the limit that the person or the configuration
 * gives. What was looked at is remembered by session, so a stopped run goes on with the rest.
 */
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import { isExtractDue } from "../../learn/index.ts";
import { summarizeModelCalls } from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import { type ExtractionReport, extractedUpTo, runExtraction } from "../extract/run-extraction.ts";
import { chooseContextModel } from "../model/open-model.ts";
import type { ImportRun, SeenConversation } from "./import-run.ts";

export interface ImportExtractions {
  runs: Pick<ExtractionReport, "sessionId" | "path" | "outcome" | "placements" | "drafts" | "promoted" | "problems">[];
  failed: { sessionId: string; error: ErrorJson }[];
  /** Conversations that no model looked at, since the limit is lower. */
  beyondLimit: number;
}

/** Conversations of one turn say nothing about what is wanted each time. */
const MIN_TURNS = 2;

/** True when a model is there and the person did not turn it off: then the run must come back to what was seen. */
export async function looksWithModel({ context, input }: Pick<ImportRun, "context" | "input">): Promise<boolean> {
  return input.review && !input.dryRun && (await chooseContextModel(context, input.project)).model !== undefined;
}

/** @returns what was found; ids of proposals are added to `run.touched`. */
export async function extractImported(run: ImportRun): Promise<ImportExtractions> {
  const { context, input, report, store, now } = run;
  const found: ImportExtractions = { runs: [], failed: [], beyondLimit: 0 };
  const configuration = await loadConfiguration(context, input.project);
  const due: SeenConversation[] = [];
  for (const talk of run.talks) {
    if (talk.personTurns < MIN_TURNS) continue;
    const lookedAt = await extractedUpTo(context, talk.agent, talk.sessionId);
    const { personTurns } = talk;
    if (isExtractDue({ mode: configuration["extract.mode"], everyTurns: 1, personTurns, lookedAt })) due.push(talk);
  }
  const limit = input.modelSessions ?? configuration["extract.sessionsPerLearn"];
  const chosen = due.slice(0, limit);
  found.beyondLimit = due.length - chosen.length;
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    for (let talk = chosen[next++]; talk !== undefined && !context.signal.aborted; talk = chosen[next++]) {
      const { path, sessionId } = talk;
      try {
        const { project, user } = input;
        const run = await runExtraction(context, {
          path,
          sessionId,
          project,
          user,
          settle: "save",
          signal: context.signal,
        });
        const { outcome, placements, drafts, promoted, problems } = run;
        found.runs.push({ sessionId, path, outcome, placements, drafts, promoted, problems });
      } catch (error) {
        if (!context.signal.aborted) found.failed.push({ sessionId, error: errorToJson(error) });
      }
      done++;
      const tokens = (await summarizeModelCalls(store, now.toISOString())).reduce(
        (sum, { inputTokens, outputTokens }) => sum + Number(inputTokens) + Number(outputTokens),
        0,
      );
      context.progress({
        message: `${tokens} tokens so far  ${sessionId}`,
        done,
        total: chosen.length,
        unit: "looked at",
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(input.parallel, chosen.length) }, worker));
  for (const { placements } of found.runs) {
    for (const placement of placements) if ("recordId" in placement) run.touched.add(placement.recordId);
  }
  if (context.signal.aborted) report.interrupted = true;
  return found;
}
