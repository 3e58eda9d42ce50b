/** What a candidate says, as digests: its own id, and the idea that a person may have turned down before. */
import { contentId, digestOf } from "../base/index.ts";
import type { Candidate, CandidateRule } from "./candidate.ts";
import { negates, sameMeaning, terms } from "./similarity.ts";

/**
 * Id of a candidate: the same session learned twice gives the same id, whatever the wording of title, description or
 * rationale and wherever the transcript lies.
 */
export function candidateId(
  slug: string,
  rules: CandidateRule[],
  more: Pick<Candidate, "edits" | "files" | "text"> = {},
): string {
  const { files = [] } = more;
  const edits = (more.edits ?? []).filter((edit) => edit.op !== "add" && edit.op !== "set_field");
  return contentId("cand", {
    slug,
    ...(edits.length === 0 ? {} : { edits }),
    ...(more.text === undefined ? {} : { text: more.text }),
    ...(files.length === 0 ? {} : { files: files.map((file) => [file.path, file.content, file.executable === true]) }),
    rules: rules.map((rule) => ({
      section: rule.section,
      text: rule.text,
      evidence: rule.evidence.map((evidence) => [evidence.source, evidence.sessionId, evidence.pointer.digest]),
    })),
  });
}

/**
 * Digest of the idea alone, without the sessions that support it: rules in any order, without case, punctuation or
 * spacing. A candidate whose idea was rejected is not proposed again; one more rule makes it a new idea.
 */
export function ideaDigest(candidate: Pick<Candidate, "rules" | "edits"> & Partial<Candidate>): string {
  // A merge says nothing new: which skills become one is the idea.
  if (candidate.absorbs !== undefined) {
    return digestOf({ merge: [candidate.slug, ...candidate.absorbs.map(({ slug }) => slug)].sort() });
  }
  const said = candidate.rules.filter((rule) => rule.section !== "When to use").map((rule) => essence(rule.text));
  const idea = [...new Set(said)].sort();
  // What only takes away says nothing; which rules it takes away is the idea.
  return digestOf(idea.length > 0 ? idea : { takesAway: takenAway(candidate.edits ?? []) });
}

function takenAway(edits: NonNullable<Candidate["edits"]>): string[] {
  return edits
    .flatMap((edit) => (edit.op === "retire" || edit.op === "move" ? [`${edit.op} ${edit.rule}`] : []))
    .sort();
}

/** Digest of one rule as an idea: its words, wherever it stands and whoever supports it. */
export function ruleDigest(text: string): string {
  return digestOf({ rule: essence(text) });
}

/** Everything to remember when a person turns a candidate down: the idea as a whole, and each rule of it. */
export function rejectionDigests(candidate: Pick<Candidate, "rules" | "edits"> & Partial<Candidate>): string[] {
  if (candidate.absorbs !== undefined) return [ideaDigest(candidate)];
  const rules = candidate.rules.filter((rule) => rule.section !== "When to use");
  return [ideaDigest(candidate), ...rules.map((rule) => ruleDigest(rule.text))];
}

const SHARED_PROSE = 0.5;

/**
 * True when a rule says what a rule says that was turned down, in the same or slightly other words: what another proposer
 * makes of the same session. Stricter than `sameMeaning` where both name commands, since a wrong yes is never seen: what
 * stands around the commands must be alike as well, and say the same way whether to do it.
 */
export function sameIdea(rejected: string, proposed: string): boolean {
  if (ruleDigest(rejected) === ruleDigest(proposed)) return true;
  if (!sameMeaning(rejected, proposed) || negates(rejected) !== negates(proposed)) return false;
  const [left, right] = [rejected, proposed].map((text) => new Set(terms(text.replaceAll(/`[^`]*`/g, " "))));
  const fewer = Math.min(left?.size ?? 0, right?.size ?? 0);
  const shared = [...(left ?? [])].filter((term) => right?.has(term) === true).length;
  return fewer === 0 ? (left?.size ?? 0) + (right?.size ?? 0) <= 2 : shared / fewer >= SHARED_PROSE;
}

/**
 * The candidate without the rules that a person turned down, or nothing when too little is left: so that a rejected skill does
 * not come back from the next session with one step more or less. `isRejected` is asked about the digest of the idea, and
 * about each rule with its digest.
 */
export async function withoutRejected(
  candidate: Candidate,
  isRejected: (digest: string, rule?: CandidateRule) => boolean | Promise<boolean>,
): Promise<Candidate | undefined> {
  if (await isRejected(ideaDigest(candidate))) return undefined;
  const rules: CandidateRule[] = [];
  for (const rule of candidate.rules) {
    if (rule.section === "When to use" || !(await isRejected(ruleDigest(rule.text), rule))) rules.push(rule);
  }
  if (rules.length === candidate.rules.length) return candidate;
  if (!isWorthASkill(rules, candidate.rules)) return undefined;
  const edits = candidate.edits?.filter(
    (edit) => edit.op !== "replace" || rules.some((rule) => rule.text === edit.text),
  );
  const left = { ...candidate, rules, ...(edits === undefined ? {} : { edits }) };
  return { ...left, id: candidateId(candidate.slug, rules, left) };
}

/** A rule or a pitfall of its own is worth a skill; of the steps, most have to be new. */
function isWorthASkill(left: CandidateRule[], all: CandidateRule[]): boolean {
  if (left.some((rule) => rule.section === "Rules" || rule.section === "Pitfalls")) return true;
  const said = (rules: CandidateRule[]) => rules.filter((rule) => rule.section !== "When to use").length;
  return said(left) * 2 > said(all);
}

function essence(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<>/]+/gu, " ")
    .trim();
}
