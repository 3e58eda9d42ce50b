/**
 * Work that outlives a process: a queue with leases, so that a job is done by one process at a time and taken up again
 * when that process is killed.
 *
 * Contract:
 * - Adding is idempotent by id: a job that is known stays as it is, whatever became of it.
 * - Jobs of one lane never run at the same time, in any number of processes.
 * - Who leases a job must renew before the lease ends. Every later call is checked against the lease: after somebody
 *   else took the job over, it does nothing and returns false.
 * - A job whose process vanished (its lease ran out) is leased again and counts one attempt more; when its attempts are
 *   used up it becomes `dead`, and stays with its payload and its last error until somebody revives it.
 */
import { canonicalJson } from "../base/index.ts";
import type { JobRow } from "./schema.ts";
import type { Store, StoreConnection } from "./store.ts";

export type JobState = JobRow["state"];

export interface JobRecord {
  id: string;
  kind: string;
  lane: string;
  payload: unknown;
  state: JobState;
  /** How often it was begun. */
  attempts: number;
  /** Not begun before. */
  availableAt: string;
  leaseOwner?: string;
  leaseUntil?: string;
  /** What it gave, or what it had reached when it was stopped. */
  result?: unknown;
  /** Why the last attempt failed. */
  error?: unknown;
  createdAt: string;
  updatedAt: string;
}

/** A job that this process may work on. */
export interface LeasedJob extends JobRecord {
  state: "running";
  leaseOwner: string;
  leaseUntil: string;
}

export type NewJob = Pick<JobRecord, "id" | "kind" | "lane" | "payload">;

/** Adds a job that can begin at `now`. False when its id is known already. */
export async function enqueueJob(store: StoreConnection, job: NewJob, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const result = await store.db
    .insertInto("jobs")
    .values({
      id: job.id,
      kind: job.kind,
      lane: job.lane,
      payload: canonicalJson(job.payload),
      state: "queued",
      attempts: 0,
      available_at: at,
      lease_owner: null,
      lease_until: null,
      result: null,
      error: null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .executeTakeFirst();
  return Number(result.numInsertedOrUpdatedRows ?? 0) > 0;
}

export async function findJob(store: StoreConnection, id: string): Promise<JobRecord | undefined> {
  const row = await store.db.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
  return row === undefined ? undefined : toRecord(row);
}

/** Jobs, oldest first. */
export async function listJobs(
  store: StoreConnection,
  filter: { kind?: string; lane?: string; states?: readonly JobState[] } = {},
): Promise<JobRecord[]> {
  let query = store.db.selectFrom("jobs").selectAll().orderBy("created_at").orderBy("id");
  if (filter.kind !== undefined) query = query.where("kind", "=", filter.kind);
  if (filter.lane !== undefined) query = query.where("lane", "=", filter.lane);
  if (filter.states !== undefined) query = query.where("state", "in", [...filter.states]);
  return (await query.execute()).map(toRecord);
}

export interface LeaseRequest {
  kind: string;
  /** Names this process (or worker) among all that use the database. */
  owner: string;
  now: Date;
  /** How long the lease lasts without being renewed. */
  leaseMs: number;
  /** Attempts after which a job is dead. */
  maxAttempts: number;
  /** Only these jobs. Default: all of the kind. */
  ids?: readonly string[];
}

/**
 * Takes the oldest job that can be begun: queued and available, or left by a process whose lease ran out; never one
 * whose lane is busy. Jobs left too often become `dead` on the way. `undefined` when there is none.
 */
export async function leaseJob(store: Store, request: LeaseRequest): Promise<LeasedJob | undefined> {
  if (request.ids?.length === 0) return undefined;
  return store.transaction(async (transaction) => {
    await buryJobsLeftTooOften(transaction, request);
    const now = request.now.toISOString();
    const { ids } = request;
    let query = transaction.db
      .selectFrom("jobs as job")
      .selectAll("job")
      .where("job.kind", "=", request.kind)
      .where(({ or, and, eb }) =>
        or([
          and([eb("job.state", "=", "queued"), eb("job.available_at", "<=", now)]),
          and([eb("job.state", "=", "running"), eb("job.lease_until", "<=", now)]),
        ]),
      )
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom("jobs as other")
              .select("other.id")
              .whereRef("other.lane", "=", "job.lane")
              .whereRef("other.id", "!=", "job.id")
              .where("other.state", "=", "running")
              .where("other.lease_until", ">", now),
          ),
        ),
      )
      .orderBy("job.created_at")
      .orderBy("job.id")
      .limit(1);
    if (ids !== undefined) query = query.where("job.id", "in", [...ids]);
    const row = await query.executeTakeFirst();
    if (row === undefined) return undefined;
    const leaseUntil = new Date(request.now.getTime() + request.leaseMs).toISOString();
    const taken = { state: "running" as const, lease_owner: request.owner, lease_until: leaseUntil };
    await transaction.db
      .updateTable("jobs")
      .set({ ...taken, attempts: row.attempts + 1, updated_at: now })
      .where("id", "=", row.id)
      .execute();
    const record = toRecord({ ...row, ...taken, attempts: row.attempts + 1, updated_at: now });
    return { ...record, state: "running", leaseOwner: request.owner, leaseUntil };
  });
}

async function buryJobsLeftTooOften(store: StoreConnection, request: LeaseRequest): Promise<void> {
  const now = request.now.toISOString();
  await store.db
    .updateTable("jobs")
    .set({
      state: "dead",
      lease_owner: null,
      lease_until: null,
      error: canonicalJson({
        code: "JOB_ABANDONED",
        message: "The process that worked on this ended, again and again.",
      }),
      updated_at: now,
    })
    .where("kind", "=", request.kind)
    .where("state", "=", "running")
    .where("lease_until", "<=", now)
    .where("attempts", ">=", request.maxAttempts)
    .execute();
}

