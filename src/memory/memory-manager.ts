/**
 * The memory manager of a host: schedules background work at the end of a session, keeps a record of each task, and tells
 * who listens. Seeds 000 and 003, with what their users missed: a second review of a project that has one under way is not
 * begun, tasks can be cancelled, and a listener that throws disturbs nobody.
 *
 * Contract: scheduling returns at once and never throws; the work runs behind `track`, so `drain` waits for it. Records are
 * kept in memory, the newest thousand; what a review found is durable elsewhere.
 */
import { randomUUID } from "node:crypto";
import { type Clock, errorToJson, systemClock } from "../base/index.ts";
import {
  AUTO_SKILL_THRESHOLD,
  type MemoryTaskRecord,
  type MemoryTaskType,
  type RunSkillReview,
  type ScheduleSkillReviewParams,
  type SkillReviewScheduleResult,
} from "./model.ts";

export type MemoryTaskListener = (record: MemoryTaskRecord) => void;

export interface MemoryManagerOptions {
  /** See `createMemoryManager` of the operations for the one that uses the person's model and bank. */
  runSkillReview: RunSkillReview;
  clock?: Clock;
}

const MAX_RECORDS = 1_000;

export class MemoryManager {
  readonly #options: MemoryManagerOptions;
  readonly #clock: Clock;
  readonly #records = new Map<string, MemoryTaskRecord>();
  readonly #inFlight = new Map<string, Promise<unknown>>();
  readonly #aborts = new Map<string, AbortController>();
  readonly #listeners = new Map<symbol, { listener: MemoryTaskListener; taskType: MemoryTaskType | undefined }>();

  constructor(options: MemoryManagerOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** Decides by the host's own counters, in the order of the seeds, and begins the review in the background. */
  scheduleSkillReview(params: ScheduleSkillReviewParams): SkillReviewScheduleResult {
    const skip = (
      skippedReason: NonNullable<SkillReviewScheduleResult["skippedReason"]>,
      taskId?: string,
    ): SkillReviewScheduleResult => ({
      status: "skipped",
      skippedReason,
      ...(taskId === undefined ? {} : { taskId }),
    });
    if (params.enabled === false || params.config?.memory?.enableAutoSkill === false) return skip("disabled");
    const threshold = params.threshold ?? AUTO_SKILL_THRESHOLD;
    if (params.toolCallCount < threshold) return skip("below_threshold");
    if (params.skillsModified) return skip("skills_modified_in_session");
    const underWay = this.#underWay("skill-review", params.projectRoot);
    if (underWay !== undefined) return skip("already_running", underWay.id);

    const { toolCallCount, history } = params;
    const record = this.#add("skill-review", params, { toolCallCount, threshold, historyLength: history.length });
    const abort = new AbortController();
    this.#aborts.set(record.id, abort);
    // The host goes on with its own messages; the review sees those of now.
    const snapshot = { ...params, history: structuredClone(history) };
    const promise = this.track(record.id, this.#review(record.id, snapshot, abort.signal));
    return { status: "scheduled", taskId: record.id, promise };
  }

  /** Holds the work so that `drain` waits for it. Gives the same promise back. */
  track<T>(id: string, work: Promise<T>): Promise<T> {
    this.#inFlight.set(id, work);
    const forget = (): void => {
      if (this.#inFlight.get(id) === work) this.#inFlight.delete(id);
    };
    work.then(forget, forget);
    return work;
  }

  /** Waits for all work. False when `timeoutMs` passed before; the work goes on. */
  async drain(options: { timeoutMs?: number } = {}): Promise<boolean> {
    const all = Promise.allSettled(this.#inFlight.values()).then(() => true);
    if (options.timeoutMs === undefined) return all;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), options.timeoutMs);
    });
    try {
      return await Promise.race([all, late]);
    } finally {
      clearTimeout(timer);
    }
  }

  getTask(id: string): MemoryTaskRecord | undefined {
    const record = this.#records.get(id);
    return record === undefined ? undefined : { ...record };
  }

