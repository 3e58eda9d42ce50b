export { getBlob, putBlob } from "./blobs.ts";
export {
  addCandidate,
  type CandidateDecision,
  type CandidateRecord,
  type CandidateState,
  candidatesOfSkill,
  decideCandidate,
  deleteCandidate,
  findCandidate,
  listCandidates,
  replaceCandidatePayload,
  replaceDecidedPayload,
} from "./candidates.ts";
export { type DraftRecord, deleteDraft, listDrafts, saveDraft } from "./drafts.ts";
export {
  addEvidence,
  CONTRADICTED,
  type EvidencePointer,
  type EvidenceRecord,
  evidenceOfSession,
  forgetSessionEvidence,
  listEvidence,
} from "./evidence.ts";
export {
  countImportedItems,
  findImportedItem,
  type ImportedItem,
  recordImportedItem,
} from "./imported-items.ts";
export { addIntent, type IntentRecord, listIntents, removeIntent } from "./intents.ts";
export {
  cancelJob,
  deleteJob,
  enqueueJob,
  failJob,
  findJob,
  finishJob,
  type JobFailure,
  type JobRecord,
  type JobState,
  type LeasedJob,
  type LeaseRequest,
  leaseJob,
  listJobs,
  type NewJob,
  releaseJob,
  renewLease,
  retryDelayMs,
  reviveJob,
  saveJobProgress,
} from "./jobs.ts";
export {
  appendLedger,
  findLedgerEntry,
  type LedgerEntry,
  type LedgerRecord,
  listLedger,
  recentLedger,
} from "./ledger.ts";
export {
  type ArchivedSkill,
  findArchived,
  findLifecycle,
  listArchived,
  moveStage,
  type SkillLifecycle,
  type SkillStage,
  seedLifecycle,
  setPinned,
} from "./lifecycle.ts";
export { SCHEMA_VERSION } from "./migrations.ts";
export {
  type ModelCallRecord,
  type ModelCallSummary,
  recordModelCall,
  summarizeModelCalls,
} from "./model-calls.ts";
export { readOnly } from "./read-only.ts";
export { allowIdea, isIdeaRejected, listRejectedIdeas, type RejectedIdea, rejectIdea } from "./rejected-ideas.ts";
export {
  addRevision,
  findRevision,
  findRevisionByKey,
  listRevisions,
  type RevisionFile,
  type RevisionRecord,
  revisionsByHash,
} from "./revisions.ts";
export {
  FORGOTTEN,
  findSession,
  forgetSession,
  listSessions,
  recordSession,
  type SessionRecord,
  sessionsOfFile,
} from "./sessions.ts";
export { getSetting, setSetting } from "./settings.ts";
export { findSkill, listSkills, type SkillRecord, type SkillScope, saveSkill, skillId } from "./skills.ts";
export { openStore, type Store, type StoreConnection, type StoreOptions } from "./store.ts";
export {
  recordUsage,
  recordUsageOnce,
  type SkillUsageRow,
  summarizeSkillUsage,
  summarizeUsage,
  type UsageKind,
  type UsageRecord,
  type UsageSummary,
} from "./usage.ts";
