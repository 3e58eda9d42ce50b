/**
 * Reviews whose process is killed (SIGKILL) at random instants, and the reckoning afterwards. Used by the tests in a small
 * size and by `npm run soak:review` in full.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sha256 } from "../../base/index.ts";
import {
  type ScriptedReply,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { listCandidates, listJobs } from "../../store/index.ts";
import { createOperationContext, type OperationContext } from "../context.ts";
import { enqueueReview } from "./enqueue-review.ts";
import type { KillOrder, WorkerLine } from "./kill-worker.test-helper.ts";
import { modelEnvironment, writeTranscript } from "./review.test-helper.ts";

export interface KillReport {
  sessions: number;
  kills: number;
  /** How far the review was: before its first request, in one, between two, after its last answer (saving, publishing). */
  killed: { before: number; inRequest: number; between: number; afterwards: number };
  /** Looks at live skills, and how many of them were not whole. */
  looks: number;
  halfWritten: number;
  /** Reviews that ended, in how many attempts altogether. */
  done: number;
  attempts: number;
  /** Anything that is not as it should be, in words. */
  problems: string[];
}

interface Subject {
  session: string;
  slug: string;
  /** Rules of the skill after its review, in order. */
  rules: string[];
  rule: string;
  update: boolean;
}

const LEASE_MS = 400;
/** A job gives up after five attempts; the fourth and fifth are left alone. */
const MOST_KILLS_PER_SESSION = 3;
/** A kill may come when the review is done, and its session is not met again. */
const LIKELY_KILLS_PER_SESSION = 2;
const worker = fileURLToPath(new URL("./kill-worker.test-helper.ts", import.meta.url));

