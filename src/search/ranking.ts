/** Every number that decides an order or a score, with the measurement behind it (docs/search.md, "How it ranks"). */
import type { SearchField } from "./model.ts";

/** Order of the bits in a posting. */
export const FIELDS: readonly SearchField[] = ["name", "description", "triggers", "tags", "body"];
/** Bits of a posting's weight that say which fields hold the term; the rest is its weighted frequency in units. */
export const FIELD_BITS = 5;

/** Frequencies are counted in quarters, so that they are whole numbers and sums do not depend on their order. */
export const WEIGHT_UNITS = 4;
export const FIELD_WEIGHTS: Record<SearchField, number> = { name: 4, description: 4, triggers: 4, tags: 4, body: 3 };

/** BM25's k1 and b. */
export const SATURATION = 1.2;
export const LENGTH_SHARE = 0.85;

/** What a term is worth for being there at all, beside its frequency. */
export const PRESENCE = 0.1;

/** What a likeness of name and query is worth against all terms found in full: asked for by name, more or less. */
export const NAME_SHARE = 0.35;

/** What function words ("the", "please", "如何") count of their rarity: in a small bank they are rare without meaning much. */
export const COMMON_WORD_SHARE = 0.3;

/** Words like a query's word: how like, how many, and what they count beside the word itself. */
export const NEAR_WORD_LIKENESS = 0.4;
export const NEAR_WORDS = 12;
export const NEAR_WORD_SHARE = 0.4;
/** Share of the documents above which a word is too common for its near words to matter. */
export const NEAR_WORD_COMMON = 1 / 4;

/** Hits below it are noise more often than not. */
export const DEFAULT_MIN_SCORE = 0.5;

/** Terms of a long query that are looked up: the rarest. Whole messages cost milliseconds otherwise. */
export const MAX_QUERY_TERMS = 32;

/** Documents that go on from each leg to fusion. */
export const CANDIDATES = 40;

/**
 * Best lexical share under which an embedder that is not semantic is asked for documents of its own; above it, it only
 * weighs the candidates that the words found.
 */
export const WEAK_LEXICAL_SHARE = 0.15;

/** How far use and recency may move a score: enough for near ties only. */
export const USE_SHARE = 0.02;
export const RECENCY_SHARE = 0.01;
/** Uses that count as half of "very often", and days after which a change counts half. */
export const USES_HALF = 10;
export const RECENCY_HALF_DAYS = 30;

/** Cosine of the rarity-weighted term sets above which two documents say the same. */
export const NEAR_COPY = 0.45;

/**
 * Evidence: the lexical share and what the embedder adds. Added, not mixed, so that a weak embedder takes nothing away.
 * Monotone in both; 0 without any.
 */
export function fuse(lexical: number, cosine: number | undefined, weight: number): number {
  return lexical + (weight * (cosine ?? 0)) / (1 + PRESENCE + NAME_SHARE);
}

/** Fitted on right and wrong first hits of five sets (docs/search.md, "What a score means"): at 0.5 as likely as not. */
const RELEVANCE = { evidence: 7.17, terms: 2.44, scale: -0.717, bias: 11.34 };

/** What a query says and where: `terms` counts its terms by rarity, `scale` is the rarity of a term in no document. */
export interface QuerySize {
  terms: number;
  scale: number;
}

/**
 * Evidence to relevance in [0, 1], rising with the evidence. The same share of a long query means more than of a short
 * one, which chance may meet.
 */
export function relevance(evidence: number, size: QuerySize): number {
  if (evidence <= 0 || size.terms <= 0) return 0;
  const odds =
    RELEVANCE.evidence * Math.log(evidence) +
    RELEVANCE.terms * Math.log(size.terms) +
    RELEVANCE.scale * size.scale +
    RELEVANCE.bias;
  return 1 / (1 + Math.exp(-odds));
}
