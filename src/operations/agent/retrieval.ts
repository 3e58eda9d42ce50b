/** Which skills were put before a prompt, and why: for a person who wants to see it. */
import type { RewrittenQuery } from "../../learn/index.ts";
import type { ContextBlock } from "../../search/index.ts";
import type { OperationContext } from "../context.ts";
import { search } from "../search/search.ts";

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

export async function explainRetrieval(
  context: OperationContext,
  projectRoot: string,
  rewritten: RewrittenQuery,
  block: ContextBlock,
): Promise<Retrieval> {
  const input = search.input.parse({ query: rewritten.query, explain: true, project: projectRoot });
  const report = await search.handler(context, input);
  const skills = block.skills.map(({ name, scope, score, shown }): RetrievedSkill => {
    const hit = report.skills.find((found) => found.name === name && found.scope === scope);
    const terms = [...(hit?.parts?.terms ?? [])].sort((a, b) => b.weight - a.weight).slice(0, MOST_WORDS);
    return { name, scope, score, shown, because: terms.map(({ term }) => term) };
  });
  const { nearest } = report;
  return { ...rewritten, skills, ...(nearest === undefined ? {} : { nearest }) };
}
