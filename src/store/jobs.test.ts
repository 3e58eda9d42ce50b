import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  cancelJob,
  deleteJob,
  enqueueJob,
  failJob,
  findJob,
  finishJob,
  type LeasedJob,
  leaseJob,
  listJobs,
  openStore,
  releaseJob,
  renewLease,
  retryDelayMs,
  reviveJob,
  type Store,
  saveJobProgress,
} from "./index.ts";

const LEASE = 30_000;
const at = (seconds: number): Date => new Date(Date.UTC(2026, 0, 1) + seconds * 1000);

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "autoskill-jobs-"));
  store = await openStore(join(folder, "autoskill.db"));
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

const add = (id: string, lane = id, seconds = 0) =>
  enqueueJob(store, { id, kind: "review", lane, payload: { session: id } }, at(seconds));
const lease = (owner: string, seconds: number, more: { maxAttempts?: number; ids?: string[] } = {}) =>
  leaseJob(store, { kind: "review", owner, now: at(seconds), leaseMs: LEASE, maxAttempts: 3, ...more });
async function mustLease(owner: string, seconds: number): Promise<LeasedJob> {
  const job = await lease(owner, seconds);
  if (job === undefined) throw new Error("nothing to lease");
  return job;
}

describe("the queue of jobs", () => {
  it("adds a job once, whatever became of it", async () => {
    expect(await add("a")).toBe(true);
    expect(await add("a")).toBe(false);
    await finishJob(store, await mustLease("one", 1), at(2), { saved: 1 });
    expect(await add("a")).toBe(false);
    expect(await findJob(store, "a")).toMatchObject({ state: "done", result: { saved: 1 }, attempts: 1 });
  });

  it("gives out the oldest first, each to one worker", async () => {
    await add("late", "x", 5);
    await add("early", "y", 1);
    expect((await lease("one", 10))?.id).toBe("early");
    expect((await lease("two", 10))?.id).toBe("late");
    expect(await lease("three", 10)).toBeUndefined();
  });

  it("runs one job of a lane at a time, and other lanes beside it", async () => {
    await add("a1", "a", 0);
    await add("a2", "a", 1);
    await add("b1", "b", 2);
    const first = await mustLease("one", 10);
    expect(first.id).toBe("a1");
    expect((await lease("two", 10))?.id).toBe("b1");
    await finishJob(store, first, at(11), {});
    expect((await lease("three", 12))?.id).toBe("a2");
  });

  it("hands a job over when its lease ran out, and no call of the one who lost it counts any more", async () => {
    await add("a");
    const lost = await mustLease("one", 0);
    expect(await renewLease(store, lost, at(20), LEASE)).toBe(true);
    expect(await lease("two", 45)).toBeUndefined();
    const taken = await mustLease("two", 51);
    expect(taken).toMatchObject({ id: "a", attempts: 2 });
    expect(await renewLease(store, lost, at(52), LEASE)).toBe(false);
    expect(await saveJobProgress(store, lost, at(52), { wrong: true })).toBe(false);
    expect(await finishJob(store, lost, at(52), { wrong: true })).toBe(false);
    expect(await failJob(store, lost, at(52), { error: {}, maxAttempts: 3 })).toBeUndefined();
    expect(await finishJob(store, taken, at(53), { right: true })).toBe(true);
    expect((await findJob(store, "a"))?.result).toEqual({ right: true });
  });

  it("renews a lease that ran out, unless another job of the lane was begun meanwhile", async () => {
    await add("a1", "a", 0);
    await add("a2", "a", 1);
    const slept = await mustLease("one", 10);
    expect(await renewLease(store, slept, at(100), LEASE)).toBe(true);
    expect((await lease("two", 200, { ids: ["a2"] }))?.id).toBe("a2");
    expect(await renewLease(store, slept, at(201), LEASE)).toBe(false);
    expect((await listJobs(store, { states: ["running"] })).map(({ id, leaseUntil }) => [id, leaseUntil])).toEqual([
      ["a1", at(130).toISOString()],
      ["a2", at(230).toISOString()],
    ]);
  });

  it("tells two leases of one owner apart", async () => {
    await add("a");
    const lost = await mustLease("one", 0);
    await mustLease("one", 31);
    expect(await finishJob(store, lost, at(32), {})).toBe(false);
  });

  it("tries a failed job again after a longer and longer pause, then gives it up with its last error", async () => {
    await add("a");
    let now = 0;
    for (const [attempt, minutes] of [1, 5].entries()) {
      const job = await mustLease("one", now);
      expect(await failJob(store, job, at(now), { error: { code: `E${attempt}` }, maxAttempts: 3 })).toBe("queued");
      expect(await lease("one", now + minutes * 60 - 1)).toBeUndefined();
      now += minutes * 60;
    }
    const last = await mustLease("one", now);
    expect(await failJob(store, last, at(now), { error: { code: "E2" }, maxAttempts: 3 })).toBe("dead");
    expect(await findJob(store, "a")).toMatchObject({
      state: "dead",
      error: { code: "E2" },
      payload: { session: "a" },
    });
    expect(await lease("one", now + 1e6)).toBeUndefined();
  });

  it("does not try again what will fail again, and waits as long as it was told to", async () => {
    await add("a");
    await add("b", "b", 1);
    expect(await failJob(store, await mustLease("one", 1), at(1), { error: {}, maxAttempts: 3, retry: false })).toBe(
      "dead",
    );
    await failJob(store, await mustLease("one", 1), at(1), { error: {}, maxAttempts: 3, delayMs: 3_600_000 });
    expect((await findJob(store, "b"))?.availableAt).toBe(at(3601).toISOString());
  });

  it("gives up a job whose process vanished each time", async () => {
    await add("a");
    for (const seconds of [0, 31, 62]) expect((await lease("one", seconds))?.id).toBe("a");
    expect(await lease("one", 93)).toBeUndefined();
    expect(await findJob(store, "a")).toMatchObject({ state: "dead", error: { code: "JOB_ABANDONED" } });
  });

  it("keeps what was reached for whoever takes the job over", async () => {
    await add("a");
    await saveJobProgress(store, await mustLease("one", 0), at(1), { proposals: ["p"] });
    expect((await mustLease("two", 31)).result).toEqual({ proposals: ["p"] });
  });

  it("takes a stopped job back without counting the attempt", async () => {
    await add("a");
    await releaseJob(store, await mustLease("one", 0), at(1));
    expect(await mustLease("two", 1)).toMatchObject({ id: "a", attempts: 1 });
  });

  it("revives what is done, dead or waiting, never what runs", async () => {
    await add("a");
    const job = await mustLease("one", 0);
    expect(await reviveJob(store, "a", at(1))).toBe(false);
    await failJob(store, job, at(1), { error: {}, maxAttempts: 1 });
    expect(await reviveJob(store, "a", at(2))).toBe(true);
    expect(await mustLease("one", 2)).toMatchObject({ attempts: 1 });
    expect(await reviveJob(store, "none", at(2))).toBe(false);
  });

  it("cancels only what waits", async () => {
    await add("a");
    await add("b", "b", 1);
    await mustLease("one", 1);
    expect(await cancelJob(store, "a", at(2))).toBe(false);
    expect(await cancelJob(store, "b", at(2))).toBe(true);
    expect((await listJobs(store, { states: ["cancelled"] })).map((job) => job.id)).toEqual(["b"]);
    expect(await lease("two", 3)).toBeUndefined();
  });

  it("leases only the jobs that were asked for", async () => {
    await add("a");
    await add("b", "b", 1);
    expect((await lease("one", 2, { ids: ["b"] }))?.id).toBe("b");
    expect(await lease("one", 2, { ids: [] })).toBeUndefined();
  });

  it("never gives two workers the same job, nor two jobs of one lane, however leases, failures and time go on", async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant("lease" as const), worker: fc.nat(3) }),
      fc.record({ do: fc.constantFrom("finish", "fail", "renew", "release"), worker: fc.nat(3) }),
      fc.record({ do: fc.constant("wait" as const), seconds: fc.integer({ min: 1, max: 400 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const own = await openStore(join(mkdtempSync(join(folder, "run-")), "autoskill.db"));
        for (const [id, lane] of [
          ["a", "x"],
          ["b", "x"],
          ["c", "y"],
        ] as const) {
          await enqueueJob(own, { id, kind: "review", lane, payload: {} }, at(0));
        }
        const held = new Map<number, LeasedJob>();
        let now = 1;
        for (const action of steps) {
          if (action.do === "wait") {
            now += action.seconds;
            continue;
          }
          const job = held.get(action.worker);
          if (action.do === "lease") {
            const taken = await leaseJob(own, {
              kind: "review",
              owner: `w${action.worker}`,
              now: at(now),
              leaseMs: LEASE,
              maxAttempts: 50,
            });
            if (taken !== undefined) held.set(action.worker, taken);
          } else if (job !== undefined) {
            if (action.do === "finish") await finishJob(own, job, at(now), {});
            if (action.do === "fail") await failJob(own, job, at(now), { error: {}, maxAttempts: 50 });
            if (action.do === "release") await releaseJob(own, job, at(now));
            if (action.do === "renew") await renewLease(own, job, at(now), LEASE);
            else held.delete(action.worker);
          }
          const running = (await listJobs(own, { states: ["running"] })).filter(
            (record) => (record.leaseUntil ?? "") > at(now).toISOString(),
          );
          expect(new Set(running.map((record) => record.lane)).size).toBe(running.length);
        }
        await own.close();
      }),
      { numRuns: 25 },
    );
  });

  it("takes a job away for good, but not under somebody's hands", async () => {
    await add("one");
    const job = await mustLease("a", 0);
    expect(await deleteJob(store, "one")).toBe(false);
    await finishJob(store, job, at(1), {});
    expect([await deleteJob(store, "one"), await deleteJob(store, "one")]).toEqual([true, false]);
    expect(await findJob(store, "one")).toBeUndefined();
  });

  it("lengthens the pause up to two hours", () => {
    expect([1, 2, 3, 4, 9].map((attempts) => retryDelayMs(attempts) / 60_000)).toEqual([1, 5, 25, 120, 120]);
  });
});