/**
 * Keeps the lease for another `leaseMs`, also when it ran out meanwhile (a machine that slept) and nobody minded. False when
 * it was lost, to whoever took the job over or began another of its lane: stop working on the job.
 */
export async function renewLease(store: StoreConnection, job: LeasedJob, now: Date, leaseMs: number): Promise<boolean> {
  const result = await change(store, job, now, { lease_until: new Date(now.getTime() + leaseMs).toISOString() })
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom("jobs as other")
            .select("other.id")
            .where("other.lane", "=", job.lane)
            .where("other.id", "!=", job.id)
            .where("other.state", "=", "running")
            .where("other.lease_until", ">", now.toISOString()),
        ),
      ),
    )
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Keeps what was reached, so that whoever takes the job over goes on from there. */
export async function saveJobProgress(
  store: StoreConnection,
  job: LeasedJob,
  now: Date,
  result: unknown,
): Promise<boolean> {
  return settle(store, job, now, { result: canonicalJson(result) });
}

export async function finishJob(store: StoreConnection, job: LeasedJob, now: Date, result: unknown): Promise<boolean> {
  return settle(store, job, now, { ...NO_LEASE, state: "done", result: canonicalJson(result), error: null });
}

export interface JobFailure {
  error: unknown;
  maxAttempts: number;
  /** False for what will fail again however often it is tried. Default true. */
  retry?: boolean;
  /** Not before this, where somebody said so (`retry-after`). Default: `retryDelayMs`. */
  delayMs?: number;
}

/** Queues the job again after a pause, or gives it up. Returns the state it has now; `undefined` when the lease was lost. */
export async function failJob(
  store: StoreConnection,
  job: LeasedJob,
  now: Date,
  failure: JobFailure,
): Promise<"queued" | "dead" | undefined> {
  const error = canonicalJson(failure.error);
  if (failure.retry === false || job.attempts >= failure.maxAttempts) {
    return (await settle(store, job, now, { ...NO_LEASE, state: "dead", error })) ? "dead" : undefined;
  }
  const delay = Math.max(failure.delayMs ?? 0, retryDelayMs(job.attempts));
  const available_at = new Date(now.getTime() + delay).toISOString();
  return (await settle(store, job, now, { ...NO_LEASE, state: "queued", error, available_at })) ? "queued" : undefined;
}

/** Gives a job back that was stopped before it was done: it can be begun at once, and the attempt does not count. */
export async function releaseJob(store: StoreConnection, job: LeasedJob, now: Date): Promise<boolean> {
  return settle(store, job, now, {
    ...NO_LEASE,
    state: "queued",
    attempts: Math.max(0, job.attempts - 1),
    available_at: now.toISOString(),
  });
}

/** A pause before the attempt after `attempts` failed ones: 1, 5, 25 and then 120 minutes. */
export function retryDelayMs(attempts: number): number {
  return Math.min(120, 5 ** Math.max(0, attempts - 1)) * 60_000;
}

/**
 * Lets a job begin now, with all its attempts before it: one that is done (to do it once more), dead, or waiting for its
 * next try. False when it is being worked on, or unknown.
 */
export async function reviveJob(store: StoreConnection, id: string, now: Date): Promise<boolean> {
  const at = now.toISOString();
  const result = await store.db
    .updateTable("jobs")
    .set({ ...NO_LEASE, state: "queued", attempts: 0, available_at: at, result: null, error: null, updated_at: at })
    .where("id", "=", id)
    .where("state", "!=", "running")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Takes a job out of the queue that nobody works on. False when it does not wait. */
export async function cancelJob(store: StoreConnection, id: string, now: Date): Promise<boolean> {
  const result = await store.db
    .updateTable("jobs")
    .set({ state: "cancelled", updated_at: now.toISOString() })
    .where("id", "=", id)
    .where("state", "=", "queued")
    .executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Takes a job away for good, whatever became of it. False when it is unknown, or being worked on. */
export async function deleteJob(store: StoreConnection, id: string): Promise<boolean> {
  const result = await store.db
    .deleteFrom("jobs")
    .where("id", "=", id)
    .where("state", "!=", "running")
    .executeTakeFirst();
  return Number(result.numDeletedRows) > 0;
}

const NO_LEASE = { lease_owner: null, lease_until: null } as const;

async function settle(store: StoreConnection, job: LeasedJob, now: Date, changes: Partial<JobRow>): Promise<boolean> {
  const result = await change(store, job, now, changes).executeTakeFirst();
  return Number(result.numUpdatedRows) > 0;
}

/** Changes a job only while it is ours: the attempt number tells two leases of one owner apart. */
function change(store: StoreConnection, job: LeasedJob, now: Date, changes: Partial<JobRow>) {
  return store.db
    .updateTable("jobs")
    .set({ ...changes, updated_at: now.toISOString() })
    .where("id", "=", job.id)
    .where("state", "=", "running")
    .where("lease_owner", "=", job.leaseOwner)
    .where("attempts", "=", job.attempts);
}

function toRecord(row: JobRow): JobRecord {
  return {
    id: row.id,
    kind: row.kind,
    lane: row.lane,
    payload: JSON.parse(row.payload),
    state: row.state,
    attempts: row.attempts,
    availableAt: row.available_at,
    ...(row.lease_owner === null ? {} : { leaseOwner: row.lease_owner }),
    ...(row.lease_until === null ? {} : { leaseUntil: row.lease_until }),
    ...(row.result === null ? {} : { result: JSON.parse(row.result) }),
    ...(row.error === null ? {} : { error: JSON.parse(row.error) }),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