  /** Oldest first. */
  listTasks(filter: { taskType?: MemoryTaskType; projectRoot?: string } = {}): MemoryTaskRecord[] {
    return [...this.#records.values()]
      .filter(({ taskType }) => filter.taskType === undefined || taskType === filter.taskType)
      .filter(({ projectRoot }) => filter.projectRoot === undefined || projectRoot === filter.projectRoot)
      .map((record) => ({ ...record }));
  }

  /** Stops a task that is not over; its record says so at once, and stays so. False when there is none. */
  cancelTask(id: string): boolean {
    const record = this.#records.get(id);
    if (record === undefined || isOver(record)) return false;
    this.#update(id, { status: "cancelled" });
    this.#aborts.get(id)?.abort(new Error("The task was cancelled."));
    return true;
  }

  /** Calls `listener` with every record that is new or changed. Returns what ends that. */
  subscribe(listener: MemoryTaskListener, options: { taskType?: MemoryTaskType } = {}): () => void {
    const key = Symbol("listener");
    this.#listeners.set(key, { listener, taskType: options.taskType });
    return () => void this.#listeners.delete(key);
  }

  async #review(id: string, params: ScheduleSkillReviewParams, signal: AbortSignal): Promise<MemoryTaskRecord> {
    // What listens is told of the task before it begins.
    await Promise.resolve();
    this.#update(id, { status: "running" });
    try {
      const { status, error, metadata } = await this.#options.runSkillReview({
        ...params,
        signal,
        onProgress: (progressText) => this.#update(id, { progressText }),
      });
      this.#update(id, {
        status,
        ...(error === undefined ? {} : { error }),
        ...(metadata === undefined ? {} : { metadata: { ...this.#records.get(id)?.metadata, ...metadata } }),
      });
    } catch (error) {
      this.#update(id, { status: "failed", error: errorToJson(error).message });
    } finally {
      this.#aborts.delete(id);
    }
    return this.getTask(id) ?? unknownTask(id, params);
  }

  #underWay(taskType: MemoryTaskType, projectRoot: string): MemoryTaskRecord | undefined {
    return this.listTasks({ taskType, projectRoot }).find((record) => !isOver(record) || this.#inFlight.has(record.id));
  }

  #add(
    taskType: MemoryTaskType,
    { projectRoot, sessionId }: Pick<ScheduleSkillReviewParams, "projectRoot" | "sessionId">,
    metadata: Record<string, unknown>,
  ): MemoryTaskRecord {
    const at = this.#clock.now().toISOString();
    const record: MemoryTaskRecord = {
      id: `${taskType}-${randomUUID()}`,
      taskType,
      projectRoot,
      sessionId,
      status: "pending",
      metadata,
      createdAt: at,
      updatedAt: at,
    };
    this.#records.set(record.id, record);
    this.#forgetOldest();
    this.#tell(record);
    return record;
  }

  /** A task that is over, or cancelled while it ran, stays as it is. */
  #update(id: string, change: Partial<MemoryTaskRecord>): void {
    const record = this.#records.get(id);
    if (record === undefined || isOver(record)) return;
    const updated = { ...record, ...change, updatedAt: this.#clock.now().toISOString() };
    this.#records.set(id, updated);
    this.#tell(updated);
  }

  #tell(record: MemoryTaskRecord): void {
    for (const { listener, taskType } of [...this.#listeners.values()]) {
      if (taskType !== undefined && taskType !== record.taskType) continue;
      try {
        listener({ ...record });
      } catch {
        // One listener's trouble is not the others', and not the task's.
      }
    }
  }

  #forgetOldest(): void {
    for (const [id, record] of this.#records) {
      if (this.#records.size <= MAX_RECORDS) return;
      if (isOver(record)) this.#records.delete(id);
    }
  }
}

function isOver({ status }: MemoryTaskRecord): boolean {
  return status !== "pending" && status !== "running";
}

function unknownTask(id: string, { projectRoot, sessionId }: ScheduleSkillReviewParams): MemoryTaskRecord {
  const at = new Date(0).toISOString();
  return { id, taskType: "skill-review", projectRoot, sessionId, status: "completed", createdAt: at, updatedAt: at };
}
