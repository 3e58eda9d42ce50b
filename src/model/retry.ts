/**
 * Retries of what may go better the next time: rate limits, the provider's trouble, no connection, and, once, a timeout.
 *
 * Contract: waits double from half a second with jitter; where the provider says how long to wait, that long. A wait
 * longer than `longestWaitMs` is not made: the error comes at once. A stream is repeated only as long as nothing of it
 * has been given out.
 */
import { AutoskillError } from "../base/index.ts";
import { cancellation } from "./bounded.ts";
import type { LanguageModel, ModelReply, ModelRequest, ModelRetry, ModelStreamEvent } from "./model.ts";
import { retryAfterOf } from "./model-error.ts";

export interface RetryOptions {
  /** All attempts together. Default 4. */
  attempts?: number;
  /** First wait, in milliseconds. Default 500. */
  firstWaitMs?: number;
  /** Default 60,000. */
  longestWaitMs?: number;
  /** Waits; a test can make it short. Rejects when the signal aborts. */
  sleep?: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Told before each further attempt, besides the request's own. */
  onRetry?: (retry: ModelRetry) => void;
  /** In [0, 1); default Math.random. */
  random?: () => number;
}

const MOST_ATTEMPTS: Record<string, number> = {
  MODEL_RATE_LIMITED: Number.POSITIVE_INFINITY,
  MODEL_OVERLOADED: Number.POSITIVE_INFINITY,
  MODEL_UNREACHABLE: Number.POSITIVE_INFINITY,
  // Each attempt costs its whole time.
  MODEL_TIMEOUT: 2,
};

export function withRetries(model: LanguageModel, options: RetryOptions = {}): LanguageModel {
  const attempts = options.attempts ?? 4;
  const sleep = options.sleep ?? sleepUntil;

  /** Returns when the attempt numbered `attempt`, which failed with `error`, is to be followed by another. */
  const beforeNext = async (error: unknown, attempt: number, request: ModelRequest): Promise<void> => {
    if (!AutoskillError.isInstance(error)) throw error;
    if (attempt >= Math.min(attempts, MOST_ATTEMPTS[error.code] ?? 1)) throw error;
    const waitMs = retryAfterOf(error) ?? backOff(attempt, options);
    if (waitMs > (options.longestWaitMs ?? 60_000)) throw error;
    const retry = { attempt: attempt + 1, waitMs, code: error.code };
    options.onRetry?.(retry);
    request.onRetry?.(retry);
    await sleep(waitMs, request.signal);
  };

  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await model.generate(request);
      } catch (error) {
        await beforeNext(error, attempt, request);
      }
    }
  };

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent> {
    for (let attempt = 1; ; attempt += 1) {
      let begun = false;
      try {
        for await (const event of model.stream(request)) {
          begun = true;
          yield event;
        }
        return;
      } catch (error) {
        if (begun) throw error;
        await beforeNext(error, attempt, request);
      }
    }
  }

  const { id, provider, model: name, supports } = model;
  return { id, provider, model: name, supports, generate, stream };
}

function backOff(attempt: number, { firstWaitMs = 500, longestWaitMs = 60_000, random = Math.random }: RetryOptions) {
  const full = Math.min(firstWaitMs * 2 ** (attempt - 1), longestWaitMs);
  return Math.round(full * (0.5 + random() / 2));
}

function sleepUntil(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = (): void => {
      clearTimeout(timer);
      reject(cancellation(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, ms);
    if (signal?.aborted === true) onAbort();
    else signal?.addEventListener("abort", onAbort, { once: true });
  });
}
