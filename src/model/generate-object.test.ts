import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { createApiModel } from "./api/api-model.ts";
import { generateObject } from "./generate-object.ts";
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

const schema = z.object({ title: z.string(), count: z.number().int() });

async function ask(replies: ScriptedReplies) {
  server = await startScriptedModelServer({ replies });
  const model = createApiModel({
    provider: "openai-compatible",
    model: "m",
    baseUrl: server.openaiBaseUrl,
    apiKey: server.apiKey,
  });
  const result = generateObject(model, {
    purpose: "test",
    system: "You count.",
    messages: [{ role: "user", text: "Count" }],
    schema,
  });
  return { server, result };
}

test("an answer that fits is taken at once", async () => {
  const { server, result } = await ask([{ text: '{"title":"sheep","count":3}' }]);
  expect(await result).toEqual({
    object: { title: "sheep", count: 3 },
    usage: { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 },
    repaired: false,
  });
  expect(server.requests[0]?.system).toMatch(/^You count\.\n\nAnswer with one JSON value/);
  expect(server.problems).toEqual([]);
});

test.each([
  ["is not JSON", "I think three."],
  ["does not fit", '{"title":"sheep","count":"three"}'],
  ["is empty", ""],
  ["was cut off", '{"title":"she'],
])("an answer that %s is shown to the model with what is wrong, once", async (_name, text) => {
  const { server, result } = await ask([{ text }, { text: '{"title":"sheep","count":3}' }]);
  expect(await result).toMatchObject({ object: { count: 3 }, usage: { inputTokens: 20 }, repaired: true });
  const [, second] = server.requests;
  expect(second?.messages.map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
  expect(second?.messages[1]?.text).toBe(text === "" ? "(empty)" : text);
  expect(second?.messages[2]?.text).toMatch(/^That answer cannot be used\. \S+/);
  expect(server.problems).toEqual([]);
});

test("a second answer that does not fit is refused with a diagnostic, and no third is asked for", async () => {
  const { server, result } = await ask(() => ({ text: '{"title":"sheep","count":"three"}' }));
  await expect(result).rejects.toMatchObject({
    code: "MODEL_OUTPUT_INVALID",
    expected: "one JSON value that fits the schema",
    found: expect.stringMatching(/number.*count/),
    next: expect.any(String),
  });
  expect(server.requests.length).toBe(2);
});

test("an answer that ran into the limit says so to the model", async () => {
  const { server, result } = await ask([
    { text: '{"title":"she', finish: "length" },
    { text: '{"title":"a","count":1}' },
  ]);
  await result;
  expect(server.requests[1]?.messages[2]?.text).toContain("cut off at the limit of output tokens");
});

test("a refusal is not repaired", async () => {
  const { server, result } = await ask(() => ({ text: "No.", finish: "refused" }));
  await expect(result).rejects.toMatchObject({ code: "MODEL_REFUSED", found: "No." });
  expect(server.requests.length).toBe(1);
});
