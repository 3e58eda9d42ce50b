/**
 * The index: words and vectors of the same documents, asked together. A query never waits and never throws for what
 * somebody typed; the same documents give the same answer, whatever the order in which they came.
 */
import { errorToJson } from "../base/index.ts";
import { createVectorIndex, type DenseIndex } from "./dense/vector-index.ts";
import { embeddingText } from "./document.ts";
import { createDocumentColumns, type DocumentColumns } from "./document-columns.ts";
import { createDocumentIds, type DocumentIds } from "./document-ids.ts";
import { createLexicalIndex, type LexicalIndex } from "./lexical-index.ts";
import type { SearchDiagnostic, SearchDocument, SearchIndex, SearchIndexOptions, SearchOptions } from "./model.ts";
import { createRanker } from "./rank.ts";
import { tokenize } from "./tokenize.ts";

/** Texts per call to an embedder. */
const EMBED_BATCH = 64;

/** The parts of an index that are saved and opened. */
export interface IndexState {
  lexical: LexicalIndex;
  columns: DocumentColumns;
  vectors?: DenseIndex;
  /** The vectors of so many first slots lie in the rows of the same numbers, until rows move. Default 0. */
  alignedRows?: number;
  ids: DocumentIds;
  /** Slots given out so far. */
  slots: number;
}

export function createSearchIndex(options: SearchIndexOptions = {}): SearchIndex {
  return indexOverState(
    { lexical: createLexicalIndex(), columns: createDocumentColumns(), ids: createDocumentIds(), slots: 0 },
    options,
  );
}

const states = new WeakMap<SearchIndex, IndexState>();

/** For saving: what an index consists of. */
export function stateOf(index: SearchIndex): IndexState | undefined {
  return states.get(index);
}

export function indexOverState(state: IndexState, options: SearchIndexOptions): SearchIndex {
  const { embedder, now = () => new Date() } = options;
  if (embedder !== undefined) state.vectors ??= createVectorIndex({ dimensions: embedder.dimensions });
  const { lexical, columns, ids, vectors } = state;
  const ranker = createRanker(state, embedder, now);

  function remove(id: string): boolean {
    const slot = ids.get(id);
    if (slot === undefined) return false;
    lexical.remove(slot);
    vectors?.delete(id);
    ids.delete(id);
    return true;
  }

  function addWords(document: SearchDocument): void {
    remove(document.id);
    const slot = state.slots++;
    lexical.add(slot, {
      name: tokenize(
        document.title === undefined || document.title === document.name
          ? document.name
          : `${document.name}\n${document.title}`,
      ),
      description: tokenize(document.description),
      triggers: tokenize(document.triggers.join("\n")),
      tags: tokenize(document.tags.join("\n")),
      body: tokenize(document.body),
    });
    columns.set(slot, document);
    ids.set(document.id, slot);
  }

  function add(document: SearchDocument, vector?: Float32Array): void {
    addWords(document);
    const own = vector ?? embedder?.embedSync?.(embeddingText(document));
    if (own !== undefined) vectors?.set(document.id, own);
  }

  async function addAll(documents: readonly SearchDocument[], signal?: AbortSignal): Promise<SearchDiagnostic[]> {
    for (const document of documents) add(document);
    if (embedder === undefined || embedder.embedSync !== undefined) return [];
    for (let at = 0; at < documents.length; at += EMBED_BATCH) {
      const batch = documents.slice(at, at + EMBED_BATCH);
      try {
        const made = await embedder.embed(batch.map(embeddingText), signal);
        for (const [index, document] of batch.entries()) {
          const vector = made[index];
          if (vector !== undefined) setVector(document.id, vector);
        }
      } catch (error) {
        signal?.throwIfAborted();
        const left = documents.length - at;
        const message = `The embedder failed; ${left} documents are found by words only. ${errorToJson(error).message}`;
        return [{ code: "embedder_failed", message }];
      }
    }
    return [];
  }

  function setVector(id: string, vector: Float32Array): boolean {
    if (ids.get(id) === undefined || vectors === undefined) return false;
    vectors.set(id, vector);
    return true;
  }

  async function query(text: string, options: SearchOptions & { signal?: AbortSignal } = {}) {
    if (embedder === undefined || embedder.embedSync !== undefined || options.queryVector !== undefined) {
      return ranker.search(text, options);
    }
    try {
      const queryVector = await (embedder.embedQuery?.(text, options.signal) ??
        embedder.embed([text], options.signal).then(([vector]) => vector));
      return ranker.search(text, queryVector === undefined ? options : { ...options, queryVector });
    } catch {
      options.signal?.throwIfAborted();
      return ranker.search(text, options);
    }
  }

  const index: SearchIndex = {
    get size() {
      return ids.size;
    },
    get bytes() {
      return lexical.bytes + columns.bytes + (vectors?.bytes ?? 0) + ids.bytes;
    },
    get vectorCount() {
      return vectors?.size ?? 0;
    },
    ...(embedder === undefined ? {} : { embedder }),
    add,
    addAll,
    setVector,
    remove,
    has: (id) => ids.get(id) !== undefined,
    get(id) {
      const slot = ids.get(id);
      return slot === undefined ? undefined : { id, ...columns.read(slot) };
    },
    hashOf(id) {
      const slot = ids.get(id);
      return slot === undefined ? undefined : columns.hash(slot);
    },
    ids: () => ids.keys(),
    updateMeta(id, change) {
      const slot = ids.get(id);
      if (slot === undefined) return false;
      columns.update(slot, change);
      return true;
    },
    search: ranker.search,
    query,
    similar: ranker.similar,
  };
  states.set(index, state);
  return index;
}
