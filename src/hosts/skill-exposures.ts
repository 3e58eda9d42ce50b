/**
 * Where a skill must be seen so that every agent finds it: no single folder serves all of them (design §5).
 */
import { hosts } from "./all-hosts.ts";

/** The folder most agents read; the one real copy of a project's skill lies there. */
export const CANONICAL_SKILL_FOLDER = ".agents/skills";

export interface SkillExposure {
  /** Relative to the project root (project) or the person's home (user). */
  directory: string;
  /** Only when this folder, relative to the same root, exists. */
  onlyWhen?: string;
}

/** Always there; the hosts that need no more than these get nothing of their own. */
const ALWAYS = [CANONICAL_SKILL_FOLDER, ".claude/skills"];
/** Reads the canonical folder too, but its own is where its users look (the seeds' layout). */
const OWN_FOLDER_TOO = ["qwen-code"];

/**
 * Folders that get a link to a skill of the scope. Project skills lie in the canonical folder themselves, so it is not
 * among theirs. Agents that read none of the common folders get a link where a folder of theirs exists.
 */
export function skillExposures(): { project: SkillExposure[]; user: SkillExposure[] } {
  const project = exposuresOf("project").filter(({ directory }) => directory !== CANONICAL_SKILL_FOLDER);
  return { project, user: exposuresOf("user") };
}

function exposuresOf(scope: "project" | "user"): SkillExposure[] {
  const exposures: SkillExposure[] = ALWAYS.map((directory) => ({ directory }));
  for (const { id, skills } of hosts) {
    const folders = skills[scope];
    const served = folders.some((folder) => ALWAYS.includes(folder)) && !OWN_FOLDER_TOO.includes(id);
    if (served) continue;
    for (const directory of OWN_FOLDER_TOO.includes(id) ? folders.slice(0, 1) : folders) {
      exposures.push({ directory, onlyWhen: directory.replace(/\/skills$/, "") });
    }
  }
  return exposures;
}
