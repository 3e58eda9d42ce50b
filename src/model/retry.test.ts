import { afterEach, describe, expect, test } from "vitest";
import { createApiModel } from "./api/api-model.ts";
import type { ModelRequest, ModelRetry } from "./model.ts";
import { type RetryOptions, withRetries } from "./retry.ts";
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

async function start(replies: ScriptedReplies, options: RetryOptions = {}) {
  server = await startScriptedModelServer({ replies });
  const waits: number[] = [];
  const sleep = async (ms: number): Promise<void> => void waits.push(ms);
  const api = createApiModel({
    provider: "openai-compatible",
    model: "m",
    baseUrl: server.openaiBaseUrl,
    apiKey: server.apiKey,
  });
  return { server, waits, model: withRetries(api, { sleep, random: () => 0, ...options }) };
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "test",
  messages: [{ role: "user", text: "Hello" }],
  ...more,
});

describe("what may go better the next time", () => {
  test("is tried again, with growing waits, until it works", async () => {
    const { server, waits, model } = await start([
      { status: 500 },
      { status: 503 },
      { status: 502 },
      { text: "at last" },
    ]);
    const retries: ModelRetry[] = [];
    const reply = await model.generate(request({ onRetry: (retry) => retries.push(retry) }));
    expect(reply.text).toBe("at last");
    expect(waits).toEqual([250, 500, 1000]);
    expect(retries.map(({ attempt, code }) => [attempt, code])).toEqual([
      [2, "MODEL_OVERLOADED"],
      [3, "MODEL_OVERLOADED"],
      [4, "MODEL_OVERLOADED"],
    ]);
    expect(server.requests.length).toBe(4);
  });

  test("is given up after four attempts, with the last error", async () => {
    const { server, model } = await start(() => ({ status: 500 }));
    await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_OVERLOADED" });
    expect(server.requests.length).toBe(4);
  });

  test("waits as long as the service asks, in seconds or until a date", async () => {
    const date = new Date(Date.now() + 30_000).toUTCString();
    const { waits, model } = await start([
      { status: 429, headers: { "retry-after": "7" } },
      { status: 503, headers: { "retry-after": date } },
      { text: "ok" },
    ]);
    await model.generate(request());
    expect(waits[0]).toBe(7000);
    expect(waits[1]).toBeGreaterThan(20_000);
    expect(waits[1]).toBeLessThanOrEqual(30_000);
  });

  test("is not waited for longer than a minute", async () => {
    const { server, waits, model } = await start([{ status: 429, headers: { "retry-after": "3600" } }]);
    await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_RATE_LIMITED" });
    expect(waits).toEqual([]);
    expect(server.requests.length).toBe(1);
  });

  test("includes a connection that broke", async () => {
    const { model } = await start([{ text: "half of it", cutAfterPieces: 1 }, { text: "whole" }]);
    expect((await model.generate(request())).text).toBe("whole");
  });

  test("includes a timeout, once", async () => {
    const { model } = await start(() => ({ hang: true }));
    const codes: string[] = [];
    const asked = model.generate(request({ timeoutMs: 20, onRetry: ({ code }) => codes.push(code) }));
    await expect(asked).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
    expect(codes).toEqual(["MODEL_TIMEOUT"]);
  });
});

test.each([
  [400, "MODEL_REFUSED"],
  [401, "MODEL_AUTHENTICATION"],
  [404, "MODEL_REFUSED"],
])("status %i is not tried again", async (status, code) => {
  const { server, model } = await start(() => ({ status }));
  await expect(model.generate(request())).rejects.toMatchObject({ code });
  expect(server.requests.length).toBe(1);
});

test("an answer that cannot be read is not tried again: the same would come", async () => {
  const { server, model } = await start(() => ({ raw: "<html>" }));
  await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
  expect(server.requests.length).toBe(1);
});

test("a wait ends when the call is cancelled", async () => {
  server = await startScriptedModelServer({ replies: () => ({ status: 429, headers: { "retry-after": "50" } }) });
  const api = createApiModel({
    provider: "openai-compatible",
    model: "m",
    baseUrl: server.openaiBaseUrl,
    apiKey: server.apiKey,
  });
  const stop = new AbortController();
  const asked = withRetries(api).generate(request({ signal: stop.signal, onRetry: () => stop.abort() }));
  await expect(asked).rejects.toMatchObject({ code: "MODEL_CANCELLED" });
  expect(server.requests.length).toBe(1);
});

describe("a stream", () => {
  test("is begun again while nothing of it was given out", async () => {
    const { model } = await start([{ status: 500 }, { text: "whole" }]);
    let text = "";
    for await (const event of model.stream(request())) if (event.type === "text") text += event.delta;
    expect(text).toBe("whole");
  });

  test("is not begun again in its middle: its reader would read twice", async () => {
    const { server, model } = await start([{ text: "a text of several pieces", cutAfterPieces: 3 }, { text: "whole" }]);
    let text = "";
    const read = async (): Promise<void> => {
      for await (const event of model.stream(request())) if (event.type === "text") text += event.delta;
    };
    await expect(read()).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
    expect("a text of several pieces".startsWith(text)).toBe(true);
    // Where the cut came before anything was read, it was begun again after all.
    expect(server.requests.length).toBe(text === "" ? 2 : 1);
  });
});
