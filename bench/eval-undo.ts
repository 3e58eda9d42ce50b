/**
 * `npm run eval:undo [-- --histories 1000 --steps 10 --seed 1]`: random histories of creates, updates, hand edits,
 * removals, rollbacks and undos, each in a bank of its own; after every rollback and undo the files are compared with what
 * they were, byte for byte. Last line: one JSON object `{histories, steps, rollbacks, undos, refused, mismatches}`. Ends
 * with code 1 on a mismatch.
 */
import process from "node:process";
import { parseArgs } from "node:util";
import { openTestBank } from "../src/bank/bank.test-helper.ts";
import { runHistory } from "../src/bank/random-history.test-helper.ts";

const { values } = parseArgs({
  options: {
    histories: { type: "string", default: "1000" },
    steps: { type: "string", default: "10" },
    seed: { type: "string", default: "1" },
  },
});

let seed = Number(values.seed);
const random = () => {
  seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff;
  return seed / 0x80000000;
};
const total = { histories: Number(values.histories), steps: 0, rollbacks: 0, undos: 0, refused: 0, mismatches: 0 };
for (let history = 0; history < total.histories; history += 1) {
  const test = await openTestBank();
  try {
    const report = await runHistory(test, random, Number(values.steps));
    total.steps += report.steps;
    total.rollbacks += report.rollbacks;
    total.undos += report.undos;
    total.refused += report.refused;
    total.mismatches += report.mismatches.length;
    for (const mismatch of report.mismatches) console.log(`history ${history}: ${mismatch}`);
  } finally {
    await test.close();
  }
  if ((history + 1) % 100 === 0) console.log(`${history + 1} histories, ${total.mismatches} mismatches`);
}
console.log(JSON.stringify(total));
process.exitCode = total.mismatches === 0 ? 0 : 1;
