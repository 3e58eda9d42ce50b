/** From a query to hits: candidates of both legs, one relevance for each, filters, threshold, diversity. */
import { AutoskillError } from "../base/index.ts";
import type { DenseIndex } from "./dense/vector-index.ts";
import type { DocumentColumns } from "./document-columns.ts";
import type { DocumentIds } from "./document-ids.ts";
import { atLeast } from "./growing-arrays.ts";
import type { LexicalIndex, QueryTerm } from "./lexical-index.ts";
import type { Embedder, MatchedTerm, SearchHit, SearchOptions, SearchParts } from "./model.ts";
import { createNearCopies } from "./near-copies.ts";
import {
  CANDIDATES,
  DEFAULT_MIN_SCORE,
  fuse,
  MAX_QUERY_TERMS,
  type QuerySize,
  RECENCY_HALF_DAYS,
  RECENCY_SHARE,
  relevance,
  USE_SHARE,
  USES_HALF,
  WEAK_LEXICAL_SHARE,
} from "./ranking.ts";
import { tokenize } from "./tokenize.ts";

export interface RankedState {
  lexical: LexicalIndex;
  columns: DocumentColumns;
  vectors?: DenseIndex;
  alignedRows?: number;
  ids: DocumentIds;
  slots: number;
}

export interface Ranker {
  search(query: string, options?: SearchOptions): SearchHit[];
  similar(id: string, options?: SearchOptions): SearchHit[];
}

/** What a query asks for, after tokenizing: its known terms, and the best score that a document could reach. */
interface Question {
  terms: QueryTerm[];
  best: number;
  size: QuerySize;
  vector?: Float32Array;
  /** A document to leave out. */
  except?: number;
}

interface Candidate {
  slot: number;
  lexical: number;
  cosine?: number;
  fused: number;
  use: number;
  recency: number;
  score: number;
}

