/**
 * Joining patches. A patch is a set: the same change of two sessions becomes one with the evidence of both, and nothing
 * else happens here. So joining is associative, commutative and idempotent, and a tree of any shape over the sessions in
 * any order gives the same bytes. What is the same in other words, and what conflicts, is decided once, at the root.
 */
import { canonicalJson } from "../../base/index.ts";
import type { RuleEvidence } from "../candidate.ts";
import type { EvolveChange, Patch, PatchEdit, PatchSession } from "./model.ts";

const EMPTY_PATCH: Patch = { sessions: [], edits: [] };

/** @example joinPatches([first, second]) */
export function joinPatches(patches: readonly Patch[]): Patch {
  const edits = Map.groupBy(
    patches.flatMap((patch) => patch.edits),
    ({ change }) => changeKey(change),
  );
  return {
    sessions: distinct(
      patches.flatMap((patch) => patch.sessions),
      sessionKey,
    ),
    edits: [...edits].sort(byKey).flatMap(([, same]): PatchEdit[] => {
      const [first] = same;
      if (first === undefined) return [];
      const evidence = joinEvidence(same.flatMap((edit) => edit.evidence));
      return [{ change: first.change, evidence, place: Math.max(...same.map(({ place }) => place)) }];
    }),
  };
}

const FAN_IN = 8;

/** Joins patches level by level, `fanIn` at a time. */
export function mergeTree(patches: readonly Patch[], fanIn = FAN_IN): Patch {
  let level = patches.length === 0 ? [EMPTY_PATCH] : [...patches];
  do {
    const next: Patch[] = [];
    for (let at = 0; at < level.length; at += fanIn) next.push(joinPatches(level.slice(at, at + fanIn)));
    level = next;
  } while (level.length > 1);
  return level[0] ?? EMPTY_PATCH;
}

/** The same message supports an edit once in each way, however often its session is read. */
export function joinEvidence(evidence: readonly RuleEvidence[]): RuleEvidence[] {
  return distinct(evidence, ({ source, sessionId, pointer, support }) =>
    canonicalJson([source, sessionId, pointer.turn, pointer.digest, support]),
  );
}

export function changeKey(change: EvolveChange): string {
  return canonicalJson(change);
}

export function sessionKey({ source, sessionId }: Pick<PatchSession | RuleEvidence, "source" | "sessionId">): string {
  return canonicalJson([source, sessionId]);
}

/** One for each key, sorted by it; of several the least, so that their order does not matter. */
function distinct<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  const found = new Map<string, { item: Item; text: string }>();
  for (const item of items) {
    const key = keyOf(item);
    const text = canonicalJson(item);
    const there = found.get(key);
    if (there === undefined || text < there.text) found.set(key, { item, text });
  }
  return [...found].sort(byKey).map(([, { item }]) => item);
}

function byKey([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
