/** Changes of the overlay as candidates: rules with evidence, edits by rule id, and files that hold nothing new. */
import { redactText } from "../../base/index.ts";
import { MAX_DESCRIPTION_LENGTH, type SkillEdit } from "../../skill/index.ts";
import type { Candidate, CandidateFile, CandidateRule } from "../candidate.ts";
import { candidateId } from "../idea.ts";
import type { SandboxChange } from "../sandbox/index.ts";
import { publishable } from "../to-skill.ts";
import { disprovedBy } from "./disproved.ts";
import { editsBetween } from "./edits-between.ts";
import { settleFiles } from "./files.ts";
import type { RuleRefusal } from "./model.ts";
import { oneOffName } from "./never-keep.ts";
import { rulesOfText } from "./rules-of-text.ts";
import { asCandidateRules, refusal, type Settling, settleRules, situationProblem } from "./settle-rules.ts";

export interface CandidateOfChange {
  candidate?: Candidate;
  refused: RuleRefusal[];
}

export interface ChangeContext extends Settling {
  now: Date;
  /** Names the model, for the rationale. */
  modelId: string;
}

export async function candidateOf(change: SandboxChange, context: ChangeContext): Promise<CandidateOfChange> {
  return change.kind === "create" ? created(change, context) : updated(change, context);
}

async function created(change: SandboxChange, context: ChangeContext): Promise<CandidateOfChange> {
  const { slug } = change;
  const oneOff = oneOffName(slug);
  if (oneOff !== undefined) {
    const message = `Its name says one day's work ("${oneOff}"), not a kind of work.`;
    return { refused: [refusal(slug, undefined, "one_off", message)] };
  }
  const written = rulesOfText(change.text);
  const settled = settleRules(written.rules, context);
  const refused = [...settled.refused, ...unusable(slug, written.unusable)];
  const rules = asCandidateRules(settled);
  const kept = rules.filter((rule) => rule.section !== "When to use");
  if (kept.length === 0) return { refused: [...refused, nothingLeft(slug)] };
  const title = titleOf(written.document.title, slug, context);
  const candidate: Candidate = {
    id: "",
    proposer: "reviewer",
    action: "create",
    slug,
    title,
    description: descriptionOf(written.document.frontmatter?.description, title, rules, context),
    tags: tagsOf(written.document.frontmatter?.data),
    rules,
    confidence: confidenceOf(kept),
    rationale: rationaleOf(kept, refused.length, context.modelId),
  };
  const files = settleFiles(change, context);
  return finish(candidate, files.kept, [...refused, ...files.refused], context);
}

async function updated(change: SandboxChange, context: ChangeContext): Promise<CandidateOfChange> {
  const { slug, base } = change;
  if (base === undefined) return { refused: [refusal(slug, undefined, "no_base", "What it was before is not known.")] };
  const { changes, description, unusable: blocks } = editsBetween(base.text, change.text);
  const refused: RuleRefusal[] = unusable(slug, blocks);
  const brought = changes.flatMap((entry) => (entry.kind === "add" || entry.kind === "replace" ? [entry.rule] : []));
  const settled = settleRules(brought, context);
  refused.push(...settled.refused);
  const rules = asCandidateRules(settled);
  const kept = new Set(settled.kept.map(({ rule }) => rule));
  const edits: SkillEdit[] = [];
  for (const entry of changes) {
    if (entry.kind === "add" && kept.has(entry.rule)) {
      const after = entry.after === undefined ? {} : { after: entry.after };
      edits.push({ op: "add", section: entry.rule.section, text: redactText(entry.rule.text), ...after });
    } else if (entry.kind === "replace" && kept.has(entry.rule)) {
      edits.push({ op: "replace", rule: entry.old.id, text: redactText(entry.rule.text) });
    } else if (entry.kind === "move") {
      edits.push({ op: "move", rule: entry.old.id, section: entry.section });
    } else if (entry.kind === "retire") {
      if (disprovedBy(entry.old.text, context).length > 0) edits.push({ op: "retire", rule: entry.old.id });
      else
        refused.push(
          refusal(slug, entry.old.text, "no_support", "Nothing in the session shows that this rule is wrong."),
        );
    }
  }
  const files = settleFiles(change, context);
  if (!edits.some((edit) => edit.op !== "move") && files.kept.length === 0) {
    return { refused: [...refused, ...files.refused, nothingLeft(slug)] };
  }
  if (description !== undefined && description.length <= MAX_DESCRIPTION_LENGTH) {
    const problem = situationProblem(description, context.grounds);
    if (problem === undefined) edits.push({ op: "set_field", path: ["description"], value: redactText(description) });
    else refused.push(refusal(slug, description, problem.code, problem.message));
  }
  const { document } = rulesOfText(base.text);
  const title = document.title ?? slug;
  const candidate: Candidate = {
    id: "",
    proposer: "reviewer",
    action: "update",
    slug,
    title,
    description: document.frontmatter?.description ?? title,
    tags: [],
    rules,
    edits,
    baseHash: base.hash,
    confidence: confidenceOf(rules),
    rationale: rationaleOf(rules, refused.length, context.modelId),
  };
  return finish(candidate, files.kept, [...refused, ...files.refused], context);
}

