/**
 * One JSON request to an embedding service, tried again where that can help.
 *
 * Contract: rejects only with AutoskillError `EMBEDDER_…`. Tried again, with growing random pauses or after what the
 * service asks for: no connection, timeouts, 408, 425, 429 and 5xx. Keys never show in a message; answers are quoted in
 * one redacted line. Redirects are not followed, so that a key reaches no other host.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { AutoskillError, readRetryAfter, redactText } from "../../base/index.ts";

export interface PostRequest {
  /** Named in messages, e.g. `Ollama`. */
  service: string;
  url: string;
  headers: Record<string, string>;
  body: unknown;
  /** Values that must not show in messages. */
  secrets: readonly string[];
  /** What to do next, where the service has its own answer. */
  advice: { key: string; model: string; connection: string };
}

export interface RetryOptions {
  /** Per attempt, in milliseconds; default 30,000. */
  timeoutMs?: number;
  /** Attempts in all; default 4. */
  attempts?: number;
  /** Waits between attempts; replaceable for tests. */
  pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 20_000;
/** A service that asks for a longer pause is reported instead. */
const LONGEST_ASKED_PAUSE_MS = 60_000;
const MAX_RESPONSE_BYTES = 256 * 1024 * 1024;
const QUOTED_CHARACTERS = 200;

interface Failure {
  error: AutoskillError;
  mayHelpToRetry: boolean;
  askedPauseMs?: number | undefined;
}

/** The parsed body of the answer. */
export async function postJson(request: PostRequest, retry: RetryOptions, signal?: AbortSignal): Promise<unknown> {
  const attempts = retry.attempts ?? 4;
  const pause =
    retry.pause ?? ((milliseconds, stop) => sleep(milliseconds, undefined, stop === undefined ? {} : { signal: stop }));
  for (let attempt = 1; ; attempt++) {
    const result = await postOnce(request, retry, signal);
    if ("value" in result) return result.value;
    if (!result.mayHelpToRetry || attempt >= attempts) throw result.error;
    if ((result.askedPauseMs ?? 0) > LONGEST_ASKED_PAUSE_MS) throw result.error;
    const growing = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1)) * (0.5 + Math.random() / 2);
    try {
      await pause(result.askedPauseMs ?? growing, signal);
    } catch (cause) {
      throw cancelled(request, cause);
    }
  }
}

async function postOnce(
  request: PostRequest,
  retry: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Failure | { value: unknown }> {
  if (signal?.aborted) throw cancelled(request, signal.reason);
  const timeoutMs = retry.timeoutMs ?? 30_000;
  const timeout = AbortSignal.timeout(timeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await (retry.fetch ?? fetch)(request.url, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json", ...request.headers },
      body: JSON.stringify(request.body),
      redirect: "manual",
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    });
    text = await readBounded(request, response);
  } catch (cause) {
    if (AutoskillError.isInstance(cause)) throw cause;
    if (signal?.aborted) throw cancelled(request, cause);
    return {
      mayHelpToRetry: true,
      error: timeout.aborted ? timedOut(request, timeoutMs, cause) : unreachable(request, cause),
    };
  }
  if (!response.ok) return refused(request, response, text);
  try {
    return { value: JSON.parse(text) };
  } catch (cause) {
    throw new AutoskillError({
      code: "EMBEDDER_BAD_RESPONSE",
      message: `${request.service} at ${placeOf(request)} answered with what is not JSON: ${quote(request, text)}`,
      next: "Check that the address is that of an embedding service.",
      cause,
    });
  }
}

async function readBounded(request: PostRequest, response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES) {
      throw new AutoskillError({
        code: "EMBEDDER_BAD_RESPONSE",
        message: `${request.service} at ${placeOf(request)} answers with more than ${MAX_RESPONSE_BYTES} bytes.`,
        next: "Use smaller batches, or check the address.",
      });
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function refused(request: PostRequest, response: Response, text: string): Failure {
  const { status } = response;
  const said = quote(request, errorTextOf(text));
  const fail = (code: string, next: string, mayHelpToRetry = false): Failure => ({
    mayHelpToRetry,
    askedPauseMs: mayHelpToRetry ? readRetryAfter((name) => response.headers.get(name), text, new Date()) : undefined,
    error: new AutoskillError({
      code,
      message: `${request.service} at ${placeOf(request)} answered ${status}${said === "" ? "" : `: ${said}`}`,
      next,
      found: String(status),
    }),
  });
  if (status === 401 || status === 403) return fail("EMBEDDER_UNAUTHORIZED", request.advice.key);
  if (status === 404) return fail("EMBEDDER_MODEL_NOT_FOUND", request.advice.model);
  if (status === 429 && /insufficient_quota/.test(text)) {
    return fail("EMBEDDER_QUOTA", "Check plan and billing of the account, or choose another embedder.");
  }
  if (status === 429)
    return fail("EMBEDDER_RATE_LIMITED", "Wait, or ask for a higher limit; what is done is kept.", true);
  if (status === 408 || status === 425 || status >= 500) {
    return fail("EMBEDDER_SERVER_ERROR", "Try again later, or choose another embedder.", true);
  }
  return fail("EMBEDDER_REJECTED", "Check model, dimensions and address of the embedder.");
}

/** What the service says went wrong, in any of the usual shapes; else the text itself. */
function errorTextOf(text: string): string {
  try {
    const body = JSON.parse(text) as Record<string, unknown> | null;
    const error = body?.error ?? body;
    if (typeof error === "string") return error;
    const { message, detail } = error as Record<string, unknown>;
    for (const said of [message, detail]) if (typeof said === "string") return said;
  } catch {
    return text;
  }
  return text;
}

function quote(request: PostRequest, text: string): string {
  const hidden = request.secrets
    .filter((secret) => secret !== "")
    .reduce((rest, secret) => rest.replaceAll(secret, "***"), text);
  const line = redactText(hidden).replace(/\s+/g, " ").trim();
  return line.length > QUOTED_CHARACTERS ? `${line.slice(0, QUOTED_CHARACTERS)}…` : line;
}

/** Address without query, which may hold a key. */
function placeOf(request: PostRequest): string {
  const { origin, pathname } = new URL(request.url);
  return `${origin}${pathname}`;
}

function timedOut(request: PostRequest, timeoutMs: number, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_TIMEOUT",
    message: `${request.service} at ${placeOf(request)} did not answer within ${timeoutMs} ms.`,
    next: request.advice.connection,
    cause,
  });
}

function unreachable(request: PostRequest, cause: unknown): AutoskillError {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = inner instanceof Error ? ((inner as NodeJS.ErrnoException).code ?? inner.message) : String(inner);
  return new AutoskillError({
    code: "EMBEDDER_UNREACHABLE",
    message: `${request.service} at ${placeOf(request)} cannot be reached: ${quote(request, reason)}`,
    next: request.advice.connection,
    cause,
  });
}

function cancelled(request: PostRequest, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_CANCELLED",
    message: `The request to ${request.service} was cancelled.`,
    next: "Nothing is wrong; start it again when it is needed.",
    cause,
  });
}
