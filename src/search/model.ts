/**
 * The shapes of the search room. A document is what is searched of one skill; an index holds documents of any number of
 * scopes and answers queries in memory, without a model and without waiting. Scores are relevance in [0, 1] and mean the
 * same for every query and every bank, so that one threshold decides "nothing fits".
 */

export type SearchState = "active" | "stale" | "archived";

/** What is known of a skill without its text: kept in the index and returned with every hit. */
export interface SearchDocumentMeta {
  /** Unique in one index; the caller chooses it, e.g. `user/release-notes`. */
  id: string;
  /** Slug or display name from the frontmatter. */
  name: string;
  /** The human title in any script. */
  title?: string;
  description: string;
  tags: string[];
  /** `project`, `user`, `common`, `team` or the name of a library. */
  scope: string;
  state: SearchState;
  /** sha256 of the file's bytes as hex: what `syncIndex` compares. */
  hash: string;
  /** RFC 3339. */
  updatedAt?: string;
  /** How often the skill was used; undefined counts as 0. */
  uses?: number;
}

export interface SearchDocument extends SearchDocumentMeta {
  /** Requests that should find the skill, word for word (the paper's `triggers`). */
  triggers: string[];
  /** Markdown after the frontmatter. Searched, not kept. */
  body: string;
}

export type SearchField = "name" | "description" | "triggers" | "tags" | "body";

export interface SearchOptions {
  /** Largest number of hits; default 5. */
  topK?: number;
  /** Hits below it are left out; default `DEFAULT_MIN_SCORE`. 0 returns everything that shares any evidence. */
  minScore?: number;
  /** Only these scopes; undefined means all. */
  scopes?: readonly string[];
  /** Only documents with every one of these tags, compared without case and width. */
  tags?: readonly string[];
  /** Default `["active", "stale"]`. */
  states?: readonly SearchState[];
  /** Fill `parts` of every hit. */
  explain?: boolean;
  /** 0: by relevance alone (default). 1: a near copy of a better hit comes after everything that is not one. */
  diversity?: number;
  /**
   * By what the documents say alone: use and recency, which change while the files do not, count nothing, so that the same
   * documents give the same answer at any time and on any machine. Default false.
   */
  byContentAlone?: boolean;
  /** The embedded query, where the embedder cannot do it synchronously; wrong dimensions throw `VECTOR_DIMENSIONS`. */
  queryVector?: Float32Array;
}

export interface MatchedTerm {
  /** As indexed: folded and stemmed. */
  term: string;
  /** The fields of the document that hold it. */
  fields: SearchField[];
  /** Part of `lexical`, ≥ 0; with `name` the weights of one hit sum to it (or above it, where near words exceed 1). */
  weight: number;
}

/** Why a hit has its score. All numbers in [0, 1]. */
export interface SearchParts {
  terms: MatchedTerm[];
  /** Part of `lexical` for the likeness of query and name as wholes. */
  name: number;
  /** Of the best score that a document could get for this query, the share that was reached. */
  lexical: number;
  /** Cosine of query and document, clamped to [0, 1]; missing without a vector. */
  cosine?: number;
  /** Lexical and cosine together, calibrated; before use and recency. */
  fused: number;
  /** 0 never used … 1 used very often. Moves near ties only. */
  use: number;
  /** 1 changed now … 0 long ago or unknown. Moves near ties only. */
  recency: number;
}

export interface SearchHit {
  id: string;
  /** Relevance in [0, 1]. */
  score: number;
  document: SearchDocumentMeta;
  parts?: SearchParts;
}

/** Turns texts into unit vectors. Implementations in `search/dense`. */
export interface Embedder {
  /** Safe as a file name; other settings, other signature: vectors of two signatures never meet. */
  signature: string;
  dimensions: number;
  /** Weight of the cosine against the lexical score, 0 … 1: how far this embedder is to be trusted. */
  fusionWeight: number;
  /**
   * Whether a document that shares no word with the query may be found by its vector alone. False for embedders that see
   * the same evidence as the lexical index (hashing): they re-rank and repair typing errors. Default true.
   */
  semantic?: boolean;
  /** One vector per text, in order. Rejects with an AutoskillError (`EMBEDDER_…`). */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** For models that want to be told that a text is a query; default `embed`. */
  embedQuery?(text: string, signal?: AbortSignal): Promise<Float32Array>;
  /** Where no waiting is needed. */
  embedSync?(text: string): Float32Array;
}

