/**
 * How many tokens a model takes, and how services say that a conversation has more.
 *
 * There is no common way to ask for either, so both are known by name and by wording; a number that a service gives in its
 * refusal is worth more than the table.
 */
import type { LanguageModel } from "./model.ts";

export const DEFAULT_CONTEXT_TOKENS = 100_000;

/** Input that every current model of the name takes, as its maker's documentation has it (November 2026). */
const WINDOWS: readonly [name: RegExp, tokens: number][] = [
  [/(?:^|\/)claude-/, 200_000],
  [/(?:^|\/)gemini-/, 1_000_000],
  [/(?:^|\/)gpt-(?:4\.1|[5-9])/, 270_000],
];

/** Tokens that fit into one request of this model; 100,000 where nothing is known of it. */
export function contextTokensOf({ model }: Pick<LanguageModel, "model">): number {
  return WINDOWS.find(([name]) => name.test(model))?.[1] ?? DEFAULT_CONTEXT_TOKENS;
}

/** OpenAI and what is compatible (vLLM, llama.cpp, DeepSeek, DashScope, GLM, Mistral, xAI), Anthropic, Google. */
const FULL =
  /context_(?:length|window)_exceeded|exceed_context_size|maximum (?:context|prompt) length|exceeds? (?:the |this )?(?:available |maximum |model'?s? )*context (?:length|size|window|limit)|(?:prompt|input) is too long|prompt exceeds max length|input length and .?max_tokens.? exceed|input token count[^.]*exceeds|reduce the length of the (?:messages|prompt|input)|range of input length should be/i;

/** True when a refusal (not for want of rights or rest) is for the length of what was sent. */
export function saysContextIsFull(status: number | undefined, said: string): boolean {
  if (status === 413) return true;
  const mayBe = status === undefined || status === 400 || status === 422 || status === 500;
  return mayBe && FULL.test(said);
}

const LIMITS = [
  /maximum (?:context|prompt) length (?:is|of) ([\d,]+)/i,
  /([\d,]+) maximum context length/i,
  /> ([\d,]+) maximum/i,
  /\d \+ [\d,]+ > ([\d,]+)/,
  /tokens allowed \(([\d,]+)\)/i,
  /context (?:size|length|window) \(([\d,]+)/i,
  /"?n_ctx"?\W{1,3}(\d+)/i,
  /input length should be \[\d+, ([\d,]+)\]/i,
];

/** A smaller number means something else: no model takes less. */
const LEAST_CONTEXT_TOKENS = 1_000;

/** The window that the refusal names, in tokens. */
export function contextTokensIn(said: string): number | undefined {
  for (const limit of LIMITS) {
    const tokens = Number(limit.exec(said)?.[1]?.replaceAll(",", ""));
    if (tokens >= LEAST_CONTEXT_TOKENS) return tokens;
  }
  return undefined;
}
