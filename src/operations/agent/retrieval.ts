/** Which skills were put before a prompt, and why: for a person who wants to see it. */
import type { Scope } from "../../bank/index.ts";
import type { RewrittenQuery } from "../../learn/index.ts";
import type { ContextBlock } from "../../search/index.ts";
import { documentId } from "../search/bank-index.ts";
import type { FoundContext } from "../search/render-context.ts";

export interface Retrieval extends RewrittenQuery {
  skills: RetrievedSkill[];
  /** The best that was not good enough, where nothing fits. */
  nearest?: { name: string; score: number };
}

export interface RetrievedSkill {
  name: string;
  scope: string;
  /** Relevance from 0 to 1. */
  score: number;
  shown: ContextBlock["skills"][number]["shown"];
  /** Words of the query that it was found by, the weightiest first; empty for a skill that belongs to all work. */
  because: string[];
}

const MOST_WORDS = 4;

export function explainRetrieval(rewritten: RewrittenQuery, { block, parts, nearest }: FoundContext): Retrieval {
  const skills = block.skills.map(({ name, scope, score, shown }): RetrievedSkill => {
    const why = parts.get(documentId({ scope: scope as Scope, slug: name }));
    const terms = [...(why?.terms ?? [])].sort((a, b) => b.weight - a.weight).slice(0, MOST_WORDS);
    return { name, scope, score, shown, because: terms.map(({ term }) => term) };
  });
  return { ...rewritten, skills, ...(nearest === undefined ? {} : { nearest }) };
}
