import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { fixedClock } from "../base/index.ts";
import { createApiModel } from "./api/api-model.ts";
import { generateObject } from "./generate-object.ts";
import type { ModelRequest } from "./model.ts";
import { type ModelCall, recordModelCalls } from "./record.ts";
import { withRetries } from "./retry.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "./scripted-model-server.test-helper.ts";

let server: ScriptedModelServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(replies: ScriptedReplies) {
  server = await startScriptedModelServer({ replies });
  const api = createApiModel({
    provider: "openai-compatible",
    model: "m",
    baseUrl: server.openaiBaseUrl,
    apiKey: server.apiKey,
  });
  const calls: ModelCall[] = [];
  const clock = fixedClock("2026-05-01T10:00:00.000Z");
  const model = recordModelCalls(
    withRetries(api, { sleep: async () => {} }),
    (call) => {
      calls.push(call);
    },
    { clock },
  );
  return { calls, model };
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "review",
  messages: [{ role: "user", text: "Hello" }],
  sessionId: "s-1",
  ...more,
});

test("one call with its attempts is one record", async () => {
  const usage = { inputTokens: 50, cachedInputTokens: 20, outputTokens: 9 };
  const { calls, model } = await start([{ status: 500 }, { status: 429 }, { text: "ok", usage }]);
  await model.generate(request());
  expect(calls).toEqual([
    {
      at: "2026-05-01T10:00:00.000Z",
      purpose: "review",
      provider: "openai-compatible",
      model: "m",
      usage,
      ms: expect.any(Number),
      attempts: 3,
      outcome: "ok",
      sessionId: "s-1",
    },
  ]);
});

test("failures are told apart by their code", async () => {
  const { calls, model } = await start([{ status: 401 }, { raw: "<html>" }, { text: "No", finish: "refused" }]);
  for (let time = 0; time < 3; time += 1) await model.generate(request()).catch(() => {});
  expect(calls.map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
    ["failed", "MODEL_AUTHENTICATION"],
    ["failed", "MODEL_OUTPUT_INVALID"],
    ["failed", "MODEL_REFUSED"],
  ]);
});

test("an answer of another shape is a call that was paid for and of no use", async () => {
  const { calls, model } = await start([{ text: "three" }, { text: '{"n":3}' }]);
  await generateObject(model, { ...request(), schema: z.object({ n: z.number() }) });
  expect(calls.map(({ outcome, usage }) => [outcome, usage.inputTokens])).toEqual([
    ["invalid", 10],
    ["ok", 10],
  ]);
});

test("a stream is recorded when it has ended, however it ends", async () => {
  const { calls, model } = await start(({ number }) =>
    number === 0 ? { text: "whole" } : { text: "a text of several pieces", pieceDelayMs: 5 },
  );
  for await (const _ of model.stream(request())) expect(calls).toEqual([]);
  for await (const _ of model.stream(request())) break;
  const stop = new AbortController();
  const read = async (): Promise<void> => {
    for await (const _ of model.stream(request({ signal: stop.signal }))) stop.abort();
  };
  await expect(read()).rejects.toMatchObject({ code: "MODEL_CANCELLED" });
  expect(calls.map(({ outcome, errorCode }) => [outcome, errorCode])).toEqual([
    ["ok", undefined],
    ["cancelled", "MODEL_CANCELLED"],
    ["cancelled", "MODEL_CANCELLED"],
  ]);
});
