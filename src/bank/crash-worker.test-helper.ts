/**
 * A process that makes one change and dies by SIGKILL at one step of it.
 * Arguments: JSON of `CrashOrder`.
 */
import process from "node:process";
import { openStore } from "../store/index.ts";
import type { PublishChange } from "./model.ts";
import { openBank } from "./open-bank.ts";

export interface CrashOrder {
  home: string;
  project: string;
  dbFile: string;
  /** Which step to die at, from 0. */
  step: number;
  change: PublishChange | { remove: string };
}

const order = JSON.parse(process.argv[2] ?? "") as CrashOrder;
let step = 0;
const bank = openBank({
  home: order.home,
  projectRoot: order.project,
  store: await openStore(order.dbFile),
  onStep: () => {
    if (step === order.step) process.kill(process.pid, "SIGKILL");
    step += 1;
  },
});
if ("remove" in order.change) await bank.remove("project", order.change.remove);
else await bank.publish(order.change);
