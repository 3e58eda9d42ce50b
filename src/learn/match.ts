/**
 * Is a candidate a new skill, or more of one that is there? Deterministic. It adds what is not there, and replaces a rule
 * only by what a person said later to the contrary; every other line stays as it is.
 */
import { parseSkill, parseSkillHead, ruleId, type SkillDocument, type SkillEdit, titleOf } from "../skill/index.ts";
import type { Candidate, CandidateRule, RuleEvidence } from "./candidate.ts";
import { opposes } from "./contradiction.ts";
import { candidateId } from "./idea.ts";
import { judgePair, type PairVerdict, vetoFor } from "./judge/judge-pair.ts";
import { profileOf, type SkillProfile } from "./judge/profile.ts";
import { codeSpans, findSameRule } from "./same-rule.ts";

export interface ExistingSkill {
  slug: string;
  text: string;
  /** sha256 of the bytes of the file. */
  hash: string;
  /** True when autoskill may change it (design §4.2). A near duplicate of a person's own skill is left alone. */
  ours: boolean;
}

export interface SkillMatch {
  skill: ExistingSkill;
  /** 1 for the same name, else what the judge gives, from 0.5. */
  score: number;
  /** Why; absent for the same name. */
  verdict?: PairVerdict;
}

const MIN_SHARED_COMMANDS = 0.34;

/** The existing skill that is the same capability, or nothing: by name, else as the judge says. */
export function matchExisting(
  candidate: Pick<Candidate, "slug" | "title" | "description" | "rules">,
  existing: readonly ExistingSkill[],
): SkillMatch | undefined {
  const named = existing.find((skill) => skill.slug === candidate.slug);
  if (named !== undefined) return { skill: named, score: 1 };
  const body = candidate.rules.map((rule) => rule.text).join("\n");
  const profile = profileOf({ name: candidate.title, description: candidate.description, body });
  const commands = commandsIn(body);
  let best: SkillMatch | undefined;
  for (const skill of existing) {
    const face = faceOfSkill(skill);
    if (vetoFor(profile, face.profile) !== undefined || !canShareWork(commands, face.commands())) continue;
    const verdict = judgePair(profile, face.profile);
    if (verdict.verdict === "same" && verdict.score > (best?.score ?? 0))
      best = { skill, score: verdict.score, verdict };
  }
  return best;
}

interface Face {
  profile: SkillProfile;
  commands(): Set<string>;
}

/** A skill is looked at once, however many candidates are compared with it, and its body only when it is near. */
const faces = new WeakMap<ExistingSkill, Face>();

function faceOfSkill(skill: ExistingSkill): Face {
  const known = faces.get(skill);
  if (known !== undefined) return known;
  const head = parseSkillHead(skill.text);
  let rules: string | undefined;
  const body = (): string => {
    rules ??= parseSkill(skill.text)
      .rules.map((rule) => rule.text)
      .join("\n");
    return rules;
  };
  const [name, description] = [titleOf(head) ?? skill.slug, head.frontmatter?.description ?? ""];
  const face = { profile: profileOf({ name, description, body }), commands: () => commandsIn(body()) };
  faces.set(skill, face);
  return face;
}

/** Two procedures that share no command are different jobs, however alike their words. */
function canShareWork(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  if (left.size === 0 && right.size === 0) return true;
  const fewer = Math.min(left.size, right.size);
  const shared = [...left].filter((command) => right.has(command)).length;
  return fewer > 0 && shared / fewer >= MIN_SHARED_COMMANDS;
}

/** Program and first word of each code span. */
function commandsIn(text: string): Set<string> {
  return new Set(
    codeSpans(text)
      .flatMap((span) => span.split(" && "))
      .map((span) => span.split(" ").slice(0, 2).join(" "))
      .filter((command) => /^[a-z./]/.test(command) && !command.startsWith("git ")),
  );
}

export interface Delta {
  edits: SkillEdit[];
  /** Rules that are there already and now rest on one more session. */
  supported: { rule: string; evidence: RuleEvidence[] }[];
  /** Rules that a person said the opposite of: what they said replaces them. */
  contradicted: { rule: string; evidence: RuleEvidence[] }[];
}

/**
 * The edits that bring a candidate into an existing skill: first those that it brings for rules that are still there
 * (replace, retire, move, a new description), then what is not there in meaning, in its place.
 */
