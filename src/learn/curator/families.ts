/**
 * Families of skills that are the same capability, as proposals to make each one skill.
 *
 * Contract: the judge decides, in a fixed order, so the same bank gives the same proposals. A proposal only adds: what the
 * others say and the kept skill does not, with its evidence. Nothing is merged here; the proposal waits for a person.
 */
import type { RuleEvidenceGroup } from "../../bank/index.ts";
import { contentId } from "../../base/index.ts";
import { createHashingEmbedder, createSearchIndex, documentFromSkill } from "../../search/index.ts";
import type { MessagePointer } from "../../session/index.ts";
import { parseSkill } from "../../skill/index.ts";
import type { EvidenceRecord } from "../../store/index.ts";
import {
  type Candidate,
  type CandidateRule,
  type EvidenceSource,
  type RuleEvidence,
  SKILL_SECTIONS,
  type SkillSection,
  type SupportKind,
} from "../candidate.ts";
import { candidateId } from "../idea.ts";
import { type JudgeDecision, judgeCandidate } from "../judge/judge.ts";
import { candidateToEdits, type ExistingSkill } from "../match.ts";
import { mergeCandidates } from "../merge-candidates.ts";
import type { CuratedSkill, CuratorReader } from "./model.ts";

export interface MergeProposal {
  candidate: Candidate;
  kept: CuratedSkill;
  absorbed: CuratedSkill[];
}

export interface FoundFamilies {
  merges: MergeProposal[];
  /** Near duplicates that are not proposed, and why. */
  left: { slug: string; like: string; reason: string }[];
}

/** The judge looks at so many of the nearest skills: comparing all pairs of 400 took it 15 seconds. */
const NEIGHBOURS = 12;

interface Member {
  skill: CuratedSkill;
  decision: JudgeDecision;
}

/** @param skills of one scope that may be merged: ours, not pinned, not on their way to the archive. */
export async function findFamilies(
  reader: CuratorReader,
  skills: readonly CuratedSkill[],
  now: Date,
): Promise<FoundFamilies> {
  const kept = new Map<string, { skill: CuratedSkill; existing: ExistingSkill; members: Member[] }>();
  const left: FoundFamilies["left"] = [];
  const index = createSearchIndex({ embedder: createHashingEmbedder(), now: () => now });
  for (const skill of [...skills].sort(byMerit)) {
    const subject = asCandidate(skill, []);
    const hits = await index.query(`${subject.title}\n${subject.description}`, { topK: NEIGHBOURS, minScore: 0 });
    const neighbours = hits.flatMap(({ id }) => kept.get(id)?.existing ?? []);
    const decision = judgeCandidate(subject, neighbours, now);
    const head = decision.target === undefined ? undefined : kept.get(decision.target);
    if (head === undefined) {
      const existing = { slug: skill.slug, text: skill.text, hash: skill.hash, ours: true };
      kept.set(skill.slug, { skill, existing, members: [] });
      await index.addAll([documentFromSkill(skill.text, { id: skill.slug, scope: skill.scope, hash: skill.hash })]);
    } else if (skill.otherFiles > 0) {
      left.push({
        slug: skill.slug,
        like: head.skill.slug,
        reason: "it has files beside SKILL.md, which belong to it",
      });
    } else head.members.push({ skill, decision });
  }
  const merges: MergeProposal[] = [];
  for (const { skill, members } of kept.values()) {
    if (members.length > 0) merges.push(await proposalFor(reader, skill, members, now));
  }
  return { merges, left };
}

/** The most used first, then the one with a person's files, then the oldest. */
function byMerit(left: CuratedSkill, right: CuratedSkill): number {
  const uses = ({ activity }: CuratedSkill) => activity.injected + activity.used;
  return (
    uses(right) - uses(left) ||
    right.otherFiles - left.otherFiles ||
    compare(left.createdAt ?? "", right.createdAt ?? "") ||
    compare(left.slug, right.slug)
  );
}

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);

async function proposalFor(
  reader: CuratorReader,
  kept: CuratedSkill,
  members: readonly Member[],
  now: Date,
): Promise<MergeProposal> {
  const parts: Candidate[] = [];
  for (const { skill } of members) {
    const part = asCandidate(skill, await reader.evidence(skill));
    parts.push({ ...part, slug: kept.slug, action: "create" });
  }
  const [joined] = mergeCandidates(parts);
  const { rules = [], tags = [] } = joined ?? {};
  const { edits } = candidateToEdits({ rules, tags }, kept.text, now);
  const absorbed = members.map(({ skill }) => skill);
  const absorbs = absorbed.map(({ slug, hash }) => ({ slug, hash })).sort((a, b) => compare(a.slug, b.slug));
  const added = edits.filter((edit) => edit.op === "add").length;
  const candidate: Candidate = {
    ...asCandidate(kept, []),
    id: contentId("cand", { merge: candidateId(kept.slug, rules), absorbs }),
    action: "update",
    rules,
    tags,
    edits,
    baseHash: kept.hash,
    absorbs,
    confidence: Math.min(...members.map(({ decision }) => decision.verdict?.score ?? 1)),
    rationale: rationaleOf(kept, members, added),
  };
  return { candidate, kept, absorbed };
}

function rationaleOf(kept: CuratedSkill, members: readonly Member[], added: number): string {
  const names = members.map(({ skill }) => skill.slug);
  const listed = names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
  const why = members.map(({ skill, decision }) => `${skill.slug}: ${decision.reason}`).join(" ");
  const adds = added === 0 ? "All they say is there" : `${added === 1 ? "One rule is" : `${added} rules are`} added`;
  return `Makes ${listed} and ${kept.slug} one skill. ${adds}; ${listed} then go to the archive. ${why}`;
}

/** A published skill as what a proposer would say of it. */
function asCandidate(skill: CuratedSkill, groups: readonly RuleEvidenceGroup[]): Candidate {
  const document = parseSkill(skill.text);
  const evidence = new Map(groups.map((group) => [group.ruleId, group.evidence.map(asRuleEvidence)]));
  const rules = document.rules.map(
    ({ id, section, text }): CandidateRule => ({ section: sectionOf(section), text, evidence: evidence.get(id) ?? [] }),
  );
  const metadata = document.frontmatter?.data.metadata;
  const tags = typeof metadata === "object" && metadata !== null && "tags" in metadata ? String(metadata.tags) : "";
  return {
    id: candidateId(skill.slug, rules),
    proposer: "curator",
    action: "update",
    slug: skill.slug,
    title: document.title ?? skill.slug,
    description: document.frontmatter?.description ?? "",
    tags: tags.split(/,\s*/).filter((tag) => tag !== ""),
    rules,
    confidence: 1,
    rationale: "",
  };
}

/** A person's own headings say what to do or not to do: `Rules`. */
function sectionOf(heading: string): SkillSection {
  return SKILL_SECTIONS.find((section) => section.toLowerCase() === heading.trim().toLowerCase()) ?? "Rules";
}

/** What the store keeps as text came from these types. */
function asRuleEvidence(record: EvidenceRecord): RuleEvidence {
  const { sessionId, source, sourcePath, pointer, support, quote } = record;
  return {
    sessionId,
    source: source as EvidenceSource,
    sourcePath,
    pointer: { ...pointer, origin: pointer.origin as MessagePointer["origin"] },
    support: support as SupportKind,
    quote,
  };
}
