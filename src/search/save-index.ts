/**
 * An index on disk: its words in `words.idx`, arrays as they lie in memory, so that opening is reading; the vectors of its
 * embedder beside it in the files of `dense/vector-files.ts`.
 *
 * All of it is a copy that can be made again from the skills. `words.idx` is replaced whole; a cut file, a flipped bit, a
 * file of another format, another tokenizer or other field weights is reported and not used. A vector counts only for the
 * document it was made from.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isCode, makeFolder, writeFileAtomic } from "../base/index.ts";
import { type ArrayFile, packArrays, unpackArrays } from "./array-file.ts";
import type { LexicalParts } from "./compact-index.ts";
import { removeOldVectors } from "./dense/old-vectors.ts";
import { readKnownVectors, readVectorFiles, writeVectorFiles } from "./dense/vector-files.ts";
import { createVectorIndex, type DenseIndex } from "./dense/vector-index.ts";
import { type ColumnParts, openDocumentColumns } from "./document-columns.ts";
import { openDocumentIds, packIds } from "./document-ids.ts";
import type { NumberArray } from "./growing-arrays.ts";
import { openLexicalIndex } from "./lexical-index.ts";
import type { Embedder, SearchDiagnostic, SearchIndex, SearchIndexOptions } from "./model.ts";
import { FIELD_WEIGHTS, FIELDS } from "./ranking.ts";
import { createSearchIndex, type IndexState, indexOverState, stateOf } from "./search-index.ts";
import { TOKENIZER_VERSION } from "./tokenize.ts";

export const WORDS_FILE = "words.idx";
const FORMAT = 3;

export interface OpenedIndex {
  /** Empty when there was nothing that could be used; then `syncIndex` fills it. */
  index: SearchIndex;
  diagnostics: SearchDiagnostic[];
}

/**
 * Writes the index into a directory, which is created. Readers see the old words or the new ones. Vectors of embedders
 * that were used before the last one go.
 *
 * @throws what the file system throws, and what `writeVectorFiles` does.
 */
export async function saveIndex(index: SearchIndex, directory: string): Promise<void> {
  const state = stateOf(index);
  if (state === undefined) throw new TypeError("saveIndex was given an index that createSearchIndex did not make.");
  const slots = state.ids.sortedSlots();
  const about = fingerprint(slots.length);
  const arrays = toArrays(state, slots);
  makeFolder(directory);
  const { embedder } = index;
  const rows = state.vectors?.rows();
  if (embedder !== undefined && rows !== undefined) {
    const hashes = rows.ids.map((id) => index.hashOf(id) ?? "");
    const { signature, dimensions } = embedder;
    const checksums = await writeVectorFiles(directory, { signature, dimensions, ...rows, hashes });
    // Both are in the order of ids: with one vector for every document, rows and slots are the same.
    if (rows.ids.length === slots.length) about[`vectors ${signature}`] = `${checksums.ids} ${checksums.vecs}`;
  }
  writeFileAtomic(join(directory, WORDS_FILE), packArrays({ about, arrays }), { mode: 0o600 });
  if (embedder !== undefined) await removeOldVectors(directory, embedder.signature);
}

/** Opens what `saveIndex` wrote. Never throws for what the files hold or lack. */
export async function openIndex(directory: string, options: SearchIndexOptions = {}): Promise<OpenedIndex> {
  const path = join(directory, WORDS_FILE);
  const read = readWords(path);
  if (!("state" in read)) return { index: createSearchIndex(options), diagnostics: [read] };
  if (options.embedder === undefined) return { index: indexOverState(read.state, options), diagnostics: [] };
  const { vectors, diagnostics, alignedRows } = await openVectors(directory, options.embedder, read);
  return { index: indexOverState({ ...read.state, vectors, alignedRows }, options), diagnostics };
}

interface ReadWords {
  state: IndexState;
  about: ArrayFile["about"];
}

function readWords(path: string): ReadWords | SearchDiagnostic {
  let bytes: Buffer<ArrayBuffer>;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    if (isCode(error, "ENOENT")) return { code: "index_missing", message: "There is no saved index yet.", path };
    return { code: "index_damaged", message: `The saved index cannot be read: ${String(error)}`, path };
  }
  const file = unpackArrays(bytes);
  if (typeof file === "string") return { code: "index_damaged", message: file, path };
  const wanted = fingerprint(0);
  const outdated = Object.keys(wanted).find((key) => key !== "documents" && file.about[key] !== wanted[key]);
  if (outdated !== undefined) {
    return { code: "index_outdated", message: `The saved index has another ${outdated} than this program.`, path };
  }
  try {
    return { state: fromArrays(file), about: file.about };
  } catch (error) {
    return { code: "index_damaged", message: `The saved index does not hold together: ${String(error)}`, path };
  }
}

