/**
 * Where a skill stands, from its times and counts alone. Deterministic, no model, no I/O.
 *
 * Contract: a skill moves one stage a time, and waits as stale for as long as lies between the two thresholds, so a clock
 * that jumps ahead archives nothing. What is seen for the first time only starts its clock. A time that lies ahead of the
 * clock proves nothing: the clock of such a skill starts again.
 */
import type { SkillLifecycle } from "../../store/index.ts";
import type { CuratedSkill, CuratorThresholds, StageDecision } from "./model.ts";

const DAY_MS = 86_400_000;
/** Clocks of one machine, or of two that share a folder, differ by less. */
const CLOCK_SLACK_MS = 3_600_000;
/** What was changed or first seen so lately is left alone, however often it was found without being used. */
const GRACE_DAYS = 7;

export function decideStage(skill: CuratedSkill, thresholds: CuratorThresholds, now: Date): StageDecision {
  if (skill.ownership !== "ours" && skill.ownership !== "ours_edited") return { kind: "keep", why: "not_ours" };
  const { lifecycle } = skill;
  if (lifecycle === undefined) return { kind: "seed", again: false, reason: "seen for the first time" };
  if (lifecycle.pinned) return { kind: "keep", why: "pinned" };
  const seen = timeOf(lifecycle.seenAt, now);
  const changed = timeOf(lifecycle.changedAt, now);
  if (seen === undefined || changed === undefined) {
    return { kind: "seed", again: true, reason: "its recorded times cannot be true" };
  }
  if (skill.ownership === "ours_edited" && lifecycle.stage === "active") {
    return { kind: "record_edit", reason: "edited by hand" };
  }
  // An edit that nobody recorded yet is as fresh as can be.
  const edited = skill.ownership === "ours_edited" ? now.getTime() : (timeOf(skill.updatedAt, now) ?? seen);
  const idle = daysSince(Math.max(seen, edited, timeOf(skill.activity.lastUsedAt, now) ?? seen), now);
  const neglected = isNeglected(skill, thresholds) && daysSince(Math.max(seen, edited), now) >= GRACE_DAYS;
  return decide(lifecycle, { idle, neglected, inStage: daysSince(changed, now), skill }, thresholds);
}

interface Standing {
  skill: CuratedSkill;
  /** Days since anything happened. */
  idle: number;
  neglected: boolean;
  /** Days in the present stage. */
  inStage: number;
}

function decide(from: SkillLifecycle, standing: Standing, thresholds: CuratorThresholds): StageDecision {
  const { staleAfterDays, archiveAfterDays } = thresholds;
  const { idle, neglected, inStage } = standing;
  const reason = neglected
    ? `found ${standing.skill.activity.retrieved} times and never used`
    : `no use and no change for ${Math.floor(idle)} days`;
  const unused = neglected || idle >= staleAfterDays;
  if (from.stage === "archived") return { kind: "move", from, to: "active", reason: "brought back from the archive" };
  if (from.stage === "active")
    return unused ? { kind: "move", from, to: "stale", reason } : { kind: "keep", why: "in_use" };
  if (!unused) return { kind: "move", from, to: "active", reason: "used or changed again" };
  const wait = neglected ? staleAfterDays : archiveAfterDays - staleAfterDays;
  const due = (neglected || idle >= archiveAfterDays) && inStage >= Math.max(wait, 1);
  return due ? { kind: "archive", from, reason } : { kind: "keep", why: "stale" };
}

function isNeglected({ activity }: CuratedSkill, { foundWithoutUse }: CuratorThresholds): boolean {
  const { retrieved, injected, used, succeeded, failed } = activity;
  return foundWithoutUse > 0 && retrieved >= foundWithoutUse && injected + used + succeeded + failed === 0;
}

/** `undefined` for what is no time, or lies ahead of the clock. */
function timeOf(text: string | undefined, now: Date): number | undefined {
  const time = Date.parse(text ?? "");
  return Number.isNaN(time) || time > now.getTime() + CLOCK_SLACK_MS ? undefined : time;
}

function daysSince(time: number, now: Date): number {
  return Math.max(0, now.getTime() - time) / DAY_MS;
}
