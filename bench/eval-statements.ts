/**
 * `npm run eval:statements`: how well corrections, standing rules and requests to remember are found, over the labelled
 * set in bench/data/statements.jsonl. A third of the cases, chosen by the hash of their id, is held out and its figures
 * are given apart, but all misses were in view when the tables were extended: docs/languages.md gives the honest figures.
 *
 * `-- --set any-trade` takes bench/data/statements-any-trade.jsonl instead: standing rules from many trades, in two batches.
 * Batch 10 is held out: no pattern may be written for a case of it, so its misses and false alarms are not printed.
 *
 * A positive counts as found when a statement carries every `mustContain`; its kind is counted apart (`kindAccuracy`),
 * since "never push to main" after an action is a rule and a correction at once. Last line: one JSON object.
 */
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { sha256 } from "../src/base/index.ts";
import { findStatements, type StatementKind } from "../src/session/facts/index.ts";

interface LabelledCase {
  id: string;
  lang: string;
  /** What the agent did just before: used tools, only spoke, or nothing (absent). */
  context?: "action" | "words";
  firstTurn?: true;
  /** Which writing of cases it belongs to, from 5 on; earlier ones are not marked. */
  batch?: number;
  text: string;
  expect: null | { kind: StatementKind; mustContain: string[] };
}

interface Tally {
  cases: number;
  positives: number;
  found: number;
  alarms: number;
  rightKind: number;
}

const emptyTally = (): Tally => ({ cases: 0, positives: 0, found: 0, alarms: 0, rightKind: 0 });
const HELD_OUT_BATCH = 10;
const { values: options } = parseArgs({ options: { set: { type: "string" } } });
const setName = options.set === undefined ? "statements" : `statements-${options.set}`;
const file = new URL(`./data/${setName}.jsonl`, import.meta.url);
const cases = readFileSync(file, "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as LabelledCase);

const all = emptyTally();
const heldOut = emptyTally();
const tuned = emptyTally();
const byLanguage = new Map<string, Tally>();
const byBatch = new Map<string, Tally>();
const misses: string[] = [];
const falseAlarms: string[] = [];

for (const labelled of cases) {
  const preceding = labelled.context === "action" ? "actions" : (labelled.context ?? "nothing");
  const found = findStatements(labelled.text, { firstTurn: labelled.firstTurn === true, preceding });
  const isHeldOut = Number.parseInt(sha256(labelled.id).slice(0, 8), 16) % 3 === 0;
  const language = byLanguage.get(labelled.lang) ?? emptyTally();
  byLanguage.set(labelled.lang, language);
  const batchName = labelled.batch === undefined ? "1-4" : String(labelled.batch);
  const batch = byBatch.get(batchName) ?? emptyTally();
  byBatch.set(batchName, batch);
  const { expect } = labelled;
  const hit =
    expect === null ? undefined : found.find((one) => expect.mustContain.every((word) => one.text.includes(word)));
  for (const tally of [all, isHeldOut ? heldOut : tuned, language, batch]) {
    tally.cases += 1;
    if (expect === null) tally.alarms += found.length > 0 ? 1 : 0;
    else {
      tally.positives += 1;
      if (hit !== undefined) tally.found += 1;
      if (found.some((one) => one.kind === expect.kind)) tally.rightKind += 1;
    }
  }
  if (labelled.batch === HELD_OUT_BATCH) continue;
  const shown = `${labelled.id}${isHeldOut ? " (held out)" : ""}: ${labelled.text.slice(0, 80).replaceAll("\n", " ")}`;
  if (expect !== null && hit === undefined) misses.push(shown);
  if (expect === null && found.length > 0) falseAlarms.push(`${shown} [${found.map((one) => one.cue).join(", ")}]`);
}

for (const line of misses) console.log(`missed       ${line}`);
for (const line of falseAlarms) console.log(`false alarm  ${line}`);
const figures = (tally: Tally) => ({
  cases: tally.cases,
  positives: tally.positives,
  recall: ratio(tally.found, tally.positives),
  precision: ratio(tally.found, tally.found + tally.alarms),
  kindAccuracy: ratio(tally.rightKind, tally.positives),
});
for (const [language, tally] of byLanguage) console.log(`${language}  ${JSON.stringify(figures(tally))}`);
console.log(
  JSON.stringify({
    ...figures(all),
    nearMisses: all.cases - all.positives,
    heldOut: figures(heldOut),
    tuned: figures(tuned),
    byLanguage: Object.fromEntries([...byLanguage].map(([language, tally]) => [language, figures(tally)])),
    byBatch: Object.fromEntries([...byBatch].map(([name, tally]) => [name, figures(tally)])),
    misses: all.positives - all.found,
    falseAlarms: all.alarms,
    node: process.version,
  }),
);

function ratio(part: number, whole: number): number {
  return whole === 0 ? 1 : Math.round((part / whole) * 1000) / 1000;
}
