/** The commands of a session that belong to a kind of work, each with its outcome and its form without incidentals. */
import type { SessionFacts, ToolCallFact } from "../../session/index.ts";
import { type CommandKind, commandKind } from "./command-kinds.ts";
import type { Placeholders } from "./placeholders.ts";
import { readShell } from "./shell-units.ts";
import { isHazard } from "./trouble.ts";

export interface ObservedCommand {
  kind: CommandKind;
  /** With placeholders, ready for a code span. */
  template: string;
  call: ToolCallFact;
  /** `passed` and `failed` only where the call's status and the shell's rules leave no doubt. */
  outcome: "passed" | "failed" | "unknown";
}

const MAX_TEMPLATE_LENGTH = 160;

export function observeCommands(facts: SessionFacts, placeholders: Placeholders): ObservedCommand[] {
  const failedChecks = new Set(facts.checks.filter((check) => !check.passed).map((check) => check.toolCall));
  return facts.toolCalls.flatMap((call) => observeCall(call, failedChecks.has(call.index), placeholders));
}

function observeCall(call: ToolCallFact, checkFailed: boolean, placeholders: Placeholders): ObservedCommand[] {
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
    return [{ kind, template, call, outcome: outcomeOf(call, checkFailed, unit.certain, reading.units.length) }];
  });
}

function outcomeOf(
  call: ToolCallFact,
  checkFailed: boolean,
  certain: boolean,
  units: number,
): ObservedCommand["outcome"] {
  if (call.status === "ok" && !checkFailed) return certain ? "passed" : "unknown";
  const failed = call.status === "error" || checkFailed;
  return failed && units === 1 ? "failed" : "unknown";
}
