/** Skills as a host agent lists, loads and follows them. */
export {
  type AvailableSkills,
  type AvailableSkillsOptions,
  renderAvailableSkills,
  type SkillUsage,
} from "./available-skills.ts";
export type { SkillChangeListener } from "./listeners.ts";
export {
  SKILL_LEVELS,
  type SkillConfig,
  type SkillLevel,
  type SkillProblem,
  type SkillValidation,
} from "./model.ts";
export { type LocationRoots, skillLocation } from "./skill-location.ts";
export { type ListSkillsOptions, SkillManager, type SkillManagerOptions } from "./skill-manager.ts";