async function finish(
  candidate: Candidate,
  files: CandidateFile[],
  refused: RuleRefusal[],
  context: ChangeContext,
): Promise<CandidateOfChange> {
  const whole = { ...candidate, ...(files.length === 0 ? {} : { files }) };
  const named = { ...whole, id: candidateId(whole.slug, whole.rules, whole) };
  if (named.action === "update") return { candidate: named, refused };
  const fit = await publishable(named, context.now);
  if (fit === undefined) {
    const message = "What is left of it is not a skill that may be published.";
    return { refused: [...refused, refusal(candidate.slug, undefined, "not_publishable", message)] };
  }
  const dropped = named.rules.filter((rule) => !fit.rules.includes(rule));
  return {
    candidate: fit,
    refused: [
      ...refused,
      ...dropped.map((rule) =>
        refusal(candidate.slug, rule.text, "lint", "It holds what no skill may hold; see docs/lint.md."),
      ),
    ],
  };
}

function unusable(slug: string, blocks: readonly { text: string }[]): RuleRefusal[] {
  return blocks.map((block) =>
    refusal(
      slug,
      block.text,
      "no_rule",
      "It is a table, a quotation or raw HTML; a rule is one line, or a line and code.",
    ),
  );
}

function nothingLeft(slug: string): RuleRefusal {
  return refusal(slug, undefined, "nothing_supported", "No rule of it is supported by the session.");
}

function titleOf(title: string | undefined, slug: string, context: ChangeContext): string {
  const own = title?.trim() ?? "";
  if (own !== "" && own.length <= 120 && situationProblem(own, context.grounds) === undefined) return redactText(own);
  const words = slug.replaceAll("-", " ");
  return `${words[0]?.toUpperCase() ?? ""}${words.slice(1)}`;
}

/** The model's words where they bring in nothing of their own, else what the rules say. */
function descriptionOf(
  given: string | undefined,
  title: string,
  rules: readonly CandidateRule[],
  context: ChangeContext,
): string {
  const text = given?.replace(/\s+/g, " ").trim() ?? "";
  const fits = text.length >= 10 && text.length <= MAX_DESCRIPTION_LENGTH;
  if (fits && situationProblem(text, context.grounds) === undefined) return redactText(text);
  const when = rules.find((rule) => rule.section === "When to use")?.text;
  const situation = when === undefined ? `Use for ${title}.` : when;
  return `${title}. ${situation}`.slice(0, MAX_DESCRIPTION_LENGTH);
}

const MAX_TAGS = 8;

function tagsOf(data: Record<string, unknown> | undefined): string[] {
  const metadata = data?.metadata;
  const given =
    data?.tags ?? (typeof metadata === "object" && metadata !== null && "tags" in metadata ? metadata.tags : undefined);
  const list = Array.isArray(given) ? given.map(String) : typeof given === "string" ? given.split(",") : [];
  const tags = list.map((tag) => tag.trim()).filter((tag) => /^[\p{L}\p{N}][\p{L}\p{N} .+#-]{0,30}$/u.test(tag));
  return [...new Set(tags)].slice(0, MAX_TAGS);
}

/** What a person said is surer than what was seen once. */
function confidenceOf(rules: readonly CandidateRule[]): number {
  const said = rules.filter((rule) => rule.evidence.some(({ support }) => support === "user_said")).length;
  return Math.round((0.7 + 0.2 * (said / Math.max(1, rules.length))) * 100) / 100;
}

function rationaleOf(rules: readonly CandidateRule[], refused: number, modelId: string): string {
  const said = rules.filter((rule) => rule.evidence.some(({ support }) => support === "user_said")).length;
  const seen = rules.length - said;
  const parts = [
    said === 0 ? "" : `${said} of its rules were said by the person`,
    seen === 0 ? "" : `${seen} rest on what was seen to work`,
  ].filter((part) => part !== "");
  const left =
    refused === 0
      ? ""
      : ` ${refused} more that it wrote had no support and ${refused === 1 ? "was" : "were"} left out.`;
  return `Found by ${modelId} in a review of the session: ${parts.join(", ") || "rules were taken back"}.${left}`;
}

/** The candidate without some of its rules; none when it then changes nothing. */
export function withoutRules(candidate: Candidate, isDropped: (rule: CandidateRule) => boolean): Candidate[] {
  const rules = candidate.rules.filter((rule) => !isDropped(rule));
  const texts = new Set(rules.map((rule) => rule.text));
  const edits = candidate.edits?.filter((edit) => (edit.op !== "add" && edit.op !== "replace") || texts.has(edit.text));
  const says = rules.some((rule) => rule.section !== "When to use");
  const takes = edits?.some((edit) => edit.op === "retire") ?? false;
  if (!says && !takes) return [];
  const left = { ...candidate, rules, ...(edits === undefined ? {} : { edits }) };
  return [{ ...left, id: candidateId(candidate.slug, rules, left) }];
}
