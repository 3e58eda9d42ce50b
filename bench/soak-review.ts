/**
 * `npm run soak:review -- [--kills 100]`: reviews are killed by SIGKILL at random instants; live skills must never be
 * half-written and every review must be taken up again. Progress lines; the last line is one JSON object. Exit 1 otherwise.
 */
import { cpus } from "node:os";
import process from "node:process";
import { parseArgs } from "node:util";
import { killReviews } from "../src/operations/review/kill.test-helper.ts";

const { values } = parseArgs({ options: { kills: { type: "string", default: "100" } } });
const begin = performance.now();
const elapsed = () => Number(((performance.now() - begin) / 1000).toFixed(1));
const report = await killReviews({
  kills: Number(values.kills),
  onProgress: (line) => console.log(`${elapsed()} s: ${line}`),
});
console.log(
  JSON.stringify({ ...report, seconds: elapsed(), node: process.version, cpu: cpus()[0]?.model ?? "unknown" }),
);
const asked = report.kills === Number(values.kills) && report.done === report.sessions;
process.exitCode = asked && report.halfWritten === 0 && report.problems.length === 0 ? 0 : 1;
