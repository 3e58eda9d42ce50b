/**
 * Rules that wait: each was only inferred, once. A second session, a person or an outcome makes it a proposal. Evidence is
 * kept as the proposer gave it; this room does not look inside.
 */
import { canonicalJson } from "../base/index.ts";
import type { DraftRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export interface DraftRecord {
  /** Digest of place, skill and what the rule says. */
  id: string;
  scope: string;
  /** Which project or user it is for; see `SkillRecord.root`. */
  root: string;
  /** The skill that it would go into, which may not be there yet. */
  slug: string;
  section: string;
  text: string;
  evidence: unknown[];
  createdAt: string;
  updatedAt: string;
}

/** Adds the draft, or replaces the evidence of the one with its id. */
export async function saveDraft(store: StoreConnection, draft: DraftRecord): Promise<void> {
  await store.db
    .insertInto("drafts")
    .values({
      id: draft.id,
      scope: draft.scope,
      root: draft.root,
      slug: draft.slug,
      section: draft.section,
      text: draft.text,
      evidence: canonicalJson(draft.evidence),
      created_at: draft.createdAt,
      updated_at: draft.updatedAt,
    })
    .onConflict((conflict) =>
      conflict
        .column("id")
        .doUpdateSet({ evidence: canonicalJson(draft.evidence), text: draft.text, updated_at: draft.updatedAt }),
    )
    .execute();
}

/** Drafts of one skill, of one root, or all; oldest first. */
export async function listDrafts(
  store: StoreConnection,
  where: { scope?: string; root?: string; slug?: string } = {},
): Promise<DraftRecord[]> {
  let query = store.db.selectFrom("drafts").selectAll().orderBy("created_at").orderBy("id");
  if (where.scope !== undefined) query = query.where("scope", "=", where.scope);
  if (where.root !== undefined) query = query.where("root", "=", where.root);
  if (where.slug !== undefined) query = query.where("slug", "=", where.slug);
  return (await query.execute()).map(toRecord);
}

export async function deleteDraft(store: StoreConnection, id: string): Promise<boolean> {
  const result = await store.db.deleteFrom("drafts").where("id", "=", id).executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

function toRecord(row: DraftRow): DraftRecord {
  return {
    id: row.id,
    scope: row.scope,
    root: row.root,
    slug: row.slug,
    section: row.section,
    text: row.text,
    evidence: JSON.parse(row.evidence) as unknown[],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
