/** The commands of a session that belong to a kind of work, each with its outcome and its form without incidentals. */
import type { SessionFacts, ToolCallFact } from "../../session/index.ts";
import { type CommandKind, commandKind } from "./command-kinds.ts";
import type { Stage } from "./command-rows.ts";
import type { Placeholders } from "./placeholders.ts";
import { readShell, type ShellUnit } from "./shell-units.ts";
import { isHazard } from "./trouble.ts";

export interface ObservedCommand {
  kind: CommandKind;
  /** With placeholders, ready for a code span. */
  template: string;
  call: ToolCallFact;
  /**
   * `passed` and `failed` only where the call's status and the shell's rules leave no doubt. `ran`: a check whose verdict
   * a filter hid (`npm test | tail`): it was part of the work, but proves nothing.
   */
  outcome: "passed" | "ran" | "failed" | "unknown";
}

const MAX_TEMPLATE_LENGTH = 160;

export function observeCommands(facts: SessionFacts, placeholders: Placeholders): ObservedCommand[] {
  const verdicts = new Map(facts.checks.map((check) => [check.toolCall, check.passed]));
  return facts.toolCalls.flatMap((call) => observeCall(call, verdicts.get(call.index), placeholders));
}

function observeCall(call: ToolCallFact, verdict: boolean | undefined, placeholders: Placeholders): ObservedCommand[] {
  if (call.capability !== "shell" || call.command === undefined || call.status === "cancelled") return [];
  const reading = readShell(call.command);
  const units = reading.units.flatMap((unit) => {
    if (isHazard(unit, reading) || unit.inlineInput || unit.writesFile) return [];
    const kind = commandKind(unit);
    return kind === undefined ? [] : [{ unit, kind }];
  });
  return units.flatMap(({ unit, kind }) => {
    const template = placeholders.command(unit);
    if (template === undefined || template.length > MAX_TEMPLATE_LENGTH || /[`\n]/.test(template)) return [];
    const outcome = outcomeOf(call, verdict, unit, kind.stage, reading.units.length);
    return [{ kind, template, call, outcome }];
  });
}

const CHECK_STAGES: ReadonlySet<Stage> = new Set(["test", "typecheck", "lint"]);

/** Behind a filter (`| tail`) the exit code is the filter's: a check passed there only if its output says so. */
function outcomeOf(
  call: ToolCallFact,
  verdict: boolean | undefined,
  unit: ShellUnit,
  stage: Stage,
  units: number,
): ObservedCommand["outcome"] {
  if (call.status === "ok" && verdict !== false) {
    const hidden = unit.filtered && CHECK_STAGES.has(stage) && verdict !== true;
    if (!unit.certain) return "unknown";
    return hidden ? "ran" : "passed";
  }
  const failed = call.status === "error" || verdict === false;
  return failed && units === 1 ? "failed" : "unknown";
}
