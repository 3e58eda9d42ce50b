/** `diff`: what changed in a skill. */
import { z } from "zod";
import { AutoskillError } from "../base/index.ts";
import { diffSkills } from "../skill/index.ts";
import { defineOperation } from "./operation.ts";
import { locateSkill, presentSkill, skillReferenceFields } from "./skill-reference.ts";
import { SUMMARIES } from "./summaries.ts";

export interface SkillDifference {
  name: string;
  from: string;
  to: string;
  /** Unified diff; empty when nothing differs. */
  diff: string;
}

export const diff = defineOperation({
  name: "diff",
  summary: SUMMARIES.diff,
  readOnly: true,
  input: z.object({ ...skillReferenceFields, revision: z.coerce.number().int().min(1).optional() }),
  handler: async (context, input): Promise<SkillDifference> => {
    const located = await locateSkill(context, input);
    const now = presentSkill(located).text;
    const revisions = await located.bank.history(located.scope, located.slug);
    const latest = revisions.at(-1)?.number;
    if (latest === undefined) {
      throw new AutoskillError({
        code: "NO_HISTORY",
        message: `${located.slug} was not published by autoskill, so there is nothing to compare with.`,
        next: "Use your version control to see its changes.",
      });
    }
    const textOf = (revision: number) => located.bank.revisionText(located.scope, located.slug, revision);
    const between = (before: string, from: string, to: string): SkillDifference => ({
      name: located.slug,
      from,
      to,
      diff: before === now ? "" : diffSkills(before, now),
    });

    if (input.revision !== undefined) {
      return between(await textOf(input.revision), `revision ${input.revision}`, "file as it is");
    }
    const recorded = await textOf(latest);
    if (recorded !== now) return between(recorded, `revision ${latest}`, "file as it is, changed by hand");
    if (latest === 1) return between("", "nothing", "revision 1");
    return between(await textOf(latest - 1), `revision ${latest - 1}`, `revision ${latest}`);
  },
});
