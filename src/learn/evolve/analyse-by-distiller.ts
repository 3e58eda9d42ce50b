/** The analyst without a model: what the distiller finds in the session, reduced to what belongs to this skill. */
import { NO_USAGE } from "../../model/index.ts";
import type { SessionFacts } from "../../session/index.ts";
import { parseSkill, type SkillDocument } from "../../skill/index.ts";
import type { CandidateRule } from "../candidate.ts";
import { type DistilInput, distil } from "../distil/distil.ts";
import { matchExisting } from "../match.ts";
import { codeSpans, findSameRule } from "../same-rule.ts";
import { terms } from "../similarity.ts";
import { placeAgainst } from "./against-skill.ts";
import { type Analysis, type AnalystRefusal, refusedEdit } from "./analyst.ts";
import { failedPath } from "./failed-path.ts";
import type { FrozenSkill, PatchEdit } from "./model.ts";
import { opposes } from "./same-edit.ts";

/** A candidate that is the same capability belongs whole; of another one, the rules that are about the skill's own work. */
export function analyseByDistiller(input: DistilInput, skill: FrozenSkill): Analysis {
  const { header, facts, sourcePath } = input;
  const document = parseSkill(skill.text);
  const edits: PatchEdit[] = [];
  const refused: AnalystRefusal[] = [];
  const existing = { slug: skill.slug, text: skill.text, hash: skill.hash, ours: true };
  const tools = toolsOf(document);
  for (const candidate of distil(input)) {
    const whole = matchExisting(candidate, [existing]) !== undefined;
    for (const rule of candidate.rules) {
      if (!whole && !belongs(rule, document, tools)) continue;
      const change = { op: "add" as const, section: rule.section, text: rule.text };
      const placed = placeAgainst(skill, document, change, rule.evidence);
      const problem =
        "refused" in placed ? placed.refused : failedPath(placed.change, rule.evidence, facts.outcome.status);
      if (problem !== undefined) refused.push(problem);
      else if ("change" in placed && !isBareStep(rule, facts)) {
        edits.push({ change: placed.change, evidence: rule.evidence, place: edits.length });
      } else refused.push(refusedEdit(change, "no_support", "It ran, and nothing shows that it led to the result."));
    }
  }
  return {
    source: header.source,
    sessionId: header.id,
    sourcePath,
    outcome: facts.outcome.status,
    edits,
    refused,
    usage: NO_USAGE,
  };
}

/** A step of a session of which nobody knows how it ended, without any check that passed. */
function isBareStep(rule: CandidateRule, facts: SessionFacts): boolean {
  if (rule.section !== "Steps" || facts.outcome.status !== "unknown") return false;
  return !facts.checks.some((check) => check.passed) && !rule.evidence.some(({ support }) => support === "user_said");
}

/** A rule of other work belongs here when it is about a rule of the skill, or says how to use one of its tools. */
function belongs(rule: CandidateRule, document: SkillDocument, tools: ReadonlySet<string>): boolean {
  if (rule.section === "When to use") return false;
  if (findSameRule(document.rules, rule) !== -1) return true;
  if (document.rules.some((there) => opposes(there.text, rule.text))) return true;
  if (rule.section !== "Rules" && rule.section !== "Pitfalls") return false;
  const words = new Set(rule.text.toLowerCase().split(/[^\p{L}\p{N}.+_-]+/u));
  return [...tools].some((tool) => words.has(tool)) || sharesSubject(rule, document);
}

/** Terms that a rule must share with a skill, one of them with its title, to be about its work. */
const MIN_SHARED = 2;

function sharesSubject(rule: CandidateRule, document: SkillDocument): boolean {
  const said = new Set(terms(rule.text));
  const title = new Set(terms(document.title ?? document.frontmatter?.name ?? ""));
  if (![...title].some((term) => said.has(term))) return false;
  const about = [document.frontmatter?.description ?? "", ...document.rules.map(({ text }) => text)];
  return about.some((text) => new Set([...title, ...terms(text)].filter((term) => said.has(term))).size >= MIN_SHARED);
}

/** Tools that every project has say nothing about what a skill is about. */
const COMMON = new Set([
  "git",
  "cd",
  "ls",
  "cat",
  "echo",
  "npm",
  "npx",
  "node",
  "python",
  "python3",
  "bash",
  "sh",
  "make",
]);

function toolsOf(document: SkillDocument): Set<string> {
  const programs = document.rules
    .flatMap((rule) => codeSpans(rule.text))
    .flatMap((span) => span.split(/\s*(?:&&|\|\||;|\|)\s*/))
    .map((command) => command.trim().split(/\s+/)[0]?.toLowerCase() ?? "");
  return new Set(programs.filter((name) => /^[a-z][\w.+-]{2,}$/.test(name) && !COMMON.has(name)));
}
