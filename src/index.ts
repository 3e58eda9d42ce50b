/**
 * The SDK. What stands here is public; everything else may change.
 *
 * @example
 * import { AutoSkill } from "autoskill";
 * const autoskill = await AutoSkill.open({ home: "./state", approval: "auto" });
 * await autoskill.ingest(messages);
 * const { text } = await autoskill.renderContext("commit my change");
 * await autoskill.close();
 */
export {
  type AvailableSkills,
  type AvailableSkillsOptions,
  renderAvailableSkills,
  type SkillConfig,
  type SkillLevel,
  SkillManager,
  type SkillManagerOptions,
  type SkillProblem,
  type SkillUsage,
  type SkillValidation,
} from "./bank/index.ts";
export { AutoskillError, type ErrorJson, errorToJson } from "./base/index.ts";
export {
  AUTO_SKILL_THRESHOLD,
  assertRealProjectSkillPath,
  type Content,
  createSkillScopedAgentConfig,
  MemoryManager,
  type MemoryManagerOptions,
  type MemoryTaskListener,
  type MemoryTaskRecord,
  type MemoryTaskStatus,
  type MemoryTaskType,
  type ScheduleSkillReviewParams,
  type SkillReviewScheduleResult,
  type SkillScopedAgentConfig,
} from "./memory/index.ts";
export {
  approve,
  configGet,
  configList,
  configSet,
  createMemoryManager,
  createOperationContext,
  diff,
  doctor,
  enqueueReview,
  history,
  indexRebuild,
  indexStatus,
  type LearnReport,
  learn,
  lint,
  list,
  type Operation,
  type OperationContext,
  type OperationContextOptions,
  operations,
  type Proposal,
  pending,
  type ReviewReport,
  type ReviewScheduling,
  type RunReport,
  reject,
  remove,
  renderContext,
  review,
  rollback,
  run,
  runOperation,
  runReviewJobs,
  search,
  sessions,
  sessionsCheck,
  show,
  why,
} from "./operations/index.ts";
export * from "./sdk/index.ts";
export {
  type CondensedSession,
  condenseSession,
  createTurnReader,
  loadSessions,
  type Session,
  type SessionHeader,
  transcriptMessages,
} from "./session/index.ts";
