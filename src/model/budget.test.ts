import { expect, test } from "vitest";
import { withBudget } from "./budget.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "./model.ts";

const request: ModelRequest = { purpose: "test", messages: [{ role: "user", text: "Hello" }] };

/** A model in this process: what counts here is what the budget lets through. */
function counting(tokens: number) {
  const seen: ModelRequest[] = [];
  const reply: ModelReply = {
    text: "ok",
    toolCalls: [],
    finish: "stop",
    usage: { inputTokens: tokens, cachedInputTokens: tokens, outputTokens: 0 },
  };
  const model: LanguageModel = {
    id: "test:m",
    provider: "test",
    model: "m",
    supports: { tools: true, streaming: true },
    generate: async (asked) => {
      seen.push(asked);
      return reply;
    },
    async *stream(asked) {
      seen.push(asked);
      yield { type: "reply", reply };
    },
  };
  return { seen, model };
}

test("calls add up, streamed ones too, and none begins once the tokens are used up", async () => {
  const { seen, model } = counting(40);
  const budgeted = withBudget(model, { maxTokens: 100 });
  await budgeted.generate(request);
  for await (const _ of budgeted.stream(request));
  expect(budgeted.spentTokens).toBe(80);
  expect(budgeted.reached).toBeUndefined();
  await budgeted.generate(request);
  expect(budgeted.reached).toBe("tokens");
  await expect(budgeted.generate(request)).rejects.toMatchObject({
    code: "MODEL_BUDGET",
    message: "The budget of 100 tokens is used up.",
    found: "120 tokens spent",
  });
  expect(seen.length).toBe(3);
});

test("a call gets no more output and time than is left", async () => {
  const { seen, model } = counting(40);
  const budgeted = withBudget(model, { maxTokens: 100, timeoutMs: 5000 });
  await budgeted.generate({ ...request, maxOutputTokens: 1000, timeoutMs: 60_000 });
  await budgeted.generate({ ...request, maxOutputTokens: 10, timeoutMs: 1 });
  expect(seen.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([100, 10]);
  expect(seen[0]?.timeoutMs).toBeLessThanOrEqual(5000);
  expect(seen[1]?.timeoutMs).toBe(1);
});

test("no call begins after the time is over", async () => {
  const { seen, model } = counting(1);
  const budgeted = withBudget(model, { timeoutMs: 0 });
  await expect(budgeted.generate(request)).rejects.toMatchObject({ code: "MODEL_BUDGET" });
  expect(budgeted.reached).toBe("time");
  expect(seen).toEqual([]);
});
