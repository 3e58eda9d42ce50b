/** What programs that embed autoskill pass to the memory manager, and get back: the types of the seeds 000 and 003. */

/** Tool calls from which a session is reviewed. */
export const AUTO_SKILL_THRESHOLD = 20;

export type MemoryTaskType = "extract" | "dream" | "skill-review";

export type MemoryTaskStatus = "pending" | "running" | "completed" | "skipped" | "failed" | "cancelled";

export interface MemoryTaskRecord {
  id: string;
  taskType: MemoryTaskType;
  projectRoot: string;
  sessionId: string;
  status: MemoryTaskStatus;
  /** What it does right now, for a person. */
  progressText?: string;
  /** Why it failed or was skipped. */
  error?: string;
  metadata?: Record<string, unknown>;
  /** ISO 8601. */
  createdAt: string;
  updatedAt: string;
}

/** One part of a message as Gemini CLI and Qwen Code keep it (`@google/genai`); parts of other shapes are left out. */
export interface Part {
  text?: string;
  thought?: boolean;
  functionCall?: { id?: string; name?: string; args?: unknown };
  functionResponse?: { id?: string; name?: string; response?: unknown };
}

/** One message of a conversation. Results of tools come with the role `user`. */
export interface Content {
  role?: string;
  parts?: Part[];
}

/** The part of a host's configuration that counts here. */
export interface MemoryConfig {
  memory?: { enableAutoSkill?: boolean };
}

export interface ScheduleSkillReviewParams {
  projectRoot: string;
  sessionId: string;
  /** The whole conversation; copied before this returns. */
  history: Content[];
  /** Tool calls of this session. */
  toolCallCount: number;
  /** True when the session wrote below a skills folder. */
  skillsModified: boolean;
  config?: MemoryConfig;
  /** Default true. */
  enabled?: boolean;
  /** Default `AUTO_SKILL_THRESHOLD`. */
  threshold?: number;
  /** Default: `review.maxTurns`. */
  maxTurns?: number;
  /** Default: `review.timeoutSeconds`. */
  timeoutMs?: number;
}

export interface SkillReviewScheduleResult {
  status: "scheduled" | "skipped";
  /** Of the review; for `already_running`, of the one that is under way. */
  taskId?: string;
  skippedReason?: "below_threshold" | "skills_modified_in_session" | "disabled" | "already_running";
  /** Ends with the record as it then is; never rejects. Only where it was scheduled. */
  promise?: Promise<MemoryTaskRecord>;
}

/** How a review ended, as whoever runs it says. */
export interface SkillReviewEnd {
  status: Extract<MemoryTaskStatus, "completed" | "skipped" | "failed" | "cancelled">;
  error?: string;
  metadata?: Record<string, unknown>;
}

export interface SkillReviewRequest extends ScheduleSkillReviewParams {
  signal: AbortSignal;
  onProgress(text: string): void;
}

/** Runs one review. What it throws makes the task `failed`. */
export type RunSkillReview = (request: SkillReviewRequest) => Promise<SkillReviewEnd>;
