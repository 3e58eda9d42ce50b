import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { seededNumbers, seededText } from "../../base/seeded.test-helper.ts";
import { generateObject } from "../generate-object.ts";
import { type LanguageModel, type ModelReply, type ModelRequest, replyMessage } from "../model.ts";
import { retryAfterOf } from "../model-error.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  startScriptedModelServer,
} from "../scripted-model-server.test-helper.ts";
import { createApiModel } from "./api-model.ts";
import type { ApiProviderName } from "./api-settings.ts";

const random = seededNumbers("keys");

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function start(provider: ApiProviderName, replies: ScriptedReplies) {
  const server = await startScriptedModelServer({ replies });
  closing.push(() => server.close());
  const baseUrl = baseUrlOf(server, provider);
  return { server, model: createApiModel({ provider, model: "m", baseUrl, apiKey: server.apiKey }) };
}

function baseUrlOf(server: ScriptedModelServer, provider: ApiProviderName): string {
  if (provider === "anthropic") return server.anthropicBaseUrl;
  return provider === "google" ? server.googleBaseUrl : server.openaiBaseUrl;
}

async function startRaw(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closing.push(
    () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  );
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const request = (more: Partial<ModelRequest> = {}): ModelRequest => ({
  purpose: "test",
  messages: [{ role: "user", text: "Hello" }],
  ...more,
});

async function readAll(model: LanguageModel, of: ModelRequest, onText?: () => void) {
  let text = "";
  let reply: ModelReply | undefined;
  let error: unknown;
  try {
    for await (const event of model.stream(of)) {
      if (event.type === "text") {
        text += event.delta;
        onText?.();
      } else reply = event.reply;
    }
  } catch (thrown) {
    error = thrown;
  }
  return { text, reply, error };
}

const PROVIDERS: ApiProviderName[] = ["openai-compatible", "anthropic", "google"];
const LONG = "Word after word after word, so that there is something to cut off.";

describe.each(PROVIDERS)("%s", (provider) => {
  test.each([
    ["HTML", "<html><body>Bad gateway</body></html>"],
    ["half of JSON", '{"id":"x","choices":[{"ind'],
    ["JSON of another shape", '{"hello":"world"}'],
    ["a JSON list", "[]"],
  ])("takes %s for an answer that cannot be read", async (_name, raw) => {
    const { model } = await start(provider, () => ({ raw }));
    await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_OUTPUT_INVALID" });
  });

  test("gives what came of a stream that is cut, then fails, and gives no reply", async () => {
    const { model } = await start(provider, [{ text: LONG, cutAfterPieces: 4 }]);
    const { text, reply, error } = await readAll(model, request());
    expect(LONG.startsWith(text)).toBe(true);
    expect(reply).toBeUndefined();
    expect(error).toMatchObject({ code: "MODEL_UNREACHABLE" });
  });

  test("fails for a stream that ends politely, but too early", async () => {
    const { model } = await start(provider, [{ raw: "", headers: { "content-type": "text/event-stream" } }]);
    const { reply, error } = await readAll(model, request());
    expect(reply).toBeUndefined();
    expect(error).toMatchObject({ code: expect.stringMatching(/^MODEL_(UNREACHABLE|OUTPUT_INVALID)$/) });
  });

  test("fails for a body that is cut", async () => {
    const { model } = await start(provider, [{ text: LONG, cutAfterPieces: 1 }]);
    await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
  });

  test("stops waiting after its time, whole and streamed", async () => {
    const { model } = await start(provider, () => ({ hang: true }));
    await expect(model.generate(request({ timeoutMs: 30 }))).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
    const { error } = await readAll(model, request({ timeoutMs: 30 }));
    expect(error).toMatchObject({ code: "MODEL_TIMEOUT" });
  });

  test("stops in the middle of a stream when it is cancelled", async () => {
    const { model } = await start(provider, [{ text: LONG.repeat(20), pieceDelayMs: 5 }]);
    const stop = new AbortController();
    const { text, reply, error } = await readAll(model, request({ signal: stop.signal }), () => stop.abort());
    expect(text.length).toBeGreaterThan(0);
    expect(reply).toBeUndefined();
    expect(error).toMatchObject({ code: "MODEL_CANCELLED" });
  });

  test("sends nothing when it was cancelled before", async () => {
    const { server, model } = await start(provider, []);
    await expect(model.generate(request({ signal: AbortSignal.abort() }))).rejects.toMatchObject({
      code: "MODEL_CANCELLED",
    });
    expect(server.requests).toEqual([]);
  });

  test("ends the request when the reader of a stream goes away", async () => {
    const { model } = await start(provider, [{ text: LONG.repeat(50), pieceDelayMs: 5 }]);
    let seen = "";
    for await (const event of model.stream(request())) {
      if (event.type === "text") seen += event.delta;
      break;
    }
    expect(seen.length).toBeLessThan(LONG.length);
  });

  test("says how long the service asks to wait", async () => {
    const { model } = await start(provider, [{ status: 429, headers: { "retry-after": "12" } }]);
    const error: unknown = await model.generate(request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL_RATE_LIMITED" });
    expect(retryAfterOf(error)).toBe(12_000);
  });

  test("tells a refusal and an answer that was too long from a whole one", async () => {
    const { model } = await start(provider, [
      { text: "Half of", finish: "length" },
      { text: "I will not", finish: "refused" },
    ]);
    expect(await model.generate(request())).toMatchObject({ text: "Half of", finish: "length" });
    expect((await model.generate(request())).finish).toBe("refused");
  });

  test("asks without a schema where the service refuses schemas, and remembers that", async () => {
    const schema = z.object({ n: z.number() });
    let refused = 0;
    const { server, model } = await start(provider, ({ body }) => {
      const text = JSON.stringify(body);
      const native = /response_format|output_config|output_format|responseSchema|"tool_choice"/.test(text);
      if (!native) return { text: '{"n":1}' };
      refused += 1;
      return { status: 400, text: "This response_format type is unavailable now" };
    });
    for (let time = 0; time < 2; time += 1) {
      expect((await generateObject(model, { ...request(), schema })).object).toEqual({ n: 1 });
    }
    expect(refused).toBeLessThanOrEqual(1);
    expect(server.requests.length).toBe(2 + refused);
  });
});

test("a tool call whose input is not JSON, or does not fit, is told apart and is no failure", async () => {
  const input = z.object({ path: z.string() });
  const tools = [{ name: "read_file", description: "Reads", input }];
  const toolCalls = [
    { name: "read_file", rawInput: '{"path": "a' },
    { name: "read_file", input: { path: 7 } },
    { name: "format_disk", input: {} },
    { name: "read_file", input: { path: "b" } },
  ];
  const { model } = await start("openai-compatible", () => ({ toolCalls }));
  const streamed = await readAll(model, request({ tools }));
  for (const reply of [await model.generate(request({ tools })), streamed.reply]) {
    expect(reply?.toolCalls.map(({ invalid }) => invalid)).toEqual([
      expect.stringMatching(/^The input is not JSON: /),
      expect.stringMatching(/does not fit read_file: .*string.*path/),
      "There is no tool format_disk. The tools are: read_file.",
      undefined,
    ]);
    expect(reply?.finish).toBe("tool_calls");
    expect(reply?.toolCalls[3]?.input).toEqual({ path: "b" });
  }
});

test("a reply with a bad tool call can be given back to every service", async () => {
  const tools = [{ name: "read_file", description: "Reads", input: z.object({ path: z.string() }) }];
  const call = { id: "c1", name: "read_file", input: '{"path": "a', invalid: "not JSON" };
  for (const provider of PROVIDERS) {
    const { server, model } = await start(provider, [{ text: "Sorry." }]);
    const messages: ModelRequest["messages"] = [
      { role: "user", text: "Read" },
      { role: "assistant", text: "", toolCalls: [call] },
      { role: "tool", results: [{ id: "c1", name: "read_file", output: "The input is not JSON", isError: true }] },
    ];
    expect((await model.generate(request({ tools, messages }))).text).toBe("Sorry.");
    expect(server.requests[0]?.messages[1]?.toolCalls[0]?.input).toEqual({ unreadable: '{"path": "a' });
    expect(server.problems).toEqual([]);
  }
});

test("what a provider signs is given back to it, and to no other", async () => {
  const signed = {
    candidates: [
      {
        content: {
          role: "model",
          parts: [{ functionCall: { name: "ls", args: {} }, thoughtSignature: "c2lnbmVk" }],
        },
        finishReason: "STOP",
      },
    ],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
  };
  const tools = [{ name: "ls", description: "Lists", input: z.object({}) }];
  const { server, model } = await start("google", [{ raw: JSON.stringify(signed) }, { text: "done" }]);
  const reply = await model.generate(request({ tools }));
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "Hello" },
    { role: "assistant", ...reply },
    { role: "tool", results: reply.toolCalls.map(({ id, name }) => ({ id, name, output: "a", isError: false })) },
  ];
  await model.generate(request({ tools, messages }));
  expect(JSON.stringify(server.requests[1]?.body)).toContain("c2lnbmVk");

  const other = await start("openai-compatible", [{ text: "done" }]);
  await other.model.generate(request({ tools, messages }));
  expect(JSON.stringify(other.server.requests[0]?.body)).not.toContain("c2lnbmVk");
});

