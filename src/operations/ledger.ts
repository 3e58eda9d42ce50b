/** `ledger` and `undo`: what happened to skills, newest first, and taking one thing back. */
import { z } from "zod";
import type { Scope, UndoResult } from "../bank/index.ts";
import { findSkill, recentLedger, skillId } from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { lifecycleChange, undoLifecycle } from "./curate/undo-lifecycle.ts";
import { defineOperation } from "./operation.ts";
import { locateSkill, projectSchema, type SkillReference, scopeSchema } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface LedgerLine {
  id: number;
  at: string;
  actor: string;
  action: string;
  /** Directory name of the skill, where the entry is about one. */
  name?: string;
  scope?: Scope;
  /** Root of the project, for project skills. */
  projectRoot?: string;
  revision?: number;
  reason?: string;
  /** Identity of the skill's files (sha256) before and after, null where there were or are none; for changes of files alone. */
  before?: string | null;
  after?: string | null;
  /** How many pointers to sessions it brought. */
  evidence?: number;
  /** The entry that it took back. */
  undoes?: number;
  /** False for entries that changed neither files nor the stage or pin of a skill. */
  canUndo: boolean;
}

export const ledger = defineOperation({
  name: "ledger",
  summary: SUMMARIES.ledger,
  readOnly: true,
  input: z.object({
    name: z.string().optional().describe("Only entries about this skill"),
    scope: scopeSchema.optional(),
    project: projectSchema,
    actor: z.string().optional().describe("Only entries of this actor: user, distiller, reviewer, curator, …"),
    limit: z.coerce.number().int().min(1).max(10_000).default(30),
  }),
  handler: async (context, input): Promise<{ entries: LedgerLine[] }> => {
    const store = await context.store();
    const skillIds = input.name === undefined ? undefined : [await skillIdOf(context, { ...input, name: input.name })];
    const records = await recentLedger(store, {
      limit: input.limit,
      ...(skillIds === undefined ? {} : { skillIds }),
      ...(input.actor === undefined ? {} : { actor: input.actor }),
    });
    const entries: LedgerLine[] = [];
    for (const { id, at, actor, action, skillId, detail } of records) {
      const skill = skillId === undefined ? undefined : await findSkill(store, skillId);
      entries.push({
        id,
        at,
        actor,
        action,
        ...(skill === undefined ? {} : { name: skill.slug, scope: skill.scope }),
        ...(skill?.scope === "project" ? { projectRoot: skill.root } : {}),
        ...numberOf(detail, "revision"),
        ...(typeof detail.reason === "string" ? { reason: detail.reason } : {}),
        ...digestIn(detail, "before"),
        ...digestIn(detail, "after"),
        ...numberOf(detail, "evidence"),
        ...numberOf(detail, "undoes"),
        canUndo:
          ("before" in detail && "after" in detail && detail.before !== detail.after) ||
          lifecycleChange({ detail }) !== undefined,
      });
    }
    return { entries };
  },
});

export const undo = defineOperation({
  name: "undo",
  summary: SUMMARIES.undo,
  readOnly: false,
  input: z.object({ entry: z.coerce.number().int().min(1).describe("Number of the entry; see `ledger`") }),
  handler: async (context, input): Promise<UndoResult> =>
    (await undoLifecycle(context, input.entry)) ?? (await context.bank()).undo(input.entry, { actor: "user" }),
});

async function skillIdOf(context: OperationContext, reference: SkillReference): Promise<string> {
  const { bank, scope, slug } = await locateSkill(context, reference);
  return skillId(scope, bank.rootOf(scope), slug);
}

function numberOf<Key extends string>(detail: Record<string, unknown>, key: Key): { [key in Key]?: number } {
  const value = detail[key];
  return typeof value === "number" ? ({ [key]: value } as { [key in Key]: number }) : {};
}

function digestIn<Key extends string>(detail: Record<string, unknown>, key: Key): { [key in Key]?: string | null } {
  const value = detail[key];
  return typeof value === "string" || value === null ? ({ [key]: value } as { [key in Key]: string | null }) : {};
}
