/** `autoskill.skills`: what is in the bank, what waits for it, and what a person does about both. */
import { AutoskillError } from "../base/index.ts";
import {
  type ApprovalReport,
  approve,
  type Explanation,
  type HistoryEntry,
  history,
  type ListedSkill,
  ledger,
  list,
  type OperationContext,
  type Proposal,
  pending,
  type RejectionReport,
  reject,
  remove,
  rollback,
  runOperation,
  type ShownSkill,
  type SkillChange,
  show,
  undo,
  why,
} from "../operations/index.ts";
import { recordUsage, skillId } from "../store/index.ts";

export interface SkillReferenceOptions {
  /** Default: the first of project, user, common that has a skill of this name. */
  scope?: "project" | "user" | "common";
}

/**
 * All methods throw `AutoskillError`: `SKILL_NOT_FOUND` for a name that is not there, `PROPOSAL_NOT_FOUND` for an id.
 * `name` is the directory name of a skill.
 */
export interface SkillsApi {
  /** As they lie on disk, sorted by scope and name. */
  list(): Promise<ListedSkill[]>;
  /** Whole: text, files, hash. @throws AutoskillError `SKILL_REMOVED` */
  get(name: string, options?: SkillReferenceOptions): Promise<ShownSkill>;
  /** What was learned and waits for approval, with the evidence of each rule. */
  pending(): Promise<Proposal[]>;
  /** Publishes proposals: ids, their first characters, or names; `"all"` for all. What the bank refuses is in `failed`. */
  approve(ids: readonly string[] | "all"): Promise<ApprovalReport>;
  /** Turns proposals down; the same idea is not proposed again here, or with `never` anywhere. */
  reject(ids: readonly string[] | "all", options?: { never?: boolean; reason?: string }): Promise<RejectionReport>;
  /** Replaces SKILL.md by a person's text, as a revision by `user`. @throws AutoskillError what `Bank.publish` refuses */
  edit(
    name: string,
    text: string,
    options?: SkillReferenceOptions & { reason?: string },
  ): Promise<{ revision: number }>;
  /** Out of every agent's sight; `rollback` brings it back. */
  remove(name: string, options?: SkillReferenceOptions): Promise<SkillChange>;
  /** Revisions, oldest first. */
  history(name: string, options?: SkillReferenceOptions): Promise<HistoryEntry[]>;
  /** Brings the bytes of a revision back, as a new one. */
  rollback(name: string, revision: number, options?: SkillReferenceOptions): Promise<SkillChange>;
  /** The evidence of each rule, checked against the sessions that it points to. */
  why(name: string, options?: SkillReferenceOptions): Promise<Explanation>;
  /** What was done to skills, newest first. @param limit default 30 */
  ledger(limit?: number): Promise<Awaited<ReturnType<typeof ledger.handler>>["entries"]>;
  /** Takes one entry of the ledger back. @throws AutoskillError `UNDO_CONFLICT`, `UNDO_IMPOSSIBLE`, `NOT_FOUND` */
  undo(entry: number): Promise<Awaited<ReturnType<typeof undo.handler>>>;
  /** Notes that an agent followed a skill, and how it ended where that is known. */
  used(
    name: string,
    options?: SkillReferenceOptions & { outcome?: "succeeded" | "failed"; sessionId?: string },
  ): Promise<void>;
}

export function createSkillsApi(context: OperationContext, project: string): SkillsApi {
  const named = (name: string, options: SkillReferenceOptions = {}) => ({
    name,
    project,
    ...(options.scope === undefined ? {} : { scope: options.scope }),
  });
  const chosen = (ids: readonly string[] | "all") => (ids === "all" ? { all: true } : { ids: [...ids] });
  return {
    list: async () => (await runOperation(list, context, { project })).skills,
    get: (name, options) => runOperation(show, context, named(name, options)),
    pending: async () => (await runOperation(pending, context, {})).proposals,
    approve: (ids) => runOperation(approve, context, chosen(ids)),
    reject: (ids, options) => runOperation(reject, context, { ...chosen(ids), ...options }),
    edit: async (name, text, options) => {
      const shown = await runOperation(show, context, named(name, options));
      const bank = await context.bank(project);
      const { revision } = await bank.publish({
        scope: shown.scope,
        slug: name,
        files: [{ path: "SKILL.md", content: text }],
        expect: { kind: "update", baseHash: shown.hash },
        actor: "user",
        reason: options?.reason ?? "edited",
      });
      return { revision: revision.number };
    },
    remove: (name, options) => runOperation(remove, context, named(name, options)),
    history: async (name, options) => (await runOperation(history, context, named(name, options))).revisions,
    rollback: (name, revision, options) => runOperation(rollback, context, { ...named(name, options), revision }),
    why: (name, options) => runOperation(why, context, named(name, options)),
    ledger: async (limit = 30) => (await runOperation(ledger, context, { limit, project })).entries,
    undo: (entry) => runOperation(undo, context, { entry }),
    used: async (name, options) => {
      const shown = await runOperation(show, context, named(name, options));
      const bank = await context.bank(project);
      const store = await context.store();
      const id = skillId(shown.scope, bank.rootOf(shown.scope), name);
      const about = {
        skillId: id,
        host: "sdk",
        user: context.userName,
        at: context.clock.now().toISOString(),
        ...(options?.sessionId === undefined ? {} : { sessionId: options.sessionId }),
      };
      await recordUsage(store, { ...about, kind: "used" });
      if (options?.outcome !== undefined) await recordUsage(store, { ...about, kind: options.outcome });
    },
  };
}

/** @throws AutoskillError `INVALID_INPUT` for a name that could leave its folder. */
export function checkUser(user: string): string {
  if (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,63}$/.test(user)) return user;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `${JSON.stringify(user)} is no name of a user.`,
    expected: "letters, digits, `.`, `_`, `-`, at most 64",
    next: "Give a plain name or id.",
  });
}
