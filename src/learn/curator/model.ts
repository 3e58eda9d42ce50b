/** What the curator looks at and what it decides. It decides in data; only `CuratorWriter` changes anything. */
import type { Ownership, RuleEvidenceGroup, Scope } from "../../bank/index.ts";
import type { SkillLifecycle, SkillStage } from "../../store/index.ts";

export interface CuratorThresholds {
  /** Days without use or change after which a skill is stale. */
  staleAfterDays: number;
  /** Days without use or change after which a stale skill goes to the archive. */
  archiveAfterDays: number;
  /** A skill that was found this often and never given to a model or opened is stale; 0: never for that reason. */
  foundWithoutUse: number;
}

/** Issue 5: 30 and 90 days; seed 004: retrieved 40 times and not used. */
export const CURATOR_DEFAULTS: CuratorThresholds = { staleAfterDays: 30, archiveAfterDays: 90, foundWithoutUse: 40 };

/** How often what happened to a skill, and when it was last of use. */
export interface SkillActivity {
  retrieved: number;
  injected: number;
  used: number;
  succeeded: number;
  failed: number;
  /** The last time that it was given to a model or opened, or a session with it ended. */
  lastUsedAt?: string;
}

export const NO_ACTIVITY: SkillActivity = { retrieved: 0, injected: 0, used: 0, succeeded: 0, failed: 0 };

export interface CuratedSkill {
  id: string;
  scope: Scope;
  slug: string;
  ownership: Ownership;
  /** Identity of its content. */
  hash: string;
  /** SKILL.md. */
  text: string;
  /** Files beside SKILL.md. */
  otherFiles: number;
  createdAt?: string;
  /** Last change, by whomever. */
  updatedAt?: string;
  /** Absent until the curator saw it. */
  lifecycle?: SkillLifecycle;
  activity: SkillActivity;
}

/**
 * All that the planning half of the curator is given. There is nothing on it that changes anything: a dry run has no other
 * object, so it cannot write, whatever its code does.
 */
export interface CuratorReader {
  /** Every skill that lies in the open scopes, in the order of the bank. */
  skills(): Promise<CuratedSkill[]>;
  /** Why each rule of a skill is there. */
  evidence(skill: Pick<CuratedSkill, "scope" | "slug">): Promise<RuleEvidenceGroup[]>;
}

export type KeepReason = "not_ours" | "pinned" | "in_use" | "stale";

export type StageDecision =
  /** `again`: its recorded times cannot be true (damaged, or from a clock that was wrong). */
  | { kind: "seed"; again: boolean; reason: string }
  | { kind: "move"; from: SkillLifecycle; to: Extract<SkillStage, "active" | "stale">; reason: string }
  | { kind: "archive"; from: SkillLifecycle; reason: string }
  /** A person changed its files and no writer noticed yet: from when it is recorded, its age counts. */
  | { kind: "record_edit"; reason: string }
  | { kind: "keep"; why: KeepReason };

export interface PlannedStage {
  skill: CuratedSkill;
  decision: StageDecision;
}
