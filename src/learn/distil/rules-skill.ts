/** Candidates for what persons stated: one skill per topic, so that rules of several sessions meet in one place. */
import type { CandidateRule } from "../candidate.ts";
import type { Evidence } from "./evidence.ts";
import type { CandidateDraft } from "./procedure-skill.ts";
import { type StatedRule, statedRule } from "./stated-rules.ts";
import { GENERAL_TOPIC, type RuleTopic, topicWords } from "./topics.ts";

/** More topics than this in one session go together into the general skill. */
const MAX_TOPICS = 2;
const MAX_DESCRIPTION = 900;
/** Marks skills whose rules a person stated for all work: `context` offers them whatever the request is about. */
export const STANDING_TAG = "conventions";

export function statedDrafts(stated: StatedRule[], evidence: Evidence): CandidateDraft[] {
  const byTopic = Map.groupBy(stated, (rule) => rule.topic.slug);
  const groups =
    byTopic.size > MAX_TOPICS
      ? [{ topic: GENERAL_TOPIC, rules: stated }]
      : [...byTopic.values()].map((rules) => ({ topic: rules[0]?.topic ?? GENERAL_TOPIC, rules }));
  return groups.map(({ topic, rules }) => draftOf(topic, rules, evidence));
}

function draftOf(topic: RuleTopic, stated: StatedRule[], evidence: Evidence): CandidateDraft {
  const language = dominantLanguage(stated);
  const words = topicWords(topic, language);
  const said = stated.map((rule) => evidence.said(rule.statement));
  const rules: CandidateRule[] = [
    { section: "When to use", text: situation(words.when), evidence: said },
    ...stated.map((rule) => statedRule(rule, evidence)),
  ];
  const best = Math.max(...stated.map((rule) => rule.statement.confidence));
  return {
    slug: topic.slug,
    title: words.title,
    description: describe(words.about, words.when, stated, language),
    tags: [...topic.tags, STANDING_TAG],
    rules,
    confidence: Math.round(Math.min(0.95, best) * 100) / 100,
    rationale: `${stated.length === 1 ? "A rule was" : `${stated.length} rules were`} stated by the person in this session.`,
  };
}

/** What the skill is about, the rules themselves as key terms as far as they fit, and when to use it. */
function describe(about: string, when: string, stated: StatedRule[], language: string): string {
  const full = language === "zh" ? "。" : ". ";
  const [open, between] = language === "zh" ? ["：", "；"] : [": ", "; "];
  const plain = stated.map((rule) =>
    firstLine(rule.text)
      .replace(/[.。:：]$/, "")
      .replace(/[<>]/g, ""),
  );
  let said = "";
  for (const text of plain) {
    const longer = said === "" ? text : `${said}${between}${text}`;
    if (about.length + longer.length + when.length > MAX_DESCRIPTION) break;
    said = longer;
  }
  return said === "" ? `${about}${full}${when}` : `${about}${open}${said}${full}${when}`;
}

/** The rule itself, without the block or the example that follows it. */
function firstLine(text: string): string {
  return (text.split("\n")[0] ?? "").replace(
    /(?<=[.。]) (?:For example|For instance|E\.g\.|Example|例如|比如).*$/i,
    "",
  );
}

/** "Use before committing." reads "Before committing." under the heading "When to use". */
function situation(when: string): string {
  const text = when
    .replace(/^Use /, "")
    .replace(/时使用。$/, "时。")
    .replace(/使用。$/, "。");
  return `${text[0]?.toUpperCase() ?? ""}${text.slice(1)}`;
}

function dominantLanguage(stated: StatedRule[]): string {
  const counts = new Map<string, number>();
  for (const { statement } of stated) counts.set(statement.language, (counts.get(statement.language) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))[0]?.[0] ?? "en";
}
