/**
 * The one port to language models. An adapter (an API, an agent CLI, a scripted one) implements `LanguageModel`; retries,
 * recording and budgets wrap one and are one again.
 *
 * Contract of every implementation:
 * - One `generate` or `stream` is one request of the model. It either ends in a whole `ModelReply` or throws an
 *   `AutoskillError` with a code of `ModelErrorCode`; never a half reply.
 * - What the model writes is foreign data: tool input that is not JSON, or does not fit the tool's schema, is a
 *   `ModelToolCall` with `invalid`, not an error.
 * - No message, error or record carries an API key.
 */
import type { z } from "zod";

export interface LanguageModel {
  /** `<provider>:<model>`, e.g. `openai-compatible:deepseek-chat`. */
  readonly id: string;
  readonly provider: string;
  readonly model: string;
  readonly supports: { tools: boolean; streaming: boolean };
  /** @throws AutoskillError with a `ModelErrorCode` */
  generate(request: ModelRequest): Promise<ModelReply>;
  /** Text as it comes; the last event is the whole reply. Where streaming is not supported, that event alone. */
  stream(request: ModelRequest): AsyncIterable<ModelStreamEvent>;
}

export interface ModelRequest {
  /** What the call is for, e.g. `review`, `agent`; lower snake case. It is what `autoskill usage` groups by. */
  purpose: string;
  system?: string;
  /** At least one; the first is the user's. Tool results follow the assistant message that asked for them. */
  messages: ModelMessage[];
  tools?: ModelToolDefinition[];
  maxOutputTokens?: number;
  temperature?: number;
  signal?: AbortSignal;
  /** For one attempt, in milliseconds. Default 120,000. */
  timeoutMs?: number;
  /** The session that the call belongs to; recorded, never sent. */
  sessionId?: string;
  /** Asks for one JSON value of this shape. The reply's text still has to be checked: see `generateObject`. */
  responseSchema?: z.ZodType;
  /** Told before each further attempt. */
  onRetry?: (retry: ModelRetry) => void;
}

export interface ModelRetry {
  /** Number of the attempt that follows; the first retry is 2. */
  attempt: number;
  waitMs: number;
  code: string;
}

export type ModelMessage =
  | { role: "user"; text: string }
  | { role: "assistant"; text: string; toolCalls?: ModelToolCall[]; providerContent?: ProviderContent }
  | { role: "tool"; results: ModelToolResult[] };

/**
 * What a provider wants back unchanged with the tool calls of a message (signed reasoning and the like). Only the model
 * with this id reads it; it may be dropped, at the price of that model's train of thought.
 */
export interface ProviderContent {
  modelId: string;
  /** JSON. */
  parts: unknown[];
}

export interface ModelToolDefinition {
  /** `[a-zA-Z0-9_-]{1,64}` */
  name: string;
  description: string;
  /** An object schema. */
  input: z.ZodType;
}

export interface ModelToolCall {
  id: string;
  name: string;
  /** The parsed input; where `invalid` is set, whatever the model sent. */
  input: unknown;
  /** Why the input cannot be used: not JSON, not of the tool's shape, or no such tool. */
  invalid?: string;
}

export interface ModelToolResult {
  id: string;
  name: string;
  output: string;
  isError: boolean;
}

export type ModelFinish = "stop" | "tool_calls" | "length" | "refused" | "other";

export interface ModelReply {
  text: string;
  toolCalls: ModelToolCall[];
  finish: ModelFinish;
  usage: ModelUsage;
  /** The model that answered, where the provider says so. */
  model?: string;
  /** To be put into the assistant message that this reply becomes. */
  providerContent?: ProviderContent;
}

/** In tokens as the provider counts them; 0 where it does not say. */
export interface ModelUsage {
  /** All of the input, cached or not. */
  inputTokens: number;
  /** The part of the input that came from the provider's cache. */
  cachedInputTokens: number;
  outputTokens: number;
}

export type ModelStreamEvent = { type: "text"; delta: string } | { type: "reply"; reply: ModelReply };

export const NO_USAGE: ModelUsage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 };

/** The message that a reply becomes in the conversation. */
export function replyMessage(reply: ModelReply): ModelMessage {
  return {
    role: "assistant",
    text: reply.text,
    ...(reply.toolCalls.length === 0 ? {} : { toolCalls: reply.toolCalls }),
    ...(reply.providerContent === undefined ? {} : { providerContent: reply.providerContent }),
  };
}

export function addUsage(a: ModelUsage, b: ModelUsage): ModelUsage {
  return {
    inputTokens: a.inputTokens + b.inputTokens,
    cachedInputTokens: a.cachedInputTokens + b.cachedInputTokens,
    outputTokens: a.outputTokens + b.outputTokens,
  };
}
