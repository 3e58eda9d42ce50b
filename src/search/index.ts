/** The search room: which skill fits a request. In memory, exact, explained; files are the truth, the index is not. */

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