export function createRanker(state: RankedState, embedder: Embedder | undefined, now: () => Date): Ranker {
  const { lexical, columns, vectors, ids } = state;
  const nearCopies = createNearCopies(lexical);

  function ask(query: string, options: SearchOptions): Question {
    const terms = rarest(lexical.look(tokenize(query)));
    const vector = vectors === undefined || vectors.size === 0 ? undefined : queryVector(query, options);
    return { terms, ...lexical.bestScore(terms), ...(vector === undefined ? {} : { vector }) };
  }

  function queryVector(query: string, options: SearchOptions): Float32Array | undefined {
    const vector = options.queryVector ?? embedder?.embedSync?.(query);
    if (vector !== undefined && vector.length !== vectors?.dimensions) {
      throw new AutoskillError({
        code: "VECTOR_DIMENSIONS",
        message: `The query vector has ${vector.length} dimensions, the index ${vectors?.dimensions}.`,
        next: "Embed the query with the embedder of the index.",
      });
    }
    return vector;
  }

  function candidates(question: Question, options: SearchOptions): Candidate[] {
    const passes = columns.filter({
      states: options.states ?? ["active", "stale"],
      ...(options.scopes === undefined ? {} : { scopes: options.scopes }),
      ...(options.tags === undefined ? {} : { tags: options.tags }),
    });
    const allowed = (slot: number) => slot !== question.except && passes(slot);
    const best = lexical.best(question.terms, { k: CANDIDATES, allowed, idOf: ids.of });
    const found = new Map<number, number>();
    let bestScore = 0;
    for (const { slot, score } of best) {
      found.set(slot, score);
      bestScore = Math.max(bestScore, score);
    }
    const { vector } = question;
    const scans = embedder?.semantic !== false || bestScore / (question.best || 1) < WEAK_LEXICAL_SHARE;
    if (vector !== undefined && vectors !== undefined && scans) {
      for (const { id } of vectors.search(vector, CANDIDATES)) {
        const slot = ids.get(id);
        if (slot === undefined || found.has(slot) || !allowed(slot)) continue;
        found.set(slot, lexical.score(question.terms, slot));
      }
    }
    const nameScore = lexical.nameScores(question.terms);
    const slots = [...found.keys()];
    const cosines = vector === undefined ? [] : cosinesOf(slots, vector);
    const time = now().getTime();
    return slots.map((slot, at) => {
      const words = (found.get(slot) ?? 0) + nameScore(slot);
      const share = question.best === 0 ? 0 : Math.min(1, words / question.best);
      const cosine = cosines[at];
      const fused = relevance(fuse(share, cosine, embedder?.fusionWeight ?? 0), question.size);
      const uses = columns.uses(slot);
      const use = uses / (uses + USES_HALF);
      const days = (time - columns.updatedAt(slot)) / 86_400_000;
      const recency = Number.isNaN(days) ? 0 : 1 / (1 + Math.max(0, days) / RECENCY_HALF_DAYS);
      const lived = options.byContentAlone === true ? 0 : USE_SHARE * use + RECENCY_SHARE * recency;
      const score = Math.min(1, fused + fused * (1 - fused) * lived);
      return {
        slot,
        lexical: share,
        ...(cosine === undefined ? {} : { cosine }),
        fused,
        use,
        recency,
        score,
      };
    });
  }

  /** Where the vectors of slots lie, plus one; 0 where that was not asked yet. */
  let rows = Uint32Array.from({ length: state.alignedRows ?? 0 }, (_, slot) => slot + 1);
  let rowsMoves = vectors?.moves ?? 0;

  /** Clamped to [0, 1]; undefined where there is no vector. */
  function cosinesOf(slots: readonly number[], vector: Float32Array): (number | undefined)[] {
    if (vectors === undefined) return [];
    if (rowsMoves !== vectors.moves) rows.fill(0);
    rowsMoves = vectors.moves;
    rows = atLeast(rows, state.slots);
    const known: number[] = [];
    for (const slot of slots) {
      if (rows[slot] === 0) rows[slot] = (vectors.rowOf(ids.of(slot)) ?? -1) + 1;
      if (rows[slot] !== 0) known.push((rows[slot] as number) - 1);
    }
    const cosines = vectors.cosinesOfRows(vector, known);
    let at = 0;
    return slots.map((slot) => (rows[slot] === 0 ? undefined : Math.max(0, cosines[at++] ?? 0)));
  }

  function answer(question: Question, options: SearchOptions): SearchHit[] {
    const { topK = 5, minScore = DEFAULT_MIN_SCORE, diversity = 0 } = options;
    const found = candidates(question, options)
      .filter((candidate) => candidate.score > 0 && candidate.score >= minScore)
      .sort((a, b) => b.score - a.score || (ids.of(a.slot) < ids.of(b.slot) ? -1 : 1));
    const chosen = diversity > 0 ? nearCopies.spread(found, topK, diversity) : found.slice(0, topK);
    return chosen.map((candidate) => {
      const id = ids.of(candidate.slot);
      return {
        id,
        score: candidate.score,
        document: { id, ...columns.read(candidate.slot) },
        ...(options.explain === true ? { parts: explain(candidate, question) } : {}),
      };
    });
  }

  function explain(candidate: Candidate, question: Question): SearchParts {
    const terms: MatchedTerm[] = [];
    for (const term of question.terms) {
      const match = lexical.explain(term, candidate.slot);
      if (match !== undefined)
        terms.push({ term: term.text, fields: match.fields, weight: match.weight / question.best });
    }
    const { lexical: share, cosine, fused, use, recency } = candidate;
    terms.sort((a, b) => b.weight - a.weight || (a.term < b.term ? -1 : 1));
    const name = lexical.nameScores(question.terms)(candidate.slot) / question.best;
    return { terms, name, lexical: share, ...(cosine === undefined ? {} : { cosine }), fused, use, recency };
  }

  return {
    search: (query, options = {}) => answer(ask(query, options), options),
    similar(id, options = {}) {
      const slot = ids.get(id);
      if (slot === undefined) return [];
      const own = Array.from(lexical.termsOf(slot), lexical.known);
      const terms = rarest(own.sort((a, b) => (a.text < b.text ? -1 : 1)));
      const vector = vectors?.get(id);
      return answer(
        { terms, ...lexical.bestScore(terms), except: slot, ...(vector === undefined ? {} : { vector }) },
        options,
      );
    },
  };
}

/** The rarest terms of a long query, in the order of the query. */
function rarest(terms: QueryTerm[]): QueryTerm[] {
  if (terms.length <= MAX_QUERY_TERMS) return terms;
  const limit = terms.map((term) => term.rarity).sort((a, b) => b - a)[MAX_QUERY_TERMS - 1] ?? 0;
  return terms.filter((term) => term.rarity >= limit).slice(0, MAX_QUERY_TERMS);
}
