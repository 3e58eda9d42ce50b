/** The curator's eyes: the bank and the state, without anything that changes them. */
import type { Bank, BankSkill } from "../../bank/index.ts";
import {
  findLifecycle,
  findSkill,
  readOnly,
  type SkillUsageRow,
  type StoreConnection,
  summarizeSkillUsage,
} from "../../store/index.ts";
import { type CuratedSkill, type CuratorReader, NO_ACTIVITY, type SkillActivity } from "./model.ts";

/** The parts of a bank that look. */
export type BankView = Pick<Bank, "list" | "evidence">;

export function openCuratorReader(bank: BankView, store: StoreConnection): CuratorReader {
  const asked = readOnly(store);
  return Object.freeze({
    skills: async () => {
      const activity = activityOf(await summarizeSkillUsage(asked));
      const { skills } = await bank.list();
      return Promise.all(skills.map((skill) => look(asked, skill, activity.get(skill.id) ?? NO_ACTIVITY)));
    },
    evidence: ({ scope, slug }: Pick<CuratedSkill, "scope" | "slug">) => bank.evidence(scope, slug),
  });
}

async function look(store: StoreConnection, skill: BankSkill, activity: SkillActivity): Promise<CuratedSkill> {
  const lifecycle = await findLifecycle(store, skill.id);
  const known = await findSkill(store, skill.id);
  const { id, scope, slug, ownership, hash, text, files } = skill;
  return {
    id,
    scope,
    slug,
    ownership,
    hash,
    text,
    otherFiles: files.length - 1,
    ...(known === undefined ? {} : { createdAt: known.createdAt, updatedAt: known.updatedAt }),
    ...(lifecycle === undefined ? {} : { lifecycle }),
    activity,
  };
}

/** By skill, whoever used it. Being found is no use. */
export function activityOf(rows: readonly SkillUsageRow[]): Map<string, SkillActivity> {
  const activities = new Map<string, SkillActivity>();
  for (const { skillId, kind, count, lastAt } of rows) {
    const activity = activities.get(skillId) ?? { ...NO_ACTIVITY };
    activities.set(skillId, activity);
    if (!isKind(kind)) continue;
    activity[kind] += count;
    if (kind !== "retrieved" && lastAt > (activity.lastUsedAt ?? "")) activity.lastUsedAt = lastAt;
  }
  return activities;
}

function isKind(kind: string): kind is Exclude<keyof SkillActivity, "lastUsedAt"> {
  return kind in NO_ACTIVITY;
}
