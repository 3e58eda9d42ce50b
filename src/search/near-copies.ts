/** Near copies among hits: two extractors on the same conversations write the same skill twice. */
import type { LexicalIndex } from "./lexical-index.ts";
import { NEAR_COPY } from "./ranking.ts";

export interface NearCopies {
  /** Cosine of the term sets of two documents, each term weighted by its rarity: 0 … 1. */
  likeness(slotA: number, slotB: number): number;
  /**
   * The best `count` of candidates (best first) when the score of every near copy of a chosen one is lowered by the
   * share `diversity`. Scores themselves stay as they are.
   */
  spread<T extends { slot: number; score: number }>(candidates: readonly T[], count: number, diversity: number): T[];
}

export function createNearCopies(lexical: LexicalIndex): NearCopies {
  function likeness(slotA: number, slotB: number): number {
    const [a, b] = [lexical.termsOf(slotA), lexical.termsOf(slotB)];
    let [both, onlyA, onlyB] = [0, 0, 0];
    let [i, j] = [0, 0];
    while (i < a.length || j < b.length) {
      const [termA, termB] = [a[i] ?? Number.POSITIVE_INFINITY, b[j] ?? Number.POSITIVE_INFINITY];
      const square = lexical.rarity(Math.min(termA, termB)) ** 2;
      if (termA === termB) both += square;
      else if (termA < termB) onlyA += square;
      else onlyB += square;
      if (termA <= termB) i++;
      if (termB <= termA) j++;
    }
    return both === 0 ? 0 : both / Math.sqrt((both + onlyA) * (both + onlyB));
  }

  return {
    likeness,
    spread(candidates, count, diversity) {
      const chosen: (typeof candidates)[number][] = [];
      const waiting = candidates.map((candidate) => ({ candidate, rank: candidate.score, compared: 0 }));
      while (chosen.length < count && waiting.length > 0) {
        let bestAt = 0;
        for (const [at, item] of waiting.entries()) {
          const best = waiting[bestAt];
          if (best !== undefined && item.rank > best.rank) bestAt = at;
        }
        const best = waiting[bestAt];
        if (best === undefined) break;
        const lowered = best.candidate.score * (1 - diversity);
        while (best.compared < chosen.length && best.rank > lowered) {
          const other = chosen[best.compared++];
          if (other !== undefined && likeness(best.candidate.slot, other.slot) >= NEAR_COPY) best.rank = lowered;
        }
        if (best.compared < chosen.length && best.rank > lowered) continue;
        if (waiting.some((item) => item.rank > best.rank)) continue;
        chosen.push(best.candidate);
        waiting.splice(bestAt, 1);
      }
      return chosen;
    },
  };
}
