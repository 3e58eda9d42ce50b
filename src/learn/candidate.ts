/**
 * A Candidate: a proposed change to one skill, made of rules with evidence. There is one shape for all proposers
 * (distiller, extractor, reviewer, a user's own agent); who proposed is a field.
 */
import type { MessagePointer, SourceKind } from "../session/index.ts";
import { SECTION_ORDER, type SkillEdit } from "../skill/index.ts";

export type Proposer = "distiller" | "extractor" | "reviewer" | "agent" | "importer" | "curator" | "evolver";

/** What evidence points into: a session of one of the transcript formats, a document, or the file of a skill. */
export type EvidenceSource = SourceKind | "document" | "skill";

/** Why a rule may stand in the main body (design §4.3). */
export type SupportKind = "user_said" | "outcome_seen" | "inferred";

/** One reason to believe a rule: a message of a session, with a short quote that a person can judge. */
export interface RuleEvidence {
  sessionId: string;
  source: EvidenceSource;
  /** Path of the transcript on this machine; stays in the database. */
  sourcePath: string;
  pointer: MessagePointer;
  support: SupportKind;
  /** ≤ 280 characters, redacted. */
  quote: string;
}

/** The sections of a skill body that a proposer may fill, in the order in which they are printed. */
export const SKILL_SECTIONS = SECTION_ORDER;
export type SkillSection = (typeof SKILL_SECTIONS)[number];

export interface CandidateRule {
  section: SkillSection;
  /** Markdown of one rule: one line, or a line and an indented fenced block. */
  text: string;
  evidence: RuleEvidence[];
}

/** A support file of the skill (`scripts/…`, `references/…`, `assets/…`). */
export interface CandidateFile {
  /** Relative to the skill's directory, with `/`. */
  path: string;
  content: string;
  /** How `content` is to be read; default `utf8`. */
  encoding?: "utf8" | "base64";
  /** Default false. */
  executable?: boolean;
}

export interface Candidate {
  /** Digest of what it says (name, rules) and rests on: the same session learned twice gives the same id. */
  id: string;
  proposer: Proposer;
  action: "create" | "update";
  /** Directory name of the skill; for `update` that of the existing one. */
  slug: string;
  title: string;
  description: string;
  tags: string[];
  rules: CandidateRule[];
  /** For `update`: the edits against the existing file, and the hash of the file they were made for. */
  edits?: SkillEdit[];
  baseHash?: string;
  /** For `create`: the whole SKILL.md where it is taken over as it stands; `rules` then only tell what is in it. */
  text?: string;
  /** Support files to write beside SKILL.md; none by default. */
  files?: CandidateFile[];
  /** Why rules are taken out (the `retire` edits), by rule id; where the proposer knows. */
  takenBack?: { rule: string; evidence: RuleEvidence[] }[];
  /** For a merge: skills of ours that this one takes over, as they were then. They go to the archive once it is published. */
  absorbs?: { slug: string; hash: string }[];
  /** For `update`: the skill lies in the archive, and is brought back first. */
  restores?: true;
  /** For `update`: what was found, before what the skill says already was left out; see `mergeAgain`. */
  said?: Candidate[];
  /** The candidates that this one was merged from, as they were made; see `mergeCandidates`. */
  mergedFrom?: Candidate[];
  /** 0..1, how worth keeping the distiller finds it. */
  confidence: number;
  /** Why it is proposed, in one or two sentences for a person. */
  rationale: string;
}