async function openVectors(
  directory: string,
  embedder: Embedder,
  { state, about }: ReadWords,
): Promise<{ vectors: DenseIndex; diagnostics: SearchDiagnostic[]; alignedRows: number }> {
  const { signature, dimensions } = embedder;
  const [ids, vecs] = String(about[`vectors ${signature}`] ?? "").split(" ");
  if (ids !== undefined && vecs !== undefined) {
    const known = readKnownVectors(directory, signature, dimensions, { ids, vecs });
    const count = state.ids.size;
    if (known?.length === count * dimensions) {
      const names = { count, idOf: state.ids.of, rowOf: state.ids.savedSlot };
      const vectors = createVectorIndex({ dimensions, named: { names, vectors: known } });
      return { vectors, diagnostics: [], alignedRows: count };
    }
  }
  const { stored, diagnostics } = await readVectorFiles(directory, signature, dimensions);
  if (stored === undefined) return { vectors: createVectorIndex({ dimensions }), diagnostics, alignedRows: 0 };
  const fresh = (id: string, at: number) => {
    const slot = state.ids.get(id);
    return slot !== undefined && state.columns.hash(slot) === stored.hashes[at];
  };
  const vectors = createVectorIndex({ dimensions, stored });
  let stale = 0;
  for (const [at, id] of stored.ids.entries()) {
    if (fresh(id, at)) continue;
    vectors.delete(id);
    stale++;
  }
  const missing = state.ids.size - vectors.size;
  if (stale > 0 || missing > 0) {
    const message = `${stale} vectors were made from other texts and ${missing} documents have none.`;
    diagnostics.push({ code: "vectors_stale", message, path: join(directory, `${signature}.meta.json`) });
  }
  return { vectors, diagnostics, alignedRows: 0 };
}

/** What must be the same for the arrays to mean the same. */
function fingerprint(documents: number): Record<string, string | number> {
  return {
    format: FORMAT,
    tokenizer: TOKENIZER_VERSION,
    "set of field weights": FIELDS.map((field) => `${field} ${FIELD_WEIGHTS[field]}`).join(", "),
    documents,
  };
}

function toArrays(state: IndexState, slots: readonly number[]): Record<string, NumberArray> {
  const { terms, postings, lengths, documents, names, near } = state.lexical.parts(slots);
  const { labels, ...columns } = state.columns.parts(slots);
  return {
    ...named("terms", { ...terms }),
    ...named("postings", { ...postings }),
    lengths,
    ...named("documents", { ...documents }),
    ...named("names", { ...names }),
    ...named("near", { ...near }),
    ...named("ids", { ...packIds(slots.map(state.ids.of)) }),
    ...named("labels", { ...labels }),
    ...named("columns", columns),
  };
}

function named(prefix: string, arrays: Record<string, NumberArray>): Record<string, NumberArray> {
  return Object.fromEntries(Object.entries(arrays).map(([name, array]) => [`${prefix}.${name}`, array]));
}

function fromArrays({ arrays }: ArrayFile): IndexState {
  function take<T extends NumberArray>(name: string, kind: new (length: number) => T): T {
    const array = arrays[name];
    if (!(array instanceof kind)) throw new TypeError(`no ${name}`);
    return array;
  }
  const strings = (prefix: string) => ({
    ends: take(`${prefix}.ends`, Uint32Array),
    units: take(`${prefix}.units`, Uint16Array),
    hashes: take(`${prefix}.hashes`, Uint32Array),
    slots: take(`${prefix}.slots`, Uint32Array),
  });
  const lists = (prefix: string) => ({
    ends: take(`${prefix}.ends`, Uint32Array),
    bytes: take(`${prefix}.bytes`, Uint8Array),
  });
  const pool = (prefix: string) => ({
    starts: take(`${prefix}.starts`, Uint32Array),
    items: take(`${prefix}.items`, Uint32Array),
    weights: take(`${prefix}.weights`, Uint16Array),
  });
  const lexicalParts: LexicalParts = {
    terms: strings("terms"),
    postings: pool("postings"),
    lengths: take("lengths", Float32Array),
    documents: lists("documents"),
    names: lists("names"),
    near: pool("near"),
  };
  const columnParts: ColumnParts = {
    labels: strings("labels"),
    scopes: take("columns.scopes", Uint32Array),
    states: take("columns.states", Uint8Array),
    uses: take("columns.uses", Float64Array),
    updated: take("columns.updated", Float64Array),
    tagStarts: take("columns.tagStarts", Uint32Array),
    tags: take("columns.tags", Uint32Array),
    textEnds: take("columns.textEnds", Uint32Array),
    text: take("columns.text", Uint8Array),
  };
  const columns = openDocumentColumns(columnParts);
  const slots = lexicalParts.lengths.length;
  return { lexical: openLexicalIndex(lexicalParts), columns, ids: openDocumentIds(strings("ids")), slots };
}
