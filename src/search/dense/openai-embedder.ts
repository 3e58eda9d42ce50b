/**
 * Embedders behind the OpenAI embeddings interface: OpenAI itself, and vLLM, llama.cpp, LM Studio, TEI, DashScope and
 * others that speak it (platform.openai.com/docs/api-reference/embeddings/create).
 */
import type { Embedder } from "../model.ts";
import { knownModel } from "./known-models.ts";
import { postJson } from "./post-json.ts";
import { serviceAddress } from "./service-address.ts";
import { badResponse, createServiceEmbedder, type ServiceOptions } from "./service-embedder.ts";

export interface OpenAiEmbedderOptions extends ServiceOptions {
  /** Up to and including the version. Default `https://api.openai.com/v1`. */
  url?: string;
  apiKey?: string;
}

export const OPENAI_URL = "https://api.openai.com/v1";
const NAME = "The embedding service";

/** @throws AutoskillError `EMBEDDER_…`, also when the dimensions have to be asked for and the service does not answer. */
export async function createOpenAiEmbedder(options: OpenAiEmbedderOptions, signal?: AbortSignal): Promise<Embedder> {
  const { model, apiKey } = options;
  const address = serviceAddress(options.url ?? OPENAI_URL, apiKey !== undefined);
  const known = knownModel(model);
  const dimensions = options.dimensions ?? known.dimensions;
  const reduced = known.reducible === true && dimensions !== known.dimensions;
  return createServiceEmbedder(
    options,
    {
      provider: "openai",
      name: NAME,
      distinguishing: { address },
      dimensions,
      queryPrefix: options.queryPrefix ?? known.queryPrefix ?? "",
      documentPrefix: options.documentPrefix ?? known.documentPrefix ?? "",
      batchSize: options.batchSize ?? 64,
      concurrency: options.concurrency ?? 4,
      async request(texts, _kind, stop) {
        const answer = await postJson(
          {
            service: NAME,
            url: `${address}/embeddings`,
            headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
            body: { model, input: texts, ...(reduced ? { dimensions } : {}) },
            secrets: apiKey === undefined ? [] : [apiKey],
            advice: {
              key: "Set AUTOSKILL_EMBEDDING_API_KEY (or OPENAI_API_KEY for OpenAI) to a key that may use this model.",
              model: "Check the name of the model, and that the address ends as the service says (often `/v1`).",
              connection: "Check the address and the network, or choose another embedder.",
            },
          },
          options,
          stop,
        );
        return vectorsOf(answer, texts.length);
      },
    },
    signal,
  );
}

/** `data` in the order of `index`; vectors as numbers or, as some servers send, base64 of little-endian float32. */
function vectorsOf(answer: unknown, count: number): ArrayLike<number>[] {
  const { data } = (answer ?? {}) as { data?: unknown };
  if (!Array.isArray(data)) throw badResponse(NAME, "no `data`");
  const vectors = new Array<ArrayLike<number> | undefined>(count).fill(undefined);
  for (const [place, item] of data.entries()) {
    const { embedding, index = place } = (item ?? {}) as { embedding?: unknown; index?: unknown };
    if (typeof index !== "number" || !(index in vectors)) throw badResponse(NAME, `a vector for text ${String(index)}`);
    if (Array.isArray(embedding)) vectors[index] = embedding as number[];
    else if (typeof embedding === "string") vectors[index] = floatsOf(embedding);
  }
  return vectors.map((vector, at) => {
    if (vector === undefined) throw badResponse(NAME, `no vector for text ${at}`);
    return vector;
  });
}

function floatsOf(base64: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  return Float32Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readFloatLE(4 * at));
}
