/** Sessions that ended badly teach apart from those that ended well. */
import type { OutcomeStatus } from "../../session/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import { type AnalystRefusal, refusedEdit } from "./analyst.ts";
import type { EvolveChange } from "./model.ts";

/** Refuses what a failed session would hand on as the way to do it, unless a person said so. */
export function failedPath(
  change: EvolveChange,
  evidence: readonly RuleEvidence[],
  outcome: OutcomeStatus,
): AnalystRefusal | undefined {
  if (outcome !== "failure" || evidence.some(({ support }) => support === "user_said")) return undefined;
  const isWay = "section" in change && ["Steps", "Verify", "Examples"].includes(change.section);
  if (!isWay && change.op !== "keep") return undefined;
  return refusedEdit(change, "failed_path", "The session ended badly: its way to the result is no model.");
}
