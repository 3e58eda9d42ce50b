/**
 * What can be known about a session without a model. Facts are small: they carry short excerpts and pointers, never
 * whole outputs, so that a transcript of any length fits.
 */
import type { ByteSpan, MessageOrigin, Outcome, ToolStatus } from "../model.ts";

/** Where one message of a session lies. */
export interface MessagePlace {
  /** Person turn, 1-based; 0 before the first. */
  turn: number;
  messageId: string;
  origin: MessageOrigin;
  span: ByteSpan;
}

/** Points to one message as evidence. `digest` is the sha256 of the message's canonical, redacted form. */
export interface MessagePointer extends MessagePlace {
  digest: string;
}

/** What a tool call does, whatever the host calls the tool. */
export type ToolCapability =
  | "shell"
  | "write"
  | "edit"
  | "read"
  | "search"
  | "web"
  | "agent"
  | "skill"
  | "plan"
  | "other";

/**
 * Why a call failed, as far as that decides whether it teaches anything: only `ordinary` failures open a recovery.
 * `denied`: a person or policy refused it; `host_rule`: the agent program's own rule (file not read yet, text to replace
 * not found); `transient`: network, rate limit, overload.
 */
export type FailureCause = "ordinary" | "denied" | "cancelled" | "timeout" | "transient" | "host_rule";

export interface ToolCallFact {
  /** Order in the session, from 0. */
  index: number;
  callId: string;
  name: string;
  capability: ToolCapability;
  /** Shell only: the command as it ran, without host wrapping such as `bash -lc`. */
  command?: string;
  /** Shell only: the kinds of the simple commands in it, e.g. `["npm test", "git commit"]`. */
  commandKinds?: string[];
  /** Files that the call names as its target, as the source spells them. */
  paths?: string[];
  status: ToolStatus;
  exitCode?: number;
  /** The lines that say what went wrong, ≤ 400 characters; only for calls that failed, or whose check did. */
  errorExcerpt?: string;
  /** Only for calls that failed or were cancelled. */
  failureCause?: FailureCause;
  call: MessagePointer;
  /** Without a digest: a tool's output is never evidence, and outputs are most of a transcript. */
  result?: MessagePlace;
}

/** A call that failed and the later call of the same kind that worked. */
export interface RecoveryFact {
  /** What the two share, e.g. `npm test` or `edit:package.json`. */
  kind: string;
  /** Indexes into `toolCalls`. */
  failed: number;
  succeeded: number;
  /** Calls between them that changed something (edits, installs, other commands that worked): the likely fix. */
  between: number[];
  /** True when the working command differs from the failed one, false when the same command passed later. */
  commandChanged: boolean;
  /** Failures of the same kind before `failed` with no success between them, oldest first, at most ten. */
  earlier: number[];
}

export type StatementKind = "correction" | "standing_rule" | "remember";

/** Something a person said that should hold beyond this moment. */
export interface StatementFact {
  kind: StatementKind;
  /** The person's own words: the sentence or clauses that carry the rule, trimmed, in their language. */
  text: string;
  /** BCP 47 primary subtag of the cue table that matched: `en`, `zh`, … */
  language: string;
  /** The cue that matched, by its id in the table. */
  cue: string;
  /** 0..1: how sure the table is that this is meant to last. */
  confidence: number;
  /** What the person showed right after it, where they did. */
  example?: StatementExample;
  pointer: MessagePointer;
}

/** `block`: the content of a fenced block that the statement's colon announces; `sentence`: "For example, …". */
export interface StatementExample {
  kind: "block" | "sentence";
  /** At most 600 characters for a block, 200 for a sentence. */
  text: string;
}

/** A call that proves something: tests, type check, lint, build. */
export interface CheckFact {
  kind: "test" | "typecheck" | "lint" | "build" | "other";
  command: string;
  passed: boolean;
  toolCall: number;
}

export interface FileWriteFact {
  path: string;
  toolCall: number;
  how: "tool" | "patch" | "redirect" | "tee" | "copy" | "move" | "in_place" | "other";
}

export interface SessionFacts {
  /** Main thread only: sub-agents and our own runs are left out. */
  toolCalls: ToolCallFact[];
  recoveries: RecoveryFact[];
  statements: StatementFact[];
  checks: CheckFact[];
  filesWritten: FileWriteFact[];
  /** Writes below a skill folder, of this or any agent: the gate's `skills_modified_in_session`. */
  skillWrites: FileWriteFact[];
  outcome: Outcome;
  personTurns: number;
  /** First words of each person turn (≤ 200 characters), for naming and search; index 0 is turn 1. */
  personWords: { text: string; pointer: MessagePointer }[];
  /** True for a session that autoskill itself ran: everything else is empty then. */
  ownRun: boolean;
  /** What did not fit the bounds of this record, by number; absent when everything did. */
  omitted?: { toolCalls: number; filesWritten: number; statements: number; personWords: number };
}
