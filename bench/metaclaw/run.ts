/** Thirty days of work with one source of rules: what was taught when, what was known when, and which checks passed. */
import { estimateTokens } from "../../src/base/index.ts";
import { shows } from "./checkers.ts";
import { type Round, RULE_NAMES, type RuleName } from "./rounds.ts";
import { type ChatMessage, roundMessages } from "./transcript.ts";
import { type KnownRules, NO_RULES, rulesIn, type Workspace, work } from "./worker.ts";

/** Where the worker gets its rules from. */
export interface RuleSource {
  /** The text that is put before the worker for a request. */
  textFor(round: Round): Promise<string>;
  /** Called when a day is over. */
  endOfDay?(day: number, messages: ChatMessage[]): Promise<void>;
}

export interface RunReport {
  rulesLearned: number;
  /** Per rule: the day of the first correction, and the first day on which the worker was told it. */
  rules: Record<RuleName, { taughtOn?: number; knownOn?: number; checks: number; passed: number }>;
  /** Share of rule checks passed on the days after a rule's first correction. */
  checksPassed: number;
  checksAfterwards: number;
  /** Rules that the work showed before anybody had stated them. */
  appliedBeforeTaught: number;
  tokensPerTurn: { mean: number; most: number };
  /** Checks that failed afterwards, by rule and kind of file. */
  failures: Record<string, number>;
}

export async function run(rounds: readonly Round[], source: RuleSource): Promise<RunReport> {
  const workspace: Workspace = new Map();
  const rules = Object.fromEntries(RULE_NAMES.map((name) => [name, { checks: 0, passed: 0 }])) as RunReport["rules"];
  const failures: Record<string, number> = {};
  const tokens: number[] = [];
  let appliedBeforeTaught = 0;
  for (let day = 1; day <= 30; day += 1) {
    const messages: ChatMessage[] = [];
    for (const round of rounds.filter((each) => each.day === day)) {
      const text = await source.textFor(round);
      tokens.push(text === "" ? 0 : estimateTokens(text));
      const known = text === "" ? NO_RULES : rulesIn(text);
      for (const name of RULE_NAMES) if (knows(known, name)) rules[name].knownOn ??= day;
      if (round.task === undefined) {
        messages.push(...roundMessages(round, undefined, ""));
        continue;
      }
      const asked = { ...round, task: round.task };
      const done = work(asked, known, workspace);
      const failed: RuleName[] = [];
      for (const name of RULE_NAMES) {
        const shown = shows(name, asked, done, workspace);
        const rule = rules[name];
        if (shown && rule.taughtOn === undefined) appliedBeforeTaught += 1;
        if (!round.task.checks.includes(name)) continue;
        if (!shown) failed.push(name);
        if (rule.taughtOn === undefined || rule.taughtOn >= day) continue;
        rule.checks += 1;
        if (shown) rule.passed += 1;
        else failures[`${name}.${round.task.extension}`] = (failures[`${name}.${round.task.extension}`] ?? 0) + 1;
      }
      for (const name of failed) rules[name].taughtOn ??= day;
      messages.push(...roundMessages(round, done, failed.length > 0 ? round.correction : "Good, thanks."));
    }
    await source.endOfDay?.(day, messages);
  }
  const all = Object.values(rules);
  const checks = all.reduce((sum, rule) => sum + rule.checks, 0);
  const passed = all.reduce((sum, rule) => sum + rule.passed, 0);
  const learned = all.filter(
    ({ taughtOn, knownOn }) => taughtOn !== undefined && knownOn !== undefined && knownOn <= taughtOn + 1,
  );
  return {
    rulesLearned: learned.length,
    rules,
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

function knows(known: KnownRules, name: RuleName): boolean {
  return name === "metadata" ? known.metadata.size > 0 : known[name];
}
