/** The door of the operations room: everything a person or an agent can ask for, on every face. */
export {
  type AgentHooks,
  type AgentSession,
  type OpenedSession,
  withAgentSession,
} from "./agent/agent-session.ts";
export type { Learned } from "./agent/learn-while-talking.ts";
export type { Retrieval, RetrievedSkill } from "./agent/retrieval.ts";
export { runQueuedReview, type SkillReviewNotice, type SkillReviewOutcome } from "./agent/review-at-end.ts";
export { type FinishedRun, type RunReport, run, runPrompt } from "./agent/run.ts";
export type { ApprovalPolicy } from "./approval-policy.ts";
export { configGet, configList, configSet } from "./config.ts";
export { type ConfigurationEntry, type ConfigurationKey, configurationKeys } from "./configuration.ts";
export {
  createOperationContext,
  type OperationContext,
  type OperationContextOptions,
  type ProgressEvent,
} from "./context.ts";
export type { Absorbed } from "./curate/absorb.ts";
export { type ArchivedLine, archive, archived, restore } from "./curate/archive.ts";
export { type CuratedChange, type CuratedMerge, type CurateReport, curate } from "./curate/curate.ts";
export { type PinReport, pin, unpin } from "./curate/pin.ts";
export {
  type ApprovalReport,
  approve,
  type PublishedProposal,
  pending,
  type RejectionReport,
  reject,
} from "./decide.ts";
export { type DemoReport, demo } from "./demo.ts";
export { diff, type SkillDifference } from "./diff.ts";
export { type DoctorCheck, doctor } from "./doctor.ts";
export { evalMerge } from "./eval-merge.ts";
export { evalPatches } from "./eval-patches.ts";
export { type EvolvedEdit, type EvolveReport, evolve } from "./evolve/index.ts";
export { type ExportReport, exportSkills } from "./export/export.ts";
export { extract } from "./extract/extract.ts";
export { type ExtractionReport, extractedUpTo, runExtraction } from "./extract/run-extraction.ts";
export { type ForgetReport, type ForgottenSkill, sessionsForget } from "./forget-session.ts";
export { type HistoryEntry, history, remove, rollback, type SkillChange } from "./history.ts";
export { importArchives } from "./import/import.ts";
export { IMPORT_KINDS, type ImportedUnit, type ImportReport } from "./import/model.ts";
export { type LearnReport, learn, type SessionOutcome } from "./learn/learn.ts";
export { type LedgerLine, ledger, undo } from "./ledger.ts";
export { type LintedFile, type LintReport, lint } from "./lint.ts";
export { type ListedSkill, list } from "./list.ts";
export { type ModelCheck, type ModelReport, model } from "./model/model.ts";
export { openModel } from "./model/open-model.ts";
export type { SkillUsage, SkillUsageOfUser } from "./model/skill-usage.ts";
export { type PurposeUsage, type UsageAmounts, type UsageReport, usage } from "./model/usage.ts";
export { defineOperation, type Operation, runOperation } from "./operation.ts";
export type { Proposal, ProposedFile, ProposedRule } from "./proposal.ts";
export { operations } from "./registry.ts";
export {
  createMemoryManager,
  enqueueReview,
  type ReviewReport,
  type ReviewRequest,
  type ReviewRun,
  type ReviewRunOptions,
  type ReviewScheduling,
  type ReviewSkipReason,
  review,
  runReviewJobs,
  type WaitingReview,
  waitingReviews,
} from "./review/index.ts";
export { evalRetrieval, evalTriggers } from "./search/evaluate.ts";
export { type IndexRebuilt, type IndexStatus, indexRebuild, indexStatus } from "./search/index-state.ts";
export { renderContext } from "./search/render-context.ts";
export { type FoundSkill, type SearchReport, search } from "./search/search.ts";
export { type TriggerProposal, tuneSkillTriggers } from "./search/tune-triggers.ts";
export { type ListedSession, sessions } from "./sessions.ts";
export { type SessionsCheck, sessionsCheck } from "./sessions-check.ts";
export { type SettledProposals, settleProposals } from "./settle-proposals.ts";
export { type ShownSkill, show } from "./show.ts";
export type { StatsReport, StatsRow } from "./stats/model.ts";
export { stats } from "./stats/stats.ts";
export { SUMMARIES } from "./summaries.ts";
export { type EvidenceStatus, type ExplainedEvidence, type ExplainedRule, type Explanation, why } from "./why.ts";
