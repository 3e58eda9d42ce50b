/**
 * Proposed changes and what became of them. The payload is the candidate as the proposer made it; this room does not
 * look inside.
 */
import { canonicalJson } from "../base/index.ts";
import type { CandidateRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export type CandidateState = CandidateRow["state"];

export interface CandidateRecord {
  id: string;
  state: CandidateState;
  scope: string;
  /** Which project or user it is for; see `SkillRecord.root`. */
  root: string;
  slug: string;
  payload: unknown;
  reason?: string;
  /** The revision it became. */
  revisionId?: string;
  createdAt: string;
  decidedAt?: string;
}

/** Adds a candidate as pending. One that is known already stays as it is, whatever was decided: false then. */
export async function addCandidate(
  store: StoreConnection,
  candidate: Omit<CandidateRecord, "state" | "decidedAt" | "revisionId">,
): Promise<boolean> {
  const result = await store.db
    .insertInto("candidates")
    .values({
      id: candidate.id,
      state: "pending",
      scope: candidate.scope,
      root: candidate.root,
      slug: candidate.slug,
      payload: canonicalJson(candidate.payload),
      reason: candidate.reason ?? null,
      revision_id: null,
      created_at: candidate.createdAt,
      decided_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function findCandidate(store: StoreConnection, id: string): Promise<CandidateRecord | undefined> {
  const row = await store.db.selectFrom("candidates").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

/** Candidates in one state (or all), oldest first. */
export async function listCandidates(store: StoreConnection, state?: CandidateState): Promise<CandidateRecord[]> {
  let query = store.db.selectFrom("candidates").selectAll().orderBy("created_at").orderBy("id");
  if (state !== undefined) query = query.where("state", "=", state);
  return (await query.execute()).map(toRecord);
}

/** Candidates for one skill in one state, oldest first. */
export async function candidatesOfSkill(
  store: StoreConnection,
  { scope, root, slug }: Pick<CandidateRecord, "scope" | "root" | "slug">,
  state: CandidateState,
): Promise<CandidateRecord[]> {
  const rows = await store.db
    .selectFrom("candidates")
    .selectAll()
    .where("scope", "=", scope)
    .where("root", "=", root)
    .where("slug", "=", slug)
    .where("state", "=", state)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  return rows.map(toRecord);
}

export interface CandidateDecision {
  state: Exclude<CandidateState, "pending">;
  decidedAt: string;
  reason?: string;
  revisionId?: string;
}

/** Records a decision. False when there is no such candidate. */
export async function decideCandidate(
  store: StoreConnection,
  id: string,
  decision: CandidateDecision,
): Promise<boolean> {
  const result = await store.db
    .updateTable("candidates")
    .set({
      state: decision.state,
      decided_at: decision.decidedAt,
      ...(decision.reason === undefined ? {} : { reason: decision.reason }),
      ...(decision.revisionId === undefined ? {} : { revision_id: decision.revisionId }),
    })
    .where("id", "=", id)
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/**
 * Replaces the payload of a candidate that still waits, and with `slug` the name of its skill. False when it does not wait
 * any more.
 */
export async function replaceCandidatePayload(
  store: StoreConnection,
  id: string,
  payload: unknown,
  slug?: string,
): Promise<boolean> {
  const result = await store.db
    .updateTable("candidates")
    .set({ payload: canonicalJson(payload), ...(slug === undefined ? {} : { slug }) })
    .where("id", "=", id)
    .where("state", "=", "pending")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Takes a decided candidate away, with what it rested on. */
export async function deleteCandidate(store: StoreConnection, id: string): Promise<boolean> {
  const result = await store.db.deleteFrom("candidates").where("id", "=", id).executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

/** Replaces the payload of a candidate that was decided. */
export async function replaceDecidedPayload(store: StoreConnection, id: string, payload: unknown): Promise<void> {
  await store.db
    .updateTable("candidates")
    .set({ payload: canonicalJson(payload) })
    .where("id", "=", id)
    .where("state", "!=", "pending")
    .execute();
}

function toRecord(row: CandidateRow): CandidateRecord {
  return {
    id: row.id,
    state: row.state,
    scope: row.scope,
    root: row.root,
    slug: row.slug,
    payload: JSON.parse(row.payload),
    ...(row.reason === null ? {} : { reason: row.reason }),
    ...(row.revision_id === null ? {} : { revisionId: row.revision_id }),
    createdAt: row.created_at,
    ...(row.decided_at === null ? {} : { decidedAt: row.decided_at }),
  };
}
