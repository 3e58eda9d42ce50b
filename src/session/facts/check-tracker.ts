/**
 * Checks run in a session and what they say about how it ended. A check passed when the exit code that speaks for it is
 * 0, or when its own summary line says so; where neither is there, no check is recorded rather than a guess.
 */
import type { Outcome } from "../model.ts";
import { saysFailed, summaryVerdict } from "./check-verdict.ts";
import type { CheckFact, FileWriteFact, ToolCallFact } from "./model.ts";
import type { ShellAnalysis } from "./shell/analyse.ts";
import type { CommandUse } from "./shell/command-kind.ts";
import { EXPLORATORY } from "./shell/programs.ts";

const MAX_CHECKS = 20_000;

export interface CheckVerdicts {
  passed: CommandUse[];
  failed: CommandUse[];
}

export function createCheckTracker() {
  const facts: CheckFact[] = [];

  return {
    /** Records the checks of a finished shell call; answers which of its commands passed and failed as checks. */
    add(call: ToolCallFact, shell: ShellAnalysis | undefined, output: string): CheckVerdicts {
      const verdicts: CheckVerdicts = { passed: [], failed: [] };
      if (shell === undefined || call.status === "cancelled") return verdicts;
      if (call.failureCause !== undefined && call.failureCause !== "ordinary") return verdicts;
      const checks = shell.commands.filter((command) => command.check !== undefined);
      for (const command of checks) {
        const passed = verdictOf(command, checks, call, shell, output);
        if (passed === undefined) continue;
        verdicts[passed ? "passed" : "failed"].push(command);
        if (facts.length < MAX_CHECKS) {
          facts.push({
            kind: command.check ?? "other",
            command: call.command ?? command.kind,
            passed,
            toolCall: call.index,
          });
        }
      }
      return verdicts;
    },
    finish(): CheckFact[] {
      return facts.sort((left, right) => left.toolCall - right.toolCall);
    },
    outcome(recorded: Outcome, calls: readonly ToolCallFact[], writes: readonly FileWriteFact[]): Outcome {
      return recorded.status !== "unknown" ? recorded : observedOutcome(facts, calls, writes);
    },
  };
}

function verdictOf(
  command: CommandUse,
  checks: readonly CommandUse[],
  call: ToolCallFact,
  shell: ShellAnalysis,
  output: string,
): boolean | undefined {
  const decides = shell.deciding.includes(command);
  // A runner's own "1 failed" beats a zero code, which may belong to a wrapper.
  if (call.status === "ok" && decides) return command.check === undefined || !saysFailed(command.check, output);
  const summary = command.check === undefined ? undefined : summaryVerdict(command.check, output);
  if (call.status === "ok") {
    return checks.length === 1 && summary !== undefined ? summary === "passed" : undefined;
  }
  if (call.status !== "error") return checks.length === 1 && summary !== undefined ? summary === "passed" : undefined;
  if (summary === "failed") return false;
  const others = shell.deciding.filter((other) => other !== command && !other.exploratory && !other.plumbing);
  // `build && test` failed: which of the two is not known without a summary.
  if (decides && others.length === 0) return false;
  return checks.length === 1 && summary === "passed" ? true : undefined;
}

/** Success or failure only where the last check of the session speaks for its final state. */
function observedOutcome(
  checks: readonly CheckFact[],
  calls: readonly ToolCallFact[],
  writes: readonly FileWriteFact[],
): Outcome {
  const last = checks.at(-1);
  if (last === undefined) return { status: "unknown" };
  if (writes.some((write) => write.toolCall > last.toolCall)) return { status: "unknown" };
  const sameCall = checks.filter((check) => check.toolCall === last.toolCall);
  const failedCheck = sameCall.find((check) => !check.passed);
  const name = `\`${(failedCheck ?? last).command.split("\n")[0]?.slice(0, 120) ?? ""}\``;
  if (failedCheck !== undefined) {
    return { status: "failure", basis: "observed", detail: `the last check failed: ${name}` };
  }
  const failedAfter = calls
    .slice(last.toolCall + 1)
    .some((call) => call.status === "error" && call.failureCause === "ordinary" && !looksAround(call));
  if (failedAfter) return { status: "unknown" };
  return { status: "success", basis: "observed", detail: `the last check passed after the last change: ${name}` };
}

function looksAround(call: ToolCallFact): boolean {
  if (call.commandKinds !== undefined) return call.commandKinds.every((kind) => EXPLORATORY.has(kind));
  return call.capability === "read" || call.capability === "search" || call.capability === "web";
}
