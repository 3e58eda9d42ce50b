/**
 * From a document to candidates, without a model. Only what stands there is taken, in its own words: numbered steps, and
 * rules (what is said to hold always or never, and the items of a list that a heading calls rules). Each cites its unit.
 *
 * Whose words they are decides what they weigh: those of a person's own document are `user_said`; those of anybody else's
 * are `inferred`, so they wait for a person whatever the policy says (docs/adr/0070-imports.md).
 */
import { findStatements } from "../../session/index.ts";
import { slugify } from "../../skill/index.ts";
import type { Candidate, CandidateRule, RuleEvidence } from "../candidate.ts";
import { quote } from "../distil/evidence.ts";
import { candidateId } from "../idea.ts";
import { publishable } from "../to-skill.ts";
import type { DocumentContent, DocumentUnit } from "./model.ts";
import { callsForRules, saysAlways } from "./rule-cues.ts";

export interface DocumentOrigin {
  /** Path on this machine; goes into the evidence and nowhere else. */
  path: string;
  /** The person said that the document is their own. */
  mine: boolean;
  now: Date;
}

export interface DocumentCandidates {
  candidates: Candidate[];
  /** Units that gave no rule. */
  left: number;
  /** Rules that the linter refused: secrets, attacks on the reader, downloads run unseen. */
  refused: number;
  /** Rules beyond the bound of one skill. */
  beyondBound: number;
}

const MAX_RULES = 60;
const MIN_STEPS = 2;
const MIN_TEXT = 8;

export async function candidatesFromDocument(
  document: DocumentContent,
  origin: DocumentOrigin,
): Promise<DocumentCandidates> {
  const result: DocumentCandidates = { candidates: [], left: 0, refused: 0, beyondBound: 0 };
  for (const part of partsOf(document)) {
    const rules = rulesOf(part, document, origin);
    result.left += part.units.length - new Set(rules.map((rule) => rule.evidence[0]?.pointer.messageId)).size;
    if (rules.length === 0) continue;
    result.beyondBound += Math.max(0, rules.length - MAX_RULES);
    const kept = rules.slice(0, MAX_RULES);
    const candidate = await publishable(candidateOf(part, kept, document, origin), origin.now);
    result.refused += kept.length - (candidate === undefined ? 0 : candidate.rules.length - 1);
    if (candidate !== undefined) result.candidates.push(candidate);
  }
  return result;
}

interface Part {
  /** The heading that the units stand under; the document's title for those before the first. */
  heading: string;
  units: DocumentUnit[];
}

/** One part for each main section: a skill is about one job. */
function partsOf({ title, units }: DocumentContent): Part[] {
  const parts = new Map<string, Part>();
  for (const unit of units) {
    const heading = unit.headings[0] === title ? (unit.headings[1] ?? "") : (unit.headings[0] ?? "");
    const part = parts.get(heading) ?? { heading, units: [] };
    parts.set(heading, part);
    part.units.push(unit);
  }
  return [...parts.values()];
}

function rulesOf(part: Part, document: DocumentContent, origin: DocumentOrigin): CandidateRule[] {
  const steps = part.units.filter((unit) => unit.block === "step" && unit.text.length >= MIN_TEXT);
  const rules: CandidateRule[] = [];
  const said = new Set<string>();
  const add = (section: CandidateRule["section"], text: string, unit: DocumentUnit): void => {
    if (said.has(text)) return;
    said.add(text);
    rules.push({ section, text, evidence: [evidenceOf(unit, text, document, origin)] });
  };
  const areSteps = steps.length >= MIN_STEPS;
  for (const unit of part.units) {
    if (unit.text.length < MIN_TEXT || unit.text.endsWith("?")) continue;
    if (unit.block === "step" && areSteps) add("Steps", unit.text, unit);
    else if (unit.block !== "paragraph" && (unit.headings.some(callsForRules) || isRule(unit.text))) {
      add("Rules", unit.text, unit);
    } else if (unit.block === "paragraph")
      for (const sentence of ruleSentences(unit.text)) add("Rules", sentence, unit);
  }
  return rules;
}

function isRule(text: string): boolean {
  return saysAlways(text) || findStatements(text, { firstTurn: false, preceding: "nothing" }).length > 0;
}

const segmenter = new Intl.Segmenter("en", { granularity: "sentence" });

function ruleSentences(text: string): string[] {
  if (!saysAlways(text)) return [];
  return [...segmenter.segment(text)]
    .map(({ segment }) => segment.trim())
    .filter(
      (sentence) =>
        sentence.length >= MIN_TEXT && sentence.length <= 400 && !sentence.endsWith("?") && saysAlways(sentence),
    );
}

function evidenceOf(
  unit: DocumentUnit,
  text: string,
  document: DocumentContent,
  { path, mine }: DocumentOrigin,
): RuleEvidence {
  return {
    sessionId: `document-${document.digest.slice(0, 16)}`,
    source: "document",
    sourcePath: path,
    pointer: {
      turn: 0,
      messageId: unit.id,
      origin: mine ? "person" : "host",
      span: unit.span,
      digest: unit.digest,
    },
    support: mine ? "user_said" : "inferred",
    quote: quote(text),
  };
}

function candidateOf(
  part: Part,
  rules: CandidateRule[],
  document: DocumentContent,
  { path, mine }: DocumentOrigin,
): Candidate {
  const name = path.split(/[\\/]/).at(-1) ?? path;
  const about = document.title ?? name.replace(/\.[^.]+$/, "");
  const title = part.heading === "" ? about : `${part.heading} (${about})`;
  const slug = slugify(part.heading === "" ? about : `${part.heading} ${about}`);
  const first = rules[0]?.evidence ?? [];
  const all: CandidateRule[] = [
    {
      section: "When to use",
      text: part.heading === "" ? `When ${about} is concerned.` : `${part.heading}: ${about}.`,
      evidence: first,
    },
    ...rules,
  ];
  return {
    id: candidateId(slug, all),
    proposer: "importer",
    action: "create",
    slug,
    title: title.slice(0, 200),
    description: describe(title, rules),
    tags: ["document"],
    rules: all,
    confidence: mine ? 0.8 : 0.5,
    rationale: mine
      ? `From your document ${name}, in its own words.`
      : `From the document ${name}, in its own words. Nobody said that it is yours: read it before you keep it.`,
  };
}

/** The job, and what it says as key terms as far as they fit. */
function describe(title: string, rules: readonly CandidateRule[]): string {
  let text = title;
  for (const rule of rules) {
    const longer = `${text}${text === title ? ": " : "; "}${(rule.text.split("\n")[0] ?? "").replace(/[.。:：]$/, "")}`;
    if (longer.length > 600) break;
    text = longer;
  }
  return text.replace(/[<>]/g, "").replace(/\s+/g, " ").trim();
}
