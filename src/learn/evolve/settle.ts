/**
 * What becomes of the edits of all sessions: those that mean the same are one, those that exclude each other are settled by
 * how many independent sessions support them, and what cannot be settled is left out by name. A function of the set.
 */
import type { OutcomeStatus } from "../../session/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import type { EditSupport, EvolveChange, LeftOutEdit, LeftOutReason, Patch, PatchEdit } from "./model.ts";
import { changeKey, joinEvidence, sessionKey } from "./patch.ts";
import { excludes, sameEdit } from "./same-edit.ts";

export interface SettledEdit {
  /** In the words of the wording with most support, of those the longest. */
  change: EvolveChange;
  /** The same in other words, should these not fit; best first. */
  others: EvolveChange[];
  support: EditSupport;
  evidence: RuleEvidence[];
  place: number;
}

export interface SettledEdits {
  /** Most support first. */
  accepted: SettledEdit[];
  leftOut: LeftOutEdit[];
}

export function settleEdits(patch: Patch): SettledEdits {
  const outcomes = new Map(patch.sessions.map((session) => [sessionKey(session), session.outcome]));
  const groups = groupEdits(patch.edits, outcomes);
  const settled: SettledEdits = { accepted: [], leftOut: [] };
  const open: SettledEdit[] = [];
  for (const group of groups) {
    const { sessions, said, seen } = group.support;
    if (said + seen > 0 || sessions >= 2) open.push(group);
    else settled.leftOut.push(leftOut(group, "inferred_once", "Only one session suggests it, and nothing shows it."));
  }
  for (const rank of ranks(open)) {
    const standing = rank.filter((edit) => {
      const winner = settled.accepted.find((other) => excludes(other.change, edit.change));
      if (winner === undefined) return true;
      const message = `${votes(winner.support)} say otherwise: ${describeChange(winner.change)}`;
      settled.leftOut.push(leftOut(edit, "outvoted", message));
      return false;
    });
    for (const edit of standing) {
      const rival = standing.find((other) => other !== edit && excludes(other.change, edit.change));
      if (rival === undefined) settled.accepted.push(edit);
      else {
        const message = `As much support as for the contrary: ${describeChange(rival.change)}`;
        settled.leftOut.push(leftOut(edit, "undecided", message));
      }
    }
  }
  return settled;
}

export function leftOut(edit: SettledEdit, reason: LeftOutReason, message: string): LeftOutEdit {
  const { change, support, evidence } = edit;
  return { change, reason, message, support, evidence };
}

/** The change in a few words, for people. */
export function describeChange(change: EvolveChange): string {
  if (!("text" in change)) return `${change.op} ${change.rule}`;
  const line = [...(change.text.split("\n")[0] ?? "")].slice(0, 120).join("");
  return change.op === "add" ? `add "${line}"` : `replace ${change.rule} by "${line}"`;
}

/**
 * Wordings of one edit are put together around the one with most support. Not by chains of likeness: two edits that are each
 * like a third need not be alike.
 */
function groupEdits(edits: readonly PatchEdit[], outcomes: ReadonlyMap<string, OutcomeStatus>): SettledEdit[] {
  const wordings = edits.map(
    (edit): SettledEdit => ({
      ...edit,
      others: [],
      support: supportOf(edit.evidence, outcomes),
    }),
  );
  const groups: SettledEdit[] = [];
  for (const wording of wordings.sort(byRank)) {
    const at = groups.findIndex((group) => sameEdit(group.change, wording.change));
    const group = groups[at];
    if (group === undefined) groups.push(wording);
    else {
      const evidence = joinEvidence([...group.evidence, ...wording.evidence]);
      const place = Math.max(group.place, wording.place);
      const others = [...group.others, wording.change];
      groups[at] = { ...group, others, evidence, place, support: supportOf(evidence, outcomes) };
    }
  }
  return groups.sort(byRank);
}

function supportOf(evidence: readonly RuleEvidence[], outcomes: ReadonlyMap<string, OutcomeStatus>): EditSupport {
  const sessions = new Set(evidence.map(sessionKey));
  const having = (support: RuleEvidence["support"]): number =>
    new Set(evidence.filter((one) => one.support === support).map(sessionKey)).size;
  const ended = (status: OutcomeStatus): number =>
    [...sessions].filter((key) => (outcomes.get(key) ?? "unknown") === status).length;
  return {
    sessions: sessions.size,
    said: having("user_said"),
    seen: having("outcome_seen"),
    outcomes: { success: ended("success"), failure: ended("failure"), unknown: ended("unknown") },
  };
}

/** Negative when `one` has more behind it: sessions, then persons who said it, then sessions that ended well. */
function compareSupport(one: EditSupport, other: EditSupport): number {
  return other.sessions - one.sessions || other.said - one.said || other.outcomes.success - one.outcomes.success;
}

export function byRank(one: SettledEdit, other: SettledEdit): number {
  const bySupport = compareSupport(one.support, other.support);
  if (bySupport !== 0) return bySupport;
  const [left, right] = [changeKey(one.change), changeKey(other.change)];
  return right.length - left.length || (left < right ? -1 : left > right ? 1 : 0);
}

/** Edits with the same support together, most first. */
function ranks(edits: readonly SettledEdit[]): SettledEdit[][] {
  const found: SettledEdit[][] = [];
  for (const edit of edits) {
    const last = found.at(-1);
    if (last?.[0] !== undefined && compareSupport(last[0].support, edit.support) === 0) last.push(edit);
    else found.push([edit]);
  }
  return found;
}

function votes({ sessions }: EditSupport): string {
  return sessions === 1 ? "One session" : `${sessions} sessions`;
}