export function candidateToEdits(
  candidate: Pick<Candidate, "rules" | "tags" | "edits">,
  text: string,
  now: Date,
): Delta {
  const document = parseSkill(text);
  const given = givenEdits(candidate.edits ?? [], document);
  const edits: SkillEdit[] = [...given];
  const supported: Delta["supported"] = [];
  const contradicted: Delta["contradicted"] = [];
  const anchors = new Map<string, string>();
  const leaving = new Set(given.flatMap((edit) => (edit.op === "replace" || edit.op === "retire" ? [edit.rule] : [])));
  const staying = document.rules.filter((rule) => !leaving.has(rule.id));
  const replacements = new Set(given.flatMap((edit) => (edit.op === "replace" ? [edit.text] : [])));
  for (const rule of candidate.rules) {
    if (replacements.has(rule.text)) continue;
    const there = staying[findSameRule(staying, rule)];
    if (there !== undefined) {
      supported.push({ rule: there.id, evidence: rule.evidence });
      if (there.section === rule.section) anchors.set(rule.section, there.id);
      continue;
    }
    const against = staying.find((other) => !leaving.has(other.id) && saysOpposite(rule, other));
    if (against !== undefined) {
      edits.push({ op: "replace", rule: against.id, text: rule.text });
      leaving.add(against.id);
      contradicted.push({ rule: against.id, evidence: rule.evidence });
      continue;
    }
    const after = rule.section === "Steps" ? anchors.get(rule.section) : undefined;
    edits.push({ op: "add", section: rule.section, text: rule.text, ...(after === undefined ? {} : { after }) });
    anchors.set(rule.section, ruleId(rule.text));
  }
  if (edits.length > 0) edits.push(...metadataEdits(candidate.tags, document, now));
  return { edits, supported, contradicted };
}

/** Only a person's own words overturn a rule; what was seen once does not. */
export function saysOpposite(rule: CandidateRule, there: { section: string; text: string }): boolean {
  const said = rule.evidence.some((evidence) => evidence.support === "user_said");
  return said && there.section === rule.section && opposes(there.text, rule.text);
}

/** The edits of a candidate that still fit: their rule is there, and a replacement is not there already. */
function givenEdits(edits: readonly SkillEdit[], document: SkillDocument): SkillEdit[] {
  const there = new Set(document.rules.map((rule) => rule.id));
  return edits.filter((edit) => {
    if (edit.op === "add") return false;
    if (edit.op === "set_field") return edit.path.join(".") === "description";
    return there.has(edit.rule) && !(edit.op === "replace" && there.has(ruleId(edit.text)));
  });
}

function metadataEdits(tags: string[], document: SkillDocument, now: Date): SkillEdit[] {
  const metadata = document.frontmatter?.data.metadata;
  const fields = typeof metadata === "object" && metadata !== null ? (metadata as Record<string, unknown>) : {};
  const known = String(fields.tags ?? "")
    .split(/,\s*/)
    .filter((tag) => tag !== "");
  const union = [...new Set([...known, ...tags])];
  return [
    { op: "set_field", path: ["metadata", "version"], value: nextPatch(fields.version) },
    { op: "set_field", path: ["metadata", "extracted_at"], value: now.toISOString() },
    ...(union.length > known.length
      ? [{ op: "set_field" as const, path: ["metadata", "tags"], value: union.join(", ") }]
      : []),
  ];
}

/** `0.1.0` → `0.1.1`; anything that is no version starts again at `0.1.1`. */
export function nextPatch(version: unknown): string {
  const parts = /^(\d+)\.(\d+)\.(\d+)$/.exec(String(version ?? ""));
  return parts === null ? "0.1.1" : `${parts[1]}.${parts[2]}.${Number(parts[3]) + 1}`;
}

/** The candidate as an update of a skill, or nothing when that skill says it all already. */
export function asUpdate(candidate: Candidate, skill: ExistingSkill, now: Date): Candidate | undefined {
  const { edits } = candidateToEdits(candidate, skill.text, now);
  const brought = new Set(edits.flatMap((edit) => (edit.op === "add" || edit.op === "replace" ? [edit.text] : [])));
  const taken = edits.filter((edit) => edit.op === "replace" || edit.op === "retire" || edit.op === "move");
  if (brought.size === 0 && taken.length === 0 && (candidate.files ?? []).length === 0) return undefined;
  const rules = candidate.rules.filter((rule) => brought.has(rule.text));
  const added = edits.filter((edit) => edit.op === "add").length;
  const changes = [
    added === 0 ? "" : `adds ${added === 1 ? "one rule" : `${added} rules`} to`,
    taken.length === 0 ? "" : `changes ${taken.length === 1 ? "one rule" : `${taken.length} rules`} of`,
  ].filter((change) => change !== "");
  const does = changes.length === 0 ? "adds files to" : changes.join(" and ");
  return {
    ...candidate,
    id: candidateId(skill.slug, rules, { ...candidate, edits: taken }),
    action: "update",
    slug: skill.slug,
    rules,
    edits,
    baseHash: skill.hash,
    rationale: `${candidate.rationale} ${does[0]?.toUpperCase() ?? ""}${does.slice(1)} the existing skill.`,
  };
}
