/** What the store knows of one skill, put together. */
import {
  findRevision,
  findSkill,
  getBlob,
  type RevisionFile,
  type RevisionRecord,
  revisionsByHash,
  type StoreConnection,
} from "../store/index.ts";
import type { KnownSkill } from "./ownership.ts";
import { decodeText } from "./ownership.ts";
import { SKILL_FILE } from "./snapshot.ts";

export async function findKnownSkill(store: StoreConnection, id: string): Promise<KnownSkill | undefined> {
  const skill = await findSkill(store, id);
  if (skill === undefined) return undefined;
  const revision = await findRevision(store, id, skill.revision);
  if (revision === undefined) return undefined;
  return { skill, revision, published: await revisionsByHash(store, id) };
}

/** The bytes of all these files by blob hash. @throws AutoskillError `BLOB_MISSING`, `BLOB_DAMAGED` */
export async function loadBlobs(
  store: StoreConnection,
  files: readonly RevisionFile[],
): Promise<Map<string, Uint8Array>> {
  const blobs = new Map<string, Uint8Array>();
  for (const { blob } of files) if (!blobs.has(blob)) blobs.set(blob, await getBlob(store, blob));
  return blobs;
}

/** SKILL.md of a revision. */
export async function textOfRevision(store: StoreConnection, revision: RevisionRecord): Promise<string> {
  const file = revision.files.find(({ path }) => path === SKILL_FILE);
  return file === undefined ? "" : decodeText(await getBlob(store, file.blob));
}
