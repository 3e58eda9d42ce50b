/** Every folder in which some agent looks for skills here: what the reviewer may read, and which names are taken. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../../base/index.ts";
import { CANONICAL_SKILL_FOLDER, hosts, skillExposures } from "../../hosts/index.ts";
import type { SkillRoot } from "../../learn/index.ts";
import type { OperationContext } from "../context.ts";
import type { Target } from "../learn/target.ts";

/** The folder that the bank publishes to first. */
export function skillRootsFor(context: OperationContext, target: Target): SkillRoot[] {
  const roots = new Map<string, boolean>();
  const add = (directory: string, writable: boolean) => {
    if (!roots.has(directory)) roots.set(directory, writable);
  };
  const own = userBank(context);
  if (target.scope === "user") add(own, true);
  if (target.projectRoot !== undefined) {
    const root = target.projectRoot;
    const inProject = target.scope === "project";
    add(join(root, CANONICAL_SKILL_FOLDER), inProject);
    for (const { directory, onlyWhen } of skillExposures().project) {
      if (onlyWhen === undefined || existsSync(join(root, onlyWhen))) add(join(root, directory), inProject);
    }
    for (const { skills } of hosts) for (const folder of skills.project) add(join(root, folder), false);
  }
  add(own, false);
  for (const { directory } of skillExposures().user) add(join(context.userHome, directory), target.scope === "user");
  for (const { skills } of hosts) for (const folder of skills.user) add(join(context.userHome, folder), false);
  return [...roots].map(([directory, writable]) => ({ directory, writable }));
}

/** What the reviewer may read besides skills: the project, or for a session without one an empty folder. */
export async function readableRoot(context: OperationContext, target: Target): Promise<string> {
  if (target.projectRoot !== undefined) return target.projectRoot;
  const empty = join(context.home, "no-project");
  makeFolder(empty, 0o700);
  return empty;
}

function userBank(context: OperationContext): string {
  return join(context.home, "SkillBank", "Users", context.userName);
}
