import { afterEach, describe, expect, it } from "vitest";
import { createGoogleEmbedder } from "./google-embedder.ts";
import { createOllamaEmbedder } from "./ollama-embedder.ts";
import {
  type AskedRequest,
  type ScriptedAnswer,
  type ScriptedService,
  startScriptedService,
  vectorFor,
} from "./scripted-service.test-helper.ts";

const key = `AIza${"k".repeat(35)}`;
let service: ScriptedService;
afterEach(() => service.close());

describe("the Ollama embedder", () => {
  const answer = ({ body }: AskedRequest): ScriptedAnswer => ({
    body: { model: "m", embeddings: (body as { input: string[] }).input.map(vectorFor) },
  });

  it("asks `/api/embed` as its documentation says, with the words of the model", async () => {
    service = await startScriptedService(answer);
    const embedder = await createOllamaEmbedder({ model: "nomic-embed-text", url: service.url, dimensions: 3 });
    const vectors = await embedder.embed(["a", "b"]);
    await embedder.embedQuery?.("c");
    expect(vectors.map((vector) => vector.length)).toEqual([3, 3]);
    expect(service.asked.map(({ method, path, body }) => ({ method, path, body }))).toEqual(
      [["search_document: a", "search_document: b"], ["search_query: c"]].map((input) => ({
        method: "POST",
        path: "/api/embed",
        body: { model: "nomic-embed-text", input, truncate: true },
      })),
    );
  });

  it("asks one request at a time, in small batches", async () => {
    service = await startScriptedService(answer);
    const embedder = await createOllamaEmbedder({ model: "m", url: service.url, dimensions: 3 });
    await embedder.embed(Array.from({ length: 70 }, (_, at) => `text ${at}`));
    expect(service.asked.map(({ body }) => (body as { input: string[] }).input.length)).toEqual([32, 32, 6]);
  });

  it("says how to get a model that is not there", async () => {
    service = await startScriptedService(() => ({
      status: 404,
      body: { error: 'model "m" not found, try pulling it first' },
    }));
    const embedder = createOllamaEmbedder({ model: "m", url: service.url });
    await expect(embedder).rejects.toMatchObject({
      code: "EMBEDDER_MODEL_NOT_FOUND",
      message: expect.stringContaining("try pulling it first"),
      next: "Run `ollama pull m`.",
    });
  });

  it("says how to start it when it is not running", async () => {
    service = await startScriptedService(answer);
    const { url } = service;
    await service.close();
    const embedder = createOllamaEmbedder({ model: "m", url, attempts: 1 });
    await expect(embedder).rejects.toMatchObject({
      code: "EMBEDDER_UNREACHABLE",
      next: expect.stringContaining("ollama serve"),
    });
    service = await startScriptedService(answer);
  });

  it("has the same signature wherever it runs", async () => {
    service = await startScriptedService(answer);
    const signatures = await Promise.all(
      [service.url, "http://127.0.0.1:1"].map((url) => createOllamaEmbedder({ model: "m", url, dimensions: 3 })),
    );
    expect(signatures[0]?.signature).toBe(signatures[1]?.signature);
  });
});

describe("the Google embedder", () => {
  interface GoogleBody {
    requests: {
      model: string;
      content: { parts: { text: string }[] };
      taskType?: string;
      outputDimensionality?: number;
    }[];
  }
  const answer = ({ body }: AskedRequest): ScriptedAnswer => ({
    body: {
      embeddings: (body as GoogleBody).requests.map(({ content }) => ({
        values: vectorFor(content.parts[0]?.text ?? ""),
      })),
    },
  });

  it("asks `batchEmbedContents` as its documentation says: task, dimensions, and the key in a header", async () => {
    service = await startScriptedService(answer);
    const embedder = await createGoogleEmbedder({
      model: "models/gemini-embedding-001",
      url: `${service.url}/v1beta`,
      apiKey: key,
      dimensions: 3,
    });
    await embedder.embed(["a"]);
    await embedder.embedQuery?.("b");
    const request = (text: string, taskType: string): object => ({
      requests: [
        { model: "models/gemini-embedding-001", content: { parts: [{ text }] }, taskType, outputDimensionality: 3 },
      ],
    });
    expect(service.asked.map(({ body }) => body)).toEqual([
      request("a", "RETRIEVAL_DOCUMENT"),
      request("b", "RETRIEVAL_QUERY"),
    ]);
    expect(service.asked[0]?.path).toBe("/v1beta/models/gemini-embedding-001:batchEmbedContents");
    expect(service.asked[0]?.headers["x-goog-api-key"]).toBe(key);
  });

  it("leaves out the task for models that refuse it, and dimensions that nobody asked for", async () => {
    service = await startScriptedService(answer);
    const embedder = await createGoogleEmbedder({ model: "gemini-embedding-2", url: service.url, apiKey: key });
    expect(embedder.dimensions).toBe(3);
    expect((service.asked[0]?.body as GoogleBody | undefined)?.requests).toEqual([
      { model: "models/gemini-embedding-2", content: { parts: [{ text: "dimensions" }] } },
    ]);
  });

  it("never sends more than a hundred texts at once", async () => {
    service = await startScriptedService(answer);
    const embedder = await createGoogleEmbedder({
      model: "g",
      url: service.url,
      apiKey: key,
      dimensions: 3,
      batchSize: 500,
    });
    await embedder.embed(Array.from({ length: 230 }, (_, at) => `text ${at}`));
    expect(service.asked.map(({ body }) => (body as GoogleBody).requests.length).sort()).toEqual([100, 100, 30]);
  });

  it("refuses an answer without values, and a model name that would change the address", async () => {
    service = await startScriptedService(() => ({ body: { embeddings: [{}] } }));
    const embedder = await createGoogleEmbedder({ model: "g", url: service.url, apiKey: key, dimensions: 3 });
    await expect(embedder.embed(["x"])).rejects.toMatchObject({ code: "EMBEDDER_BAD_RESPONSE" });
    await expect(createGoogleEmbedder({ model: "../x?y", url: service.url, apiKey: key })).rejects.toMatchObject({
      code: "EMBEDDER_MODEL_NOT_FOUND",
    });
  });

  it("never shows the key", async () => {
    service = await startScriptedService(() => ({
      status: 400,
      body: { error: { message: `API key not valid: ${key}` } },
    }));
    const embedder = await createGoogleEmbedder({ model: "g", url: service.url, apiKey: key, dimensions: 3 });
    const error: unknown = await embedder.embed(["x"]).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "EMBEDDER_REJECTED" });
    expect(String(error)).not.toContain(key);
  });
});
