/**
 * What a finished session tells about skills of the bank: that an agent opened them, and where the host itself recorded how
 * the session ended, whether it ended well. Each once for a session, at the session's own time.
 */
import { type Bank, SCOPES } from "../../bank/index.ts";
import type { LearnedSession } from "../../learn/index.ts";
import {
  findSkill,
  recordUsageOnce,
  type SkillRecord,
  type StoreConnection,
  skillId,
  type UsageKind,
} from "../../store/index.ts";
import type { OperationContext } from "../context.ts";

/** @param bank as seen from the project where the session ran. */
export async function recordSkillUse(
  context: Pick<OperationContext, "clock" | "userName">,
  store: StoreConnection,
  bank: Bank,
  session: Pick<LearnedSession, "header" | "excluded" | "skillsUsed">,
): Promise<void> {
  const { header } = session;
  if (session.excluded === "own_run") return;
  const now = context.clock.now().toISOString();
  const ended = header.endedAt ?? header.startedAt ?? now;
  const time = Date.parse(ended);
  const at = Number.isNaN(time) || time > Date.parse(now) ? now : new Date(time).toISOString();
  for (const slug of session.skillsUsed) {
    const skill = await skillNamed(store, bank, slug);
    // A skill of that name which was there before is another one.
    if (skill === undefined || at < skill.createdAt) continue;
    const use = { skillId: skill.id, sessionId: header.id, user: context.userName, host: header.source, at };
    await recordUsageOnce(store, { ...use, kind: "used" });
    const kind = outcomeKind(header.outcome);
    if (kind !== undefined) await recordUsageOnce(store, { ...use, kind });
  }
}

/** Only what the host recorded counts: what the checks in a session suggest is a guess about the whole of it. */
function outcomeKind({ status, basis }: LearnedSession["header"]["outcome"]): UsageKind | undefined {
  if (basis !== "recorded") return undefined;
  if (status === "success") return "succeeded";
  return status === "failure" ? "failed" : undefined;
}

async function skillNamed(store: StoreConnection, bank: Bank, slug: string): Promise<SkillRecord | undefined> {
  for (const scope of SCOPES) {
    const root = scope === "project" ? projectOf(bank) : bank.rootOf(scope);
    const skill = root === undefined ? undefined : await findSkill(store, skillId(scope, root, slug));
    if (skill !== undefined) return skill;
  }
  return undefined;
}

/** `undefined` for a bank without a project. */
function projectOf(bank: Bank): string | undefined {
  try {
    return bank.rootOf("project");
  } catch {
    return undefined;
  }
}
