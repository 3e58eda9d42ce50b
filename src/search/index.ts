/** The search room: which skill fits a request. In memory, exact, explained; files are the truth, the index is not. */

export { isCommonWord } from "./common-words.ts";
export {
  blockFrameTokens,
  type ContextBlock,
  type ContextEntry,
  type ContextSkill,
  contextBlock,
  escapeText,
  skillTokens,
} from "./context-block.ts";
export { checksumOf } from "./dense/checksum.ts";
export { createGoogleEmbedder, type GoogleEmbedderOptions } from "./dense/google-embedder.ts";
export { createHashingEmbedder, type HashingOptions } from "./dense/hashing-embedder.ts";
export { type MemoryBandwidth, type MemoryBandwidthOptions, measureMemoryBandwidth } from "./dense/memory-bandwidth.ts";
export { createOllamaEmbedder, type OllamaEmbedderOptions } from "./dense/ollama-embedder.ts";
export {
  type EmbedderSettings,
  embedderSettingsFrom,
  type OpenEmbedderOptions,
  openEmbedder,
} from "./dense/open-embedder.ts";
export { createOpenAiEmbedder, type OpenAiEmbedderOptions } from "./dense/openai-embedder.ts";
export { createTransformersEmbedder, type TransformersEmbedderOptions } from "./dense/transformers-embedder.ts";
export { readVectorFiles, type VectorFilesReading, writeVectorFiles } from "./dense/vector-files.ts";
export { createVectorIndex, type DenseIndex, type VectorIndexOptions } from "./dense/vector-index.ts";
export { type DocumentOrigin, documentFromSkill, embeddingText } from "./document.ts";
export { createIndexCache, type IndexCache, type IndexCacheOptions } from "./index-cache.ts";
export { createLexicalIndex, type LexicalIndex, type QueryTerm } from "./lexical-index.ts";
export type {
  Embedder,
  ListedDocument,
  MatchedTerm,
  SearchDiagnostic,
  SearchDocument,
  SearchDocumentMeta,
  SearchField,
  SearchHit,
  SearchIndex,
  SearchIndexOptions,
  SearchOptions,
  SearchParts,
  SearchState,
  StoredVectors,
  SyncReport,
  VectorHit,
  VectorIndex,
} from "./model.ts";
export { DEFAULT_MIN_SCORE } from "./ranking.ts";
export { type OpenedIndex, openIndex, saveIndex } from "./save-index.ts";
export { createSearchIndex } from "./search-index.ts";
export {
  type Following,
  type FollowOptions,
  followSkillFolders,
  type SkillFolder,
  skillFolderListing,
} from "./skill-folder.ts";
export { syncIndex } from "./sync-index.ts";
export { tokenize } from "./tokenize.ts";
