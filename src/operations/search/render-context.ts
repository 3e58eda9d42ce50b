/**
 * `context`: the block of skills that would be put into a model's context for a request.
 *
 * Contract: the same skills and the same request give the same bytes, at any time and on any machine: nothing of ids,
 * dates, use or absolute paths reaches the block (prompt caches; figures that can be measured again).
 */
import { realpathSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { type LocationRoots, type Scope, type SkillOutline, skillLocation } from "../../bank/index.ts";
import { CANONICAL_SKILL_FOLDER } from "../../hosts/index.ts";
import {
  blockFrameTokens,
  type ContextBlock,
  type ContextSkill,
  contextBlock,
  type SearchParts,
  skillTokens,
} from "../../search/index.ts";
import { parseSkillHead } from "../../skill/index.ts";
import type { OperationContext } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { projectSchema, resolveProject, scopeSchema } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { documentId, openBankIndex } from "./bank-index.ts";
import { recordFound, recordSchema } from "./record-found.ts";
import { embedderSchema, minScoreSchema } from "./search.ts";
import { fitStanding, standingSkills } from "./standing-skills.ts";

/** Near copies of a better hit come last, so that the budget is not spent on the same thing twice. */
const DIVERSITY = 1;

/** The share of the budget that standing skills may take even where skills that fit the request need the room. */
const STANDING_SHARE = 0.75;

export const renderContext = defineOperation({
  name: "context",
  summary: SUMMARIES.context,
  readOnly: true,
  input: z.object({
    query: z.string().trim().min(1),
    budget: z.coerce.number().int().min(1).max(1_000_000).default(4000).describe("Most tokens, estimated"),
    topK: z.coerce.number().int().min(1).max(100).default(5).describe("Most skills to offer"),
    minScore: minScoreSchema,
    scope: scopeSchema.optional(),
    embedder: embedderSchema,
    project: projectSchema,
    record: recordSchema,
  }),
  handler: async (context, input): Promise<ContextBlock> => (await findContext(context, input)).block,
});

export interface FoundContext {
  block: ContextBlock;
  /** Why a skill has its score, by `documentId`: of those that fit, where that was asked for. */
  parts: ReadonlyMap<string, SearchParts>;
  /** The best that was not good enough, where nothing fits and the reasons were asked for. */
  nearest?: { name: string; score: number };
}

/** The block, and with `explain` why: one question to the index, and another only where nothing fits. */
export async function findContext(
  context: OperationContext,
  input: z.output<typeof renderContext.input>,
  { explain = false } = {},
): Promise<FoundContext> {
  const { index, skills } = await openBankIndex(context, input);
  const roots = { projectRoot: await resolveProject(context, input.project), userHome: context.userHome };
  const options = {
    byContentAlone: true,
    explain,
    ...(input.scope === undefined ? {} : { scopes: [input.scope] }),
    signal: context.signal,
  };
  const { topK, minScore } = input;
  const hits = await index.query(input.query, { ...options, topK, minScore, diversity: DIVERSITY });
  const scores = new Map(hits.map((hit) => [hit.id, hit.score]));
  const standing = standingSkills(skills.values())
    .filter((skill) => input.scope === undefined || skill.scope === input.scope)
    .map((skill) => ({ skill, offered: offer(skill, scores.get(documentId(skill)) ?? 0, roots) }));
  const always = new Set(standing.map(({ skill }) => documentId(skill)));
  const fitting = hits.flatMap(({ id, score }): ContextSkill[] => {
    const skill = skills.get(id);
    return skill === undefined || always.has(id) ? [] : [offer(skill, score, roots)];
  });
  const room = input.budget - blockFrameTokens(standing.length + fitting.length);
  const needed = fitting.reduce((sum, skill) => sum + skillTokens(skill), 0);
  const share = Math.max(room - needed, Math.floor(room * STANDING_SHARE));
  const { first, rest } = fitStanding(standing, input.query, share);
  const block = contextBlock([...first, ...fitting, ...rest], input.budget);
  const shown = block.skills.flatMap(({ name, scope, shown }) => {
    const skill = skills.get(documentId({ scope: scope as Scope, slug: name }));
    if (skill === undefined) return [];
    const found = { skill, kind: "retrieved" as const };
    return shown === "left_out" ? [found] : [found, { skill, kind: "injected" as const }];
  });
  await recordFound(context, input.record, shown);
  const parts = new Map(hits.flatMap(({ id, parts }) => (parts === undefined ? [] : [[id, parts] as const])));
  const [below] =
    explain && hits.length === 0 ? await index.query(input.query, { ...options, minScore: 0, topK: 1 }) : [];
  const nearest = below === undefined ? undefined : skills.get(below.id);
  return {
    block,
    parts,
    ...(below === undefined || nearest === undefined
      ? {}
      : { nearest: { name: nearest.slug, score: roundedScore(below.score) } }),
  };
}

function offer(skill: SkillOutline, score: number, roots: LocationRoots): ContextSkill {
  const head = parseSkillHead(skill.text);
  return {
    name: skill.slug,
    scope: skill.scope,
    description: head.frontmatter?.description ?? "",
    instructions: head.text.slice(head.bodyStart),
    location: locationOf(skill, roots),
    score: roundedScore(score),
  };
}

/** A person's own skill lies in the state folder under their name; agents find it by the link in the common folder. */
function locationOf({ slug, directory }: SkillOutline, roots: LocationRoots): string {
  const common = join(roots.userHome, CANONICAL_SKILL_FOLDER, slug);
  return skillLocation(join(leadsTo(common, directory) ? common : directory, "SKILL.md"), roots);
}

function leadsTo(link: string, directory: string): boolean {
  try {
    return realpathSync(link) === realpathSync(directory);
  } catch {
    return false;
  }
}

function roundedScore(score: number): number {
  return Math.round(score * 10_000) / 10_000;
}
