/** `context`: the block of skills that would be put into a model's context for a request. */
import { join } from "node:path";
import { z } from "zod";
import { type ContextBlock, type ContextSkill, contextBlock } from "../../search/index.ts";
import { parseSkillHead } from "../../skill/index.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema, scopeSchema } from "../skill-reference.ts";
import { openBankIndex } from "./bank-index.ts";
import { embedderSchema, minScoreSchema } from "./search.ts";

/** Near copies of a better hit come last, so that the budget is not spent on the same thing twice. */
const DIVERSITY = 1;

export const renderContext = defineOperation({
  name: "context",
  summary: "Print the block of skills that would be put into a model's context for a request",
  readOnly: true,
  input: z.object({
    query: z.string().trim().min(1),
    budget: z.coerce.number().int().min(1).max(1_000_000).default(4000).describe("Most tokens, estimated"),
    topK: z.coerce.number().int().min(1).max(100).default(5).describe("Most skills to offer"),
    minScore: minScoreSchema,
    scope: scopeSchema.optional(),
    embedder: embedderSchema,
    project: projectSchema,
  }),
  handler: async (context, input): Promise<ContextBlock> => {
    const { index, skills } = await openBankIndex(context, input);
    const hits = await index.query(input.query, {
      topK: input.topK,
      minScore: input.minScore,
      diversity: DIVERSITY,
      ...(input.scope === undefined ? {} : { scopes: [input.scope] }),
      signal: context.signal,
    });
    const offered = hits.flatMap((hit): ContextSkill[] => {
      const skill = skills.get(hit.id);
      if (skill === undefined) return [];
      const head = parseSkillHead(skill.text);
      return [
        {
          name: skill.slug,
          scope: skill.scope,
          description: hit.document.description,
          instructions: head.text.slice(head.bodyStart),
          location: join(skill.directory, "SKILL.md"),
          score: Math.round(hit.score * 10_000) / 10_000,
        },
      ];
    });
    return contextBlock(offered, input.budget);
  },
});
