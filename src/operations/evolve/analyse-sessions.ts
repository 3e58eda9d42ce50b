/** Runs the analysts: some at a time, each by itself, until all are done, the budget is spent, or somebody stops them. */
import { AutoskillError, type ErrorJson, errorToJson } from "../../base/index.ts";
import {
  type Analysis,
  analyseByDistiller,
  analyseWithModel,
  DEFAULT_EVOLVE_LIMITS,
  type FrozenSkill,
} from "../../learn/index.ts";
import { addUsage, type LanguageModel, type ModelUsage, NO_USAGE } from "../../model/index.ts";
import { transcriptMessages } from "../../session/index.ts";
import type { OperationContext } from "../context.ts";
import { readSource } from "../transcript-source.ts";
import type { FoundSession } from "./find-sessions.ts";
import { analysisKey, keepAnalysis, keptAnalysis } from "./kept-analyses.ts";

export interface AnalysedSessions {
  analyses: { analysis: Analysis; session: FoundSession; kept: boolean }[];
  failed: { path: string; sessionId: string; error: ErrorJson }[];
  /** Sessions that no analyst began with, since the budget was spent or the run stopped. */
  notBegun: number;
  /** Why, where it was not the person who stopped it. */
  stoppedBy?: "budget" | "model_failures";
  /** Of this run alone. */
  usage: ModelUsage;
}

export interface AnalysingOptions {
  skill: FrozenSkill;
  /** Absent: the distiller. The model's calls are within the run's budget; `sessionTokens` are of one condensed session. */
  asked?: { model: LanguageModel; sessionTokens: number };
  /** Calls of the model at the same time. */
  parallel: number;
}

/** Failures of the model in a row, without any answer before, after which it is not asked any more. */
const HOPELESS_AFTER = 3;

export async function analyseSessions(
  context: OperationContext,
  sessions: readonly FoundSession[],
  { skill, asked, parallel }: AnalysingOptions,
): Promise<AnalysedSessions> {
  const store = await context.store();
  const done: AnalysedSessions = { analyses: [], failed: [], notBegun: 0, usage: NO_USAGE };
  const waiting = [...sessions];
  let answers = 0;
  let finished = 0;

  const analyse = async (session: FoundSession): Promise<void> => {
    const { header, facts, path } = session;
    if (asked === undefined) {
      const analysis = analyseByDistiller({ header, facts, sourcePath: path }, skill);
      done.analyses.push({ analysis, session, kept: false });
      return;
    }
    const { sessionTokens } = asked;
    const { fileLines } = DEFAULT_EVOLVE_LIMITS;
    const key = analysisKey(skill, session, { modelId: asked.model.id, sessionTokens, fileLines });
    const kept = await keptAnalysis(store, key, path);
    if (kept !== undefined) {
      done.analyses.push({ analysis: kept, session, kept: true });
      return;
    }
    const messages = transcriptMessages(path, { sessionId: header.id, read: readSource, signal: context.signal });
    const analysis = await analyseWithModel({
      model: asked.model,
      session: { header, sourcePath: path, messages },
      skill,
      sessionTokens,
      fileLines,
      signal: context.signal,
    });
    answers += 1;
    done.usage = addUsage(done.usage, analysis.usage);
    await keepAnalysis(store, key, analysis, context.clock.now());
    done.analyses.push({ analysis, session, kept: false });
  };

  const work = async (): Promise<void> => {
    for (;;) {
      if (context.signal.aborted || done.stoppedBy !== undefined) return;
      const session = waiting.shift();
      if (session === undefined) return;
      const message = `${asked?.model.model ?? "the distiller"} looks at session ${session.header.id}`;
      context.progress({ message, done: finished, total: sessions.length, unit: "sessions" });
      try {
        await analyse(session);
      } catch (error) {
        if (context.signal.aborted) {
          waiting.push(session);
          return;
        }
        if (AutoskillError.isInstance(error) && error.code === "MODEL_BUDGET") {
          waiting.push(session);
          done.stoppedBy = "budget";
          return;
        }
        done.failed.push({ path: session.path, sessionId: session.header.id, error: errorToJson(error) });
        if (asked !== undefined && answers === 0 && done.failed.length >= HOPELESS_AFTER) {
          done.stoppedBy = "model_failures";
        }
      }
      finished += 1;
    }
  };

  const workers = asked === undefined ? 1 : Math.min(parallel, sessions.length);
  await Promise.all(Array.from({ length: workers }, work));
  done.notBegun = waiting.length;
  const order = (id: string) => sessions.findIndex(({ header }) => header.id === id);
  done.analyses.sort((one, other) => sessions.indexOf(one.session) - sessions.indexOf(other.session));
  done.failed.sort((one, other) => order(one.sessionId) - order(other.sessionId));
  return done;
}
