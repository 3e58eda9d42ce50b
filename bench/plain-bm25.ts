/**
 * What search is measured against: BM25 as AutoSkill (ECNU-ICALK) has it, over all text in one field: k1 1.5, b 0.75,
 * idf log(1 + (N − n + ½) / (n + ½)), Latin words, every other letter by itself, no stemming. Slow and plain on purpose.
 */
import type { AskEngine } from "../src/evals/index.ts";
import type { SearchDocument } from "../src/search/index.ts";

const SATURATION = 1.5;
const LENGTH_SHARE = 0.75;
const STOP_WORDS = new Set(
  "a an and are as at be by for from in is it of on or that the this to was with you your we i".split(" "),
);

export function plainBm25(documents: readonly SearchDocument[]): AskEngine {
  const postings = new Map<string, Map<number, number>>();
  const lengths = documents.map((document, at) => {
    const terms = termsOf(textOf(document));
    for (const term of terms) {
      const posting = postings.get(term) ?? new Map<number, number>();
      postings.set(term, posting);
      posting.set(at, (posting.get(at) ?? 0) + 1);
    }
    return terms.length;
  });
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  return (query, topK) => {
    const scores = new Map<number, number>();
    for (const term of new Set(termsOf(query))) {
      const posting = postings.get(term);
      if (posting === undefined) continue;
      const rarity = Math.log(1 + (documents.length - posting.size + 0.5) / (posting.size + 0.5));
      for (const [at, count] of posting) {
        const length = 1 - LENGTH_SHARE + (LENGTH_SHARE * (lengths[at] ?? 0)) / mean;
        const weight = (rarity * count * (SATURATION + 1)) / (count + SATURATION * length);
        scores.set(at, (scores.get(at) ?? 0) + weight);
      }
    }
    return [...scores]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, topK)
      .map(([at, score]) => ({ id: documents[at]?.id ?? "", score }));
  };
}

function textOf(document: SearchDocument): string {
  const { name, title, description, triggers, tags, body } = document;
  return [name, title, description, ...triggers, ...tags, body].join("\n");
}

function termsOf(text: string): string[] {
  const terms = text.toLowerCase().match(/[a-z0-9_]+|[^\P{L}a-z]/gu) ?? [];
  return terms.filter((term) => !STOP_WORDS.has(term));
}
