/**
 * What is known of common embedding models, so that nobody has to configure it: their dimensions, and the words that
 * their makers ask to put before queries and documents (from the model cards). Unknown models work without.
 */

export interface KnownModel {
  /** As it comes without asking for fewer; undefined where the name leaves it open. */
  dimensions?: number;
  /** Whether the service gives fewer dimensions on request. */
  reducible?: boolean;
  queryPrefix?: string;
  documentPrefix?: string;
}

const SEARCHING = "Represent this sentence for searching relevant passages: ";

const MODELS: readonly (KnownModel & { pattern: RegExp })[] = [
  { pattern: /^text-embedding-3-small$/, dimensions: 1536, reducible: true },
  { pattern: /^text-embedding-3-large$/, dimensions: 3072, reducible: true },
  { pattern: /^text-embedding-ada-002$/, dimensions: 1536 },
  { pattern: /^gemini-embedding-001$/, dimensions: 3072, reducible: true },
  { pattern: /^nomic-embed-text/, dimensions: 768, queryPrefix: "search_query: ", documentPrefix: "search_document: " },
  {
    pattern: /^embeddinggemma/,
    dimensions: 768,
    queryPrefix: "task: search result | query: ",
    documentPrefix: "title: none | text: ",
  },
  { pattern: /^mxbai-embed-large/, dimensions: 1024, queryPrefix: SEARCHING },
  { pattern: /^snowflake-arctic-embed2/, dimensions: 1024, queryPrefix: "query: " },
  { pattern: /^snowflake-arctic-embed(?!2)/, queryPrefix: SEARCHING },
  { pattern: /^bge-m3/, dimensions: 1024 },
  { pattern: /^bge-(?:small|base|large)-en/, queryPrefix: SEARCHING },
  { pattern: /^(?:multilingual-)?e5-/, queryPrefix: "query: ", documentPrefix: "passage: " },
  {
    pattern: /^qwen3-embedding/,
    queryPrefix: "Instruct: Given a request, retrieve the skill that helps with it\nQuery: ",
  },
  { pattern: /^all-minilm/, dimensions: 384 },
];

/** By the last part of the name, without the owner (`nomic-ai/…`) and in any case. */
export function knownModel(model: string): KnownModel {
  const name = (model.split(/[/\\]/).at(-1) ?? model).toLowerCase();
  return MODELS.find(({ pattern }) => pattern.test(name)) ?? {};
}
