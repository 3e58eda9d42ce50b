/** Embedders of the Gemini API (ai.google.dev/api/embeddings, `batchEmbedContents`). */
import { AutoskillError } from "../../base/index.ts";
import type { Embedder } from "../model.ts";
import { knownModel } from "./known-models.ts";
import { postJson } from "./post-json.ts";
import { serviceAddress } from "./service-address.ts";
import { badResponse, createServiceEmbedder, type ServiceOptions } from "./service-embedder.ts";

export interface GoogleEmbedderOptions extends ServiceOptions {
  apiKey: string;
  /** Up to and including the version. Default `https://generativelanguage.googleapis.com/v1beta`. */
  url?: string;
}

export const GOOGLE_URL = "https://generativelanguage.googleapis.com/v1beta";
const NAME = "Google";
/** "At most 100 requests can be in one batch." */
const LARGEST_BATCH = 100;
/** Later models take the task as words in the text and refuse the field. */
const TAKES_TASK_TYPE = /^(?:gemini-embedding-001|text-embedding-\d+|text-multilingual-embedding-\d+)$/;

/** @throws AutoskillError `EMBEDDER_…`, also when the dimensions have to be asked for and Google does not answer. */
export async function createGoogleEmbedder(options: GoogleEmbedderOptions, signal?: AbortSignal): Promise<Embedder> {
  const { apiKey } = options;
  const address = serviceAddress(options.url ?? GOOGLE_URL, true);
  const model = options.model.replace(/^models\//, "");
  if (!/^[\w.-]+$/.test(model)) {
    throw new AutoskillError({
      code: "EMBEDDER_MODEL_NOT_FOUND",
      message: `${JSON.stringify(model)} is not the name of a Google model.`,
      next: "Use a name such as gemini-embedding-001.",
    });
  }
  const known = knownModel(model);
  const dimensions = options.dimensions ?? known.dimensions;
  const reduced = dimensions !== undefined && dimensions !== known.dimensions;
  const taskTypes = TAKES_TASK_TYPE.test(model);
  return createServiceEmbedder(
    { ...options, model },
    {
      provider: "google",
      name: NAME,
      distinguishing: { taskTypes, address },
      dimensions,
      queryPrefix: options.queryPrefix ?? known.queryPrefix ?? "",
      documentPrefix: options.documentPrefix ?? known.documentPrefix ?? "",
      batchSize: Math.min(LARGEST_BATCH, options.batchSize ?? LARGEST_BATCH),
      concurrency: options.concurrency ?? 2,
      async request(texts, kind, stop) {
        const answer = await postJson(
          {
            service: NAME,
            url: `${address}/models/${model}:batchEmbedContents`,
            headers: { "x-goog-api-key": apiKey },
            body: {
              requests: texts.map((text) => ({
                model: `models/${model}`,
                content: { parts: [{ text }] },
                ...(taskTypes ? { taskType: kind === "query" ? "RETRIEVAL_QUERY" : "RETRIEVAL_DOCUMENT" } : {}),
                ...(reduced ? { outputDimensionality: dimensions } : {}),
              })),
            },
            secrets: [apiKey],
            advice: {
              key: "Set GEMINI_API_KEY to a key that may use the Gemini API.",
              model: "Check the name of the model, e.g. gemini-embedding-001.",
              connection: "Check the network, or choose another embedder.",
            },
          },
          options,
          stop,
        );
        const { embeddings } = (answer ?? {}) as { embeddings?: unknown };
        if (!Array.isArray(embeddings)) throw badResponse(NAME, "no `embeddings`");
        return embeddings.map((item: unknown, at) => {
          const { values } = (item ?? {}) as { values?: unknown };
          if (!Array.isArray(values)) throw badResponse(NAME, `no vector for text ${at}`);
          return values as number[];
        });
      },
    },
    signal,
  );
}
