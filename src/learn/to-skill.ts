/** A candidate as the file that would be written (design §6), and the check that it may be written as it is. */
import { contentId } from "../base/index.ts";
import { lintSkill, type NewSkill, parseSkill, printSkill } from "../skill/index.ts";
import { type Candidate, SKILL_SECTIONS } from "./candidate.ts";
import { candidateId } from "./idea.ts";

export function candidateToSkill(candidate: Candidate, now: Date): NewSkill {
  return {
    name: candidate.slug,
    title: candidate.title,
    description: candidate.description,
    metadata: {
      source: "auto-skill",
      extracted_at: now.toISOString(),
      version: "0.1.0",
      id: contentId("skill", candidate.id),
      tags: candidate.tags.join(", "),
      title: candidate.title,
    },
    sections: SKILL_SECTIONS.map((heading) => ({
      heading,
      rules: candidate.rules.filter((rule) => rule.section === heading).map((rule) => rule.text),
    })).filter((section) => section.rules.length > 0),
  };
}

const MAX_ROUNDS = 4;

/**
 * The candidate without the rules that the linter refuses (secrets, takeover phrases, downloads piped to a shell), or
 * nothing when what is left cannot be written or says nothing.
 */
export async function publishable(candidate: Candidate, now: Date): Promise<Candidate | undefined> {
  let current = candidate;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (!current.rules.some((rule) => rule.section !== "When to use")) return undefined;
    const text = printSkill(candidateToSkill(current, now));
    const errors = (await lintSkill(text)).filter((finding) => finding.severity === "error");
    if (errors.length === 0) return current;
    const refused = new Set<string>();
    for (const rule of parseSkill(text).rules) {
      const lastLine = rule.line + rule.text.split("\n").length - 1;
      if (errors.some((error) => error.line >= rule.line && error.line <= lastLine)) refused.add(rule.text);
    }
    const rules = current.rules.filter((rule) => !refused.has(rule.text));
    if (rules.length === current.rules.length) return undefined;
    current = { ...current, rules, id: candidateId(current.slug, rules, current) };
  }
  return undefined;
}
