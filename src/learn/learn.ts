/**
 * From a transcript to candidates: read, collect facts, ask the gate, distil, match against what is there.
 * Streams: memory holds the facts of the sessions in the file, never their messages.
 */
import {
  createFactCollector,
  type FactCollector,
  type ReadOptions,
  readTranscript,
  type SessionFacts,
  type SessionHeader,
  type TranscriptReport,
} from "../session/index.ts";
import type { Candidate } from "./candidate.ts";
import { distil } from "./distil/distil.ts";
import { evaluateGate, type GateCursor, type GateDecision, type GateOptions, gateCursor } from "./gate.ts";
import { withoutRejected } from "./idea.ts";
import { asUpdate, type ExistingSkill, matchExisting } from "./match.ts";
import { mergeCandidates } from "./merge-candidates.ts";
import { createSkillUseCollector, type SkillUseCollector } from "./skill-uses.ts";
import { publishable } from "./to-skill.ts";

export interface LearnOptions extends Pick<ReadOptions, "signal" | "progress"> {
  /** How the source is read, for sessions that do not lie in a file of their own. Default `readTranscript`. */
  read?: typeof readTranscript;
  /** Options of the gate for one session; where cursors and leases are known. Default: the gate's defaults. */
  gate?: (header: SessionHeader) => GateOptions | Promise<GateOptions>;
  /** The skills that are there, for the scope that is learned into. Default none. */
  existing?: readonly ExistingSkill[];
  /** True for a digest that `rejectionDigests` gave for a candidate that a person rejected. Default: nothing was. */
  isRejected?: (digest: string) => boolean | Promise<boolean>;
  /** Candidates below this confidence are dropped. Default 0.5. */
  minConfidence?: number;
  /** Default: the current time. */
  now?: Date;
}

export interface FactsSummary {
  toolCalls: number;
  personTurns: number;
  recoveries: number;
  statements: number;
  checks: number;
  filesWritten: number;
  skillWrites: number;
  outcome: SessionFacts["outcome"]["status"];
}

export interface LearnedSession {
  header: SessionHeader;
  /** Set when the session is never learned from, whatever is in it. */
  excluded?: "sub_agent" | "own_run";
  decision: GateDecision;
  /** What to store as the session's cursor once it was dealt with. */
  cursor: GateCursor;
  candidates: Candidate[];
  /** Names of the skills that an agent opened in it; whose they are the session does not say. */
  skillsUsed: string[];
  factsSummary: FactsSummary;
}

export interface LearnedTranscript {
  report: TranscriptReport;
  sessions: LearnedSession[];
}

const MIN_CONFIDENCE = 0.5;

/**
 * Learns from every session of one transcript file. Reading the same bytes again gives the same candidates.
 * @throws AutoskillError `TRANSCRIPT_UNREADABLE` when the file cannot be read; nothing for its content.
 */
export async function learnFromTranscript(path: string, options: LearnOptions = {}): Promise<LearnedTranscript> {
  const collectors = new Map<string, { header: SessionHeader; collector: FactCollector; uses: SkillUseCollector }>();
  const visitor = {
    session(header: SessionHeader) {
      const uses = createSkillUseCollector();
      collectors.set(header.id, { header, collector: createFactCollector(header), uses });
    },
    message(message: Parameters<FactCollector["add"]>[0], header: SessionHeader) {
      const collecting = collectors.get(header.id);
      collecting?.collector.add(message);
      collecting?.uses.add(message);
    },
  };
  const reading: ReadOptions = {
    ...(options.signal === undefined ? {} : { signal: options.signal }),
    ...(options.progress === undefined ? {} : { progress: options.progress }),
  };
  const report = await (options.read ?? readTranscript)(path, visitor, reading);
  const sessions: LearnedSession[] = [];
  for (const { header, collector, uses } of collectors.values()) {
    const session = await learnFromFacts(header, collector.finish(), path, options);
    sessions.push({ ...session, skillsUsed: uses.finish() });
  }
  return { report, sessions };
}

/** The gate, the distiller and the match for one session whose facts are known. */
export async function learnFromFacts(
  header: SessionHeader,
  facts: SessionFacts,
  sourcePath: string,
  options: LearnOptions = {},
): Promise<LearnedSession> {
  const now = options.now ?? new Date();
  const decision = evaluateGate(facts, (await options.gate?.(header)) ?? {});
  const excluded = facts.ownRun ? "own_run" : header.subAgentOf === undefined ? undefined : "sub_agent";
  const learned: LearnedSession = {
    header,
    ...(excluded === undefined ? {} : { excluded }),
    decision,
    cursor: gateCursor(facts),
    candidates: [],
    skillsUsed: [],
    factsSummary: summaryOf(facts),
  };
  if (decision.decision === "skip" || excluded !== undefined) return learned;
  for (const found of mergeCandidates(distil({ header, facts, sourcePath }))) {
    const kept = await settle(found, options, now);
    if (kept !== undefined) learned.candidates.push(kept);
  }
  return learned;
}

async function settle(found: Candidate, options: LearnOptions, now: Date): Promise<Candidate | undefined> {
  if (found.confidence < (options.minConfidence ?? MIN_CONFIDENCE)) return undefined;
  const isRejected = options.isRejected ?? (() => false);
  const wanted = await withoutRejected(found, isRejected);
  const candidate = wanted === undefined ? undefined : await publishable(wanted, now);
  if (candidate === undefined) return undefined;
  const ours = (options.existing ?? []).filter((skill) => skill.ours);
  const match = matchExisting(candidate, ours);
  if (match === undefined) return candidate;
  const update = asUpdate(candidate, match.skill, now);
  return update === undefined ? undefined : withoutRejected(update, isRejected);
}

function summaryOf(facts: SessionFacts): FactsSummary {
  return {
    toolCalls: facts.toolCalls.length,
    personTurns: facts.personTurns,
    recoveries: facts.recoveries.length,
    statements: facts.statements.length,
    checks: facts.checks.length,
    filesWritten: facts.filesWritten.length,
    skillWrites: facts.skillWrites.length,
    outcome: facts.outcome.status,
  };
}
