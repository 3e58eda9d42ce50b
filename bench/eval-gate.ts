/**
 * `npm run eval:gate [-- PATH…]`: what the gate and the distiller make of real and of worthless conversations.
 *
 * Default: the sessions of ../shared/sessions, which are not part of the package; without them it says so and ends with
 * code 1. The last line is one JSON object:
 * - `conversations`, `candidates`, `rate` (share of conversations with a candidate) over everything read;
 * - `negative`: the same for the sets in which nothing is to be learned, with the bar they are held to;
 * - `byFile`: per file conversations, candidates, and how many conversations ended with which reason.
 */
import { existsSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { learnFromTranscript } from "../src/learn/index.ts";

/** Conversations without anything worth keeping, by the end of their path; the bar is the issue's. */
const NEGATIVE = ["openai-chat/fastchat-dummy-910.json"];
const NEGATIVE_BAR = 0.005;

interface FileResult {
  conversations: number;
  withCandidates: number;
  candidates: string[];
  reasons: Record<string, number>;
}

const shared = resolve(fileURLToPath(new URL("../../shared/sessions", import.meta.url)));
const roots = process.argv.slice(2).length > 0 ? process.argv.slice(2).map((path) => resolve(path)) : [shared];
for (const root of roots) {
  if (!existsSync(root)) {
    console.error(`Not there: ${root}. Give the path of a transcript or of a folder of them.`);
    process.exit(1);
  }
}

const started = performance.now();
const byFile: Record<string, FileResult> = {};
for (const root of roots) {
  for (const path of await filesBelow(root)) {
    const name = relative(root, path) || path;
    const result = await evaluate(path);
    if (result.conversations === 0) continue;
    byFile[name] = result;
    console.log(`${name}: ${result.conversations} conversations, ${result.candidates.length} candidates`);
  }
}

const all = Object.values(byFile);
const negative = Object.entries(byFile).flatMap(([name, result]) =>
  NEGATIVE.some((end) => name.endsWith(end) || end.endsWith(name)) ? [result] : [],
);
console.log(
  JSON.stringify({
    ...totals(all),
    negative: { ...totals(negative), bar: NEGATIVE_BAR },
    byFile,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    node: process.version,
    platform: `${process.platform}-${process.arch}`,
  }),
);

function totals(results: FileResult[]) {
  const conversations = results.reduce((sum, result) => sum + result.conversations, 0);
  const withCandidates = results.reduce((sum, result) => sum + result.withCandidates, 0);
  const candidates = results.reduce((sum, result) => sum + result.candidates.length, 0);
  const rate = conversations === 0 ? 0 : Math.round((withCandidates / conversations) * 100_000) / 100_000;
  return { conversations, withCandidates, candidates, rate };
}

async function evaluate(path: string): Promise<FileResult> {
  const { sessions } = await learnFromTranscript(path);
  const result: FileResult = { conversations: sessions.length, withCandidates: 0, candidates: [], reasons: {} };
  for (const session of sessions) {
    const reason = session.excluded ?? session.decision.reason;
    result.reasons[reason] = (result.reasons[reason] ?? 0) + 1;
    if (session.candidates.length > 0) result.withCandidates += 1;
    result.candidates.push(...session.candidates.map((candidate) => candidate.slug));
  }
  return result;
}

async function filesBelow(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path)).sort();
  return (await Promise.all(names.map((name) => filesBelow(join(path, name))))).flat();
}
