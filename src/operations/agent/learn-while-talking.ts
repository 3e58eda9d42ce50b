/**
 * A model looks at a conversation while it goes on: in the background, every so many turns, one look at a time.
 *
 * Contract: never in the way. Nothing waits for it, and it throws nothing; what it found, or why it failed, is told by
 * `onLearned`. What is stopped is due again in the next `learn`.
 */
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import { isExtractDue } from "../../learn/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";
import { type ExtractionReport, extractedUpTo, runExtraction } from "../extract/run-extraction.ts";

export type Learned = ExtractionReport | { sessionId: string; error: ErrorJson };

export interface LearningWhileTalking {
  /** To be called when an answer is there. */
  answered(): void;
  /** Looks now, because the person asks for it. @throws AutoskillError the codes of `ModelErrorCode` */
  lookNow(hint: string | undefined, signal: AbortSignal): Promise<ExtractionReport>;
  /** Gives up what is under way. */
  stop(): Promise<void>;
}

export interface TalkedSession {
  path: string;
  sessionId: string;
  projectRoot: string;
  /** Turns that the person had before this process. */
  earlierTurns: number;
}

export function createLearningWhileTalking(
  context: OperationContext,
  session: TalkedSession,
  onLearned: ((learned: Learned) => void) | undefined,
): LearningWhileTalking {
  const { path, sessionId, projectRoot } = session;
  const stopping = new AbortController();
  let turns = session.earlierTurns;
  let under: Promise<void> | undefined;

  const look = (hint: string | undefined, signal: AbortSignal): Promise<ExtractionReport> =>
    runExtraction(context, {
      path,
      sessionId,
      project: projectRoot,
      settle: "policy",
      signal,
      ...(hint === undefined ? {} : { hint }),
    });

  const lookIfDue = async (): Promise<void> => {
    try {
      const configuration = await loadConfiguration(context, projectRoot);
      const lookedAt = await extractedUpTo(context, "autoskill", sessionId);
      const [mode, everyTurns] = [configuration["extract.mode"], configuration["extract.everyTurns"]];
      if (!configuration["learn.enabled"] || !isExtractDue({ mode, everyTurns, personTurns: turns, lookedAt })) return;
      onLearned?.(await look(undefined, AbortSignal.any([stopping.signal, context.signal])));
    } catch (error) {
      if (!stopping.signal.aborted && !context.signal.aborted) onLearned?.({ sessionId, error: errorToJson(error) });
    }
  };

  return {
    answered() {
      turns += 1;
      if (onLearned === undefined || under !== undefined || stopping.signal.aborted) return;
      under = lookIfDue().finally(() => {
        under = undefined;
      });
    },
    async lookNow(hint, signal) {
      await under;
      return look(hint, AbortSignal.any([signal, context.signal]));
    },
    async stop() {
      stopping.abort();
      await under;
    },
  };
}
