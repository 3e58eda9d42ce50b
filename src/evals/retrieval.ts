/**
 * `eval retrieval`: is the right skill found? Each query is asked of the same index that `search` uses; a query that was
 * taken from a skill is first taken out of it, so that finding it means more than finding its own words.
 */
import {
  createSearchIndex,
  DEFAULT_MIN_SCORE,
  type Embedder,
  type SearchDiagnostic,
  type SearchDocument,
} from "../search/index.ts";
import { readCases, textList } from "./labelled-file.ts";
import { firstRight, type RankedOutcome, type RankingFigures, rankingFigures } from "./ranking-figures.ts";

export interface RetrievalQuery {
  qid: string;
  query: string;
  /** Ids of the documents that are right; empty where nothing fits. */
  relevant: string[];
  /** The skill that the query was taken from. */
  source?: string;
  /** Ids that are neither right nor wrong: taken out of the ranking. */
  ignore?: string[];
  lang?: string;
}

/** One answer of a search engine. */
export interface RankedAnswer {
  id: string;
  /** In [0, 1] for ours; whatever it is for others. */
  score: number;
}

export type AskEngine = (query: string, topK: number) => Promise<RankedAnswer[]> | RankedAnswer[];

export interface RetrievalOptions {
  documents: readonly SearchDocument[];
  queries: readonly RetrievalQuery[];
  /** Undefined: words alone. */
  embedder?: Embedder;
  /** Score from which a query counts as answered. Default `DEFAULT_MIN_SCORE`. */
  minScore?: number;
  /** Another engine over the same documents, to compare with. Default: ours. */
  engine?(documents: readonly SearchDocument[]): AskEngine | Promise<AskEngine>;
  signal?: AbortSignal;
  onProgress?(done: number, total: number): void;
}

export interface RetrievalMiss {
  qid: string;
  query: string;
  lang?: string;
  /** Rank of the first right document; missing beyond ten. */
  rank?: number;
  relevant: string[];
  /** The first three hits. */
  top: RankedAnswer[];
}

export interface RetrievalReport extends RankingFigures {
  skills: number;
  /** Signature, or `none`. */
  embedder: string;
  minScore: number;
  /** The same figures per `lang` of the queries. */
  byLanguage: Record<string, RankingFigures>;
  /** Queries whose first hit is not right, and those that were answered although nothing fits. */
  misses: RetrievalMiss[];
  diagnostics: SearchDiagnostic[];
}

/** The report, and for each query in order what it got: for comparing two engines pair by pair. */
export interface RetrievalRun {
  report: RetrievalReport;
  outcomes: RankedOutcome[];
  /** Score of the first hit for each query in order; 0 without one. */
  topScores: number[];
}

const DEPTH = 10;
const SHOWN = 3;

