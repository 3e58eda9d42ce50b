/**
 * The extractor (design §7; seed 004, "Skill Extraction"): one structured answer of a model over the recent turns of a
 * conversation, of which code keeps what the person said.
 *
 * Contract:
 * - Nothing is written. At most three candidates; every rule of them has the support that `reviewer/support.ts` gives,
 *   holds nothing that no person said, was not taken back, and was said as something that lasts, or more than once, or is
 *   what the person asked for by a hint.
 * - A rule that a person said once, in passing, is a draft; what they asked for as work, and what is refused, is neither.
 * - What the assistant or a tool said supports nothing.
 */
import { redactText } from "../../base/index.ts";
import { NO_USAGE } from "../../model/index.ts";
import { cueTables, messageReading } from "../../session/index.ts";
import { MAX_DESCRIPTION_LENGTH, slugify } from "../../skill/index.ts";
import type { Candidate, CandidateRule, RuleEvidence } from "../candidate.ts";
import { evidenceFrom } from "../distil/evidence.ts";
import { createPlaceholders, type Placeholders } from "../distil/placeholders.ts";
import { STANDING_TAG } from "../distil/rules-skill.ts";
import { baseName } from "../distil/shell-units.ts";
import { withExample } from "../distil/shown-example.ts";
import { holdsBeyondTheMoment, ruleText } from "../distil/stated-rules.ts";
import { candidateId, withoutRejected } from "../idea.ts";
import { mergeCandidates } from "../merge-candidates.ts";
import { askPrompt, type ExtractedSkill, extractPrompt } from "../prompts/index.ts";
import { citationsOf } from "../reviewer/citations.ts";
import { collectGrounds, type SessionGrounds } from "../reviewer/grounds.ts";
import type { RuleRefusal } from "../reviewer/model.ts";
import { oneOffName } from "../reviewer/never-keep.ts";
import { refusal, situationProblem } from "../reviewer/settle-rules.ts";
import { carries } from "../reviewer/substance.ts";
import { decideSupport, type RuleClaim } from "../reviewer/support.ts";
import { findSameRule } from "../same-rule.ts";
import { publishable } from "../to-skill.ts";
import { type ClaimText, claimTexts, oneLine } from "./claim-text.ts";
import { DEFAULT_WINDOW_TURNS, type Extraction, type ExtractRequest, MAX_EXTRACTED } from "./model.ts";
import { inventedIn, lookAtSaid, type SaidLook } from "./said.ts";
import { recentWindow } from "./window.ts";

/** What `autoskill usage` groups its calls by. */
export const EXTRACT_PURPOSE = extractPrompt.name;

/** @throws AutoskillError the codes of `ModelErrorCode`, `MODEL_OUTPUT_INVALID`, `TRANSCRIPT_UNREADABLE` */
export async function extract(request: ExtractRequest): Promise<Extraction> {
  const { model, session, hint, known = [], signal, timeoutMs } = request;
  const { header, sourcePath } = session;
  const read = messageReading(session);
  const grounds = await collectGrounds(header, read);
  const { facts } = grounds;
  const nothing: Extraction = {
    outcome: "skipped",
    candidates: [],
    drafts: [],
    problems: [],
    usage: NO_USAGE,
    promptVersion: extractPrompt.version,
    window: { turns: 0, tokens: 0 },
  };
  if (facts.ownRun || header.subAgentOf !== undefined || facts.personTurns === 0) return nothing;
  const size = request.windowTurns ?? DEFAULT_WINDOW_TURNS;
  const { condensed, turns } = await recentWindow(header, read, facts.personTurns, size);
  const asked = await askPrompt(
    model,
    extractPrompt,
    { transcript: condensed.text, known, maxSkills: MAX_EXTRACTED, ...(hint === undefined ? {} : { hint }) },
    {
      sessionId: header.id,
      ...(signal === undefined ? {} : { signal }),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    },
  );
  const result: Extraction = {
    ...nothing,
    outcome: "nothing_to_save",
    usage: asked.usage,
    window: { turns, tokens: condensed.tokens },
  };
  const { skills } = asked.answer;
  for (const beyond of skills.slice(MAX_EXTRACTED)) {
    result.problems.push(
      refusal(slugify(beyond.name), undefined, "too_many", `More than ${MAX_EXTRACTED} skills at once.`),
    );
  }
  const settling: Settling = { request, grounds, evidence: evidenceFrom(header, sourcePath), condensed };
  const found: Candidate[] = [];
  for (const skill of skills.slice(0, MAX_EXTRACTED)) found.push(...settle(skill, settling, result));
  for (const candidate of mergeCandidates(found)) await keep(candidate, request, result);
  if (result.candidates.length > 0) result.outcome = "proposed";
  else if (result.drafts.length > 0) result.outcome = "drafted";
  else if (result.problems.length > 0) result.outcome = "refused";
  return result;
}

