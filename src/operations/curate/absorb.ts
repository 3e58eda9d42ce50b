/** What a merge leaves behind: the skills that the published one took over go to the archive, each undone by itself. */
import type { Bank, Scope } from "../../bank/index.ts";
import { errorToJson } from "../../base/index.ts";
import type { Candidate } from "../../learn/index.ts";
import { findLifecycle } from "../../store/index.ts";
import type { OperationContext } from "../context.ts";
import { withCuratorLock } from "./curator-lock.ts";

export interface Absorbed {
  archived: string[];
  /** Skills that were changed or pinned since the merge was proposed, or cannot be archived: they stay. */
  left: { name: string; reason: string }[];
}

export async function archiveAbsorbed(
  context: OperationContext,
  bank: Bank,
  scope: Scope,
  candidate: Pick<Candidate, "slug" | "absorbs">,
): Promise<Absorbed> {
  const absorbed: Absorbed = { archived: [], left: [] };
  const store = await context.store();
  await withCuratorLock(context, async () => {
    for (const { slug, hash } of candidate.absorbs ?? []) {
      const skill = await bank.read(scope, slug);
      if (skill === undefined) continue;
      const pinned = (await findLifecycle(store, skill.id))?.pinned === true;
      if (pinned || skill.hash !== hash) {
        absorbed.left.push({ name: slug, reason: pinned ? "it is pinned" : "it changed since the merge was proposed" });
        continue;
      }
      const reason = `taken over by ${candidate.slug}`;
      try {
        await bank.remove(scope, slug, { actor: "user", reason, action: "archive", baseHash: hash });
        absorbed.archived.push(slug);
      } catch (error) {
        absorbed.left.push({ name: slug, reason: errorToJson(error).message });
      }
    }
  });
  return absorbed;
}
