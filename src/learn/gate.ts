/**
 * The gate (design §7): is there anything to learn from this session? It looks at counters and signals only, needs no
 * model, and keeps no state: everything comes from the transcript's facts and the cursor that the caller stored.
 *
 * Why each threshold stands where it does: docs/adr/0030-gate-and-distiller.md.
 */
import type { SessionFacts } from "../session/index.ts";

export const SKIP_REASONS = [
  "disabled",
  "below_threshold",
  "skills_modified_in_session",
  "already_running",
  "nothing_new",
  "no_model",
] as const;
export type SkipReason = (typeof SKIP_REASONS)[number];

export const LEARN_REASONS = ["tool_calls", "experience_signal", "stated_by_person"] as const;
export type LearnReason = (typeof LEARN_REASONS)[number];

/** How far a session had been learned when it was last looked at. Counters only grow as a transcript grows. */
export interface GateCursor {
  personTurns: number;
  toolCalls: number;
}

export interface GateOptions {
  /** Default true. */
  enabled?: boolean;
  /** Calls after which a session is worth a look without any signal. Default 20. */
  minToolCalls?: number;
  /** Calls that a session with an experience signal needs. Default 5. */
  minSignalCalls?: number;
  /** What was learned from this session before; absent for a session never seen. */
  cursor?: GateCursor;
  /** Another run holds the lease on this session. Default false. */
  alreadyRunning?: boolean;
  /** The caller insists on a proposer that needs a model. Default false: the distiller needs none. */
  modelRequired?: boolean;
  /** A model is configured. Only asked when `modelRequired`. Default false. */
  modelAvailable?: boolean;
}

export interface GateCounters {
  /** Calls that ran: those that a person cancelled before they started do not count. */
  toolCalls: number;
  failedCalls: number;
  personTurns: number;
  checksPassed: number;
  skillWrites: number;
}

/** How many of each experience signal the session holds. */
export interface GateSignals {
  recoveries: number;
  corrections: number;
  standingRules: number;
  remembers: number;
}

interface GateMeasures {
  counters: GateCounters;
  signals: GateSignals;
}

export type GateDecision =
  | ({ decision: "learn"; reason: LearnReason } & GateMeasures)
  | ({ decision: "skip"; reason: SkipReason } & GateMeasures);

const DEFAULT_MIN_TOOL_CALLS = 20;
const DEFAULT_MIN_SIGNAL_CALLS = 5;

/** From this confidence on, a standing rule or a request to remember counts however short the session is. */
const EXPLICIT_CONFIDENCE = 0.7;

/** The position that a later run passes back as `cursor`. */
export function gateCursor(facts: SessionFacts): GateCursor {
  return { personTurns: facts.personTurns, toolCalls: callsThatRan(facts) };
}

/**
 * Decides whether a session is worth distilling, and says why.
 * Order of the refusals: what the person set, then what is under way, then what the session itself says.
 */
export function evaluateGate(facts: SessionFacts, options: GateOptions = {}): GateDecision {
  const measures: GateMeasures = { counters: countersOf(facts), signals: signalsOf(facts) };
  const skip = (reason: SkipReason): GateDecision => ({ decision: "skip", reason, ...measures });
  const learn = (reason: LearnReason): GateDecision => ({ decision: "learn", reason, ...measures });
  const { counters, signals } = measures;

  if (options.enabled === false) return skip("disabled");
  if (options.modelRequired === true && options.modelAvailable !== true) return skip("no_model");
  if (options.alreadyRunning === true) return skip("already_running");
  if (counters.skillWrites > 0) return skip("skills_modified_in_session");
  if (options.cursor !== undefined && !grewPast(options.cursor, counters)) return skip("nothing_new");

  if (facts.statements.some((fact) => fact.kind !== "correction" && fact.confidence >= EXPLICIT_CONFIDENCE)) {
    return learn("stated_by_person");
  }
  const signalled = signals.recoveries + signals.corrections + signals.standingRules + signals.remembers > 0;
  if (signalled && counters.toolCalls >= (options.minSignalCalls ?? DEFAULT_MIN_SIGNAL_CALLS)) {
    return learn("experience_signal");
  }
  if (counters.toolCalls >= (options.minToolCalls ?? DEFAULT_MIN_TOOL_CALLS)) return learn("tool_calls");
  return skip("below_threshold");
}

function countersOf(facts: SessionFacts): GateCounters {
  return {
    toolCalls: callsThatRan(facts),
    failedCalls: facts.toolCalls.filter((call) => call.status === "error").length,
    personTurns: facts.personTurns,
    checksPassed: facts.checks.filter((check) => check.passed).length,
    skillWrites: facts.skillWrites.length,
  };
}

function signalsOf(facts: SessionFacts): GateSignals {
  const count = (kind: string) => facts.statements.filter((fact) => fact.kind === kind).length;
  return {
    recoveries: facts.recoveries.length,
    corrections: count("correction"),
    standingRules: count("standing_rule"),
    remembers: count("remember"),
  };
}

function callsThatRan(facts: SessionFacts): number {
  return facts.toolCalls.filter((call) => call.status !== "cancelled").length;
}

function grewPast(cursor: GateCursor, counters: GateCounters): boolean {
  return counters.personTurns > cursor.personTurns || counters.toolCalls > cursor.toolCalls;
}
