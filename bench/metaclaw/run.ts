/** Days of work with one source of rules: what was taught when, what was known when, and which checks passed. */
import { estimateTokens } from "../../src/base/index.ts";
import type { CheckedTask, Round, TaskSet, Workspace } from "./task-set.ts";
import { type ChatMessage, roundMessages } from "./transcript.ts";

/** Where the worker gets its rules from. */
export interface RuleSource {
  /** The text that is put before the worker for a request. */
  textFor(question: string): Promise<string>;
  /** The worker has all rules before the first day: every check counts. */
  hasAll?: true;
  /** Called when a day is over. */
  endOfDay?(day: number, messages: ChatMessage[]): Promise<void>;
}

interface RuleReport {
  /** Day of the first correction, and first day on which the worker was told it. */
  taughtOn?: number;
  knownOn?: number;
  checks: number;
  passed: number;
}

export interface RunReport {
  rulesLearned: number;
  rules: Record<string, RuleReport>;
  /** Share of rule checks passed on the days after a rule's first correction. */
  checksPassed: number;
  checksAfterwards: number;
  /** Rules that the work showed before anybody had stated them. */
  appliedBeforeTaught: number;
  tokensPerTurn: { mean: number; most: number };
  /** Checks that failed afterwards, by rule and kind of file. */
  failures: Record<string, number>;
}

/** @param onFailure called for every check that failed afterwards, with the text that the worker had */
export async function run<Name extends string, Task extends CheckedTask<Name>>(
  set: TaskSet<Name, Task>,
  source: RuleSource,
  onFailure: (rule: Name, round: Round<Task>, text: string) => void = () => {},
): Promise<RunReport> {
  const workspace: Workspace = new Map();
  const rules = new Map<Name, RuleReport>(
    set.rules.map((name) => [name, { checks: 0, passed: 0, ...(source.hasAll === true ? { taughtOn: 0 } : {}) }]),
  );
  const failures: Record<string, number> = {};
  const tokens: number[] = [];
  let appliedBeforeTaught = 0;
  for (const [day, rounds] of Map.groupBy(set.rounds, (round) => round.day)) {
    const messages: ChatMessage[] = [];
    for (const round of rounds) {
      const text = await source.textFor(round.question);
      tokens.push(text === "" ? 0 : estimateTokens(text));
      const known = set.rulesIn(text);
      for (const [name, rule] of rules) if (known.has(name)) rule.knownOn ??= day;
      const { task } = round;
      if (task === undefined) {
        messages.push(...roundMessages(round, undefined, ""));
        continue;
      }
      const { done, shown } = set.attempt({ ...round, task }, text, workspace);
      const failed: RuleReport[] = [];
      for (const [name, rule] of rules) {
        if (shown.has(name) && rule.taughtOn === undefined) appliedBeforeTaught += 1;
        if (!task.checks.includes(name)) continue;
        if (!shown.has(name)) failed.push(rule);
        if (rule.taughtOn === undefined || rule.taughtOn >= day) continue;
        rule.checks += 1;
        if (shown.has(name)) rule.passed += 1;
        else {
          const kind = `${name}.${task.extension}`;
          failures[kind] = (failures[kind] ?? 0) + 1;
          onFailure(name, round, text);
        }
      }
      for (const rule of failed) rule.taughtOn ??= day;
      messages.push(...roundMessages(round, done, failed.length > 0 ? round.correction : "Good, thanks."));
    }
    await source.endOfDay?.(day, messages);
  }
  const all = [...rules.values()];
  const checks = all.reduce((sum, rule) => sum + rule.checks, 0);
  const passed = all.reduce((sum, rule) => sum + rule.passed, 0);
  const learned = all.filter(
    ({ taughtOn, knownOn }) => taughtOn !== undefined && knownOn !== undefined && knownOn <= taughtOn + 1,
  );
  return {
    rulesLearned: learned.length,
    rules: Object.fromEntries(rules),
    checksPassed: checks === 0 ? 0 : Number((passed / checks).toFixed(3)),
    checksAfterwards: checks,
    appliedBeforeTaught,
    tokensPerTurn: {
      mean: Math.round(tokens.reduce((sum, each) => sum + each, 0) / tokens.length),
      most: Math.max(...tokens),
    },
    failures,
  };
}
