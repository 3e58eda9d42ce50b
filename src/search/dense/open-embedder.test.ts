import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { embedderSettingsFrom, openEmbedder } from "./open-embedder.ts";
import { type ScriptedService, startScriptedService, vectorFor } from "./scripted-service.test-helper.ts";

let service: ScriptedService;
beforeEach(async () => {
  service = await startScriptedService(({ body }) => {
    const { input } = body as { input: string[] };
    const data = input.map((text, index) => ({ index, embedding: vectorFor(text) }));
    return { body: { data, embeddings: data.map(({ embedding }) => embedding) } };
  });
});
afterEach(() => service.close());

const keySent = (): string | undefined => service.asked.at(-1)?.headers.authorization;

describe("opening an embedder", () => {
  it("gives hashing of 512 dimensions where nothing is set", async () => {
    const embedder = await openEmbedder({}, { environment: {} });
    expect(embedder).toMatchObject({ dimensions: 512, fusionWeight: 0.2, semantic: false });
  });

  it("takes dimensions and weight from the settings", async () => {
    expect((await openEmbedder({ embedder: "hashing:256" }))?.dimensions).toBe(256);
    expect((await openEmbedder({ dimensions: 1024, fusionWeight: 0.1 }))?.fusionWeight).toBe(0.1);
  });

  it("gives none for `none`", async () => {
    expect(await openEmbedder({ embedder: "none" })).toBeUndefined();
  });

  it("reads everything but the key from the environment", async () => {
    const environment = {
      AUTOSKILL_EMBEDDER: "openai:some/model:tag",
      AUTOSKILL_EMBEDDING_URL: service.url,
      AUTOSKILL_EMBEDDING_DIMENSIONS: "3",
      AUTOSKILL_EMBEDDING_WEIGHT: "0.5",
      AUTOSKILL_EMBEDDING_QUERY_PREFIX: "query: ",
      AUTOSKILL_EMBEDDING_DOCUMENT_PREFIX: "",
      AUTOSKILL_EMBEDDING_API_KEY: "secret",
    };
    const settings = embedderSettingsFrom(environment);
    expect(JSON.stringify(settings)).not.toContain("secret");
    const embedder = await openEmbedder(settings, { environment });
    expect(embedder).toMatchObject({ dimensions: 3, fusionWeight: 0.5, semantic: true });
    await embedder?.embedQuery?.("x");
    expect(service.asked[0]?.body).toEqual({ model: "some/model:tag", input: ["query: x"] });
    expect(keySent()).toBe("Bearer secret");
  });

  it("sends OpenAI's key to OpenAI's address or the one set beside it, never elsewhere", async () => {
    const environment = { OPENAI_API_KEY: "openai-key", OPENAI_BASE_URL: service.url };
    const embedder = "openai:m";
    await openEmbedder({ embedder }, { environment });
    expect(keySent()).toBe("Bearer openai-key");
    await openEmbedder({ embedder, url: service.url }, { environment });
    expect(keySent()).toBeUndefined();
    await openEmbedder({ embedder: "ollama:m", url: service.url }, { environment });
    expect(keySent()).toBeUndefined();
  });

  it.each(["127.0.0.1:PORT", "http://127.0.0.1:PORT", ":PORT", "0.0.0.0:PORT"])(
    "finds Ollama at OLLAMA_HOST=%s",
    async (host) => {
      const OLLAMA_HOST = host.replace("PORT", new URL(service.url).port);
      expect((await openEmbedder({ embedder: "ollama:m" }, { environment: { OLLAMA_HOST } }))?.dimensions).toBe(3);
      expect(service.asked[0]?.path).toBe("/api/embed");
    },
  );

  it.each(["openai:m", "google:m"])("asks for a key for %s", async (embedder) => {
    await expect(openEmbedder({ embedder }, { environment: {} })).rejects.toMatchObject({
      code: "EMBEDDER_KEY_MISSING",
    });
  });

  it.each(["", "openai", "openai:", "cohere:m", "none:m"])("refuses the name %j", async (embedder) => {
    await expect(openEmbedder({ embedder }, { environment: {} })).rejects.toMatchObject({ code: "EMBEDDER_INVALID" });
  });

  it("refuses numbers that are none", async () => {
    expect(() => embedderSettingsFrom({ AUTOSKILL_EMBEDDING_DIMENSIONS: "many" })).toThrow(
      expect.objectContaining({ code: "EMBEDDER_INVALID" }),
    );
    await expect(openEmbedder({ fusionWeight: 2 })).rejects.toMatchObject({ code: "EMBEDDER_INVALID" });
    await expect(openEmbedder({ embedder: "hashing:many" })).rejects.toMatchObject({ code: "EMBEDDER_DIMENSIONS" });
  });
});
