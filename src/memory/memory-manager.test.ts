import { describe, expect, it } from "vitest";
import { fixedClock } from "../base/index.ts";
import {
  AUTO_SKILL_THRESHOLD,
  MemoryManager,
  type MemoryTaskRecord,
  type RunSkillReview,
  type ScheduleSkillReviewParams,
  type SkillReviewRequest,
} from "./index.ts";

const params: ScheduleSkillReviewParams = {
  projectRoot: "/work/shop",
  sessionId: "s1",
  history: [{ role: "user", parts: [{ text: "Hello." }] }],
  toolCallCount: 20,
  skillsModified: false,
};

const completes: RunSkillReview = async () => ({ status: "completed" });
const managerWith = (runSkillReview: RunSkillReview) =>
  new MemoryManager({ runSkillReview, clock: fixedClock("2026-01-02T03:04:05.000Z", 1) });

/** A review that goes on until it is let go. */
function held() {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const requests: SkillReviewRequest[] = [];
  const run: RunSkillReview = async (request) => {
    requests.push(request);
    await promise;
    return { status: "completed", metadata: { found: 1 } };
  };
  return { run, requests, finish: resolve, fail: reject };
}

describe("scheduleSkillReview", () => {
  it("has the threshold of the seeds", () => {
    expect(AUTO_SKILL_THRESHOLD).toBe(20);
  });

  it.each([
    [{ toolCallCount: 0 }, "below_threshold"],
    [{ toolCallCount: 19 }, "below_threshold"],
    [{ toolCallCount: 4, threshold: 5 }, "below_threshold"],
    [{ skillsModified: true }, "skills_modified_in_session"],
    [{ enabled: false }, "disabled"],
    [{ config: { memory: { enableAutoSkill: false } } }, "disabled"],
    [{ enabled: false, toolCallCount: 0, skillsModified: true }, "disabled"],
    [{ toolCallCount: 0, skillsModified: true }, "below_threshold"],
  ] as const)("skips %j with the reason %s, and runs nothing", async (change, skippedReason) => {
    const review = held();
    const manager = managerWith(review.run);
    expect(manager.scheduleSkillReview({ ...params, ...change })).toEqual({ status: "skipped", skippedReason });
    expect(manager.listTasks()).toEqual([]);
    expect(review.requests).toEqual([]);
  });

  it.each([{}, { toolCallCount: 40 }, { toolCallCount: 5, threshold: 5 }, { config: {} }])(
    "schedules at or above the threshold: %j",
    async (change) => {
      const manager = managerWith(completes);
      const { status, taskId, promise } = manager.scheduleSkillReview({ ...params, ...change });
      expect(status).toBe("scheduled");
      expect(await promise).toMatchObject({ id: taskId, status: "completed", taskType: "skill-review" });
    },
  );

  it("passes on what it was given, and keeps counters in the record", async () => {
    const review = held();
    const manager = managerWith(review.run);
    const { taskId = "", promise } = manager.scheduleSkillReview({ ...params, maxTurns: 4, timeoutMs: 9 });
    expect(manager.getTask(taskId)).toMatchObject({
      status: "pending",
      projectRoot: "/work/shop",
      sessionId: "s1",
      metadata: { toolCallCount: 20, threshold: 20, historyLength: 1 },
    });
    await Promise.resolve();
    expect(manager.getTask(taskId)?.status).toBe("running");
    review.finish();
    await promise;
    expect(review.requests[0]).toMatchObject({ maxTurns: 4, timeoutMs: 9, history: params.history });
    expect(manager.getTask(taskId)?.metadata).toMatchObject({ toolCallCount: 20, found: 1 });
  });

  it("sees the conversation of the moment, whatever the host does with it afterwards", async () => {
    const review = held();
    const history = [{ role: "user", parts: [{ text: "Hello." }] }];
    const { promise } = managerWith(review.run).scheduleSkillReview({ ...params, history });
    history[0] = { role: "user", parts: [{ text: "Changed." }] };
    history.push({ role: "model", parts: [] });
    review.finish();
    await promise;
    expect(review.requests[0]?.history).toEqual(params.history);
  });

  it("does not begin a second review of a project, names the first, and begins one when that is over", async () => {
    const review = held();
    const manager = managerWith(review.run);
    const first = manager.scheduleSkillReview(params);
    expect(manager.scheduleSkillReview({ ...params, sessionId: "s2" })).toEqual({
      status: "skipped",
      skippedReason: "already_running",
      taskId: first.taskId,
    });
    expect(manager.scheduleSkillReview({ ...params, projectRoot: "/work/other" }).status).toBe("scheduled");
    review.finish();
    await manager.drain();
    expect(manager.scheduleSkillReview(params).status).toBe("scheduled");
  });

  it("records a failure and never rejects", async () => {
    const { promise, taskId = "" } = managerWith(async () => {
      throw new Error("no model");
    }).scheduleSkillReview(params);
    expect(await promise).toMatchObject({ id: taskId, status: "failed", error: "no model" });
  });

  it("keeps managers apart", () => {
    const [one, two] = [managerWith(held().run), managerWith(held().run)];
    one.scheduleSkillReview(params);
    expect(two.scheduleSkillReview(params).status).toBe("scheduled");
    expect(one.listTasks()).toHaveLength(1);
  });
});

