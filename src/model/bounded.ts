/** One attempt within its time and the caller's patience, whatever the work inside does about it. */
import type { AutoskillError } from "../base/index.ts";
import type { ModelRequest } from "./model.ts";
import { modelError } from "./model-error.ts";

const DEFAULT_TIMEOUT_MS = 120_000;

export interface Bounds {
  /** Aborted when the time is over or the caller cancels. */
  signal: AbortSignal;
  /** Waits for the work, but no longer than the bounds allow. @throws AutoskillError `MODEL_TIMEOUT`, `MODEL_CANCELLED` */
  wait<T>(work: Promise<T>): Promise<T>;
  /** Frees the timer. */
  end(): void;
}

/** @throws AutoskillError `MODEL_CANCELLED` when it was cancelled before it began */
export function openBounds(
  request: Pick<ModelRequest, "signal" | "timeoutMs">,
  defaultTimeoutMs = DEFAULT_TIMEOUT_MS,
): Bounds {
  const timeoutMs = request.timeoutMs ?? defaultTimeoutMs;
  const stop = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  stopped.catch(() => {});
  const stopWith = (error: Error): void => {
    reject(error);
    stop.abort(error);
  };
  const onCancel = (): void => stopWith(cancellation(request.signal));
  const timer = setTimeout(
    () => stopWith(modelError("MODEL_TIMEOUT", `The model did not answer within ${seconds(timeoutMs)}.`)),
    Math.max(0, timeoutMs),
  );
  if (request.signal?.aborted === true) onCancel();
  else request.signal?.addEventListener("abort", onCancel, { once: true });
  return {
    signal: stop.signal,
    wait: (work) => {
      work.catch(() => {});
      return Promise.race([stopped, work]);
    },
    end: () => {
      clearTimeout(timer);
      request.signal?.removeEventListener("abort", onCancel);
    },
  };
}

/** Aborts with the given signal or when `ms` milliseconds are over, whichever comes first; never where neither is given. */
export function signalUntil(signal: AbortSignal | undefined, ms: number | undefined): AbortSignal {
  const signals = [
    ...(signal === undefined ? [] : [signal]),
    ...(ms === undefined ? [] : [AbortSignal.timeout(Math.max(0, Math.ceil(ms)))]),
  ];
  return AbortSignal.any(signals);
}

/** Why a signal aborted: its time was over (`AbortSignal.timeout`), or somebody cancelled. */
export function cancellation(signal: AbortSignal | undefined): AutoskillError {
  if (signal?.reason instanceof DOMException && signal.reason.name === "TimeoutError")
    return modelError("MODEL_TIMEOUT", "The time for the model's work is over.");
  return modelError("MODEL_CANCELLED", "The call of the model was cancelled.");
}

function seconds(ms: number): string {
  const rounded = Math.round(ms / 100) / 10;
  return rounded === 1 ? "1 second" : `${rounded} seconds`;
}
