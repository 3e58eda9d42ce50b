/** Ideas that a person turned down, by the digest of what they say, so that they are not proposed again. */
import type { StoreConnection } from "./store.ts";

export interface RejectedIdea {
  /** Digest of what the idea says. */
  digest: string;
  slug: string;
  text: string;
  reason?: string;
  createdAt: string;
}

/** Remembers the idea; a second rejection changes nothing. */
export async function rejectIdea(store: StoreConnection, idea: RejectedIdea): Promise<void> {
  await store.db
    .insertInto("rejected_ideas")
    .values({
      digest: idea.digest,
      slug: idea.slug,
      text: idea.text,
      reason: idea.reason ?? null,
      created_at: idea.createdAt,
    })
    .onConflict((conflict) => conflict.column("digest").doNothing())
    .execute();
}

export async function isIdeaRejected(store: StoreConnection, digest: string): Promise<boolean> {
  const row = await store.db
    .selectFrom("rejected_ideas")
    .select("digest")
    .where("digest", "=", digest)
    .executeTakeFirst();
  return row !== undefined;
}

/** All of them, oldest first. */
export async function listRejectedIdeas(store: StoreConnection): Promise<RejectedIdea[]> {
  const rows = await store.db
    .selectFrom("rejected_ideas")
    .selectAll()
    .orderBy("created_at")
    .orderBy("digest")
    .execute();
  return rows.map((row) => ({
    digest: row.digest,
    slug: row.slug,
    text: row.text,
    ...(row.reason === null ? {} : { reason: row.reason }),
    createdAt: row.created_at,
  }));
}

/** Takes a rejection back. */
export async function allowIdea(store: StoreConnection, digest: string): Promise<void> {
  await store.db.deleteFrom("rejected_ideas").where("digest", "=", digest).execute();
}
