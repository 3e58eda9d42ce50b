/** Tells of every call of a model: what for, how many tokens, how long, and what became of it. */
import { AutoskillError, type Clock, systemClock } from "../base/index.ts";
import { readJsonReply } from "./json-reply.ts";
import type { LanguageModel, ModelReply, ModelRequest, ModelStreamEvent, ModelUsage } from "./model.ts";
import { NO_USAGE } from "./model.ts";

export type ModelCallOutcome =
  | "ok"
  /** An answer came, but not of the shape that was asked for. */
  | "invalid"
  | "failed"
  | "cancelled";

export interface ModelCall {
  /** When it began, ISO 8601. */
  at: string;
  purpose: string;
  provider: string;
  model: string;
  usage: ModelUsage;
  /** All attempts and the waits between them, in milliseconds. */
  ms: number;
  attempts: number;
  outcome: ModelCallOutcome;
  errorCode?: string;
  sessionId?: string;
}

/**
 * Wrap what retries, so that one call with three attempts is one record. `record` is called once a call, also when a
 * stream is left early, which counts as cancelled; what it throws is the caller's to see.
 */
export function recordModelCalls(
  model: LanguageModel,
  record: (call: ModelCall) => void | Promise<void>,
  options: { clock?: Clock } = {},
): LanguageModel {
  const clock = options.clock ?? systemClock;

  const begin = (request: ModelRequest) => {
    const at = clock.now().toISOString();
    const started = performance.now();
    let attempts = 1;
    const counted: ModelRequest = {
      ...request,
      onRetry: (retry) => {
        attempts = retry.attempt;
        request.onRetry?.(retry);
      },
    };
    const finish = async (outcome: ModelCallOutcome, usage: ModelUsage, errorCode?: string): Promise<void> =>
      record({
        at,
        purpose: request.purpose,
        provider: model.provider,
        model: model.model,
        usage,
        ms: performance.now() - started,
        attempts,
        outcome,
        ...(errorCode === undefined ? {} : { errorCode }),
        ...(request.sessionId === undefined ? {} : { sessionId: request.sessionId }),
      });
    return { counted, finish };
  };

  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const { counted, finish } = begin(request);
    const reply = await model.generate(counted).catch(async (error: unknown) => {
      await finish(outcomeOf(error), NO_USAGE, codeOf(error));
      throw error;
    });
    await finish(...judge(reply, request));
    return reply;
  };

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent> {
    const { counted, finish } = begin(request);
    let end: Parameters<typeof finish> = ["cancelled", NO_USAGE, "MODEL_CANCELLED"];
    try {
      for await (const event of model.stream(counted)) {
        if (event.type === "reply") end = judge(event.reply, request);
        yield event;
      }
    } catch (error) {
      end = [outcomeOf(error), NO_USAGE, codeOf(error)];
      throw error;
    } finally {
      await finish(...end);
    }
  }

  const { id, provider, model: name, supports } = model;
  return { id, provider, model: name, supports, generate, stream };
}

function judge(
  reply: ModelReply,
  { responseSchema }: ModelRequest,
): [outcome: ModelCallOutcome, usage: ModelUsage, errorCode?: string] {
  if (reply.finish === "refused") return ["failed", reply.usage, "MODEL_REFUSED"];
  if (responseSchema !== undefined && "problem" in readJsonReply(reply.text, responseSchema))
    return ["invalid", reply.usage, "MODEL_OUTPUT_INVALID"];
  return ["ok", reply.usage];
}

function codeOf(error: unknown): string {
  return AutoskillError.isInstance(error) ? error.code : "INTERNAL";
}

function outcomeOf(error: unknown): ModelCallOutcome {
  return codeOf(error) === "MODEL_CANCELLED" ? "cancelled" : "failed";
}