test("nobody at the address is MODEL_UNREACHABLE", async () => {
  const url = await startRaw(() => {});
  for (const close of closing.splice(0)) await close();
  const model = createApiModel({ provider: "openai-compatible", model: "m", baseUrl: `${url}/v1` });
  await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_UNREACHABLE" });
});

test.each(PROVIDERS)("a redirect of %s is not followed: the key stays where it was sent", async (provider) => {
  const reached: string[] = [];
  const other = await startRaw((incoming, response) => {
    reached.push(JSON.stringify(incoming.headers));
    response.end("{}");
  });
  const url = await startRaw((_incoming, response) => {
    response.writeHead(307, { location: `${other}/v1/chat/completions` });
    response.end();
  });
  const model = createApiModel({ provider, model: "m", baseUrl: `${url}/v1`, apiKey: "not-for-others" });
  await expect(model.generate(request())).rejects.toMatchObject({
    code: "MODEL_REFUSED",
    message: expect.stringContaining("answered 307"),
  });
  expect(reached).toEqual([]);
});

test("user and password in the address go into a header and into no message", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startRaw((incoming, response) => {
    seen.push(incoming.headers.authorization);
    response.writeHead(500).end("no");
  });
  const password = `p-${seededText(random, 11)}`;
  const baseUrl = `${url.replace("http://", `http://ada:${password}@`)}/v1`;
  const model = createApiModel({ provider: "openai-compatible", model: "m", baseUrl });
  const error = await model.generate(request()).catch((thrown: unknown) => thrown as Error);
  expect(seen).toEqual([`Basic ${Buffer.from(`ada:${password}`).toString("base64")}`]);
  expect(error).toMatchObject({ code: "MODEL_OVERLOADED" });
  expect(JSON.stringify(error) + String(error)).not.toContain(password);
});