interface Settling {
  request: ExtractRequest;
  grounds: SessionGrounds;
  evidence: ReturnType<typeof evidenceFrom>;
  condensed: Parameters<typeof citationsOf>[1];
}

type Claim = RuleClaim &
  Pick<ClaimText, "lead" | "takesExample"> & {
    section: CandidateRule["section"];
    /** Ids that the model gave for it, as they stand in the transcript. */
    turns: string[];
  };

/** One skill of the answer as a candidate, if anything of it holds; the rest goes to drafts and problems. */
function settle(skill: ExtractedSkill, settling: Settling, result: Extraction): Candidate[] {
  const { grounds, evidence, request } = settling;
  const slug = slugify(skill.name);
  const refuse = (text: string | undefined, code: RuleRefusal["code"], message: string): void =>
    void result.problems.push(refusal(slug, text, code, message));
  // A name without a letter of ours has a digest for a slug, which is no commit.
  const oneOff = /^skill-[0-9a-f]{8}$/.test(slug) ? undefined : oneOffName(slug);
  if (oneOff !== undefined) {
    refuse(undefined, "one_off", `Its name says one day's work ("${oneOff}"), not a kind of work.`);
    return [];
  }
  const title = titleOf(skill.name, grounds);
  const content = claimsOf(skill);
  // A text that the model gave twice cites both.
  const citations = citationsOf(
    content.map(({ text, turns }) => ({ rule: text, turns })),
    settling.condensed,
  );
  const kept: CandidateRule[] = [];
  const looks: SaidLook[] = [];
  const placeholders = placeholdersFor(settling);
  for (const claim of content) {
    const cited = citations(claim.text);
    const decision = decideSupport(claim, cited, grounds, evidence);
    if (!decision.supported) {
      const draft = draftOf(claim, cited, settling);
      if (draft !== undefined && decision.code === "task_of_the_moment") {
        result.drafts.push({ slug, title, rule: draft });
      } else refuse(claim.text, decision.code, decision.message);
      continue;
    }
    if (decision.evidence.every(({ support }) => support === "outcome_seen")) {
      kept.push({ section: claim.section, text: redactText(claim.text), evidence: decision.evidence });
      continue;
    }
    const whole = claim.lead === undefined ? claim.text : `${claim.lead} ${claim.text}`;
    const invented = inventedIn(whole, grounds);
    const look = lookAtSaid(claim.text, cited, grounds);
    if (invented.length > 0) {
      refuse(claim.text, "beyond_evidence", `Nobody in the conversation said: ${invented.slice(0, 5).join(", ")}.`);
    } else if (look.stale) refuse(claim.text, "taken_back", "The person took it back, or said the opposite later.");
    else if (isOfThisInstance(whole, look)) {
      refuse(
        claim.text,
        "task_of_the_moment",
        "It corrects one piece of work, and names things that the next one will not have.",
      );
    } else if (isMeantToLast(look) || isRepeated(claim.text, look) || request.hint !== undefined) {
      // In the form in which the distiller writes what persons state, so that both have one rule for one thing.
      const text = claim.section === "Examples" ? claim.text : ruleText(whole, placeholders);
      if (text === undefined)
        refuse(claim.text, "no_rule", "What is left of it says no rule that somebody could follow.");
      else if (findSameRule(kept, { section: claim.section, text }) === -1) {
        const { statement } = claim.takesExample ? look : {};
        const shown = statement === undefined ? text : withExample(text, statement, placeholders);
        kept.push({ section: claim.section, text: redactText(shown), evidence: decision.evidence });
        looks.push(look);
      }
    } else result.drafts.push({ slug, title, rule: asDraft(claim, decision.evidence) });
  }
  if (kept.length === 0) return [];
  if (request.hint === undefined && skill.confidence < MIN_CONFIDENCE) {
    refuse(undefined, "low_confidence", `The model itself is not sure of it (${skill.confidence}).`);
    return [];
  }
  const rules: CandidateRule[] = [];
  const all = [...new Map(kept.flatMap((rule) => rule.evidence).map((one) => [one.pointer.messageId, one])).values()];
  for (const text of skill.triggers.slice(0, MAX_TRIGGERS).map(oneLine)) {
    // It says for what the rules are, rests on what they rest on, and must not bring in anything of its own.
    const problem = situationProblem(text, grounds);
    if (problem === undefined) rules.push({ section: "When to use", text: redactText(text), evidence: all });
    else refuse(text, problem.code, problem.message);
  }
  rules.push(...kept);
  const worked = grounds.facts.toolCalls.length > 0;
  const forAllWork = looks.filter(({ statement }) => isForAllWork(statement, worked)).length;
  const standing = forAllWork > 0;
  return [
    {
      id: "",
      proposer: "extractor",
      action: "create",
      slug,
      title,
      description: descriptionOf(skill, title, grounds),
      tags: [...tagsOf(skill.tags), ...(standing ? [STANDING_TAG] : [])],
      rules,
      confidence: Math.round(Math.min(MAX_CONFIDENCE, Math.max(MIN_CONFIDENCE, skill.confidence)) * 100) / 100,
      rationale: `Found by ${request.model.id} in the conversation: the person said ${kept.length === 1 ? "this rule" : `these ${kept.length} rules`}.`,
    },
  ];
}

