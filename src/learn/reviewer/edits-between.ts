/**
 * What a model changed in the text of a skill, as edits by rule id, so that its text itself never replaces a body
 * (design §4.4).
 */
import type { SkillRule } from "../../skill/index.ts";
import type { SkillSection } from "../candidate.ts";
import { shareOfShorter } from "../contradiction.ts";
import { terms } from "../similarity.ts";
import { rulesOfText, type WrittenRule } from "./rules-of-text.ts";

export type RuleChange =
  | { kind: "add"; rule: WrittenRule; after?: string }
  | { kind: "replace"; old: SkillRule; rule: WrittenRule }
  | { kind: "retire"; old: SkillRule }
  | { kind: "move"; old: SkillRule; section: SkillSection };

export interface TextChanges {
  changes: RuleChange[];
  /** A new description, where it differs. */
  description?: string;
  /** Blocks of the new text that are no rules (tables, quotes, HTML) and were not there before. */
  unusable: SkillRule[];
}

/** Rules that share fewer of their terms are two rules, not one that was reworded. */
const SAME_RULE = 0.34;

export function editsBetween(before: string, after: string): TextChanges {
  const old = rulesOfText(before);
  const now = rulesOfText(after);
  const oldRules = old.document.rules;
  const idsNow = new Set(now.document.rules.map((rule) => rule.id));
  const idsBefore = new Map(oldRules.map((rule) => [rule.id, rule]));
  const gone = oldRules.filter((rule) => !idsNow.has(rule.id));
  const changes: RuleChange[] = [];
  const taken = new Set<string>();
  let anchor: string | undefined;
  let anchorSection: string | undefined;
  for (const rule of now.rules) {
    const [source] = rule.sources;
    if (source === undefined) continue;
    if (source.section !== anchorSection) anchor = undefined;
    anchorSection = source.section;
    const same = idsBefore.get(source.id);
    if (same !== undefined) {
      if (same.section !== source.section) changes.push({ kind: "move", old: same, section: rule.section });
      anchor = same.id;
      continue;
    }
    const replaced = mostAlike(
      source,
      gone.filter((candidate) => !taken.has(candidate.id)),
    );
    if (replaced !== undefined) {
      taken.add(replaced.id);
      changes.push({ kind: "replace", old: replaced, rule });
    } else changes.push({ kind: "add", rule, ...(anchor === undefined ? {} : { after: anchor }) });
  }
  for (const rule of gone) if (!taken.has(rule.id)) changes.push({ kind: "retire", old: rule });
  const [was, is] = [old.document.frontmatter?.description, now.document.frontmatter?.description];
  return {
    changes,
    ...(is === undefined || is === was ? {} : { description: is }),
    unusable: now.unusable.filter((rule) => !idsBefore.has(rule.id)),
  };
}

function mostAlike(rule: SkillRule, gone: readonly SkillRule[]): SkillRule | undefined {
  let best: { rule: SkillRule; share: number } | undefined;
  for (const candidate of gone) {
    if (candidate.section !== rule.section) continue;
    const share = shareOfShorter(new Set(terms(candidate.text)), new Set(terms(rule.text)));
    if (share >= SAME_RULE && share > (best?.share ?? 0)) best = { rule: candidate, share };
  }
  return best?.rule;
}
