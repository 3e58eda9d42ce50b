/** `search`: the skills that fit a request, or none. */
import { z } from "zod";
import type { BankDiagnostic, Scope } from "../../bank/index.ts";
import { DEFAULT_MIN_SCORE, type SearchDiagnostic, type SearchHit, type SearchParts } from "../../search/index.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema, scopeSchema } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { type BankIndex, openBankIndex } from "./bank-index.ts";
import { recordFound, recordSchema } from "./record-found.ts";

export interface FoundSkill {
  name: string;
  scope: Scope;
  title?: string;
  description: string;
  tags: string[];
  /** Relevance in [0, 1]. */
  score: number;
  directory: string;
  /** Why, with `explain`. */
  parts?: SearchParts;
}

export interface SearchReport {
  query: string;
  skills: FoundSkill[];
  /** The best that was not good enough, where nothing fits. */
  nearest?: { name: string; scope: Scope; score: number };
  /** Skills that were looked through. */
  searched: number;
  minScore: number;
  /** Signature, or `none`. */
  embedder: string;
  diagnostics: (BankDiagnostic | SearchDiagnostic)[];
}

export const minScoreSchema = z.coerce
  .number()
  .min(0)
  .max(1)
  .default(DEFAULT_MIN_SCORE)
  .describe("Relevance from which a skill fits, 0 to 1");

export const embedderSchema = z
  .string()
  .optional()
  .describe("none, hashing, openai:MODEL, ollama:MODEL, google:MODEL, transformers:DIR; default: AUTOSKILL_EMBEDDER");

export const search = defineOperation({
  name: "search",
  summary: SUMMARIES.search,
  readOnly: true,
  input: z.object({
    query: z.string().trim().min(1),
    topK: z.coerce.number().int().min(1).max(100).default(5).describe("Most skills to give"),
    minScore: minScoreSchema,
    scope: scopeSchema.optional(),
    tags: z.array(z.string()).default([]).describe("Only skills with all of these tags"),
    explain: z.boolean().default(false).describe("Give the parts of every score"),
    embedder: embedderSchema,
    project: projectSchema,
    record: recordSchema,
  }),
  handler: async (context, input): Promise<SearchReport> => {
    const bankIndex = await openBankIndex(context, input);
    const { index, diagnostics } = bankIndex;
    const options = {
      topK: input.topK,
      minScore: input.minScore,
      explain: input.explain,
      ...(input.scope === undefined ? {} : { scopes: [input.scope] }),
      ...(input.tags.length === 0 ? {} : { tags: input.tags }),
      signal: context.signal,
    };
    const hits = await index.query(input.query, options);
    const skills = foundSkills(bankIndex, hits);
    const found = hits.flatMap(({ id }) => bankIndex.skills.get(id) ?? []);
    await recordFound(
      context,
      input.record,
      found.map((skill) => ({ skill, kind: "retrieved" as const })),
    );
    const below = skills.length > 0 ? [] : await index.query(input.query, { ...options, minScore: 0, topK: 1 });
    const [nearest] = foundSkills(bankIndex, below);
    return {
      query: input.query,
      skills,
      ...(nearest === undefined ? {} : { nearest: { name: nearest.name, scope: nearest.scope, score: nearest.score } }),
      searched: index.size,
      minScore: input.minScore,
      embedder: index.embedder?.signature ?? "none",
      diagnostics,
    };
  },
});

function foundSkills({ skills }: BankIndex, hits: readonly SearchHit[]): FoundSkill[] {
  return hits.flatMap((hit) => {
    const skill = skills.get(hit.id);
    if (skill === undefined) return [];
    return [
      {
        name: skill.slug,
        scope: skill.scope,
        ...(hit.document.title === undefined ? {} : { title: hit.document.title }),
        description: hit.document.description,
        tags: hit.document.tags,
        score: Math.round(hit.score * 10_000) / 10_000,
        directory: skill.directory,
        ...(hit.parts === undefined ? {} : { parts: hit.parts }),
      },
    ];
  });
}
