/**
 * Finds failures that were overcome: a call that failed for a reason of its own, and the later call of the same kind
 * that worked. Not recoveries: refused, cancelled, timed-out and transient failures, looking around (`grep`, `ls`), the
 * same command passing again with nothing changed between, and a success too far away to have to do with it.
 */
import type { RecoveryFact } from "./model.ts";
import { checkKindOf } from "./shell/checks.ts";
import { INSTALLING, SUBCOMMANDS } from "./shell/programs.ts";

/** What the tracker needs to know of a finished call. */
export interface FinishedCall {
  index: number;
  /** What its success or failure speaks for: `npm test`, `edit:package.json`. */
  keys: readonly string[];
  command?: string;
  failed: boolean;
  /** Failed in a way that may teach something. */
  ordinary: boolean;
  succeeded: boolean;
  /** Worked and changed files, installed something, or ran something that is no look around. */
  changes: boolean;
}

interface OpenFailure {
  index: number;
  keys: readonly string[];
  command: string | undefined;
  earlier: number[];
}

const MAX_OPEN = 64;
const MAX_BETWEEN = 20;
const MAX_EARLIER = 10;
/** A success further away than this many calls is another story; checks are given more room. */
const MAX_DISTANCE = 40;
const MAX_CHECK_DISTANCE = 120;

export function createRecoveryTracker() {
  const open = new Map<string, OpenFailure>();
  const recoveries: RecoveryFact[] = [];
  const changing: number[] = [];

  const fail = (call: FinishedCall) => {
    const name = nameOf(call.keys);
    const before = open.get(name);
    const near = before !== undefined && call.index - before.index <= MAX_CHECK_DISTANCE;
    const earlier = near ? [...before.earlier, before.index].slice(-MAX_EARLIER) : [];
    open.delete(name);
    open.set(name, { index: call.index, keys: call.keys, command: call.command, earlier });
    if (open.size > MAX_OPEN) {
      const oldest = open.keys().next();
      if (oldest.done !== true) open.delete(oldest.value);
    }
  };

  const succeed = (call: FinishedCall) => {
    const families = call.keys.map(family);
    for (const [name, failure] of open) {
      if (!failure.keys.every((key) => families.includes(family(key)))) continue;
      open.delete(name);
      const fact = recoveryOf(failure, call, changing);
      if (fact !== undefined) recoveries.push(fact);
    }
  };

  return {
    add(call: FinishedCall): void {
      if (call.succeeded && call.keys.length > 0) succeed(call);
      if (call.failed && call.ordinary && call.keys.length > 0) fail(call);
      if (call.changes) changing.push(call.index);
    },
    finish(): RecoveryFact[] {
      return recoveries;
    },
  };
}

function nameOf(keys: readonly string[]): string {
  return [...keys].sort().map(family).join(" && ");
}

/** One JavaScript package manager failing and another working is the same job: `npm test`, `pnpm test`. */
function family(key: string): string {
  return key.replace(/^(?:npm|pnpm|yarn|bun) (?:run )?/, "js ");
}

function recoveryOf(failure: OpenFailure, call: FinishedCall, changing: readonly number[]): RecoveryFact | undefined {
  if (call.index <= failure.index) return undefined;
  const isCheck = failure.keys.some((key) => checkKindOf(key) !== undefined);
  if (call.index - failure.index > (isCheck ? MAX_CHECK_DISTANCE : MAX_DISTANCE)) return undefined;
  const between = changing.filter((index) => index > failure.index && index < call.index).slice(-MAX_BETWEEN);
  const commandChanged = failure.command !== undefined && spacing(failure.command) !== spacing(call.command ?? "");
  if (!commandChanged && between.length === 0) return undefined;
  if (commandChanged && !isCheck && !sameJob(failure, call)) return undefined;
  const shared = failure.keys[0];
  if (shared === undefined) return undefined;
  const kind = call.keys.includes(shared)
    ? shared
    : (call.keys.find((key) => family(key) === family(shared)) ?? shared);
  return { kind, failed: failure.index, succeeded: call.index, between, commandChanged, earlier: failure.earlier };
}

/**
 * Two runs of a program compare when a subcommand or script names the job (`git push`, `python seed.py`); of the others
 * (`curl`, `ssh`, `psql`) only when most of their words are the same.
 */
function sameJob(failure: OpenFailure, call: FinishedCall): boolean {
  const key = failure.keys[0] ?? "";
  if (/ inline$/.test(key)) return false;
  if (key.startsWith("edit:") || SUBCOMMANDS.has(key.split(" ")[0] ?? "")) return true;
  if (key.includes(" ") || INSTALLING.test(key)) return true;
  const left = new Set((failure.command ?? "").split(/\s+/));
  const right = new Set((call.command ?? "").split(/\s+/));
  const shared = [...left].filter((word) => right.has(word)).length;
  return shared / Math.max(left.size, right.size) >= 0.5;
}

function spacing(command: string): string {
  return command.trim().replace(/\s+/g, " ");
}
