/** What became of skills: found, given to a model, opened, and how sessions ended where the host itself said so. */
import type { Scope } from "../../bank/index.ts";
import { activityOf, type SkillActivity } from "../../learn/index.ts";
import { findArchived, findLifecycle, findSkill, type Store, summarizeSkillUsage } from "../../store/index.ts";

export interface SkillUsage extends Omit<SkillActivity, "succeeded" | "failed"> {
  name: string;
  scope: Scope;
  /** Root of the project, for project skills. */
  projectRoot?: string;
  /** Sessions with it that ended well, and that did not, as far as the hosts recorded it. */
  helped: number;
  hurt: number;
  stage: "active" | "stale" | "archived" | "removed";
  pinned: boolean;
  /** The same by person; an empty name where it is not known for whom it was. */
  users: SkillUsageOfUser[];
}

export interface SkillUsageOfUser extends Pick<SkillUsage, "retrieved" | "injected" | "used" | "helped" | "hurt"> {
  user: string;
  lastUsedAt?: string;
}

export async function skillUsage(
  store: Store,
  where: { since?: string | undefined; skill?: string | undefined; user?: string | undefined },
): Promise<SkillUsage[]> {
  const rows = await summarizeSkillUsage(store, {
    ...(where.since === undefined ? {} : { since: where.since }),
    ...(where.user === undefined ? {} : { user: where.user }),
  });
  const bySkill = Map.groupBy(rows, (row) => row.skillId);
  const skills: SkillUsage[] = [];
  for (const [id, own] of bySkill) {
    const skill = await findSkill(store, id);
    if (skill === undefined || (where.skill !== undefined && where.skill !== skill.slug)) continue;
    const lifecycle = await findLifecycle(store, id);
    const isArchived = (await findArchived(store, skill)) !== undefined;
    const present = lifecycle?.stage === "stale" ? "stale" : "active";
    skills.push({
      name: skill.slug,
      scope: skill.scope,
      ...(skill.scope === "project" ? { projectRoot: skill.root } : {}),
      ...countsOf(activityOf(own).get(id)),
      stage: skill.state === "active" ? present : isArchived ? "archived" : "removed",
      pinned: lifecycle?.pinned === true,
      users: [...Map.groupBy(own, (row) => row.user)].map(([user, rowsOfUser]) => ({
        user,
        ...countsOf(activityOf(rowsOfUser).get(id)),
      })),
    });
  }
  const uses = ({ used, injected, retrieved }: SkillUsage) => [used, injected, retrieved];
  return skills.sort((a, b) => compare(uses(b), uses(a)) || (a.name < b.name ? -1 : 1));
}

function countsOf(activity: SkillActivity | undefined) {
  const { retrieved = 0, injected = 0, used = 0, succeeded = 0, failed = 0, lastUsedAt } = activity ?? {};
  const counts = { retrieved, injected, used, helped: succeeded, hurt: failed };
  return lastUsedAt === undefined ? counts : { ...counts, lastUsedAt };
}

function compare(left: readonly number[], right: readonly number[]): number {
  for (const [at, value] of left.entries()) {
    const difference = value - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
