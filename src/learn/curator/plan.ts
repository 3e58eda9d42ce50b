/** The thinking half of the curator: from what it sees to a plan. It holds nothing that could carry the plan out. */
import { SCOPES } from "../../bank/index.ts";
import { decideStage } from "./decide-stage.ts";
import { type FoundFamilies, findFamilies, type MergeProposal } from "./families.ts";
import type { CuratedSkill, CuratorReader, CuratorThresholds, PlannedStage } from "./model.ts";

export interface CurationPlan {
  /** None of the skills was seen before: only their clocks are started. */
  firstRun: boolean;
  /** One for each skill that lies there. */
  stages: PlannedStage[];
  merges: MergeProposal[];
  left: FoundFamilies["left"];
}

export async function planCuration(
  reader: CuratorReader,
  thresholds: CuratorThresholds,
  now: Date,
): Promise<CurationPlan> {
  const skills = await reader.skills();
  const stages = skills.map((skill) => ({ skill, decision: decideStage(skill, thresholds, now) }));
  const plan: CurationPlan = { firstRun: isFirstRun(stages), stages, merges: [], left: [] };
  if (plan.firstRun) return plan;
  const mergeable = stages.filter(mayBeMerged).map(({ skill }) => skill);
  for (const scope of SCOPES) {
    const own = mergeable.filter((skill) => skill.scope === scope);
    const { merges, left } = await findFamilies(reader, own, now);
    plan.merges.push(...merges);
    plan.left.push(...left);
  }
  return plan;
}

function isFirstRun(stages: readonly PlannedStage[]): boolean {
  const ours = stages.filter(({ decision }) => decision.kind !== "keep" || decision.why !== "not_ours");
  return ours.length > 0 && ours.every(({ skill }: { skill: CuratedSkill }) => skill.lifecycle === undefined);
}

/** Ours, not pinned, seen before, and not on its way to the archive. */
function mayBeMerged({ decision }: PlannedStage): boolean {
  if (decision.kind === "keep") return decision.why === "in_use" || decision.why === "stale";
  return decision.kind === "move";
}
