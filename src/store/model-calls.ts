/** Every request to a language model, so that a person can see what is spent on what. Holds no text and no key. */
import type { StoreConnection } from "./store.ts";

export interface ModelCallRecord {
  /** When it began. */
  at: string;
  purpose: string;
  provider: string;
  model: string;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  /** With retries and the waits between them. */
  ms: number;
  attempts: number;
  /** `ok`, `invalid`, `failed` or `cancelled`. */
  outcome: string;
  errorCode?: string;
  sessionId?: string;
}

export async function recordModelCall(store: StoreConnection, call: ModelCallRecord): Promise<void> {
  await store.db
    .insertInto("model_calls")
    .values({
      at: call.at,
      purpose: call.purpose,
      provider: call.provider,
      model: call.model,
      input_tokens: call.inputTokens,
      cached_input_tokens: call.cachedInputTokens,
      output_tokens: call.outputTokens,
      ms: call.ms,
      attempts: call.attempts,
      outcome: call.outcome,
      error_code: call.errorCode ?? null,
      session_id: call.sessionId ?? null,
    })
    .execute();
}

/** Calls of one purpose, model and outcome, added up. */
export interface ModelCallSummary {
  purpose: string;
  provider: string;
  model: string;
  outcome: string;
  calls: number;
  attempts: number;
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  ms: number;
  firstAt: string;
  lastAt: string;
}

/** By purpose, provider, model and outcome, in that order. `since` is an ISO time; calls before it do not count. */
export async function summarizeModelCalls(store: StoreConnection, since?: string): Promise<ModelCallSummary[]> {
  let query = store.db
    .selectFrom("model_calls")
    .select(({ fn }) => [
      "purpose",
      "provider",
      "model",
      "outcome",
      fn.countAll<number>().as("calls"),
      fn.sum<number>("attempts").as("attempts"),
      fn.sum<number>("input_tokens").as("inputTokens"),
      fn.sum<number>("cached_input_tokens").as("cachedInputTokens"),
      fn.sum<number>("output_tokens").as("outputTokens"),
      fn.sum<number>("ms").as("ms"),
      fn.min("at").as("firstAt"),
      fn.max("at").as("lastAt"),
    ])
    .groupBy(["purpose", "provider", "model", "outcome"])
    .orderBy("purpose")
    .orderBy("provider")
    .orderBy("model")
    .orderBy("outcome");
  if (since !== undefined) query = query.where("at", ">=", since);
  return await query.execute();
}
