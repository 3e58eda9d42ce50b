/** Why each rule of a skill is there, and why retired ones were. */
import { parseSkill, type SkillRule } from "../skill/index.ts";
import { type EvidenceRecord, listEvidence, listRevisions, type RevisionRecord, skillId } from "../store/index.ts";
import type { BankContext } from "./context.ts";
import { textOfRevision } from "./ledger-view.ts";
import { readOne } from "./look.ts";
import type { RuleEvidenceGroup, Scope } from "./model.ts";
import { userLines } from "./user-lines.ts";

export async function explain(context: BankContext, scope: Scope, slug: string): Promise<RuleEvidenceGroup[]> {
  const place = context.place(scope);
  const id = skillId(place.scope, place.root, slug);
  const skill = await readOne(context, scope, slug);
  const revisions = await listRevisions(context.store, id);
  const textOf = (revision: RevisionRecord) => textOfRevision(context.store, revision);
  const byUser = (await userLines(revisions, textOf)).rules;
  const edited = skill?.ownership === "ours_edited";
  const recorded = revisions.at(-1);
  const lastRules = edited && recorded !== undefined ? idsOf(await textOf(recorded)) : undefined;

  const evidence = new Map<string, EvidenceRecord[]>();
  for (const record of await listEvidence(context.store, id)) {
    evidence.set(record.ruleId, [...(evidence.get(record.ruleId) ?? []), record]);
  }
  const groups: RuleEvidenceGroup[] = [];
  for (const rule of skill === undefined ? [] : parseSkill(skill.text).rules) {
    const justWritten = lastRules !== undefined && !lastRules.has(rule.id);
    groups.push({
      ruleId: rule.id,
      active: true,
      text: rule.text,
      section: rule.section,
      line: rule.line,
      byUser: byUser.has(rule.id) || justWritten,
      evidence: evidence.get(rule.id) ?? [],
    });
    evidence.delete(rule.id);
  }
  for (const [ruleId, records] of evidence) {
    const rule = await findRetired(revisions, textOf, ruleId);
    const words = rule === undefined ? {} : { text: rule.text, section: rule.section };
    groups.push({ ruleId, active: false, ...words, byUser: false, evidence: records });
  }
  return groups;
}

function idsOf(text: string): Set<string> {
  return new Set(parseSkill(text).rules.map((rule) => rule.id));
}

/** The rule as the last revision that had it says it. */
async function findRetired(
  revisions: readonly RevisionRecord[],
  textOf: (revision: RevisionRecord) => Promise<string>,
  ruleId: string,
): Promise<SkillRule | undefined> {
  for (const revision of [...revisions].reverse()) {
    const rule = parseSkill(await textOf(revision)).rules.find(({ id }) => id === ruleId);
    if (rule !== undefined) return rule;
  }
  return undefined;
}
