/** Embedders that a local Ollama serves (docs.ollama.com/api/embed). */
import type { Embedder } from "../model.ts";
import { knownModel } from "./known-models.ts";
import { postJson } from "./post-json.ts";
import { serviceAddress } from "./service-address.ts";
import { badResponse, createServiceEmbedder, type ServiceOptions } from "./service-embedder.ts";

export interface OllamaEmbedderOptions extends ServiceOptions {
  /** Default `http://127.0.0.1:11434`. */
  url?: string;
  /** Only for servers behind a proxy that asks for one. */
  apiKey?: string;
}

const NAME = "Ollama";

/** @throws AutoskillError `EMBEDDER_…`, also when the dimensions have to be asked for and Ollama does not answer. */
export async function createOllamaEmbedder(options: OllamaEmbedderOptions, signal?: AbortSignal): Promise<Embedder> {
  const { model, apiKey } = options;
  const address = serviceAddress(options.url ?? "http://127.0.0.1:11434", apiKey !== undefined);
  const known = knownModel(model);
  // The first request may have to load the model.
  const retry = { timeoutMs: 120_000, ...options };
  return createServiceEmbedder(
    options,
    {
      provider: "ollama",
      name: NAME,
      distinguishing: {},
      dimensions: options.dimensions ?? known.dimensions,
      queryPrefix: options.queryPrefix ?? known.queryPrefix ?? "",
      documentPrefix: options.documentPrefix ?? known.documentPrefix ?? "",
      batchSize: options.batchSize ?? 32,
      concurrency: options.concurrency ?? 1,
      async request(texts, _kind, stop) {
        const answer = await postJson(
          {
            service: NAME,
            url: `${address}/api/embed`,
            headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
            body: { model, input: texts, truncate: true },
            secrets: apiKey === undefined ? [] : [apiKey],
            advice: {
              key: "Set AUTOSKILL_EMBEDDING_API_KEY to what the server in front of Ollama asks for.",
              model: `Run \`ollama pull ${model}\`.`,
              connection: "Start it with `ollama serve`, or set OLLAMA_HOST to where it runs.",
            },
          },
          retry,
          stop,
        );
        const { embeddings } = (answer ?? {}) as { embeddings?: unknown };
        if (!Array.isArray(embeddings) || !embeddings.every((vector) => Array.isArray(vector))) {
          throw badResponse(NAME, "no `embeddings`");
        }
        return embeddings as number[][];
      },
    },
    signal,
  );
}
