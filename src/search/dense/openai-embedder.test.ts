import { afterEach, describe, expect, it } from "vitest";
import { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./openai-embedder.ts";
import {
  type ScriptedAnswer,
  type ScriptedService,
  startScriptedService,
  unitFor,
  vectorFor,
} from "./scripted-service.test-helper.ts";

const key = `sk-${"k".repeat(40)}`;
let service: ScriptedService;
let pauses: number[] = [];

afterEach(async () => {
  await service.close();
  pauses = [];
});

interface OpenAiBody {
  model: string;
  input: string[];
  dimensions?: number;
}

const embeddingsOf = ({ input }: OpenAiBody): ScriptedAnswer => ({
  body: { data: input.map((text, index) => ({ object: "embedding", index, embedding: vectorFor(text) })) },
});

async function start(answer: (body: OpenAiBody, number: number) => ScriptedAnswer): Promise<void> {
  service = await startScriptedService(({ body }, number) => answer(body as OpenAiBody, number));
}

const create = (options: Partial<OpenAiEmbedderOptions> = {}) =>
  createOpenAiEmbedder({
    model: "test-model",
    url: `${service.url}/v1/`,
    apiKey: key,
    dimensions: 3,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    ...options,
  });

const inputsAsked = (): string[][] => service.asked.map(({ body }) => (body as OpenAiBody).input);

function closeTo(actual: Float32Array | undefined, expected: Float32Array): void {
  expect(actual).toHaveLength(expected.length);
  for (const [at, value] of expected.entries()) expect(actual?.[at]).toBeCloseTo(value, 5);
}

describe("the OpenAI-compatible embedder", () => {
  it("asks as the interface says and returns vectors of length 1, in order", async () => {
    await start(embeddingsOf);
    const embedder = await create();
    const vectors = await embedder.embed(["one", "thirteen long"]);
    closeTo(vectors[0], unitFor("one"));
    closeTo(vectors[1], unitFor("thirteen long"));
    expect(service.asked).toHaveLength(1);
    const [request] = service.asked;
    expect(request).toMatchObject({ method: "POST", path: "/v1/embeddings" });
    expect(request?.body).toEqual({ model: "test-model", input: ["one", "thirteen long"] });
    expect(request?.headers).toMatchObject({ authorization: `Bearer ${key}`, "content-type": "application/json" });
  });

  it("sends no key where there is none", async () => {
    await start(embeddingsOf);
    const { apiKey: _, ...keyless } = { model: "m", url: service.url, dimensions: 3, apiKey: undefined };
    await (await createOpenAiEmbedder(keyless)).embed(["x"]);
    expect(service.asked[0]?.headers.authorization).toBeUndefined();
  });

  it("puts vectors where their index says", async () => {
    await start(({ input }) => ({
      body: { data: input.map((text, index) => ({ index, embedding: vectorFor(text) })).reverse() },
    }));
    const vectors = await (await create()).embed(["a", "bb", "ccc"]);
    for (const [at, text] of ["a", "bb", "ccc"].entries()) closeTo(vectors[at], unitFor(text));
  });

  it("reads base64 as some servers send it", async () => {
    await start(({ input }) => ({
      body: {
        data: input.map((text, index) => ({
          index,
          embedding: Buffer.from(Float32Array.from(vectorFor(text)).buffer).toString("base64"),
        })),
      },
    }));
    closeTo((await (await create()).embed(["base64"]))[0], unitFor("base64"));
  });

  it("splits many texts into batches, and long ones into smaller batches", async () => {
    await start(embeddingsOf);
    const embedder = await create({ batchSize: 4, concurrency: 3 });
    const texts = Array.from({ length: 10 }, (_, at) => "x".repeat(at + 1));
    const vectors = await embedder.embed(texts);
    for (const [at, text] of texts.entries()) closeTo(vectors[at], unitFor(text));
    expect(
      inputsAsked()
        .map((input) => input.length)
        .sort(),
    ).toEqual([2, 4, 4]);
    service.asked.length = 0;
    await (await create({ maxCharacters: 60_000 })).embed(["a", "b", "c"].map((letter) => letter.repeat(60_000)));
    expect(service.asked).toHaveLength(2);
  });

  it("never asks about blank text: its vector is zeros", async () => {
    await start(embeddingsOf);
    const vectors = await (await create()).embed([" \n", "word", ""]);
    expect(vectors.map((vector) => Math.round(Math.hypot(...vector)))).toEqual([0, 1, 0]);
    expect(inputsAsked()[0]).toEqual(["word"]);
  });

  it("embeds the stated number of characters of a long text, whole ones", async () => {
    await start(embeddingsOf);
    await (await create({ maxCharacters: 4 })).embed(["abcdefgh", "abc😀"]);
    expect(inputsAsked()[0]).toEqual(["abcd", "abc"]);
  });

  it("puts the words of the model before documents and queries", async () => {
    await start(embeddingsOf);
    const embedder = await create({ model: "nomic-ai/nomic-embed-text-v1.5" });
    await embedder.embed(["text"]);
    await embedder.embedQuery?.("text");
    expect(inputsAsked()).toEqual([["search_document: text"], ["search_query: text"]]);
  });

  it("asks known models for fewer dimensions, and no model for what it gives anyway", async () => {
    await start(({ input, dimensions = 1536 }) => ({
      body: { data: input.map((_, index) => ({ index, embedding: new Array(dimensions).fill(0.1) })) },
    }));
    await (await create({ model: "text-embedding-3-small", dimensions: 256 })).embed(["x"]);
    await (await create({ model: "text-embedding-3-small", dimensions: 1536 })).embed(["x"]);
    expect(service.asked.map(({ body }) => (body as OpenAiBody).dimensions)).toEqual([256, undefined]);
  });

  it("finds out the dimensions of an unknown model with one short text", async () => {
    await start(embeddingsOf);
    const embedder = await createOpenAiEmbedder({ model: "unknown", url: service.url });
    expect(embedder.dimensions).toBe(3);
    expect(service.asked).toHaveLength(1);
  });

  it("has another signature for another model, address, prefix or number of dimensions, and never one with a key", async () => {
    await start(embeddingsOf);
    const signatures = await Promise.all(
      [{}, { model: "other" }, { url: `${service.url}/v2` }, { queryPrefix: "q: " }, { dimensions: 4 }].map(
        async (change) => (await create(change)).signature,
      ),
    );
    expect(new Set(signatures).size).toBe(5);
    for (const signature of signatures) expect(signature).toMatch(/^openai-[a-z0-9.-]+-d\d+-[0-9a-f]{10}$/);
    expect((await create({ apiKey: "another" })).signature).toBe(signatures[0]);
  });
});

describe("the OpenAI-compatible embedder, when the service fails", () => {
  it("tries again after what the service asks for", async () => {
    await start((body, number) =>
      number === 1
        ? { status: 429, headers: { "retry-after": "7" }, body: { error: { message: "slow down" } } }
        : embeddingsOf(body),
    );
    await (await create()).embed(["x"]);
    expect(pauses).toEqual([7_000]);
  });

  it("understands a date, milliseconds and Google's field as well", async () => {
    const soon = new Date(Date.now() + 30_000).toUTCString();
    const waits: ScriptedAnswer[] = [
      { status: 503, headers: { "retry-after": soon } },
      { status: 503, headers: { "retry-after-ms": "250" } },
      { status: 429, body: { error: { details: [{ retryDelay: "3.5s" }] } } },
    ];
    await start((body, number) => waits[number - 1] ?? embeddingsOf(body));
    await (await create()).embed(["x"]);
    expect(pauses[0]).toBeGreaterThan(25_000);
    expect(pauses[0]).toBeLessThanOrEqual(30_000);
    expect(pauses.slice(1)).toEqual([250, 3_500]);
  });

  it("waits longer each time when the service does not say", async () => {
    await start((body, number) => (number < 4 ? { status: 500 } : embeddingsOf(body)));
    await (await create()).embed(["x"]);
    expect(pauses).toHaveLength(3);
    for (const [at, pause] of pauses.entries()) {
      expect(pause).toBeGreaterThanOrEqual(250 * 2 ** at);
      expect(pause).toBeLessThanOrEqual(500 * 2 ** at);
    }
  });

  it("gives up after four attempts, and at once when asked to wait for minutes", async () => {
    await start(() => ({ status: 503 }));
    await expect((await create()).embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_SERVER_ERROR" });
    expect(service.asked).toHaveLength(4);
    await service.close();
    await start(() => ({ status: 429, headers: { "retry-after": "3600" } }));
    await expect((await create()).embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_RATE_LIMITED" });
    expect(service.asked).toHaveLength(1);
  });

  it("tries again when the connection breaks", async () => {
    await start((body, number) => (number === 1 ? { drop: true } : embeddingsOf(body)));
    closeTo((await (await create()).embed(["again"]))[0], unitFor("again"));
  });

  it.each([
    [401, "EMBEDDER_UNAUTHORIZED"],
    [403, "EMBEDDER_UNAUTHORIZED"],
    [404, "EMBEDDER_MODEL_NOT_FOUND"],
    [400, "EMBEDDER_REJECTED"],
    [302, "EMBEDDER_REJECTED"],
  ])("says what %i means, and does not ask again", async (status, code) => {
    await start(() => ({ status, headers: { location: "/elsewhere" }, body: { error: { message: "no" } } }));
    await expect((await create()).embed(["x"])).rejects.toMatchObject({ code, next: expect.any(String) });
    expect(service.asked).toHaveLength(1);
  });

  it("does not wait for a spent quota", async () => {
    await start(() => ({ status: 429, body: { error: { code: "insufficient_quota", message: "pay" } } }));
    await expect((await create()).embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_QUOTA" });
  });

  it("never shows the key, not even when the service repeats it", async () => {
    await start(({ input }) => ({ status: 401, body: { error: { message: `bad key ${key} for ${input}` } } }));
    const error: unknown = await (await create()).embed(["x"]).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ message: expect.stringContaining("bad key *** for x") });
    expect(JSON.stringify([error, String(error), (error as Error).stack])).not.toContain(key);
  });

  it.each([
    ["no JSON", "<html>"],
    ["no data", {}],
    ["too few vectors", { data: [] }],
    ["a vector with a hole", { data: [{ index: 0, embedding: [1, null, 3] }] }],
    ["words for numbers", { data: [{ index: 0, embedding: ["a", "b", "c"] }] }],
    ["a vector for nobody", { data: [{ index: 7, embedding: [1, 2, 3] }] }],
    ["nothing", "null"],
  ])("refuses %s", async (_, body) => {
    await start(() => ({ body }));
    await expect((await create()).embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_BAD_RESPONSE" });
  });

  it("refuses vectors of other dimensions and says which to set", async () => {
    await start(embeddingsOf);
    await expect((await create({ dimensions: 5 })).embed(["x"])).rejects.toMatchObject({
      code: "EMBEDDER_DIMENSIONS",
      expected: "5",
      found: "3",
    });
  });

  it("reports a service that is not there, and one that does not answer", async () => {
    await start(() => ({ hang: true }));
    await expect((await create({ timeoutMs: 20, attempts: 2 })).embed(["x"])).rejects.toMatchObject({
      code: "EMBEDDER_TIMEOUT",
    });
    const embedder = await create({ attempts: 2 });
    await service.close();
    await expect(embedder.embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_UNREACHABLE" });
  });

  it("stops when it is told to: before, during a request and during a pause", async () => {
    await start(() => ({ hang: true }));
    const embedder = await create();
    await expect(embedder.embed(["x"], AbortSignal.abort())).rejects.toMatchObject({ code: "EMBEDDER_CANCELLED" });
    expect(service.asked).toHaveLength(0);
    await expect(embedder.embed(["x"], AbortSignal.timeout(20))).rejects.toMatchObject({ code: "EMBEDDER_CANCELLED" });
    await service.close();
    await start(() => ({ status: 500 }));
    const stop = new AbortController();
    const pausing = await createOpenAiEmbedder({ model: "m", url: service.url, dimensions: 3 });
    const result = pausing.embed(["x"], stop.signal);
    while (service.asked.length === 0) await new Promise((turn) => setTimeout(turn, 1));
    stop.abort();
    await expect(result).rejects.toMatchObject({ code: "EMBEDDER_CANCELLED" });
  });

  it("stops the other requests at the first failure, and reports that one", async () => {
    await start(({ input }) => (input[0] === "bad" ? { status: 400 } : { hang: true }));
    const embedder = await create({ batchSize: 1, concurrency: 3 });
    await expect(embedder.embed(["a", "bad", "c", "d", "e"])).rejects.toMatchObject({ code: "EMBEDDER_REJECTED" });
    expect(service.asked.length).toBeLessThanOrEqual(3);
  });

  it("sends a key neither unencrypted to another machine nor to an address with a user name", async () => {
    await start(embeddingsOf);
    await expect(create({ url: "http://embeddings.example/v1" })).rejects.toMatchObject({
      code: "EMBEDDER_URL_INSECURE",
    });
    for (const url of ["ftp://x", "nonsense", `http://name:word@${new URL(service.url).host}/`]) {
      await expect(create({ url })).rejects.toMatchObject({ code: "EMBEDDER_URL_INVALID" });
    }
  });
});
