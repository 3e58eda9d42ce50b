/** The door of the learning room: gate, distiller, and what turns a candidate into a skill or an update of one. */
export { type AppliedCandidate, applyCandidate } from "./apply-candidate.ts";
export {
  type Candidate,
  type CandidateFile,
  type CandidateRule,
  type EvidenceSource,
  type Proposer,
  type RuleEvidence,
  SKILL_SECTIONS,
  type SkillSection,
  type SupportKind,
} from "./candidate.ts";
export * from "./curator/index.ts";
export { type DistilInput, distil } from "./distil/distil.ts";
export { STANDING_TAG } from "./distil/rules-skill.ts";
export * from "./documents/index.ts";
export * from "./evolve/index.ts";
export * from "./extractor/index.ts";
export {
  evaluateGate,
  type GateCounters,
  type GateCursor,
  type GateDecision,
  type GateOptions,
  type GateSignals,
  gateCursor,
  LEARN_REASONS,
  type LearnReason,
  SKIP_REASONS,
  type SkipReason,
} from "./gate.ts";
export { candidateId, ideaDigest, rejectionDigests, ruleDigest, sameIdea, withoutRejected } from "./idea.ts";
export { BODY_FEATURES, bodyFeatures, FACE_FEATURES, faceFeatures } from "./judge/features.ts";
export { type JudgeDecision, judgeCandidate } from "./judge/judge.ts";
export { type Axis, type AxisVerdict, judgePair, type PairVerdict } from "./judge/judge-pair.ts";
export { type JudgedSkill, profileOf, type SkillProfile } from "./judge/profile.ts";
export {
  type FactsSummary,
  type LearnedSession,
  type LearnedTranscript,
  type LearnOptions,
  learnFromFacts,
  learnFromTranscript,
} from "./learn.ts";
export { type ManagedDecision, manageWithModel } from "./manage/manage-with-model.ts";
export {
  asUpdate,
  candidateToEdits,
  type Delta,
  type ExistingSkill,
  matchExisting,
  type SkillMatch,
} from "./match.ts";
export { type MergedAgain, madeAgain, mergeAgain } from "./merge-again.ts";
export { joinCandidates, mergeCandidates, yieldTo } from "./merge-candidates.ts";
export * from "./reviewer/index.ts";
export * from "./rewriting/index.ts";
export { findSameRule, type PlacedRule } from "./same-rule.ts";
export {
  type ChangeProblem,
  createSandbox,
  isProtected,
  isReadOnlyCommand,
  type Refusal,
  type Sandbox,
  type SandboxChange,
  type SandboxOptions,
  type SkillRoot,
  validateChanges,
} from "./sandbox/index.ts";
export { createSimilarity, type Similarity, sameMeaning } from "./similarity.ts";
export { candidateToSkill, publishable } from "./to-skill.ts";
