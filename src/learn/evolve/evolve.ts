/**
 * From the analyses of many sessions to one candidate (design §7, Evolve). Pure but for the linter: the same analyses in any
 * order give the same candidate, byte for byte.
 */
import { type Analysis, patchOf } from "./analyst.ts";
import { type EvolvedCandidate, evolvedCandidate } from "./evolved-candidate.ts";
import { DEFAULT_EVOLVE_LIMITS, type EvolveLimits, type FrozenSkill, type Patch } from "./model.ts";
import { mergeTree } from "./patch.ts";
import { settleEdits } from "./settle.ts";

export interface EvolveOptions {
  limits?: Partial<EvolveLimits>;
  now: Date;
}

export async function evolveSkill(
  skill: FrozenSkill,
  analyses: readonly Analysis[],
  options: EvolveOptions,
): Promise<EvolvedCandidate> {
  return evolvePatch(skill, mergeTree(analyses.map(patchOf)), options);
}

/** The root of the tree: what the sessions propose together, settled and put into the skill. */
export async function evolvePatch(
  skill: FrozenSkill,
  patch: Patch,
  { limits, now }: EvolveOptions,
): Promise<EvolvedCandidate> {
  return evolvedCandidate(skill, settleEdits(patch), {
    limits: { ...DEFAULT_EVOLVE_LIMITS, ...limits },
    now,
    sessions: patch.sessions.length,
  });
}