describe("tasks", () => {
  it("are listed by project and type", () => {
    const manager = managerWith(held().run);
    expect(manager.listTasks()).toEqual([]);
    manager.scheduleSkillReview(params);
    manager.scheduleSkillReview({ ...params, projectRoot: "/work/other" });
    expect(manager.listTasks({ projectRoot: "/work/other" })).toHaveLength(1);
    expect(manager.listTasks({ taskType: "skill-review" })).toHaveLength(2);
    expect(manager.listTasks({ taskType: "dream" })).toEqual([]);
  });

  it("can be cancelled once, are cancelled at once, and stay so whatever the work does", async () => {
    for (const end of ["finish", "fail"] as const) {
      const review = held();
      const manager = managerWith(review.run);
      const { taskId = "", promise } = manager.scheduleSkillReview(params);
      await Promise.resolve();
      expect(manager.cancelTask(taskId)).toBe(true);
      expect(manager.getTask(taskId)?.status).toBe("cancelled");
      expect(review.requests[0]?.signal.aborted).toBe(true);
      review[end]();
      expect((await promise)?.status).toBe("cancelled");
      expect(manager.cancelTask(taskId)).toBe(false);
    }
    expect(managerWith(completes).cancelTask("unknown")).toBe(false);
  });

  it("cannot be cancelled when they are over", async () => {
    const manager = managerWith(completes);
    const { taskId = "", promise } = manager.scheduleSkillReview(params);
    await promise;
    expect(manager.cancelTask(taskId)).toBe(false);
    expect(manager.getTask(taskId)?.status).toBe("completed");
  });

  it("are given as copies", () => {
    const manager = managerWith(held().run);
    const { taskId = "" } = manager.scheduleSkillReview(params);
    const record = manager.getTask(taskId);
    if (record !== undefined) record.status = "failed";
    expect(manager.getTask(taskId)?.status).toBe("pending");
  });
});

describe("drain", () => {
  it("is true when nothing is under way", async () => {
    expect(await managerWith(completes).drain({ timeoutMs: 1_000 })).toBe(true);
  });

  it("is false when the time is over first, and true once the work is done", async () => {
    const review = held();
    const manager = managerWith(review.run);
    manager.scheduleSkillReview(params);
    expect(await manager.drain({ timeoutMs: 5 })).toBe(false);
    review.finish();
    expect(await manager.drain({ timeoutMs: 10_000 })).toBe(true);
  });

  it("waits for work that a host tracks itself, failed work too", async () => {
    const manager = managerWith(completes);
    const work = manager.track("extract-1", Promise.reject(new Error("no")));
    await expect(work).rejects.toThrow("no");
    expect(await manager.drain()).toBe(true);
  });
});

describe("listeners", () => {
  it("are told of each state, of their type only, until they leave", async () => {
    const manager = managerWith(completes);
    const all: MemoryTaskRecord[] = [];
    const dreams: MemoryTaskRecord[] = [];
    const leave = manager.subscribe((record) => all.push(record), { taskType: "skill-review" });
    manager.subscribe((record) => dreams.push(record), { taskType: "dream" });
    await manager.scheduleSkillReview(params).promise;
    expect(all.map(({ status }) => status)).toEqual(["pending", "running", "completed"]);
    leave();
    await manager.scheduleSkillReview(params).promise;
    expect(all).toHaveLength(3);
    expect(dreams).toEqual([]);
  });

  it("that throw disturb neither the others nor the task", async () => {
    const manager = managerWith(completes);
    const seen: string[] = [];
    manager.subscribe(() => {
      throw new Error("mine");
    });
    manager.subscribe(({ status }) => seen.push(status));
    expect((await manager.scheduleSkillReview(params).promise)?.status).toBe("completed");
    expect(seen).toEqual(["pending", "running", "completed"]);
  });
});
