/** The skills that the bank knows: one row per scope, root and slug, also after a removal. */
import { contentId } from "../base/index.ts";
import type { SkillRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export type SkillScope = SkillRow["scope"];

export interface SkillRecord {
  id: string;
  scope: SkillScope;
  /** Project: its real path. User: the user's name. Common: empty. */
  root: string;
  slug: string;
  state: "active" | "removed";
  /** Number of the current revision, from 1. */
  revision: number;
  /** A person said that the bank may maintain this skill although it did not write it. */
  adopted: boolean;
  createdAt: string;
  updatedAt: string;
}

/** The id depends on where a skill lives and nothing else. */
export function skillId(scope: SkillScope, root: string, slug: string): string {
  return contentId("skill", { scope, root, slug });
}

export async function saveSkill(store: StoreConnection, skill: SkillRecord): Promise<void> {
  const changing = {
    state: skill.state,
    revision: skill.revision,
    adopted: skill.adopted ? 1 : 0,
    updated_at: skill.updatedAt,
  };
  await store.db
    .insertInto("skills")
    .values({
      id: skill.id,
      scope: skill.scope,
      root: skill.root,
      slug: skill.slug,
      created_at: skill.createdAt,
      ...changing,
    })
    .onConflict((conflict) => conflict.column("id").doUpdateSet(changing))
    .execute();
}

export async function findSkill(store: StoreConnection, id: string): Promise<SkillRecord | undefined> {
  const row = await store.db.selectFrom("skills").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

/** Skills of one scope and root, sorted by slug. */
export async function listSkills(store: StoreConnection, scope: SkillScope, root: string): Promise<SkillRecord[]> {
  const rows = await store.db
    .selectFrom("skills")
    .selectAll()
    .where("scope", "=", scope)
    .where("root", "=", root)
    .orderBy("slug")
    .execute();
  return rows.map(toRecord);
}

function toRecord(row: SkillRow): SkillRecord {
  return {
    id: row.id,
    scope: row.scope,
    root: row.root,
    slug: row.slug,
    state: row.state,
    revision: row.revision,
    adopted: row.adopted === 1,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
