/** `archive`, `restore`, `archived`: out of every agent's sight and back, byte for byte. */
import { z } from "zod";
import { type Bank, type LinkOutcome, SCOPES, type Scope } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import {
  type ArchivedSkill,
  findArchived,
  findSkill,
  listArchived,
  type StoreConnection,
  seedLifecycle,
  skillId,
} from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import type { SkillChange } from "../history.ts";
import { defineOperation } from "../operation.ts";
import {
  locateSkill,
  presentSkill,
  projectSchema,
  resolveProject,
  scopeSchema,
  skillReferenceFields,
} from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { withCuratorLock } from "./curator-lock.ts";

export interface ArchivedLine {
  name: string;
  scope: Scope;
  /** When it went there. */
  at: string;
  actor: string;
  reason?: string;
}

export const archive = defineOperation({
  name: "archive",
  summary: SUMMARIES.archive,
  readOnly: false,
  input: z.object({ ...skillReferenceFields, reason: z.string().min(1).max(500).default("archived by hand") }),
  handler: async (context, input): Promise<SkillChange> => {
    const located = await locateSkill(context, input);
    const { slug, scope } = presentSkill(located);
    const how = { actor: "user", reason: input.reason, action: "archive" } as const;
    const { revision, changed, links } = await withCuratorLock(context, () => located.bank.remove(scope, slug, how));
    return { name: slug, scope, revision: revision.number, changed, links };
  },
});

export const restore = defineOperation({
  name: "restore",
  summary: SUMMARIES.restore,
  readOnly: false,
  input: z.object(skillReferenceFields),
  handler: async (context, input): Promise<SkillChange> => {
    const bank = await context.bank(await resolveProject(context, input.project));
    const store = await context.store();
    for (const scope of input.scope === undefined ? SCOPES : [input.scope]) {
      if ((await archivedState(bank, store, scope, input.name)) === undefined) continue;
      return withCuratorLock(context, () => bringBack(context, bank, scope, input.name));
    }
    throw new AutoskillError({
      code: "NOT_ARCHIVED",
      message: `No skill named ${JSON.stringify(input.name)} is in the archive.`,
      next: "Run `autoskill archived` to see what is there; for skills that were removed, `history` and `rollback`.",
    });
  },
});

export const archived = defineOperation({
  name: "archived",
  summary: SUMMARIES.archived,
  readOnly: true,
  input: z.object({ scope: scopeSchema.optional(), project: projectSchema }),
  handler: async (context, input): Promise<{ skills: ArchivedLine[] }> => {
    const bank = await context.bank(await resolveProject(context, input.project));
    const store = await context.store();
    const skills: ArchivedLine[] = [];
    for (const scope of input.scope === undefined ? SCOPES : [input.scope]) {
      for (const { skill, at, actor, reason } of await listArchived(store, scope, bank.rootOf(scope))) {
        skills.push({ name: skill.slug, scope, at, actor, ...(reason === undefined ? {} : { reason }) });
      }
    }
    return { skills };
  },
});

/** A skill in the archive as it was last; `undefined` when it is not there. */
export interface ArchivedState extends ArchivedSkill {
  /** SKILL.md. */
  text: string;
  /** Identity of the content. */
  hash: string;
}

export async function archivedState(
  bank: Bank,
  store: StoreConnection,
  scope: Scope,
  slug: string,
): Promise<ArchivedState | undefined> {
  const skill = await findSkill(store, skillId(scope, bank.rootOf(scope), slug));
  const found = skill === undefined ? undefined : await findArchived(store, skill);
  return found === undefined ? undefined : lastState(bank, found);
}

/** All skills of one place that are in the archive. */
export async function archiveOf(bank: Bank, store: StoreConnection, scope: Scope): Promise<ArchivedState[]> {
  const states: ArchivedState[] = [];
  for (const found of await listArchived(store, scope, bank.rootOf(scope))) {
    const state = await lastState(bank, found);
    if (state !== undefined) states.push(state);
  }
  return states;
}

async function lastState(bank: Bank, found: ArchivedSkill): Promise<ArchivedState | undefined> {
  const { scope, slug } = found.skill;
  const revision = (await bank.history(scope, slug)).at(-1);
  if (revision === undefined) return undefined;
  return { ...found, text: await bank.revisionText(scope, slug, revision.number), hash: revision.hash };
}

/** Restores the last revision and starts the clock of the skill again. */
export async function bringBack(
  context: OperationContext,
  bank: Bank,
  scope: Scope,
  slug: string,
): Promise<SkillChange & { links: LinkOutcome[] }> {
  const last = (await bank.history(scope, slug)).at(-1)?.number ?? 1;
  const how = { actor: "user", reason: "brought back from the archive", action: "restore" } as const;
  const { skillId: id, revision, changed, directory, links } = await bank.rollback(scope, slug, last, how);
  await seedLifecycle(await context.store(), id, context.clock.now().toISOString(), { again: true });
  return { name: slug, scope, revision: revision.number, changed, directory, links };
}