const MAX_TRIGGERS = 5;
const MIN_CONFIDENCE = 0.5;
const MAX_CONFIDENCE = 0.95;
/** From these confidences on, with work in the session and without, a statement is offered whatever is asked for, as of the distiller. */
const FOR_ALL_WORK = { worked: 0.7, talked: 0.85 };

function isForAllWork(statement: SaidLook["statement"], worked: boolean): boolean {
  return statement !== undefined && statement.confidence >= (worked ? FOR_ALL_WORK.worked : FOR_ALL_WORK.talked);
}

function placeholdersFor({ request, grounds }: Settling): Placeholders {
  const { projectRoot } = request.session.header;
  return createPlaceholders({
    ...(projectRoot === undefined ? {} : { projectRoot }),
    writtenFiles: new Set(grounds.facts.filesWritten.map(({ path }) => baseName(path))),
  });
}

/** A correction binds the work at hand; only a clear one is a rule for the next time. */
const MIN_CORRECTION = 0.7;

function isMeantToLast({ statement }: SaidLook): boolean {
  return statement !== undefined && (statement.kind !== "correction" || statement.confidence >= MIN_CORRECTION);
}

/** Said more than once, and tells what to do: a complaint that comes again does not. */
function isRepeated(text: string, { times }: SaidLook): boolean {
  const lowered = text.toLowerCase();
  return times > 1 && cueTables.some((table) => table.directive.test(lowered));
}

