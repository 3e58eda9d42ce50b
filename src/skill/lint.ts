/** Everything that is wrong or risky in a SKILL.md of any origin. */
import type { SkillFinding } from "./model.ts";
import { validateSkill } from "./validate.ts";

export interface LintOptions {
  /** Path of the file, for messages and for the check that name and directory agree. */
  path?: string;
  /** Directory of the skill; references in the body are looked up there. */
  directory?: string;
}

export async function lintSkill(source: string | Uint8Array, options: LintOptions = {}): Promise<SkillFinding[]> {
  return validateSkill(source, options.directory === undefined ? {} : { directory: options.directory });
}
