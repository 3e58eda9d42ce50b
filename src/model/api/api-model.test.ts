import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { seededNumbers, seededText } from "../../base/seeded.test-helper.ts";
import { generateObject, runToolLoop } from "../index.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "../model.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../scripted-model-server.test-helper.ts";
import { createApiModel } from "./api-model.ts";
import type { ApiProviderName } from "./api-settings.ts";

const random = seededNumbers("keys");

let server: ScriptedModelServer | undefined;

afterEach(async () => {
  await server?.close();
  server = undefined;
});

async function start(provider: ApiProviderName, replies: ScriptedReplies) {
  server = await startScriptedModelServer({ replies });
  const baseUrls: Record<ApiProviderName, string> = {
    "openai-compatible": server.openaiBaseUrl,
    anthropic: server.anthropicBaseUrl,
    google: server.googleBaseUrl,
  };
  const model = createApiModel({ provider, model: "model-1", baseUrl: baseUrls[provider], apiKey: server.apiKey });
  return { server, model };
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "test",
  system: "Be short.",
  messages: [{ role: "user", text: "Hello" }],
  ...more,
});

async function streamed(model: LanguageModel, of: ModelRequest): Promise<{ text: string; reply: ModelReply }> {
  let text = "";
  for await (const event of model.stream(of)) {
    if (event.type === "reply") return { text, reply: event.reply };
    text += event.delta;
  }
  throw new Error("no reply");
}

const readFile = {
  name: "read_file",
  description: "Reads a file.",
  input: z.object({ path: z.string(), limit: z.number().optional() }),
};

describe.each<ApiProviderName>(["openai-compatible", "anthropic", "google"])("%s", (provider) => {
  test("sends system, message and limits, and gives text, finish and usage", async () => {
    const usage = { inputTokens: 120, cachedInputTokens: 100, outputTokens: 7 };
    const { server, model } = await start(provider, [{ text: "Hi ✓ 你好", usage }]);
    const reply = await model.generate(request({ maxOutputTokens: 50 }));
    expect(reply).toMatchObject({ text: "Hi ✓ 你好", toolCalls: [], finish: "stop", usage });
    expect(server.requests[0]).toMatchObject({
      model: "model-1",
      system: "Be short.",
      maxOutputTokens: 50,
      stream: false,
    });
    expect(server.requests[0]?.messages.map(({ role, text }) => ({ role, text }))).toEqual([
      { role: "user", text: "Hello" },
    ]);
    expect(server.problems).toEqual([]);
  });

  test("streams the same text and usage that it gives at once", async () => {
    const text = "A longer answer with 日本語, so that it comes in several pieces.";
    const usage = { inputTokens: 30, cachedInputTokens: 10, outputTokens: 9 };
    const { server, model } = await start(provider, [{ text, usage }]);
    const result = await streamed(model, request());
    expect(result.text).toBe(text);
    expect(result.reply).toMatchObject({ text, finish: "stop", usage });
    expect(server.requests[0]?.stream).toBe(true);
    expect(server.problems).toEqual([]);
  });

  test.each([false, true])("calls tools over several turns (streaming: %s)", async (stream) => {
    const { server, model } = await start(provider, [
      {
        text: "Looking.",
        toolCalls: [
          { name: "read_file", input: { path: "a.md" } },
          { name: "read_file", input: { path: "b.md", limit: 3 } },
        ],
      },
      { text: "Both read." },
    ]);
    const result = await runToolLoop(model, {
      purpose: "test",
      messages: [{ role: "user", text: "Read both" }],
      tools: [{ ...readFile, execute: async (input) => ({ output: `read ${JSON.stringify(input)}` }) }],
      maxTurns: 3,
      stream,
    });
    expect(result).toMatchObject({ ended: "stop", text: "Both read.", turns: 2 });
    const last = server.requests[1]?.messages ?? [];
    expect(last.map(({ role }) => role)).toEqual(["user", "assistant", "tool"]);
    expect(last[1]?.toolCalls.map(({ input }) => input)).toEqual([{ path: "a.md" }, { path: "b.md", limit: 3 }]);
    expect(last[2]?.results.map(({ output }) => output)).toEqual([
      'read {"path":"a.md"}',
      'read {"path":"b.md","limit":3}',
    ]);
    expect(server.requests[0]?.tools[0]).toMatchObject({ name: "read_file", description: "Reads a file." });
    expect(server.problems).toEqual([]);
  });

  test("answers in a shape that was asked for", async () => {
    const { server, model } = await start(provider, [{ text: '{"title":"Deploys","steps":["build"]}' }]);
    const schema = z.object({ title: z.string(), steps: z.array(z.string()), note: z.string().optional() });
    const result = await generateObject(model, { ...request(), schema });
    expect(result).toMatchObject({ object: { title: "Deploys", steps: ["build"] }, repaired: false });
    expect(server.requests[0]?.system).toContain('"steps"');
    expect(server.problems).toEqual([]);
  });

  test("takes a wrong key for MODEL_AUTHENTICATION and never shows it", async () => {
    const { server } = await start(provider, []);
    const baseUrl = {
      "openai-compatible": server.openaiBaseUrl,
      anthropic: server.anthropicBaseUrl,
      google: server.googleBaseUrl,
    };
    const apiKey = `wrong-${seededText(random, 11)}-key`;
    const model = createApiModel({ provider, model: "model-1", baseUrl: baseUrl[provider], apiKey });
    const error: unknown = await model.generate(request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL_AUTHENTICATION" });
    expect(JSON.stringify(error) + String(error)).not.toContain(apiKey);
  });

  test.each([
    [400, "MODEL_REFUSED"],
    [404, "MODEL_REFUSED"],
    [403, "MODEL_AUTHENTICATION"],
    [429, "MODEL_RATE_LIMITED"],
    [500, "MODEL_OVERLOADED"],
    [503, "MODEL_OVERLOADED"],
    [529, "MODEL_OVERLOADED"],
  ])("takes status %i for %s, whole and streamed", async (status, code) => {
    const { model } = await start(provider, () => ({ status, text: "because of this" }));
    const message = expect.stringMatching(new RegExp(`answered ${status}: .*because of this`));
    await expect(model.generate(request())).rejects.toMatchObject({ code, message });
    await expect(streamed(model, request())).rejects.toMatchObject({ code });
  });
});
