/** `pin` and `unpin`: the curator leaves a pinned skill alone. */
import { z } from "zod";
import type { Scope } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import { appendLedger, setPinned } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { defineOperation } from "../operation.ts";
import { locateSkill, presentSkill, type SkillReference, skillReferenceFields } from "../skill-reference.ts";
import { SUMMARIES } from "../summaries.ts";
import { withCuratorLock } from "./curator-lock.ts";

export interface PinReport {
  name: string;
  scope: Scope;
  pinned: boolean;
  /** False when it was so already. */
  changed: boolean;
}

export const pin = defineOperation({
  name: "pin",
  summary: SUMMARIES.pin,
  readOnly: false,
  input: z.object(skillReferenceFields),
  handler: (context, input): Promise<PinReport> => change(context, input, true),
});

export const unpin = defineOperation({
  name: "unpin",
  summary: SUMMARIES.unpin,
  readOnly: false,
  input: z.object(skillReferenceFields),
  handler: (context, input): Promise<PinReport> => change(context, input, false),
});

async function change(context: OperationContext, reference: SkillReference, pinned: boolean): Promise<PinReport> {
  const located = await locateSkill(context, reference);
  const skill = presentSkill(located);
  if (skill.ownership !== "ours" && skill.ownership !== "ours_edited") {
    throw new AutoskillError({
      code: "NOT_OURS",
      message: `${skill.slug} is not autoskill's: the curator never touches it, pinned or not.`,
      found: skill.ownership,
      next: "Nothing needs to be done.",
    });
  }
  const store = await context.store();
  const at = context.clock.now().toISOString();
  const changed = await withCuratorLock(context, () =>
    store.transaction(async (transaction) => {
      if (!(await setPinned(transaction, skill.id, pinned, at))) return false;
      const action = pinned ? "pin" : "unpin";
      const detail = { reason: pinned ? "pinned" : "unpinned", pinned: { before: !pinned, after: pinned } };
      await appendLedger(transaction, { at, actor: "user", action, skillId: skill.id, detail });
      return true;
    }),
  );
  return { name: skill.slug, scope: skill.scope, pinned, changed };
}
