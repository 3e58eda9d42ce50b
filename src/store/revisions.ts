/** Published states of skills. Rows are only ever added. */
import type { RevisionRow } from "./schema.ts";
import type { StoreConnection } from "./store.ts";

export interface RevisionFile {
  /** Relative to the skill's directory, with `/`. */
  path: string;
  /** sha256 of the bytes; key of the blob. */
  blob: string;
  /** Bytes. */
  size: number;
  executable: boolean;
}

export interface RevisionRecord {
  id: string;
  skillId: string;
  /** From 1, without gaps. */
  number: number;
  parent?: number;
  /** `edit`: a person changed the files by hand. `adopt`: a person handed the skill to the bank. */
  kind: RevisionRow["kind"];
  /** For a rollback: the revision whose bytes came back. */
  restored?: number;
  /** Who wrote it: `distiller`, `user`, … */
  actor: string;
  reason: string;
  candidateId?: string;
  /** Digest of `files`. */
  hash: string;
  /** Sorted by path. */
  files: RevisionFile[];
  idempotencyKey?: string;
  createdAt: string;
}

export async function addRevision(store: StoreConnection, revision: RevisionRecord): Promise<void> {
  await store.db
    .insertInto("revisions")
    .values({
      id: revision.id,
      skill_id: revision.skillId,
      number: revision.number,
      parent: revision.parent ?? null,
      kind: revision.kind,
      restored: revision.restored ?? null,
      actor: revision.actor,
      reason: revision.reason,
      candidate_id: revision.candidateId ?? null,
      hash: revision.hash,
      files: JSON.stringify(revision.files),
      idempotency_key: revision.idempotencyKey ?? null,
      created_at: revision.createdAt,
    })
    .execute();
}

/** All revisions of a skill, oldest first. */
export async function listRevisions(store: StoreConnection, skillId: string): Promise<RevisionRecord[]> {
  const rows = await store.db
    .selectFrom("revisions")
    .selectAll()
    .where("skill_id", "=", skillId)
    .orderBy("number")
    .execute();
  return rows.map(toRecord);
}

export async function findRevision(
  store: StoreConnection,
  skillId: string,
  number: number,
): Promise<RevisionRecord | undefined> {
  const row = await store.db
    .selectFrom("revisions")
    .selectAll()
    .where("skill_id", "=", skillId)
    .where("number", "=", number)
    .executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

/** Number of the last revision with each content hash. */
export async function revisionsByHash(store: StoreConnection, skillId: string): Promise<Map<string, number>> {
  const rows = await store.db
    .selectFrom("revisions")
    .select(["hash", "number"])
    .where("skill_id", "=", skillId)
    .orderBy("number")
    .execute();
  return new Map(rows.map((row) => [row.hash, row.number]));
}

export async function findRevisionByKey(
  store: StoreConnection,
  skillId: string,
  idempotencyKey: string,
): Promise<RevisionRecord | undefined> {
  const row = await store.db
    .selectFrom("revisions")
    .selectAll()
    .where("skill_id", "=", skillId)
    .where("idempotency_key", "=", idempotencyKey)
    .executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

function toRecord(row: RevisionRow): RevisionRecord {
  return {
    id: row.id,
    skillId: row.skill_id,
    number: row.number,
    ...(row.parent === null ? {} : { parent: row.parent }),
    kind: row.kind,
    ...(row.restored === null ? {} : { restored: row.restored }),
    actor: row.actor,
    reason: row.reason,
    ...(row.candidate_id === null ? {} : { candidateId: row.candidate_id }),
    hash: row.hash,
    files: JSON.parse(row.files) as RevisionFile[],
    ...(row.idempotency_key === null ? {} : { idempotencyKey: row.idempotency_key }),
    createdAt: row.created_at,
  };
}
