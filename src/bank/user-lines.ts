/**
 * What people wrote into a skill by hand: rules by their content-derived id, and frontmatter fields. Computed from the
 * history, so it can never disagree with it.
 *
 * A rule is the user's from the revision in which a user brought it until it is gone; a field from the revision in which
 * a user set, changed or removed it. A rollback brings back whose the lines were.
 */
import { canonicalJson } from "../base/index.ts";
import { parseSkill } from "../skill/index.ts";
import type { RevisionRecord } from "../store/index.ts";

export interface UserLines {
  /** Rule ids. */
  rules: Set<string>;
  /** Frontmatter paths as JSON arrays, e.g. `["metadata","tags"]`. */
  fields: Set<string>;
}

/** Counters of the bank itself; a hand edit does not pin them. */
const UNPINNED_FIELDS = new Set([
  '["metadata","version"]',
  '["metadata","extracted_at"]',
  '["metadata","source"]',
  '["metadata","id"]',
]);

/**
 * @param revisions Oldest first.
 * @param textOf SKILL.md of a revision.
 */
export async function userLines(
  revisions: readonly RevisionRecord[],
  textOf: (revision: RevisionRecord) => Promise<string>,
): Promise<UserLines> {
  const none: UserLines = { rules: new Set(), fields: new Set() };
  if (!revisions.some(isByUser)) return none;
  const states = new Map<number, UserLines>();
  const parsed = new Map<string, ParsedText>();
  const parse = async (revision: RevisionRecord): Promise<ParsedText> => {
    const known = parsed.get(revision.hash) ?? parseText(await textOf(revision));
    parsed.set(revision.hash, known);
    return known;
  };
  let before: ParsedText = { rules: new Set(), fields: new Map() };
  let state = none;
  for (const revision of revisions) {
    const text = await parse(revision);
    const restored = revision.restored === undefined ? undefined : states.get(revision.restored);
    state = restored ?? advance(state, before, text, isByUser(revision));
    states.set(revision.number, state);
    before = text;
  }
  return state;
}

function isByUser(revision: RevisionRecord): boolean {
  return revision.restored === undefined && (revision.actor === "user" || revision.kind === "adopt");
}

function advance(state: UserLines, before: ParsedText, text: ParsedText, byUser: boolean): UserLines {
  const rules = new Set([...state.rules].filter((id) => text.rules.has(id)));
  const fields = new Set(state.fields);
  if (byUser) {
    for (const id of text.rules) if (!before.rules.has(id)) rules.add(id);
    for (const path of changedFields(before.fields, text.fields)) fields.add(path);
  }
  return { rules, fields };
}

/** User rules that `after` does not have any more, and user fields that it changes. */
export function lostUserLines(lines: UserLines, before: string, after: string): string[] {
  const old = parseText(before);
  const next = parseText(after);
  const lostRules = parseSkill(before).rules.filter(({ id }) => lines.rules.has(id) && !next.rules.has(id));
  const lostFields = changedFields(old.fields, next.fields).filter((path) => lines.fields.has(path));
  return [...lostRules.map((rule) => rule.text), ...lostFields.map((path) => (JSON.parse(path) as string[]).join("."))];
}

interface ParsedText {
  rules: Set<string>;
  fields: Map<string, string>;
}

function parseText(text: string): ParsedText {
  const document = parseSkill(text);
  const fields = new Map<string, string>();
  flatten(document.frontmatter?.data ?? {}, [], fields);
  return { rules: new Set(document.rules.map((rule) => rule.id)), fields };
}

function flatten(data: object, path: string[], fields: Map<string, string>): void {
  for (const [key, value] of Object.entries(data)) {
    const way = [...path, key];
    if (typeof value === "object" && value !== null && !Array.isArray(value)) flatten(value, way, fields);
    else fields.set(JSON.stringify(way), canonicalJson(value));
  }
}

function changedFields(before: Map<string, string>, after: Map<string, string>): string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => !UNPINNED_FIELDS.has(path) && before.get(path) !== after.get(path));
}
