/**
 * The distiller: from the facts of one session to candidates, without a model.
 *
 * Contract:
 * - Deterministic: the same session gives the same candidates with the same ids.
 * - Every rule carries evidence: a call and its status, or a person's message. Tool output is only ever quoted, as a
 *   short error inside a code span, and never when it addresses its reader.
 * - At most one candidate for what was done, and at most two for what was stated. Nothing to learn gives nothing.
 */
import { redactText } from "../../base/index.ts";
import type { SessionFacts, SessionHeader } from "../../session/index.ts";
import type { Candidate, CandidateRule } from "../candidate.ts";
import { candidateId } from "../idea.ts";
import { evidenceFrom } from "./evidence.ts";
import { observeCommands } from "./observe.ts";
import { findPitfalls, type Pitfall } from "./pitfalls.ts";
import { createPlaceholders } from "./placeholders.ts";
import { findProcedure, type Procedure } from "./procedure.ts";
import { type CandidateDraft, procedureDraft } from "./procedure-skill.ts";
import { statedDrafts } from "./rules-skill.ts";
import { baseName } from "./shell-units.ts";
import { findStatedRules, type StatedRule } from "./stated-rules.ts";

export interface DistilInput {
  header: SessionHeader;
  facts: SessionFacts;
  /** Path of the transcript on this machine; goes into the evidence and nowhere else. */
  sourcePath: string;
}

export function distil(input: DistilInput): Candidate[] {
  const { header, facts } = input;
  const projectRoot = header.projectRoot ?? rootInUse(facts);
  const placeholders = createPlaceholders({
    ...(projectRoot === undefined ? {} : { projectRoot }),
    writtenFiles: new Set(facts.filesWritten.map((write) => baseName(write.path))),
  });
  const evidence = evidenceFrom(header, input.sourcePath);
  const observed = observeCommands(facts, placeholders);
  const procedure = findProcedure(facts, observed, projectRoot);
  const stated = findStatedRules(facts, placeholders);
  const pitfalls = mostTelling(findPitfalls(facts, observed, placeholders));

  const own = stated.filter((rule) => belongsTo(rule, procedure));
  const main = procedureDraft(facts, procedure, pitfalls, own, evidence);
  const rest = main === undefined ? stated : stated.filter((rule) => !own.includes(rule));
  const drafts = [...(main === undefined ? [] : [main]), ...statedDrafts(rest, evidence)];
  return drafts.map(toCandidate);
}

const MAX_PITFALLS = 6;

/** Pitfalls that were met more often, and those whose error can be shown, come first when there are too many. */
function mostTelling(pitfalls: Pitfall[]): Pitfall[] {
  const weight = (pitfall: Pitfall) => pitfall.calls.length + (pitfall.excerpt === undefined ? 0 : 2);
  const kept = new Set([...pitfalls].sort((a, b) => weight(b) - weight(a)).slice(0, MAX_PITFALLS));
  return pitfalls.filter((pitfall) => kept.has(pitfall));
}

const MIN_VISITS = 3;

/** Where a transcript does not name its project: the absolute directory that its commands went to again and again. */
function rootInUse(facts: SessionFacts): string | undefined {
  const visits = new Map<string, number>();
  for (const call of facts.toolCalls) {
    const directory = /^\s*cd\s+["']?(\/[^\s"'&;|]+)/.exec(call.command ?? "")?.[1];
    if (directory !== undefined) visits.set(directory, (visits.get(directory) ?? 0) + 1);
  }
  const [best] = [...visits].sort((a, b) => b[1] - a[1] || a[0].length - b[0].length);
  return best !== undefined && best[1] >= MIN_VISITS ? best[0] : undefined;
}

/** A rule that names a tool of the procedure goes where the tool is used. */
function belongsTo(rule: StatedRule, procedure: Procedure): boolean {
  const words = new Set(rule.text.toLowerCase().split(/[^a-z0-9.+-]+/));
  return [...procedure.steps, ...procedure.checks].some(
    (step) => step.kind.tool !== "git" && step.kind.tool.length > 2 && words.has(step.kind.tool.toLowerCase()),
  );
}

function toCandidate(draft: CandidateDraft): Candidate {
  const rules = draft.rules.map((rule): CandidateRule => ({ ...rule, text: redactText(rule.text) }));
  return {
    id: candidateId(draft.slug, rules),
    proposer: "distiller",
    action: "create",
    slug: draft.slug,
    title: draft.title,
    description: redactText(draft.description),
    tags: draft.tags,
    rules,
    confidence: draft.confidence,
    rationale: draft.rationale,
  };
}
