/** `history`, `rollback`, `remove`: the revisions of a skill. Nothing that was published is ever lost. */
import { z } from "zod";
import type { LinkOutcome, Scope } from "../bank/index.ts";
import { defineOperation } from "./operation.ts";
import { locateSkill, presentSkill, skillReferenceFields } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface HistoryEntry {
  revision: number;
  at: string;
  actor: string;
  reason: string;
  hash: string;
}

export interface SkillChange {
  name: string;
  scope: Scope;
  revision: number;
  changed: boolean;
  directory?: string;
  links: LinkOutcome[];
}

export const history = defineOperation({
  name: "history",
  summary: SUMMARIES.history,
  readOnly: true,
  input: z.object(skillReferenceFields),
  handler: async (context, input): Promise<{ name: string; scope: Scope; revisions: HistoryEntry[] }> => {
    const located = await locateSkill(context, input);
    const revisions = await located.bank.history(located.scope, located.slug);
    return {
      name: located.slug,
      scope: located.scope,
      revisions: revisions.map((revision) => ({
        revision: revision.number,
        at: revision.createdAt,
        actor: revision.actor,
        reason: revision.reason,
        hash: revision.hash,
      })),
    };
  },
});

export const rollback = defineOperation({
  name: "rollback",
  summary: SUMMARIES.rollback,
  readOnly: false,
  input: z.object({ ...skillReferenceFields, revision: z.coerce.number().int().min(1) }),
  handler: async (context, input): Promise<SkillChange> => {
    const located = await locateSkill(context, input);
    const result = await located.bank.rollback(located.scope, located.slug, input.revision, { actor: "user" });
    return {
      name: located.slug,
      scope: located.scope,
      revision: result.revision.number,
      changed: result.changed,
      directory: result.directory,
      links: result.links,
    };
  },
});

export const remove = defineOperation({
  name: "remove",
  summary: SUMMARIES.remove,
  readOnly: false,
  input: z.object(skillReferenceFields),
  handler: async (context, input): Promise<SkillChange> => {
    const located = await locateSkill(context, input);
    presentSkill(located);
    const result = await located.bank.remove(located.scope, located.slug, { actor: "user" });
    return {
      name: located.slug,
      scope: located.scope,
      revision: result.revision.number,
      changed: result.changed,
      links: result.links,
    };
  },
});