/** A correction that only makes sense for the work at hand, as the distiller sees it. */
function isOfThisInstance(text: string, { statement }: SaidLook): boolean {
  return (
    statement?.kind !== "standing_rule" &&
    statement?.kind !== "remember" &&
    !holdsBeyondTheMoment(text.replaceAll(/`[^`]*`/g, " "))
  );
}

/** Each rule of the answer, with what the model gave for it. */
function claimsOf({ prompt, examples }: ExtractedSkill): Claim[] {
  return [
    ...prompt.flatMap(({ part, text, messages }) =>
      claimTexts(text).map(
        (claim): Claim => ({ ...claim, section: part === "workflow" ? "Steps" : "Rules", turns: messages }),
      ),
    ),
    ...examples.map(
      ({ text, messages }): Claim => ({
        section: "Examples",
        text: oneLine(text),
        takesExample: true,
        turns: messages,
      }),
    ),
  ];
}

/** A rule that a person said in passing, or among the conditions of their first request; work asked for is none. */
function draftOf(claim: Claim, cited: readonly string[], { grounds, evidence }: Settling): CandidateRule | undefined {
  if (inventedIn(claim.text, grounds).length > 0) return undefined;
  for (const id of cited) {
    const message = grounds.saidIn.get(id);
    const found = message === undefined ? undefined : carries(message, claim.text);
    if (message === undefined || found?.kind !== "task" || !found.opening) continue;
    return asDraft(claim, [evidence.said({ pointer: message.pointer, text: found.text })]);
  }
  return undefined;
}

function asDraft(claim: Claim, evidence: readonly RuleEvidence[]): CandidateRule {
  const inferred = evidence.map((one): RuleEvidence => ({ ...one, support: "inferred" }));
  return { section: claim.section, text: redactText(claim.text), evidence: inferred };
}

async function keep(candidate: Candidate, request: ExtractRequest, result: Extraction): Promise<void> {
  const named = { ...candidate, id: candidateId(candidate.slug, candidate.rules) };
  const wanted = await withoutRejected(named, request.isRejected ?? (() => false));
  if (wanted === undefined) {
    result.problems.push(
      refusal(candidate.slug, undefined, "rejected_before", "A person turned this idea down before."),
    );
    return;
  }
  const fit = await publishable(wanted, request.now ?? new Date());
  for (const rule of wanted.rules) {
    if (fit?.rules.includes(rule) === true) continue;
    const message = "It holds what no skill may hold; see docs/lint.md.";
    result.problems.push(refusal(candidate.slug, rule.text, "lint", message));
  }
  if (fit !== undefined) result.candidates.push(fit);
}

function titleOf(name: string, grounds: SessionGrounds): string {
  const own = oneLine(name.replaceAll(/[_-]+/g, " "));
  const usable =
    own.length <= 120 && situationProblem(own, grounds) === undefined ? own : slugify(name).replaceAll("-", " ");
  return redactText(`${usable[0]?.toUpperCase() ?? ""}${usable.slice(1)}`);
}

/** The model's words where they bring in nothing of their own, else the title and how such work is asked for. */
function descriptionOf(skill: ExtractedSkill, title: string, grounds: SessionGrounds): string {
  const text = oneLine(skill.description).replaceAll(/[<>]/g, "");
  const fits = text.length >= 10 && text.length <= MAX_DESCRIPTION_LENGTH;
  if (fits && situationProblem(text, grounds) === undefined) return redactText(text);
  const asked = skill.triggers.map(oneLine).filter((trigger) => situationProblem(trigger, grounds) === undefined);
  return redactText(`${title}. ${asked.join("; ")}`.replaceAll(/[<>]/g, "").slice(0, MAX_DESCRIPTION_LENGTH).trim());
}

function tagsOf(given: readonly string[]): string[] {
  const tags = given.map((tag) => tag.trim()).filter((tag) => /^[\p{L}\p{N}][\p{L}\p{N} .+#-]{0,30}$/u.test(tag));
  return [...new Set(tags)].filter((tag) => tag !== STANDING_TAG).slice(0, 8);
}