export async function killReviews(options: {
  kills: number;
  /** In [0, 1); decides when a kill comes. Default `Math.random`. */
  random?: () => number;
  onProgress?: (line: string) => void;
}): Promise<KillReport> {
  const { random = Math.random } = options;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-kill-")));
  const [home, project] = [join(folder, "home"), join(folder, "project")];
  mkdirSync(project);
  mkdirSync(home);
  writeFileSync(join(home, "config.json"), '{ "approval": "auto", "review": { "shell": "off" } }\n');
  const subjects = subjectsFor(Math.ceil(options.kills / LIKELY_KILLS_PER_SESSION) + 2);
  const at = { open: 0, answered: 0 };
  const server = await startScriptedModelServer({
    replies: async (request) => {
      at.open += 1;
      await pause(5 + random() * 60);
      at.open -= 1;
      at.answered += 1;
      return answer(request, subjects);
    },
  });
  const phase = (): keyof KillReport["killed"] =>
    at.open > 0 ? "inRequest" : at.answered === 0 ? "before" : at.answered === 1 ? "between" : "afterwards";
  const environment = modelEnvironment(server);
  const context = createOperationContext({ home, userHome: folder, workingDirectory: project, environment });
  const order: KillOrder = { home, userHome: folder, project, environment, leaseMs: LEASE_MS };
  const report: KillReport = {
    sessions: subjects.length,
    kills: 0,
    killed: { before: 0, inRequest: 0, between: 0, afterwards: 0 },
    looks: 0,
    halfWritten: 0,
    done: 0,
    attempts: 0,
    problems: [],
  };
  const look = () => {
    report.looks += 1;
    report.halfWritten += liveTexts(project).filter((text) => !isWhole(text, subjects)).length;
  };
  let running: Worker | undefined;
  try {
    for (const { session, rule } of subjects) {
      const path = writeTranscript(folder, project, session, [
        { person: "Have a look around." },
        { command: "git status" },
        { person: `From now on ${rule[0]?.toLowerCase()}${rule.slice(1)}` },
        { command: "git log -1" },
      ]);
      await enqueueReview(context, { path });
    }
    const killsOf = new Map<string, number>();
    running = startWorker(order);
    while (report.kills < options.kills) {
      const session = await running.begins();
      if (session === undefined) break;
      const killed = killsOf.get(session) ?? 0;
      if (killed >= MOST_KILLS_PER_SESSION) continue;
      Object.assign(at, { open: 0, answered: 0 });
      // Loading takes longest; so that every phase has its share, most kills wait for the model to be asked or to answer.
      const [open, answered] =
        [
          [0, 0],
          [1, 0],
          [0, 1],
          [1, 1],
          [0, 2],
          [0, 2],
        ][Math.floor(random() * 6)] ?? [];
      const patience = Date.now() + 6_000;
      while ((at.open < (open ?? 0) || at.answered < (answered ?? 0)) && Date.now() < patience) await pause(2);
      const until = Date.now() + random() * (answered === 2 ? 120 : answered === 0 && open === 0 ? 600 : 40);
      while (Date.now() < until) {
        await pause(7);
        look();
      }
      report.killed[phase()] += 1;
      await running.kill();
      look();
      report.kills += 1;
      killsOf.set(session, killed + 1);
      if (report.kills % 20 === 0) options.onProgress?.(`${report.kills} kills, ${liveTexts(project).length} skills`);
      running = startWorker(order);
    }
    if ((await running.end()) !== 0) report.problems.push(`the last worker failed: ${running.errors()}`);
    look();
    await reckon(context, project, subjects, report);
    report.problems.push(...server.problems);
    return report;
  } finally {
    await running?.kill();
    await context.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Pairs of a session that makes a skill and one that adds to it; every pair in words of its own. */
function subjectsFor(count: number): Subject[] {
  const word = (seed: string) =>
    sha256(seed)
      .replace(/[0-9]/g, (digit) => "ghijklmnop"[Number(digit)] ?? "x")
      .slice(0, 9);
  return Array.from({ length: count }, (_, index) => {
    const pair = index - (index % 2);
    const ruleOf = (of: number) => `Always ${word(`verb ${of}`)} the ${word(`noun ${of}`)} twice.`;
    const update = index % 2 === 1;
    return {
      session: `session-${index}`,
      slug: `${word(`name ${pair}`)}-${word(`other ${pair}`)}`,
      rule: ruleOf(index),
      rules: update ? [ruleOf(pair), ruleOf(index)] : [ruleOf(index)],
      update,
    };
  });
}

/** What a model would do in the session that the request shows. */
function answer(request: ScriptedRequest, subjects: readonly Subject[]): ScriptedReply {
  const text = request.messages[0]?.text ?? "";
  const subject = subjects.find(({ rule }) => text.includes(rule.slice(1)));
  if (subject === undefined || request.messages.length > 1) return { text: "Kept one rule." };
  const { slug, rule, rules } = subject;
  const path = `.agents/skills/${slug}/SKILL.md`;
  const evidence = [{ rule, turns: ["T2.1"] }];
  if (!subject.update) {
    const content = `---\nname: ${slug}\ndescription: "${slug.replace("-", " ")}"\n---\n\n# ${slug}\n\n## Rules\n\n- ${rule}\n`;
    return { toolCalls: [{ name: "write_file", input: { path, content, evidence } }] };
  }
  const old_string = `- ${rules[0]}`;
  const edit = { path, old_string, new_string: `${old_string}\n- ${rule}`, evidence };
  return {
    toolCalls: [
      { name: "read_file", input: { path } },
      { name: "edit", input: edit },
    ],
  };
}

function liveTexts(project: string): string[] {
  const folder = join(project, ".agents/skills");
  try {
    return readdirSync(folder).flatMap((name) => {
      try {
        return [readFileSync(join(folder, name, "SKILL.md"), "utf8")];
      } catch {
        // In the middle of a swap of directories there is no file by that name; what there is, is whole.
        return [];
      }
    });
  } catch {
    return [];
  }
}

/** A text as one of the two reviews of a skill leaves it: from the first line to its last rule. */
function isWhole(text: string, subjects: readonly Subject[]): boolean {
  const slug = /^---\nname: "([a-z-]+)"\n/.exec(text)?.[1];
  const rules = [...text.matchAll(/^- (.+)$/gm)].map((match) => match[1]);
  return subjects.some(
    (subject) =>
      subject.slug === slug &&
      JSON.stringify(subject.rules) === JSON.stringify(rules) &&
      text.includes('source: "auto-skill"') &&
      text.endsWith(`- ${subject.rules.at(-1)}\n`),
  );
}

async function reckon(
  context: OperationContext,
  project: string,
  subjects: readonly Subject[],
  report: KillReport,
): Promise<void> {
  const store = await context.store();
  for (const job of await listJobs(store)) {
    report.attempts += job.attempts;
    if (job.state === "done") report.done += 1;
    else report.problems.push(`review ${job.id} is ${job.state}: ${JSON.stringify(job.error)}`);
  }
  const bank = await context.bank(project);
  const { waiting, abandoned } = await bank.recover();
  if (waiting.length + abandoned.length > 0) report.problems.push("changes are not settled");
  const pending = await listCandidates(store, "pending");
  if (pending.length > 0) report.problems.push(`${pending.length} proposals were saved and never published`);
  const last = subjects.filter((subject, index) => subject.update || index === subjects.length - 1);
  const { skills } = await bank.list({ scope: "project" });
  const expected = new Set(subjects.map(({ slug }) => slug));
  for (const { slug } of skills) if (!expected.has(slug)) report.problems.push(`${slug} was made twice`);
  for (const { slug, rules } of last) {
    const complain = (problem: string) => report.problems.push(`${slug}: ${problem}`);
    const ownership = await bank.ownership("project", slug);
    if (ownership !== "ours") complain(ownership);
    const history = await bank.history("project", slug);
    if (history.length !== rules.length) complain(`${history.length} revisions for ${rules.length} reviews`);
    if (history.some((revision) => revision.kind === "edit")) complain("a state on disk that nobody published");
    const groups = ownership === "missing" ? [] : await bank.evidence("project", slug);
    for (const rule of rules) {
      const group = groups.find((candidate) => candidate.text === rule);
      if (group === undefined || group.evidence.length !== 1) complain(`"${rule}" has no evidence of its own`);
    }
  }
}

interface Worker {
  /** The next session that it begins to look over; nothing when it ended. */
  begins(): Promise<string | undefined>;
  kill(): Promise<void>;
  /** Waits until it ends by itself. */
  end(): Promise<number | null>;
  errors(): string;
}

function startWorker(order: KillOrder): Worker {
  const child: ChildProcess = spawn(process.execPath, [worker, JSON.stringify(order)], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  let errors = "";
  child.stderr?.on("data", (data) => {
    errors += String(data);
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const lines = child.stdout === null ? undefined : createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    async begins() {
      for (;;) {
        const next = await lines?.next();
        if (next === undefined || next.done === true) return undefined;
        const line = JSON.parse(next.value) as WorkerLine;
        if ("begins" in line) return line.begins;
      }
    },
    async kill() {
      if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
      await ended;
    },
    end: () => ended,
    errors: () => errors,
  };
}
