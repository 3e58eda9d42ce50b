/** A replacement that says nothing of a command that the old rule names takes it away, and has to show why. */
import type { SkillDocument } from "../../skill/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import { disprovedBy } from "../reviewer/disproved.ts";
import type { Settling } from "../reviewer/settle-rules.ts";
import { codeIn } from "../reviewer/spans.ts";
import { type AnalystRefusal, refusedEdit } from "./analyst.ts";
import type { EvolveChange } from "./model.ts";

export function droppedCommand(
  change: EvolveChange,
  evidence: readonly RuleEvidence[],
  document: SkillDocument,
  settling: Settling,
): AnalystRefusal | undefined {
  if (change.op !== "replace" || evidence.some(({ support }) => support === "user_said")) return undefined;
  const old = document.rules.find(({ id }) => id === change.rule)?.text ?? "";
  const lost = codeIn(old).find((code) => !change.text.includes(code));
  if (lost === undefined || disprovedBy(old, settling).length > 0) return undefined;
  return refusedEdit(
    change,
    "drops_command",
    `It drops \`${lost.slice(0, 60)}\`, and nothing shows that this is wrong.`,
  );
}
