/** `show`: one skill, whole, and where asked for the rules that wait to become part of it. */
import { z } from "zod";
import type { Ownership, Scope } from "../bank/index.ts";
import type { RuleEvidence } from "../learn/index.ts";
import { listDrafts } from "../store/index.ts";
import type { OperationContext } from "./context.ts";
import { defineOperation } from "./operation.ts";
import { type LocatedSkill, locateSkill, presentSkill, skillReferenceFields } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface ShownSkill {
  name: string;
  scope: Scope;
  directory: string;
  ownership: Ownership;
  revision?: number;
  hash: string;
  files: string[];
  /** SKILL.md. */
  text: string;
  /** Asked for only: rules that were inferred once and wait for a second session, a person or an outcome. */
  drafts?: DraftRule[];
}

export interface DraftRule {
  section: string;
  text: string;
  /** Independent sessions that it rests on so far. */
  sessions: number;
  since: string;
}

export const show = defineOperation({
  name: "show",
  summary: SUMMARIES.show,
  readOnly: true,
  input: z.object({
    ...skillReferenceFields,
    drafts: z.boolean().default(false).describe("Also the rules that wait for more support"),
  }),
  handler: async (context, input): Promise<ShownSkill> => {
    const located = await locateSkill(context, input);
    const skill = presentSkill(located);
    return {
      name: located.slug,
      scope: located.scope,
      directory: skill.directory,
      ownership: skill.ownership,
      ...(skill.revision === undefined ? {} : { revision: skill.revision }),
      hash: skill.hash,
      files: skill.files.map((file) => file.path),
      text: skill.text,
      ...(input.drafts ? { drafts: await draftsOf(context, located) } : {}),
    };
  },
});

async function draftsOf(context: OperationContext, { bank, scope, slug }: LocatedSkill): Promise<DraftRule[]> {
  const drafts = await listDrafts(await context.store(), { scope, root: bank.rootOf(scope), slug });
  return drafts.map(({ section, text, evidence, createdAt }) => ({
    section,
    text,
    sessions: new Set((evidence as RuleEvidence[]).map(({ source, sessionId }) => `${source}:${sessionId}`)).size,
    since: createdAt,
  }));
}
