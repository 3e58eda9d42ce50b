/**
 * From settings to an embedder: `PROVIDER:MODEL`, and what else is set, to one of the implementations.
 *
 * Contract: keys come from `apiKey` or the environment, and a provider's own variable (`OPENAI_API_KEY`,
 * `GEMINI_API_KEY`) is sent only to that provider's own address, or to the one that its own variable names.
 */
import { AutoskillError } from "../../base/index.ts";
import type { Embedder } from "../model.ts";
import { createGoogleEmbedder } from "./google-embedder.ts";
import { createHashingEmbedder } from "./hashing-embedder.ts";
import { createOllamaEmbedder } from "./ollama-embedder.ts";
import { createOpenAiEmbedder } from "./openai-embedder.ts";
import type { RetryOptions } from "./post-json.ts";
import type { ServiceOptions } from "./service-embedder.ts";
import { createTransformersEmbedder } from "./transformers-embedder.ts";

export interface EmbedderSettings {
  /**
   * `hashing` (default), `hashing:DIMENSIONS`, `none`, `openai:MODEL`, `ollama:MODEL`, `google:MODEL`,
   * `transformers:DIRECTORY`.
   */
  embedder?: string;
  /** Address of the service, where it is not the provider's own. */
  url?: string;
  apiKey?: string;
  dimensions?: number;
  /** 0 … 1. */
  fusionWeight?: number;
  queryPrefix?: string;
  documentPrefix?: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenEmbedderOptions extends RetryOptions {
  /** Default `process.env`. */
  environment?: Environment;
  signal?: AbortSignal;
}

/**
 * Settings from `AUTOSKILL_EMBEDDER`, `AUTOSKILL_EMBEDDING_URL`, `…_DIMENSIONS`, `…_WEIGHT`, `…_QUERY_PREFIX` and
 * `…_DOCUMENT_PREFIX`. The key is not among them: `openEmbedder` reads it where it is used.
 *
 * @throws AutoskillError `EMBEDDER_INVALID` when a number is none.
 */
export function embedderSettingsFrom(environment: Environment): EmbedderSettings {
  const {
    AUTOSKILL_EMBEDDER: embedder,
    AUTOSKILL_EMBEDDING_URL: url,
    AUTOSKILL_EMBEDDING_QUERY_PREFIX: queryPrefix,
    AUTOSKILL_EMBEDDING_DOCUMENT_PREFIX: documentPrefix,
  } = environment;
  const dimensions = numberIn(environment, "AUTOSKILL_EMBEDDING_DIMENSIONS");
  const fusionWeight = numberIn(environment, "AUTOSKILL_EMBEDDING_WEIGHT");
  return {
    ...(isSet(embedder) ? { embedder } : {}),
    ...(isSet(url) ? { url } : {}),
    ...(dimensions === undefined ? {} : { dimensions }),
    ...(fusionWeight === undefined ? {} : { fusionWeight }),
    ...(queryPrefix === undefined ? {} : { queryPrefix }),
    ...(documentPrefix === undefined ? {} : { documentPrefix }),
  };
}

/**
 * The embedder of these settings; undefined for `none`. Asks a service only where its dimensions are not known.
 *
 * @throws AutoskillError `EMBEDDER_INVALID` for settings that name no embedder, `EMBEDDER_KEY_MISSING`, and what the
 *   implementations throw.
 */
export async function openEmbedder(
  settings: EmbedderSettings,
  options: OpenEmbedderOptions = {},
): Promise<Embedder | undefined> {
  const { environment = process.env, signal, ...retry } = options;
  const name = settings.embedder ?? "hashing";
  const [provider, ...rest] = name.split(":");
  const model = rest.join(":");
  const { fusionWeight, dimensions } = settings;
  if (fusionWeight !== undefined && !(fusionWeight >= 0 && fusionWeight <= 1)) {
    throw invalid(`A weight of ${fusionWeight} is not between 0 and 1.`);
  }
  const { embedder: _embedder, url: _url, apiKey: _apiKey, ...shared } = settings;
  const service: ServiceOptions = { ...shared, ...retry, model };

  if (provider === "none" && model === "") return undefined;
  if (provider === "hashing") {
    const size = model === "" ? dimensions : Number(model);
    return createHashingEmbedder({
      ...(size === undefined ? {} : { dimensions: size }),
      ...(fusionWeight === undefined ? {} : { fusionWeight }),
    });
  }
  if (model === "") throw invalid(`${JSON.stringify(name)} does not name an embedder.`);
  switch (provider) {
    case "openai":
      return createOpenAiEmbedder({ ...service, ...openAiAccess(settings, environment) }, signal);
    case "ollama":
      return createOllamaEmbedder({ ...service, ...ollamaAccess(settings, environment) }, signal);
    case "google":
      return createGoogleEmbedder({ ...service, ...googleAccess(settings, environment) }, signal);
    case "transformers":
      return createTransformersEmbedder({ ...service, directory: model }, signal);
    default:
      throw invalid(`${JSON.stringify(name)} does not name an embedder.`);
  }
}

function openAiAccess(settings: EmbedderSettings, environment: Environment): { url?: string; apiKey?: string } {
  const own = settings.apiKey ?? environment.AUTOSKILL_EMBEDDING_API_KEY;
  if (settings.url !== undefined) return { url: settings.url, ...(isSet(own) ? { apiKey: own } : {}) };
  // These two belong together: who sets both means this key for this address.
  const key = isSet(own) ? own : environment.OPENAI_API_KEY;
  if (!isSet(key)) throw keyMissing("OpenAI", "AUTOSKILL_EMBEDDING_API_KEY or OPENAI_API_KEY");
  const url = environment.OPENAI_BASE_URL;
  return { apiKey: key, ...(isSet(url) ? { url } : {}) };
}

function ollamaAccess(settings: EmbedderSettings, environment: Environment): { url?: string; apiKey?: string } {
  const key = settings.apiKey ?? environment.AUTOSKILL_EMBEDDING_API_KEY;
  const access = isSet(key) ? { apiKey: key } : {};
  if (settings.url !== undefined) return { ...access, url: settings.url };
  const host = environment.OLLAMA_HOST;
  if (!isSet(host)) return access;
  // What the server listens on: any of `host`, `host:port`, `:port`, with or without scheme; 0.0.0.0 means this machine.
  const address = new URL(/^https?:\/\//.test(host) ? host : `http://${host.replace(/^:/, "127.0.0.1:")}`);
  if (address.hostname === "0.0.0.0") address.hostname = "127.0.0.1";
  if (address.port === "" && !/^https?:\/\//.test(host)) address.port = "11434";
  return { ...access, url: address.href };
}

function googleAccess(settings: EmbedderSettings, environment: Environment): { url?: string; apiKey: string } {
  const own = settings.apiKey ?? environment.AUTOSKILL_EMBEDDING_API_KEY;
  if (settings.url !== undefined) {
    if (!isSet(own)) throw keyMissing("this address", "AUTOSKILL_EMBEDDING_API_KEY");
    return { url: settings.url, apiKey: own };
  }
  const key = [own, environment.GEMINI_API_KEY, environment.GOOGLE_API_KEY].find(isSet);
  if (key === undefined) throw keyMissing("Google", "AUTOSKILL_EMBEDDING_API_KEY or GEMINI_API_KEY");
  return { apiKey: key };
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value !== "";
}

function numberIn(environment: Environment, name: string): number | undefined {
  const text = environment[name];
  if (!isSet(text)) return undefined;
  const value = Number(text);
  if (!Number.isFinite(value)) throw invalid(`${name} is not a number: ${JSON.stringify(text)}`);
  return value;
}

function invalid(message: string): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_INVALID",
    message,
    next: "Use hashing, none, openai:MODEL, ollama:MODEL, google:MODEL or transformers:DIRECTORY.",
  });
}

function keyMissing(service: string, variables: string): AutoskillError {
  return new AutoskillError({
    code: "EMBEDDER_KEY_MISSING",
    message: `There is no key for ${service}.`,
    next: `Set ${variables}, or choose another embedder.`,
  });
}