export async function runRetrieval(options: RetrievalOptions): Promise<RetrievalRun> {
  const { queries, embedder, minScore = DEFAULT_MIN_SCORE } = options;
  const documents = withoutHeldOut(options.documents, queries);
  const diagnostics: SearchDiagnostic[] = [];
  const ask =
    options.engine === undefined ? await ownEngine(documents, options, diagnostics) : await options.engine(documents);
  const outcomes: RankedOutcome[] = [];
  const topScores: number[] = [];
  const misses: RetrievalMiss[] = [];
  for (const [at, labelled] of queries.entries()) {
    options.signal?.throwIfAborted();
    const relevant = new Set(labelled.relevant);
    const ignored = new Set((labelled.ignore ?? []).filter((id) => !relevant.has(id)));
    const hits = (await ask(labelled.query, DEPTH + ignored.size))
      .filter((hit) => !ignored.has(hit.id))
      .slice(0, DEPTH);
    const answered = (hits[0]?.score ?? 0) >= minScore && hits.length > 0;
    const outcome: RankedOutcome = {
      ...(labelled.lang === undefined ? {} : { lang: labelled.lang }),
      relevant: relevant.size,
      right: hits.map((hit) => relevant.has(hit.id)),
      answered,
    };
    outcomes.push(outcome);
    topScores.push(hits[0]?.score ?? 0);
    if (relevant.size === 0 ? answered : outcome.right[0] !== true) misses.push(missOf(labelled, outcome, hits));
    if (at % 50 === 49 || at === queries.length - 1) {
      options.onProgress?.(at + 1, queries.length);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  const languages = [...new Set(outcomes.map((outcome) => outcome.lang ?? "unknown"))].sort();
  const byLanguage = languages.map((lang) => {
    return [lang, rankingFigures(outcomes.filter((outcome) => (outcome.lang ?? "unknown") === lang))] as const;
  });
  const report = {
    skills: documents.length,
    embedder: embedder?.signature ?? "none",
    minScore,
    ...rankingFigures(outcomes),
    byLanguage: Object.fromEntries(byLanguage),
    misses,
    diagnostics,
  };
  return { report, outcomes, topScores };
}

async function ownEngine(
  documents: readonly SearchDocument[],
  { embedder, signal }: RetrievalOptions,
  diagnostics: SearchDiagnostic[],
): Promise<AskEngine> {
  const index = createSearchIndex(embedder === undefined ? {} : { embedder });
  diagnostics.push(...(await index.addAll(documents, signal)));
  return (query, topK) => index.query(query, { topK, minScore: 0, ...(signal === undefined ? {} : { signal }) });
}

function missOf(labelled: RetrievalQuery, outcome: RankedOutcome, hits: readonly RankedAnswer[]): RetrievalMiss {
  const rank = firstRight(outcome.right);
  return {
    qid: labelled.qid,
    query: labelled.query,
    ...(labelled.lang === undefined ? {} : { lang: labelled.lang }),
    ...(rank === undefined ? {} : { rank }),
    relevant: labelled.relevant,
    top: hits.slice(0, SHOWN).map(({ id, score }) => ({ id, score: Math.round(score * 10_000) / 10_000 })),
  };
}

/** Each query taken out of the skill that it came from: as a trigger, and wherever its words stand in a row. */
function withoutHeldOut(
  documents: readonly SearchDocument[],
  queries: readonly RetrievalQuery[],
): readonly SearchDocument[] {
  const heldOut = new Map<string, string[]>();
  for (const { source, query } of queries) {
    if (source !== undefined) heldOut.set(source, [...(heldOut.get(source) ?? []), query]);
  }
  return documents.map((document) => (heldOut.get(document.id) ?? []).reduce(takeOut, document));
}

function takeOut(document: SearchDocument, query: string): SearchDocument {
  const words = query.trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return document;
  const pattern = new RegExp(words.map(escapePattern).join("\\s+"), "giu");
  const without = (text: string) => text.replace(pattern, " ");
  return {
    ...document,
    name: without(document.name),
    ...(document.title === undefined ? {} : { title: without(document.title) }),
    description: without(document.description),
    triggers: document.triggers.map(without).filter((trigger) => trigger.trim() !== ""),
    tags: document.tags.map(without).filter((tag) => tag.trim() !== ""),
    body: without(document.body),
  };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** @throws AutoskillError `DATA_UNREADABLE`, `DATA_INVALID` */
export function readRetrievalQueries(file: string): Promise<RetrievalQuery[]> {
  return readCases(file, "{qid, query, relevant[], source?, ignore[]?, lang?} lines", (record) => {
    const { qid, query, source, lang } = record;
    const relevant = textList(record.relevant);
    const ignore = record.ignore === undefined ? [] : textList(record.ignore);
    if (typeof qid !== "string" || typeof query !== "string") return "no qid or no query";
    if (relevant === undefined || ignore === undefined) return "`relevant` or `ignore` is not a list of ids";
    return {
      qid,
      query,
      relevant,
      ...(typeof source === "string" ? { source } : {}),
      ...(ignore.length === 0 ? {} : { ignore }),
      ...(typeof lang === "string" ? { lang } : {}),
    };
  });
}
