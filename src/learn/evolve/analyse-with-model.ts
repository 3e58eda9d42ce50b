/**
 * One analyst: a model reads one session beside the frozen skill, answers once, and every edit of its answer is held
 * against the session in code.
 *
 * Contract: the model's words change nothing. An edit is in the patch only with evidence of this session, decided as for
 * the reviewer (`reviewer/support.ts`); what only repeats a command that ran stays `inferred`, and needs a second session.
 */
import { redactText } from "../../base/index.ts";
import { generateObject, type LanguageModel } from "../../model/index.ts";
import { type Conversation, condenseSession, messageReading } from "../../session/index.ts";
import { cleanRuleText, parseSkill, type SkillDocument } from "../../skill/index.ts";
import { type RuleEvidence, SKILL_SECTIONS, type SkillSection } from "../candidate.ts";
import { evidenceFrom } from "../distil/evidence.ts";
import { citationsOf } from "../reviewer/citations.ts";
import { disprovedBy } from "../reviewer/disproved.ts";
import { collectGrounds } from "../reviewer/grounds.ts";
import { type Settling, settleRules } from "../reviewer/settle-rules.ts";
import { decideSupport } from "../reviewer/support.ts";
import { copiedFromTools } from "../reviewer/tool-output.ts";
import { placeAgainst } from "./against-skill.ts";
import { type Analysis, type AnalystRefusal, refusedEdit } from "./analyst.ts";
import {
  ANALYST_ANSWER,
  ANALYST_OUTPUT_TOKENS,
  type AnalystEdit,
  analystRequest,
  analystSystem,
} from "./analyst-prompt-v1.ts";
import { droppedCommand } from "./dropped-command.ts";
import { failedPath } from "./failed-path.ts";
import { inferredFrom } from "./inferred.ts";
import { settleLinkedFile } from "./linked-file.ts";
import type { EvolveChange, FrozenSkill, PatchEdit } from "./model.ts";
import { isPlaceholder } from "./placeholder.ts";
import { unsafeText } from "./unsafe-edit.ts";

/** What `autoskill usage` groups the requests of analysts by. */
export const EVOLVE_PURPOSE = "evolve";

/** Edits of one session; "at most three things" is what the model is told. */
const MAX_EDITS = 8;

export interface AnalystOptions {
  model: LanguageModel;
  session: Conversation & { sourcePath: string };
  skill: FrozenSkill;
  /** Budget of the condensed session, in tokens. Default 24,000. */
  sessionTokens?: number;
  /** Lines of a support file. */
  fileLines: number;
  signal?: AbortSignal;
}

/** @throws AutoskillError `MODEL_OUTPUT_INVALID` and the codes of `ModelErrorCode`; whatever reading the session throws */
export async function analyseWithModel(options: AnalystOptions): Promise<Analysis> {
  const { model, skill, session } = options;
  const { header, sourcePath } = session;
  const read = messageReading(session);
  const grounds = await collectGrounds(header, read);
  const condensed = await condenseSession(
    { header, messages: read },
    options.sessionTokens === undefined ? {} : { maxTokens: options.sessionTokens },
  );
  const document = parseSkill(skill.text);
  const { outcome } = grounds.facts;
  const reply = await generateObject(model, {
    purpose: EVOLVE_PURPOSE,
    system: analystSystem({ outcome: outcome.status }),
    messages: [
      {
        role: "user",
        text: analystRequest({
          outcome: outcome.status,
          skill: { slug: skill.slug, description: document.frontmatter?.description ?? "", rules: document.rules },
          personRules: skill.personRules,
          transcript: condensed.text,
        }),
      },
    ],
    schema: ANALYST_ANSWER,
    maxOutputTokens: ANALYST_OUTPUT_TOKENS,
    temperature: 0,
    sessionId: header.id,
    ...(options.signal === undefined ? {} : { signal: options.signal }),
  });
  const settling: Omit<Settling, "citations"> = {
    slug: skill.slug,
    grounds,
    evidence: evidenceFrom(header, sourcePath),
  };
  const refused: AnalystRefusal[] = [];
  const proposals = reply.object.edits.flatMap((edit, place) => {
    if (place >= MAX_EDITS) {
      refused.push(refusedEdit(edit.text ?? edit.op, "too_many_edits", `One session may propose ${MAX_EDITS} edits.`));
      return [];
    }
    const change = changeOf(edit, document, skill);
    if ("code" in change) {
      refused.push(change);
      return [];
    }
    const text = "text" in change ? change.text : (document.rules.find(({ id }) => id === change.rule)?.text ?? "");
    const cited = citationsOf([{ rule: text, turns: edit.turns }], condensed)(text);
    return [{ change, place, text, cited }];
  });
  const texts = proposals.flatMap(({ change }) => ("text" in change ? [change.text] : []));
  const copied = await copiedFromTools(texts, read, grounds);
  const found = groundsOf(proposals, settling, { skill, fileLines: options.fileLines });
  const edits: PatchEdit[] = [];
  for (const { proposal, result } of found) {
    const { change, place } = proposal;
    if ("code" in result) refused.push(result);
    else if ("text" in change && copied.has(change.text)) {
      const message = "Its words come from what a tool printed, and nobody in the session said them.";
      refused.push(refusedEdit(change, "from_tool_output", message));
    } else {
      const placed = placeAgainst(skill, document, change, result.evidence);
      const led =
        "refused" in placed
          ? placed.refused
          : (failedPath(placed.change, result.evidence, outcome.status) ??
            droppedCommand(placed.change, result.evidence, document, { ...settling, citations: () => proposal.cited }));
      if (led !== undefined) refused.push(led);
      else if ("change" in placed) edits.push({ change: placed.change, evidence: result.evidence, place });
    }
  }
  return {
    source: header.source,
    sessionId: header.id,
    sourcePath,
    outcome: outcome.status,
    edits,
    refused,
    usage: reply.usage,
  };
}

