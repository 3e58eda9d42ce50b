/** `show`: one skill, whole. */
import { z } from "zod";
import type { Ownership, Scope } from "../bank/index.ts";
import { defineOperation } from "./operation.ts";
import { locateSkill, presentSkill, skillReferenceFields } from "./skill-reference.ts";

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
}

export const show = defineOperation({
  name: "show",
  summary: "Show a skill",
  readOnly: true,
  input: z.object(skillReferenceFields),
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
    };
  },
});
