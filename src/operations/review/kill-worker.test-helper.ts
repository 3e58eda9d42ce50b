/**
 * A process that works off the queue of reviews until nothing is left to do, or until it is killed. Argument: JSON of
 * `KillOrder`. Prints a line of JSON (`WorkerLine`) for each thing that others have to know.
 */
import { writeSync } from "node:fs";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { listJobs } from "../../store/index.ts";
import { createOperationContext } from "../context.ts";
import { runReviewJobs } from "./run-review-jobs.ts";

export interface KillOrder {
  home: string;
  userHome: string;
  project: string;
  environment: Record<string, string>;
  leaseMs: number;
}

export type WorkerLine = { begins: string } | { ends: string; state: string };

const tell = (line: WorkerLine) => writeSync(1, `${JSON.stringify(line)}\n`);

async function work(order: KillOrder): Promise<void> {
  const context = createOperationContext({
    home: order.home,
    userHome: order.userHome,
    workingDirectory: order.project,
    environment: order.environment,
    progress: ({ message }) => {
      const session = / looks over session (\S+)$/.exec(message)?.[1];
      if (session !== undefined) tell({ begins: session });
    },
  });
  const store = await context.store();
  for (;;) {
    const runs = await runReviewJobs(context, { leaseMs: order.leaseMs, limit: 1 });
    for (const run of runs) tell({ ends: run.jobId, state: run.state });
    const open = await listJobs(store, { states: ["queued", "running"] });
    if (open.length === 0) break;
    if (runs.length === 0) await sleep(25);
  }
  await context.close();
}

if (process.argv[1]?.endsWith("kill-worker.test-helper.ts") === true) {
  await work(JSON.parse(process.argv[2] ?? "") as KillOrder);
}
