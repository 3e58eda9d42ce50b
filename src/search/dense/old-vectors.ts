/**
 * Vector files that nobody uses any more. Whoever changes the embedder leaves 200 MB behind per 100,000 skills; but a
 * second program may run with another embedder, and some change their minds. So the files of the latest other signature
 * stay, and those that are being written; older ones can be made again and go.
 */
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { withFreeFileLock } from "../../base/index.ts";
import { lockPath, parseMeta, pathsOf } from "./vector-files.ts";

const ENDING = ".meta.json";

/**
 * Deletes the vector files in a directory that we wrote, but those of `current`, of the signature that was written last
 * beside it, and of any that is being written. Returns the signatures that went. Never throws for what it cannot delete.
 */
export async function removeOldVectors(directory: string, current: string): Promise<string[]> {
  const others = readdirSync(directory)
    .filter((name) => name.endsWith(ENDING))
    .map((name) => name.slice(0, -ENDING.length))
    .filter((signature) => signature !== current && isOurs(directory, signature))
    .map((signature) => ({ signature, written: writtenAt(directory, signature) }))
    .sort((a, b) => b.written - a.written);
  const removed: string[] = [];
  for (const { signature, written } of others.slice(1)) {
    const done = await withFreeFileLock(lockPath(directory, signature), async () => {
      // Somebody may have written it since it was listed.
      if (writtenAt(directory, signature) !== written) return false;
      const { meta, ids, vectors } = pathsOf(directory, signature);
      // The description first: without it the others are nothing.
      for (const path of [meta, ids, vectors]) rmSync(path, { force: true });
      return true;
    }).catch(() => undefined);
    if (done?.value === true) removed.push(signature);
  }
  return removed;
}

/** Whether we wrote these files: other programs leave no checksums. */
function isOurs(directory: string, signature: string): boolean {
  try {
    return parseMeta(readFileSync(pathsOf(directory, signature).meta, "utf8"))?.checksums !== undefined;
  } catch {
    return false;
  }
}

function writtenAt(directory: string, signature: string): number {
  return statSync(pathsOf(directory, signature).meta, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
