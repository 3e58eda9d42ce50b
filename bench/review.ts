/**
 * `npm run bench:review [-- --limit 0]`: reviews of the real sessions in `../shared/sessions`, through the operations and over
 * real HTTP, with a scripted model that answers at once: so the time is ours, and the tokens are those of our requests.
 *
 * The scripted model looks at the project, writes what the distiller finds in the session as a skill, citing the same
 * messages, and stops. `rulesKept` of `rulesWritten` is therefore how often a rule with true evidence passes the reviewer's
 * support decision; the reasons of the others are counted. Progress lines; the last line is one JSON object.
 */
import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { estimateTokens } from "../src/base/index.ts";
import { type Candidate, candidateToSkill, learnFromTranscript } from "../src/learn/index.ts";
import {
  type ScriptedReply,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../src/model/scripted-model-server.test-helper.ts";
import { createOperationContext, enqueueReview, runReviewJobs } from "../src/operations/index.ts";
import { condenseSession, transcriptMessages } from "../src/session/index.ts";
import { printSkill } from "../src/skill/index.ts";
import { sharedFile } from "./shared-data.ts";

const { values } = parseArgs({ options: { limit: { type: "string", default: "0" } } });
const limit = Number(values.limit) === 0 ? Number.POSITIVE_INFINITY : Number(values.limit);

interface ReviewFigures {
  wholeTokens: number;
  condensedTokens: number;
  requests: number;
  /** Of all requests together, by our own estimate. */
  inputTokens: number;
  milliseconds: number;
  rulesWritten: number;
  rulesKept: number;
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-bench-review-")));
const project = join(folder, "project");
mkdirSync(project);
let script: ScriptedReply[] = [];
let asked: ScriptedRequest[] = [];
const server = await startScriptedModelServer({
  replies: (request) => {
    asked.push(request);
    return script[asked.length - 1] ?? { text: "Done." };
  },
});
const figures: ReviewFigures[] = [];
const refused = new Map<string, number>();
const skipped = new Map<string, number>();
const notDone = new Map<string, number>();
const count = (counts: Map<string, number>, key: string) => counts.set(key, (counts.get(key) ?? 0) + 1);

const root = sharedFile("sessions");
const files = readdirSync(root, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:jsonl?|md)$/.test(entry.name) && entry.name !== "README.md")
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
const now = new Date("2026-01-02T03:04:05.000Z");

try {
  for (const path of files) {
    if (figures.length >= limit) break;
    const learned = await learnFromTranscript(path, { now }).catch(() => undefined);
    for (const session of learned?.sessions ?? []) {
      if (figures.length >= limit) break;
      if (session.decision.decision === "skip" || session.excluded !== undefined) {
        count(skipped, session.excluded ?? session.decision.reason);
        continue;
      }
      await reviewOne(path, session.header, session.candidates);
      if (figures.length % 25 === 0) console.log(`${figures.length} reviews`);
    }
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function reviewOne(
  path: string,
  header: Parameters<typeof condenseSession>[0]["header"],
  candidates: Candidate[],
): Promise<void> {
  const conversation = { header, messages: transcriptMessages(path, { sessionId: header.id }) };
  const whole = await condenseSession(conversation, { maxTokens: Number.MAX_SAFE_INTEGER });
  const ids = new Map(
    whole.turns.flatMap((turn) => turn.messages.map((message) => [message.pointer.messageId, message.id] as const)),
  );
  script = [
    { toolCalls: [{ name: "ls", input: { path: "." } }] },
    ...candidates.map((one) => writes(one, ids)),
    { text: "Done." },
  ];
  if (candidates.length === 0) script = [{ text: "Nothing to save." }];
  asked = [];
  const context = createOperationContext({
    home: join(folder, `home-${figures.length}`),
    userHome: folder,
    workingDirectory: project,
    environment: {
      AUTOSKILL_MODEL: "scripted",
      AUTOSKILL_BASE_URL: server.openaiBaseUrl,
      AUTOSKILL_API_KEY: server.apiKey,
    },
  });
  try {
    const begin = performance.now();
    const request = { path, sessionId: header.id, projectRoot: project, asked: true };
    const scheduling = await enqueueReview(context, request);
    if (scheduling.status === "skipped") return void count(skipped, scheduling.reason);
    const [run] = await runReviewJobs(context, { jobIds: [scheduling.jobId], settle: "save" });
    const milliseconds = performance.now() - begin;
    if (run?.state !== "done") return void count(notDone, run?.error.code ?? "not begun");
    for (const problem of run.problems) count(refused, problem.code);
    figures.push({
      wholeTokens: whole.tokens,
      condensedTokens: run.session.tokens,
      requests: asked.length,
      inputTokens: asked.reduce((sum, { body }) => sum + estimateTokens(JSON.stringify(body)), 0),
      milliseconds,
      rulesWritten: candidates.reduce((sum, { rules }) => sum + rules.length, 0),
      rulesKept: run.proposals.reduce((sum, { rules }) => sum + rules.length, 0),
    });
  } finally {
    await context.close();
  }
}

/** The distiller's skill as the model's own call, with the turns that the evidence points to. */
function writes(candidate: Candidate, ids: ReadonlyMap<string, string>): ScriptedReply {
  const evidence = candidate.rules.map((rule) => ({
    rule: rule.text,
    turns: rule.evidence.flatMap(({ pointer }) => ids.get(pointer.messageId) ?? []).slice(0, 20),
  }));
  const text = printSkill({ ...candidateToSkill(candidate, now), metadata: {} });
  const input = { path: `.agents/skills/${candidate.slug}/SKILL.md`, content: text, evidence };
  return { toolCalls: [{ name: "write_file", input }] };
}

function spread(numbers: number[]) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { median: at(0.5), p90: at(0.9), max: at(1) };
}

const sum = (of: (one: ReviewFigures) => number) => figures.reduce((total, one) => total + of(one), 0);
console.log(
  JSON.stringify({
    reviews: figures.length,
    files: files.length,
    skipped: Object.fromEntries(skipped),
    notDone: Object.fromEntries(notDone),
    wholeTokens: spread(figures.map((one) => one.wholeTokens)),
    condensedTokens: spread(figures.map((one) => one.condensedTokens)),
    requests: spread(figures.map((one) => one.requests)),
    inputTokensPerReview: spread(figures.map((one) => one.inputTokens)),
    millisecondsPerReview: spread(figures.map((one) => one.milliseconds)),
    rulesWritten: sum((one) => one.rulesWritten),
    rulesKept: sum((one) => one.rulesKept),
    refused: Object.fromEntries([...refused].sort((a, b) => b[1] - a[1])),
    node: process.version,
    cpu: cpus()[0]?.model ?? "unknown",
  }),
);