export interface VectorHit {
  id: string;
  /** −1 … 1. */
  cosine: number;
}

/** Exact nearest neighbours over unit vectors of one embedder (`search/dense`). */
export interface VectorIndex {
  readonly dimensions: number;
  readonly size: number;
  /** Memory held, in bytes. */
  readonly bytes: number;
  /** Adds or replaces; normalises; wrong dimensions throw `VECTOR_DIMENSIONS`. */
  set(id: string, vector: Float32Array): void;
  delete(id: string): boolean;
  /** A copy of the stored vector. */
  get(id: string): Float32Array | undefined;
  /** Best first, ties by id. */
  search(vector: Float32Array, k: number): VectorHit[];
  /** Cosine of the vector with each of these documents; undefined where there is none. */
  cosines(vector: Float32Array, ids: readonly string[]): (number | undefined)[];
}

/** The vectors of one embedder as they lie on disk: `vectors/<signature>.{meta.json,ids.txt,vecs.f32}`. */
export interface StoredVectors {
  signature: string;
  dimensions: number;
  ids: string[];
  /** Hash of the document each vector was made from, so that stale ones are noticed. */
  hashes: string[];
  /** `ids.length × dimensions`, row after row. */
  vectors: Float32Array;
}

/** Something that was noticed about files on disk and dealt with. */
export interface SearchDiagnostic {
  code:
    | "index_missing"
    | "index_damaged"
    | "index_outdated"
    | "vectors_missing"
    | "vectors_damaged"
    | "vectors_stale"
    | "embedder_failed"
    | "document_unreadable";
  message: string;
  path?: string;
}

export interface SearchIndexOptions {
  /** Undefined: lexical search alone. */
  embedder?: Embedder;
  /** For recency; default the present time at each search. */
  now?: () => Date;
}

export interface SearchIndex {
  readonly size: number;
  /** Memory held, in bytes. */
  readonly bytes: number;
  /** Documents that have a vector of the embedder. */
  readonly vectorCount: number;
  readonly embedder?: Embedder;
  /**
   * Adds or replaces one document in time that depends on it alone. Its vector is the given one, or made at once where
   * the embedder has `embedSync`; otherwise it is found by words until `setVector`.
   */
  add(document: SearchDocument, vector?: Float32Array): void;
  /**
   * Adds many and embeds them in batches. Where the embedder fails the documents are found by words, and a diagnostic
   * says so; nothing is lost.
   */
  addAll(documents: readonly SearchDocument[], signal?: AbortSignal): Promise<SearchDiagnostic[]>;
  /** Gives a document of the index its vector; false where there is no such document. */
  setVector(id: string, vector: Float32Array): boolean;
  remove(id: string): boolean;
  has(id: string): boolean;
  /** What is kept of a document. */
  get(id: string): SearchDocumentMeta | undefined;
  /** Content hash of a document. */
  hashOf(id: string): string | undefined;
  ids(): Iterable<string>;
  /** Changes what is kept without the text (use, state, updatedAt): no re-indexing. */
  updateMeta(id: string, change: Partial<Pick<SearchDocumentMeta, "state" | "uses" | "updatedAt">>): boolean;
  /** Best first; ties by id. Never waits: with an asynchronous embedder pass `queryVector` or call `query`. */
  search(query: string, options?: SearchOptions): SearchHit[];
  /** Like `search`, and embeds the query first where that takes a call; falls back to words when the call fails. */
  query(query: string, options?: SearchOptions & { signal?: AbortSignal }): Promise<SearchHit[]>;
  /** Documents most like a document of the index, itself left out: for duplicates and merges. */
  similar(id: string, options?: SearchOptions): SearchHit[];
}

/** One item that ought to be in an index. */
export interface ListedDocument {
  id: string;
  hash: string;
  /** Called only where the hash differs. A rejection becomes a diagnostic and the old document stays. */
  load(): SearchDocument | Promise<SearchDocument>;
}

export interface SyncReport {
  added: string[];
  changed: string[];
  removed: string[];
  unchanged: number;
  diagnostics: SearchDiagnostic[];
}