test("a service that repeats the key in its error does not get it into ours", async () => {
  const apiKey = `key-${seededText(random, 11)}`;
  const url = await startRaw((_incoming, response) => {
    response.writeHead(401, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: `Incorrect API key provided: ${apiKey}` } }));
  });
  const model = createApiModel({ provider: "openai-compatible", model: "m", baseUrl: `${url}/v1`, apiKey });
  const error = await model.generate(request()).catch((thrown: unknown) => thrown as Error);
  expect(error).toMatchObject({ code: "MODEL_AUTHENTICATION", message: expect.stringContaining("Incorrect API key") });
  expect(JSON.stringify(error) + String(error)).not.toContain(apiKey);
});

test("without a key none is looked for in the environment of the process", async () => {
  const seen: (string | undefined)[] = [];
  const url = await startRaw((incoming, response) => {
    seen.push(incoming.headers["x-api-key"] as string | undefined);
    response.writeHead(401).end("{}");
  });
  const before = process.env.ANTHROPIC_API_KEY;
  process.env.ANTHROPIC_API_KEY = "from-the-environment";
  try {
    const model = createApiModel({ provider: "anthropic", model: "m", baseUrl: `${url}/v1` });
    await expect(model.generate(request())).rejects.toMatchObject({ code: "MODEL_AUTHENTICATION" });
  } finally {
    if (before === undefined) delete process.env.ANTHROPIC_API_KEY;
    else process.env.ANTHROPIC_API_KEY = before;
  }
  expect(seen.length).toBe(1);
  expect(seen[0] ?? "").toBe("");
});

