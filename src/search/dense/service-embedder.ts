/**
 * What all embedders behind a service share: batches, a few requests at a time, and checks of every vector.
 *
 * Contract: a text's vector is that of its first `maxCharacters` UTF-16 units behind the prefix for its kind; blank text
 * has a vector of zeros and causes no request. The first failure stops the other requests.
 */
import { AutoskillError } from "../../base/index.ts";
import type { Embedder } from "../model.ts";
import type { RetryOptions } from "./post-json.ts";
import { embedderSignature } from "./signature.ts";
import { unitVector } from "./unit-vector.ts";

export type TextKind = "document" | "query";

/** Settings that every service has. */
export interface ServiceOptions extends RetryOptions {
  model: string;
  /** Default: from the table of known models, else asked of the service with one short text. */
  dimensions?: number;
  /** Default 0.35; measure it on your bank with `autoskill eval retrieval`. */
  fusionWeight?: number;
  /** Put before queries; default from the table of known models. */
  queryPrefix?: string;
  /** Put before documents; default from the table of known models. */
  documentPrefix?: string;
  /** UTF-16 units of a text that are embedded; default 8,000, which fits 8,192 tokens in most scripts. */
  maxCharacters?: number;
  /** Texts per request. */
  batchSize?: number;
  /** Requests at a time. */
  concurrency?: number;
}

/** How one service is asked. */
export interface Service {
  /** In the signature, e.g. `openai`. */
  provider: string;
  /** In messages, e.g. `Ollama`. */
  name: string;
  /** What, beside model, dimensions, prefixes and length, makes vectors differ: in the signature. */
  distinguishing: object;
  /** Dimensions known before asking. */
  dimensions: number | undefined;
  queryPrefix: string;
  documentPrefix: string;
  batchSize: number;
  concurrency: number;
  /** One vector per text, in order. */
  request(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<readonly ArrayLike<number>[]>;
}

const BATCH_CHARACTERS = 120_000;

export async function createServiceEmbedder(
  options: ServiceOptions,
  service: Service,
  signal?: AbortSignal,
): Promise<Embedder> {
  const { fusionWeight = 0.35, maxCharacters = 8_000 } = options;
  const dimensions = service.dimensions ?? (await askDimensions(service, signal));
  const prefixes = { query: service.queryPrefix, document: service.documentPrefix };

  async function embedAll(texts: readonly string[], kind: TextKind, stop?: AbortSignal): Promise<Float32Array[]> {
    const prepared = texts.map((text) => (text.trim() === "" ? "" : prefixes[kind] + clip(text, maxCharacters)));
    const vectors = texts.map((): Float32Array => new Float32Array(dimensions));
    const failed = new AbortController();
    const either = stop === undefined ? failed.signal : AbortSignal.any([stop, failed.signal]);
    const waiting = batchesOf(prepared, service.batchSize);
    const work = async (): Promise<void> => {
      for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
        const result = await service.request(
          batch.map((at) => prepared[at] ?? ""),
          kind,
          either,
        );
        if (result.length !== batch.length) throw wrongCount(service, batch.length, result.length);
        for (const [place, at] of batch.entries()) vectors[at] = checked(service, result[place] ?? [], dimensions);
      }
    };
    const workers = Array.from({ length: Math.min(service.concurrency, waiting.length) }, () =>
      work().catch((error: unknown) => {
        waiting.length = 0;
        failed.abort(error);
        throw error;
      }),
    );
    const outcomes = await Promise.allSettled(workers);
    // What was cancelled because of another failure is not the reason.
    const first = failed.signal.reason as unknown;
    if (outcomes.some(({ status }) => status === "rejected")) throw first;
    return vectors;
  }

  return {
    signature: embedderSignature(service.provider, options.model, dimensions, {
      ...service.distinguishing,
      ...prefixes,
      maxCharacters,
    }),
    dimensions,
    fusionWeight,
    semantic: true,
    embed: (texts, stop) => embedAll(texts, "document", stop),
    embedQuery: async (text, stop) => (await embedAll([text], "query", stop))[0] ?? new Float32Array(dimensions),
  };
}

async function askDimensions(service: Service, signal: AbortSignal | undefined): Promise<number> {
  const [vector] = await service.request(["dimensions"], "document", signal);
  if (vector === undefined || vector.length === 0) throw wrongCount(service, 1, 0);
  return vector.length;
}

/** Positions of the texts that are not blank, in groups. */
function batchesOf(texts: readonly string[], batchSize: number): number[][] {
  const batches: number[][] = [];
  let batch: number[] = [];
  let characters = 0;
  for (const [at, text] of texts.entries()) {
    if (text === "") continue;
    if (batch.length >= batchSize || (batch.length > 0 && characters + text.length > BATCH_CHARACTERS)) {
      batches.push(batch);
      batch = [];
      characters = 0;
    }
    batch.push(at);
    characters += text.length;
  }
  if (batch.length > 0) batches.push(batch);
  return batches;
}

/** Never through the middle of a character. */
function clip(text: string, most: number): string {
  return text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "");
}

function checked(service: Service, vector: ArrayLike<number>, dimensions: number): Float32Array {
  if (vector.length !== dimensions) {
    throw new AutoskillError({
      code: "EMBEDDER_DIMENSIONS",
      message: `${service.name} returned a vector of ${vector.length} dimensions.`,
      next: `Set the dimensions of the embedder to ${vector.length}, and rebuild the index.`,
      expected: String(dimensions),
      found: String(vector.length),
    });
  }
  // Some servers write `null` for a number that is none.
  for (let at = 0; at < dimensions; at++) {
    if (!Number.isFinite(vector[at])) throw badResponse(service.name, "a vector that is not made of numbers");
  }
  return unitVector(vector, dimensions);
}

function wrongCount(service: Service, expected: number, found: number): AutoskillError {
  return badResponse(service.name, `${found} vectors for ${expected} texts`);
}

export function badResponse(name: string, what: string): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_BAD_RESPONSE",
    message: `${name} returned ${what}.`,
    next: "Check that the address and the model are those of an embedding service.",
  });
}
