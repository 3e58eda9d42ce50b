import { describe, expect, it } from "vitest";
import { contextTokensIn, contextTokensOf, saysContextIsFull } from "./context-window.ts";

describe("a refusal for the length of what was sent", () => {
  it.each([
    [400, "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.", 8192],
    [400, '{"error":{"code":"context_length_exceeded","message":"Your input exceeds the context window."}}', undefined],
    [400, "prompt is too long: 214003 tokens > 200000 maximum", 200_000],
    [400, "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000, decrease it", 200_000],
    [400, "The input token count (1200000) exceeds the maximum number of tokens allowed (1048575).", 1_048_575],
    [400, '{"type":"exceed_context_size_error","n_prompt_tokens":5000,"n_ctx":4096}', 4096],
    [500, "the request exceeds the available context size (4096 tokens)", 4096],
    [400, "Range of input length should be [1, 129024]", 129_024],
    [400, "Prompt contains 140000 tokens, too large for a model with 131,072 maximum context length", 131_072],
    [413, "Request exceeds the maximum size", undefined],
    [undefined, "prompt is too long: 3 tokens > 2 maximum", undefined],
  ])("is told from others: %s %s", (status, said, tokens) => {
    expect(saysContextIsFull(status, said)).toBe(true);
    expect(contextTokensIn(said)).toBe(tokens);
  });

  it.each([
    [400, "Unknown parameter: context_window"],
    [400, "max_tokens is too large: 100000"],
    [401, "maximum context length"],
    [429, "Request too large on tokens per min: maximum context length is fine"],
    [400, "messages: tool results without a call"],
  ])("is not seen in %s %s", (status, said) => expect(saysContextIsFull(status, said)).toBe(false));
});

it("the window of a model is known by its name, or taken to be 100,000 tokens", () => {
  const tokens = (model: string) => contextTokensOf({ model });
  expect([tokens("claude-sonnet-5-5"), tokens("anthropic/claude-opus-4-1"), tokens("gemini-flash-latest")]).toEqual([
    200_000, 200_000, 1_000_000,
  ]);
  expect([tokens("gpt-5.4-mini"), tokens("gpt-4o"), tokens("my-claude-like")]).toEqual([270_000, 100_000, 100_000]);
});