test.each([
  ["overloaded_error", "MODEL_OVERLOADED"],
  ["rate_limit_error", "MODEL_RATE_LIMITED"],
  ["authentication_error", "MODEL_AUTHENTICATION"],
  ["invalid_request_error", "MODEL_REFUSED"],
])("a stream that goes on with %s is %s", async (type, code) => {
  const events = [
    {
      type: "message_start",
      message: {
        id: "x",
        type: "message",
        role: "assistant",
        model: "m",
        content: [],
        usage: { input_tokens: 1, output_tokens: 1 },
      },
    },
    { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "So far" } },
    { type: "error", error: { type, message: "This is why" } },
  ];
  const raw = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  const { model } = await start("anthropic", [{ raw, headers: { "content-type": "text/event-stream" } }]);
  const { text, reply, error } = await readAll(model, request());
  expect(text).toBe("So far");
  expect(reply).toBeUndefined();
  expect(error).toMatchObject({ code, message: expect.stringContaining("This is why") });
});

test("Anthropic is told to keep a conversation with tools, and what is sent again is sent unchanged", async () => {
  const tools = [{ name: "ls", description: "Lists", input: z.object({}) }];
  const { server, model } = await start("anthropic", [
    { toolCalls: [{ name: "ls" }] },
    { text: "done" },
    { text: "ok" },
  ]);
  const first = await model.generate(request({ system: "Be short.", tools }));
  const messages: ModelRequest["messages"] = [
    { role: "user", text: "Hello" },
    replyMessage(first),
    { role: "tool", results: first.toolCalls.map(({ id, name }) => ({ id, name, output: "a", isError: false })) },
  ];
  await model.generate(request({ system: "Be short.", tools, messages }));
  const marked = JSON.stringify(server.requests[1]?.body.system);
  expect(marked).toBe(JSON.stringify([{ type: "text", text: "Be short.", cache_control: { type: "ephemeral" } }]));
  expect(server.requests[1]?.body.messages).toMatchObject([
    {},
    {},
    { content: [{ type: "tool_result", cache_control: { type: "ephemeral" } }] },
  ]);
  await model.generate(request({ system: "Be short." }));
  expect(JSON.stringify(server.requests[2]?.body)).not.toContain("cache_control");
  expect(server.problems).toEqual([]);
});

test("marks for one service are not sent to another", async () => {
  const tools = [{ name: "ls", description: "Lists", input: z.object({}) }];
  for (const provider of ["openai-compatible", "google"] as const) {
    const { server, model } = await start(provider, [{ text: "ok" }]);
    await model.generate(request({ system: "Be short.", tools }));
    expect(JSON.stringify(server.requests[0]?.body)).not.toMatch(/cache_?control/i);
  }
});

test("an end without an answer is not taken for an answer", async () => {
  const candidate = { content: { role: "model", parts: [] }, finishReason: "MALFORMED_FUNCTION_CALL" };
  const answer = { candidates: [candidate], usageMetadata: { promptTokenCount: 1, totalTokenCount: 1 } };
  const { model } = await start("google", ({ stream }) =>
    stream
      ? { raw: `data: ${JSON.stringify(answer)}\r\n\r\n`, headers: { "content-type": "text/event-stream" } }
      : { raw: JSON.stringify(answer) },
  );
  const expected = { code: "MODEL_OUTPUT_INVALID", message: expect.stringContaining("MALFORMED_FUNCTION_CALL") };
  await expect(model.generate(request())).rejects.toMatchObject(expected);
  expect((await readAll(model, request())).error).toMatchObject(expected);
});
