/** The door of the SDK room. */
export { AutoSkill } from "./auto-skill.ts";
export type * from "./model.ts";
export type { SkillReferenceOptions, SkillsApi } from "./skills.ts";
