/** `list`: the skills of the bank, as they lie on disk. */
import { z } from "zod";
import type { BankDiagnostic, Ownership, Scope } from "../bank/index.ts";
import { defineOperation } from "./operation.ts";
import { projectSchema, resolveProject, scopeSchema } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface ListedSkill {
  name: string;
  scope: Scope;
  title?: string;
  description?: string;
  ownership: Ownership;
  revision?: number;
  updatedAt?: string;
  directory: string;
}

export const list = defineOperation({
  name: "list",
  summary: SUMMARIES.list,
  readOnly: true,
  input: z.object({ scope: scopeSchema.optional(), project: projectSchema }),
  handler: async (context, input): Promise<{ skills: ListedSkill[]; diagnostics: BankDiagnostic[] }> => {
    const bank = await context.bank(await resolveProject(context, input.project));
    const listing = await bank.list(input.scope === undefined ? {} : { scope: input.scope });
    const skills = listing.skills.map((skill) => ({
      name: skill.slug,
      scope: skill.scope,
      ...(skill.title === undefined ? {} : { title: skill.title }),
      ...(skill.description === undefined ? {} : { description: skill.description }),
      ownership: skill.ownership,
      ...(skill.revision === undefined ? {} : { revision: skill.revision }),
      ...(skill.updatedAt === undefined ? {} : { updatedAt: skill.updatedAt }),
      directory: skill.directory,
    }));
    return { skills, diagnostics: listing.diagnostics };
  },
});
