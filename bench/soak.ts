/**
 * `npm run soak -- [--writers 8] [--kills 200] [--seconds 120]`: processes write one bank, are killed by SIGKILL at random
 * instants, and everything that was acknowledged must be there afterwards. Progress lines; the last line is one JSON object.
 * Exit 1 when anything was lost.
 */
import { cpus } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { stress } from "../src/bank/stress.test-helper.ts";

const { values } = parseArgs({
  options: {
    writers: { type: "string", default: "8" },
    skills: { type: "string", default: "6" },
    kills: { type: "string", default: "200" },
    seconds: { type: "string", default: "120" },
  },
});

const begin = performance.now();
const elapsed = () => Number(((performance.now() - begin) / 1000).toFixed(1));
console.log(
  `${values.writers} writers on ${values.skills} skills, ${values.kills} kills over at least ${values.seconds} s`,
);
const report = await stress({
  writers: Number(values.writers),
  skills: Number(values.skills),
  kills: Number(values.kills),
  seconds: Number(values.seconds),
  onProgress: (line) => console.log(`${elapsed()} s: ${line}`),
});
const { lostRevisions, halfWrittenFiles, stuckLocks, reopenFailures, problems } = report;
console.log(
  JSON.stringify({ ...report, seconds: elapsed(), node: process.version, cpu: cpus()[0]?.model ?? "unknown" }),
);
const sound = lostRevisions + halfWrittenFiles + stuckLocks + reopenFailures + problems.length === 0;
process.exitCode = sound ? 0 : 1;
