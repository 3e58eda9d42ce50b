/**
 * Conversations without tool work in one `learn`: the distiller has taken what was plainly stated; a model, where one is
 * configured, looks at the newest of them for the rest. Without a model, or when it fails, everything stands.
 */
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import { isExtractDue } from "../../learn/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { type ExtractionReport, extractedUpTo, runExtraction } from "../extract/run-extraction.ts";
import { chooseContextModel } from "../model/open-model.ts";
import type { TargetChoice } from "./target.ts";

export interface LearnExtractions {
  runs: ExtractionReport[];
  failed: { sessionId: string; error: ErrorJson }[];
  /** Conversations that were not looked at, since `extract.sessionsPerLearn` is lower. */
  beyondLimit: number;
}

interface LookedOver {
  agent: string;
  sessionId: string;
  sourcePath: string;
  personTurns: number;
  toolCalls: number;
  decision: "learn" | "skip";
  reason: string;
}

/** Conversations of one turn say nothing about what is wanted each time, unless the gate found a statement. */
const MIN_TURNS = 2;

export async function extractLearned(
  context: OperationContext,
  sessions: readonly LookedOver[],
  choice: TargetChoice,
): Promise<LearnExtractions> {
  const found: LearnExtractions = { runs: [], failed: [], beyondLimit: 0 };
  const talks = sessions.filter(
    ({ toolCalls, personTurns, decision, reason }) =>
      toolCalls === 0 && (decision === "learn" || (reason === "below_threshold" && personTurns >= MIN_TURNS)),
  );
  if (talks.length === 0 || (await chooseContextModel(context, choice.project)).model === undefined) return found;
  const configuration = await loadConfiguration(context, choice.project);
  const due: LookedOver[] = [];
  for (const talk of talks) {
    const lookedAt = await extractedUpTo(context, talk.agent, talk.sessionId);
    const { personTurns } = talk;
    // A finished conversation is due with whatever turns it has.
    if (isExtractDue({ mode: configuration["extract.mode"], everyTurns: 1, personTurns, lookedAt })) due.push(talk);
  }
  const limit = configuration["extract.sessionsPerLearn"];
  const newest = limit === 0 ? [] : due.slice(-limit);
  found.beyondLimit = due.length - newest.length;
  for (const { sourcePath, sessionId } of newest) {
    if (context.signal.aborted) break;
    try {
      const { project, user } = choice;
      found.runs.push(await runExtraction(context, { path: sourcePath, sessionId, project, user, settle: "save" }));
    } catch (error) {
      if (context.signal.aborted) break;
      found.failed.push({ sessionId, error: errorToJson(error) });
    }
  }
  return found;
}
