/** The shapes of evolving one skill from many sessions: what one session proposes, and what came of all of them. */
import type { OutcomeStatus } from "../../session/index.ts";
import type { CandidateFile, EvidenceSource, RuleEvidence, SkillSection } from "../candidate.ts";

/** The skill as it was when the run began. Every analyst sees these bytes and no other's patch. */
export interface FrozenSkill {
  slug: string;
  /** SKILL.md. */
  text: string;
  hash: string;
  /** Paths of its support files. */
  files: readonly string[];
  /** Ids of rules that a person wrote; no edit touches them. */
  personRules: ReadonlySet<string>;
}

/** One change of the frozen skill by rule id. `keep`: the rule is there, and the session supports it. */
export type EvolveChange =
  | { op: "add"; section: SkillSection; text: string; file?: Pick<CandidateFile, "path" | "content"> }
  | { op: "replace"; rule: string; section: SkillSection; text: string }
  | { op: "retire"; rule: string }
  | { op: "keep"; rule: string };

export interface PatchEdit {
  change: EvolveChange;
  /** Of every session that proposes exactly this; at least one. */
  evidence: RuleEvidence[];
  /** Where it stood in the list of its session, from 0; of several sessions the last. Orders new steps. */
  place: number;
}

export interface PatchSession {
  source: EvidenceSource;
  sessionId: string;
  sourcePath: string;
  outcome: OutcomeStatus;
}

/** What some sessions propose together. Sets: no order in them means anything, and they are kept sorted. */
export interface Patch {
  sessions: PatchSession[];
  edits: PatchEdit[];
}

export const LEFT_OUT_REASONS = [
  /** Another edit of the same rule, or the opposite, has more sessions behind it. */
  "outvoted",
  /** As many sessions say so as say otherwise. */
  "undecided",
  /** Inferred, from one session only. */
  "inferred_once",
  /** More words of additions than one run may bring. */
  "word_limit",
  /** SKILL.md would get too long. */
  "line_limit",
  /** More than half of the rules would be gone. */
  "too_much_taken",
  /** It does not fit the skill: it is there already, is unsafe, or would change more than itself. */
  "does_not_fit",
  /** The linter refuses it. */
  "lint",
  /** Its file, or the rule that leads to its file, is not there. */
  "unreachable_file",
] as const;
export type LeftOutReason = (typeof LEFT_OUT_REASONS)[number];

/** How many independent sessions support an edit, and how. */
export interface EditSupport {
  sessions: number;
  /** Sessions in which a person said it; in which its outcome was seen. */
  said: number;
  seen: number;
  /** The sessions by how they ended. */
  outcomes: Record<OutcomeStatus, number>;
}

export interface LeftOutEdit {
  change: EvolveChange;
  reason: LeftOutReason;
  /** Why, in one sentence. */
  message: string;
  support: EditSupport;
  evidence: RuleEvidence[];
}

export interface EvolveLimits {
  /** Words that one run may add, over all rules. Default 600. */
  words: number;
  /** Lines of SKILL.md; one that is longer already must not grow. Default 500. */
  lines: number;
  /** Lines of one support file. Default 300. */
  fileLines: number;
}

export const DEFAULT_EVOLVE_LIMITS: EvolveLimits = { words: 600, lines: 500, fileLines: 300 };
