/** Evolving a skill: one analyst per session against a frozen copy, patches joined in a tree, conflicts settled in code. */
export { analyseByDistiller } from "./analyse-by-distiller.ts";
export { type AnalystOptions, analyseWithModel, EVOLVE_PURPOSE } from "./analyse-with-model.ts";
export type { Analysis, AnalystRefusal } from "./analyst.ts";
export { ANALYST_PROMPT_VERSION } from "./analyst-prompt-v1.ts";
export { type EvolveOptions, evolveSkill } from "./evolve.ts";
export type { EvolvedCandidate } from "./evolved-candidate.ts";
export {
  DEFAULT_EVOLVE_LIMITS,
  type EditSupport,
  type EvolveChange,
  type EvolveLimits,
  type FrozenSkill,
  LEFT_OUT_REASONS,
  type LeftOutEdit,
  type LeftOutReason,
  type PatchEdit,
} from "./model.ts";
export { describeChange, type SettledEdit } from "./settle.ts";
