/**
 * Embedders that run in this process with transformers.js and a model directory that the user has.
 *
 * Contract: nothing is downloaded. The package is not ours (it brings 475 MB of native code): it is found from the
 * working directory or beside us, and an error says how to add it. The model is an ONNX model in the layout of the
 * Hugging Face hub: `config.json`, `tokenizer.json`, `onnx/model*.onnx`.
 */
import { closeSync, fstatSync, openSync, readdirSync, readFileSync, readSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { AutoskillError, sha256 } from "../../base/index.ts";
import type { Embedder } from "../model.ts";
import { knownModel } from "./known-models.ts";
import { badResponse, createServiceEmbedder, type ServiceOptions } from "./service-embedder.ts";

export interface TransformersEmbedderOptions extends Omit<ServiceOptions, "model"> {
  /** Directory of the model. */
  directory: string;
  /** How token vectors become one: default `mean`; `cls` and `last_token` where the model card says so. */
  pooling?: "mean" | "cls" | "last_token";
  /** Which weights: `fp32` (default), `q8`, … as transformers.js names them. */
  dtype?: string;
  /** Folder whose `node_modules` is searched first. Default: the working directory. */
  searchFrom?: string;
}

const PACKAGES = ["@huggingface/transformers", "@xenova/transformers"];
const NAME = "transformers.js";

/** The part of the package that is used. */
interface Transformers {
  env: { allowRemoteModels: boolean; allowLocalModels: boolean; localModelPath: string };
  pipeline(task: string, model: string, options: object): Promise<Extractor>;
}
type Extractor = (texts: readonly string[], options: object) => Promise<{ dims: number[]; data: ArrayLike<number> }>;

/** @throws AutoskillError `EMBEDDER_MODEL_NOT_FOUND`, `EMBEDDER_PACKAGE_MISSING`, `EMBEDDER_MODEL_UNUSABLE`. */
export async function createTransformersEmbedder(
  options: TransformersEmbedderOptions,
  signal?: AbortSignal,
): Promise<Embedder> {
  const { pooling = "mean", dtype = "fp32" } = options;
  const directory = resolve(options.directory);
  const fingerprint = modelFingerprint(directory);
  const extract = await loadExtractor(directory, dtype, options.searchFrom ?? process.cwd());
  const model = basename(directory);
  const known = knownModel(model);
  return createServiceEmbedder(
    { ...options, model },
    {
      provider: "transformers",
      name: NAME,
      distinguishing: { fingerprint, pooling, dtype },
      dimensions: options.dimensions,
      queryPrefix: options.queryPrefix ?? known.queryPrefix ?? "",
      documentPrefix: options.documentPrefix ?? known.documentPrefix ?? "",
      batchSize: options.batchSize ?? 16,
      concurrency: 1,
      async request(texts, _kind, stop) {
        if (stop?.aborted) {
          throw new AutoskillError({
            code: "EMBEDDER_CANCELLED",
            message: "Embedding was cancelled.",
            next: "Nothing is wrong; start it again when it is needed.",
            cause: stop.reason,
          });
        }
        const { dims, data } = await extract(texts, { pooling, normalize: true }).catch((cause: unknown) => {
          throw unusable(directory, cause);
        });
        const [count = 0, width = 0] = dims;
        if (dims.length !== 2 || count * width !== data.length)
          throw badResponse(NAME, `a tensor of ${dims.join(" × ")}`);
        const values = Float32Array.from(data);
        return Array.from({ length: count }, (_, at) => values.subarray(at * width, (at + 1) * width));
      },
    },
    signal,
  );
}

async function loadExtractor(directory: string, dtype: string, searchFrom: string): Promise<Extractor> {
  const { env, pipeline } = await importTransformers(searchFrom);
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.localModelPath = dirname(directory);
  try {
    return await pipeline("feature-extraction", basename(directory), { dtype, local_files_only: true });
  } catch (cause) {
    throw unusable(directory, cause);
  }
}

async function importTransformers(searchFrom: string): Promise<Transformers> {
  const places = [createRequire(join(resolve(searchFrom), "package.json")), createRequire(import.meta.url)];
  for (const place of places) {
    for (const name of PACKAGES) {
      let path: string;
      try {
        path = place.resolve(name);
      } catch {
        continue;
      }
      try {
        const loaded = (await import(pathToFileURL(path).href)) as Transformers & { default?: Transformers };
        return loaded.default?.pipeline === undefined ? loaded : loaded.default;
      } catch (cause) {
        throw packageMissing(`${name} is there but cannot be loaded: ${messageOf(cause)}`, cause);
      }
    }
  }
  throw packageMissing("This embedder needs the package @huggingface/transformers, which is not installed.");
}

/** sha256 over the configuration and, of every weights file, size and both ends: another model, other vectors. */
function modelFingerprint(directory: string): string {
  try {
    const parts = [sha256(readFileSync(join(directory, "config.json")))];
    const weights = join(directory, "onnx");
    for (const name of readdirSync(weights).sort()) {
      if (statSync(join(weights, name)).isFile()) parts.push(name, endsOf(join(weights, name)));
    }
    return sha256(parts.join("\n"));
  } catch (cause) {
    throw new AutoskillError({
      code: "EMBEDDER_MODEL_NOT_FOUND",
      message: `${directory} does not hold a model: ${messageOf(cause)}`,
      next: "Give the directory of an ONNX model with config.json, tokenizer.json and onnx/model.onnx.",
      cause,
    });
  }
}

function endsOf(path: string): string {
  const file = openSync(path, "r");
  try {
    const { size } = fstatSync(file);
    const ends = Buffer.alloc(2 * 65_536);
    readSync(file, ends, 0, 65_536, 0);
    readSync(file, ends, 65_536, 65_536, Math.max(0, size - 65_536));
    return `${size} ${sha256(ends)}`;
  } finally {
    closeSync(file);
  }
}

function packageMissing(message: string, cause?: unknown): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_PACKAGE_MISSING",
    message,
    next: "Run `ONNXRUNTIME_NODE_INSTALL=skip npm install @huggingface/transformers` where autoskill runs.",
    ...(cause === undefined ? {} : { cause }),
  });
}

function unusable(directory: string, cause: unknown): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_MODEL_UNUSABLE",
    message: `The model in ${directory} cannot be used: ${messageOf(cause)}`,
    next: "Check that it is an ONNX feature-extraction model and that `dtype` names weights that are there.",
    cause,
  });
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replace(/\s+/g, " ").slice(0, 300);
}
