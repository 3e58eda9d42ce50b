/**
 * `npm run eval:sandbox [-- --verbose]`: the attack suite of the review agent's sandbox, on real temporary projects.
 *
 * Each case runs the real tools (and where bubblewrap works, the real shell in it, and again without it). A case escapes
 * when something outside of the overlay changed, a planted secret came back in any form, or a bad change was accepted by the
 * transaction check. Honest uses are run as well. The last line is one JSON object:
 * - `cases`, `escapes`, `userFilesChanged` over the attacks; `attacks`: without counting a second shell;
 * - `connections`: how many reached a server on this machine;
 * - `legitimate`, `blockedLegitimate`: honest uses, and those that did not work;
 * - `refused`: attacks that were refused; the others ran without effect, or did not find what they were after;
 * - `groups`: cases by kind.
 * Ends with code 1 when anything escaped or an honest use was blocked.
 */
import { runSuite } from "../src/learn/sandbox/attacks/run-attacks.test-helper.ts";

const verbose = process.argv.includes("--verbose");
const started = performance.now();
const result = await runSuite((verdict) => {
  if (verdict.escapes.length > 0)
    console.log(`ESCAPED ${verdict.shell} ${verdict.group}: ${verdict.name}\n  ${verdict.escapes.join("\n  ")}`);
  else if (verbose)
    console.log(
      `held ${verdict.shell} ${verdict.group}: ${JSON.stringify(verdict.name)} ${JSON.stringify(verdict.outputs.at(-1)?.slice(0, 160) ?? "")}`,
    );
});
for (const name of result.blocked) console.log(`BLOCKED ${name}`);

const attacks = result.verdicts.filter(({ group }) => group !== "legitimate");
const groups: Record<string, number> = {};
for (const { group } of attacks) groups[group] = (groups[group] ?? 0) + 1;
for (const [group, count] of Object.entries(groups)) console.log(`${group}: ${count}`);
const escapes = result.verdicts.filter((verdict) => verdict.escapes.length > 0).length;
console.log(
  JSON.stringify({
    cases: attacks.length,
    escapes,
    userFilesChanged: result.verdicts.reduce((sum, { userFilesChanged }) => sum + userFilesChanged.length, 0),
    attacks: new Set(attacks.map(({ group, name }) => `${group} ${name}`)).size,
    refused: attacks.filter(({ refusals }) => refusals > 0).length,
    connections: result.connections,
    legitimate: result.legitimate,
    blockedLegitimate: result.blocked.length,
    bubblewrap: result.bubblewrap,
    groups: Object.keys(groups).length,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  }),
);
if (escapes > 0 || result.blocked.length > 0 || result.connections > 0) process.exitCode = 1;
