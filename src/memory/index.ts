/** The memory room's door: background work at the end of sessions, for programs that embed autoskill. */
export { type HistoryTranscript, historyTranscript } from "./history-transcript.ts";
export { MemoryManager, type MemoryManagerOptions, type MemoryTaskListener } from "./memory-manager.ts";
export {
  AUTO_SKILL_THRESHOLD,
  type Content,
  type MemoryConfig,
  type MemoryTaskRecord,
  type MemoryTaskStatus,
  type MemoryTaskType,
  type Part,
  type RunSkillReview,
  type ScheduleSkillReviewParams,
  type SkillReviewEnd,
  type SkillReviewRequest,
  type SkillReviewScheduleResult,
} from "./model.ts";
export { assertRealProjectSkillPath, PROJECT_SKILL_FOLDERS } from "./skill-path.ts";
export {
  createSkillScopedAgentConfig,
  type PermissionDecision,
  SKILL_REVIEW_TOOLS,
  type SkillScopedAgentBase,
  type SkillScopedAgentConfig,
} from "./skill-scoped-agent.ts";
