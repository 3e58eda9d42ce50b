/**
 * How a person names a skill: by its directory name, looked for in the project, then the person's own bank, then the
 * common one.
 */
import { access } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { type Bank, type BankSkill, SCOPES, type Scope } from "../bank/index.ts";
import { AutoskillError } from "../base/index.ts";
import type { OperationContext } from "./context.ts";

export const scopeSchema = z.enum(["project", "user", "common"]);
export const projectSchema = z
  .string()
  .optional()
  .describe("Project root; default: the nearest folder above that has .git, .autoskill or .agents, else this folder");

export const skillReferenceFields = {
  name: z.string().min(1).describe("Directory name of the skill"),
  scope: scopeSchema.optional().describe("Default: the first of project, user, common that has it"),
  project: projectSchema,
};

export interface SkillReference {
  name: string;
  scope?: Scope | undefined;
  project?: string | undefined;
}

/** The project that a command is about. */
export async function resolveProject(context: OperationContext, project: string | undefined): Promise<string> {
  if (project !== undefined) return resolve(context.workingDirectory, project);
  let folder = context.workingDirectory;
  for (;;) {
    if (folder === context.userHome) break;
    for (const marker of [".git", ".autoskill", ".agents"]) {
      if (await exists(join(folder, marker))) return folder;
    }
    const parent = dirname(folder);
    if (parent === folder) break;
    folder = parent;
  }
  return context.workingDirectory;
}

export interface LocatedSkill {
  bank: Bank;
  scope: Scope;
  slug: string;
  /** `undefined` where the ledger knows the skill but its files are gone (removed). */
  skill: BankSkill | undefined;
}

/**
 * Finds a skill, also one that was removed and lives on in the ledger alone.
 *
 * @throws AutoskillError `SKILL_NOT_FOUND`
 */
export async function locateSkill(context: OperationContext, reference: SkillReference): Promise<LocatedSkill> {
  const bank = await context.bank(await resolveProject(context, reference.project));
  const scopes = reference.scope === undefined ? SCOPES : [reference.scope];
  for (const scope of scopes) {
    const skill = await bank.read(scope, reference.name);
    if (skill !== undefined) return { bank, scope, slug: reference.name, skill };
  }
  for (const scope of scopes) {
    const history = await bank.history(scope, reference.name);
    if (history.length > 0) return { bank, scope, slug: reference.name, skill: undefined };
  }
  throw new AutoskillError({
    code: "SKILL_NOT_FOUND",
    message: `No skill named ${JSON.stringify(reference.name)} in ${scopes.join(", ")}.`,
    next: "Run `autoskill list` to see all skills, or give --project DIR.",
  });
}

/** @throws AutoskillError `SKILL_REMOVED` */
export function presentSkill(located: LocatedSkill): BankSkill {
  if (located.skill !== undefined) return located.skill;
  throw new AutoskillError({
    code: "SKILL_REMOVED",
    message: `${located.slug} was removed.`,
    next: `Run \`autoskill history ${located.slug}\`, then \`autoskill rollback ${located.slug} REV\` to bring it back.`,
  });
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