/** The edit as a change of this skill, or why it is none. */
function changeOf(edit: AnalystEdit, document: SkillDocument, skill: FrozenSkill): EvolveChange | AnalystRefusal {
  const change = readEdit(edit, document);
  const unsafe = "code" in change ? undefined : unsafeText(change, skill.text);
  return unsafe === undefined ? change : refusedEdit(edit.text ?? edit.op, "unsafe_text", unsafe);
}

function readEdit(edit: AnalystEdit, document: SkillDocument): EvolveChange | AnalystRefusal {
  const text = cleanRuleText(redactText(edit.text ?? ""));
  const refuse = (code: string, message: string) => refusedEdit(text === "" ? edit.op : text, code, message);
  const rule = document.rules.find(({ id }) => id === edit.rule?.trim());
  if (edit.op !== "add" && rule === undefined) return refuse("unknown_rule", "It names no rule of the skill.");
  if ((edit.op === "retire" || edit.op === "keep") && rule !== undefined) return { op: edit.op, rule: rule.id };
  if (isPlaceholder(text)) return refuse("placeholder", "It says nothing that somebody could follow.");
  const section = sectionOf(edit.op === "replace" ? rule?.section : edit.section);
  if (rule !== undefined && edit.op === "replace") {
    return { op: "replace", rule: rule.id, section: section ?? "Rules", text };
  }
  if (section === undefined) return refuse("unknown_section", `The sections are ${SKILL_SECTIONS.join(", ")}.`);
  if (edit.file === undefined || edit.file === null) return { op: "add", section, text };
  const file = { path: edit.file.path.replace(/^\.\//, ""), content: redactText(edit.file.content) };
  return { op: "add", section, text, file };
}

function sectionOf(heading: string | null | undefined): SkillSection | undefined {
  const wanted = heading
    ?.trim()
    .replace(/^#+\s*/, "")
    .toLowerCase();
  return SKILL_SECTIONS.find((section) => section.toLowerCase() === wanted);
}

interface Proposal {
  change: EvolveChange;
  place: number;
  /** Of the rule that it brings or is about. */
  text: string;
  cited: readonly string[];
}

type Grounded = { evidence: RuleEvidence[] } | AnalystRefusal;

function groundsOf(
  proposals: readonly Proposal[],
  settling: Omit<Settling, "citations">,
  limits: { skill: FrozenSkill; fileLines: number },
): { proposal: Proposal; result: Grounded }[] {
  const rules = proposals.flatMap((proposal) => {
    const { change } = proposal;
    const plain = "text" in change && !("file" in change);
    return plain ? [{ section: change.section, text: change.text, proposal }] : [];
  });
  const cited = new Map(rules.map(({ text, proposal }) => [text, proposal.cited]));
  const settled = settleRules(rules, { ...settling, citations: (text) => cited.get(text) ?? [] });
  const evidence = new Map(settled.kept.map(({ rule, evidence: found }) => [rule.proposal, found]));
  return proposals.map((proposal) => {
    const found = evidence.get(proposal);
    if (found !== undefined) return { proposal, result: { evidence: found } };
    return { proposal, result: otherGrounds(proposal, settling, limits) };
  });
}

function otherGrounds(
  { change, text, cited }: Proposal,
  settling: Omit<Settling, "citations">,
  { skill, fileLines }: { skill: FrozenSkill; fileLines: number },
): Grounded {
  const own: Settling = { ...settling, citations: () => cited };
  if (change.op === "add" && change.file !== undefined) {
    return settleLinkedFile({ ...change, file: change.file }, own, { skill, fileLines });
  }
  if (change.op === "retire") {
    const against = disprovedBy(text, own);
    if (against.length > 0) return { evidence: against };
    return refusedEdit(change, "no_support", "Nothing in the session shows that this rule is wrong.");
  }
  const section = "section" in change ? change.section : "Rules";
  if (section === "When to use") {
    return refusedEdit(change, "no_support", "It says for what the other rules are, and there are none with support.");
  }
  const decision = decideSupport({ section, text }, cited, own.grounds, own.evidence);
  if (decision.supported) return { evidence: decision.evidence };
  const inferred = decision.code === "no_support" ? inferredFrom(text, cited, own) : [];
  return inferred.length > 0 ? { evidence: inferred } : refusedEdit(change, decision.code, decision.message);
}
