/**
 * Records what a search found and what a model was given, where a caller asks for it: a look of a person's own is no use.
 *
 * Contract: never in the way. What cannot be recorded is told as progress; the answer is the same.
 */
import { z } from "zod";
import type { SkillOutline } from "../../bank/index.ts";
import { errorToJson } from "../../base/index.ts";
import { recordUsage, type UsageKind } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";

export const recordSchema = z
  .object({
    session: z.string().min(1).max(500).optional().describe("Session in which it happened"),
    host: z.string().min(1).max(100).optional().describe("Agent in which it happened"),
    user: z.string().min(1).max(100).optional().describe("Person for whom; default: you"),
  })
  .optional()
  .describe("Record what is found as use of the skills; default: nothing is recorded");

export type RecordAs = z.output<typeof recordSchema>;

export async function recordFound(
  context: OperationContext,
  as: RecordAs,
  found: readonly { skill: Pick<SkillOutline, "id">; kind: Extract<UsageKind, "retrieved" | "injected"> }[],
): Promise<void> {
  if (as === undefined || found.length === 0) return;
  const { session, host, user = context.userName } = as;
  const at = context.clock.now().toISOString();
  const where = {
    user,
    ...(session === undefined ? {} : { sessionId: session }),
    ...(host === undefined ? {} : { host }),
  };
  try {
    await (await context.store()).transaction(async (transaction) => {
      for (const { skill, kind } of found) await recordUsage(transaction, { skillId: skill.id, kind, at, ...where });
    });
  } catch (error) {
    context.progress({ message: `The use of skills could not be recorded: ${errorToJson(error).message}` });
  }
}
