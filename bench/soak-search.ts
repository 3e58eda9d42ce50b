/**
 * `npm run soak:search [-- --readers 20 --writers 2 --seconds 60]`: processes follow a folder of skills while others write
 * it. Every version of a skill carries a number of its own in its description and, with another digit before it, in its
 * last line. A writer commits a version by renaming it into place and announces it. After every synchronisation a reader
 * asks its index for both numbers of what changed, and once more when the announcement comes. Found one without the other
 * is a torn read; a version counts as found when both numbers find it, at the end of that very search.
 *
 * Processes that wait for a core are late whatever they do, so every reader also tells how long the kernel had it wait
 * (Linux: /proc/self/schedstat). `own` are the figures of the sights in which that was under 5 ms.
 * `cores` says how many of the cores were busy, and how many of those with the soak itself.
 *
 * Progress lines; the last line is one JSON object. Exit 1 after a torn read, a version that was never found, or one that
 * took longer than 200 ms in more than one of a hundred cases (a machine at its limit delays whole processes).
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    readers: { type: "string", default: "20" },
    writers: { type: "string", default: "2" },
    seconds: { type: "string", default: "60" },
    skills: { type: "string", default: "20" },
    pauseMs: { type: "string", default: "300" },
    role: { type: "string", default: "parent" },
    directory: { type: "string", default: "" },
    number: { type: "string", default: "0" },
  },
});

interface Commit {
  kind: "commit";
  id: string;
  word: string;
  /** Milliseconds since 1970, with fractions: one clock for all processes of the machine. */
  at: number;
}

interface Sight {
  kind: "sight";
  tookMs: number;
  /** Of these, the milliseconds for which the process was ready to run and had no core; rounded up to the last sample. */
  waitedMs: number;
  torn: boolean;
  found: boolean;
}

const skillsOf = (directory: string) => join(directory, "skills");
/** Numbers, because words of letters are found by words written nearly alike as well, those of older versions. */
const tailOf = (word: string) => `9${word}`;
/** Of the processor times in /proc, a second. */
const TICKS = 100;
const GIVE_UP_MS = 10_000;
/** Changes that every reader has followed before the time begins. */
const WARM_UP_CHANGES = 10;
const clock = () => performance.timeOrigin + performance.now();
const send = (message: Commit | Sight | { kind: "ready" }) => process.send?.(message);

if (values.role === "writer") await write();
else if (values.role === "reader") await read();
else await parent();

async function write(): Promise<void> {
  send({ kind: "ready" });
  await new Promise((go) => process.once("message", go));
  const end = clock() + Number(values.seconds) * 1_000;
  for (let version = 0; clock() < end; version++) {
    const slug = `skill-${values.number}-${version % Number(values.skills)}`;
    const word = `1${values.number}${String(version).padStart(6, "0")}`;
    commit(values.directory, `staged-${values.number}`, slug, word);
    send({ kind: "commit", id: `user/${slug}`, word, at: clock() });
    await sleep(Number(values.pauseMs));
  }
  process.disconnect?.();
}

function commit(directory: string, stagedName: string, slug: string, word: string): void {
  const staged = join(directory, stagedName);
  const filler = "filler line\n".repeat(400);
  writeFileSync(staged, `---\nname: ${slug}\ndescription: ${word}\n---\n# ${slug}\n${filler}${tailOf(word)}\n`);
  mkdirSync(join(skillsOf(directory), slug), { recursive: true });
  renameSync(staged, join(skillsOf(directory), slug, "SKILL.md"));
}

/** Twenty processes that run code for the first time want two cores at once: what is measured begins after that. */
async function warmUp(directory: string): Promise<void> {
  for (let change = 0; change < WARM_UP_CHANGES; change++) {
    commit(directory, "staged-warm-up", `warm-up-${change % 3}`, `9${String(change).padStart(6, "0")}`);
    await sleep(300);
  }
  await sleep(1_000);
}

async function read(): Promise<void> {
  // Writers and the parent have no use for it.
  const { createSearchIndex, followSkillFolders } = await import("../src/search/index.ts");
  const index = createSearchIndex();
  const finds = (word: string, id: string) => index.search(word, { minScore: 0 }).some((hit) => hit.id === id);
  /** When a version was first found by both of its words, and how long the process had waited for a core by then. */
  const seen = new Map<string, { at: number; waited: number }>();
  const open = new Map<string, Commit>();
  const samples: { at: number; waited: number }[] = [];
  const sample = () => {
    samples.push({ at: clock(), waited: waitedForCore() });
    if (samples.length > 2_000) samples.splice(0, 1_000);
  };

  /** False after a torn read. */
  function ask(word: string, id: string): boolean {
    const [head, tail] = [finds(word, id), finds(tailOf(word), id)];
    if (head && tail && !seen.has(word)) seen.set(word, { at: clock(), waited: waitedForCore() });
    return head === tail;
  }

  function settle(commit: Commit, whole: boolean): void {
    const sight = seen.get(commit.word);
    if (whole && sight === undefined && clock() - commit.at < GIVE_UP_MS) return;
    const before = samples.findLast(({ at }) => at <= commit.at)?.waited ?? 0;
    open.delete(commit.word);
    send({
      kind: "sight",
      tookMs: Math.max(0, (sight?.at ?? clock()) - commit.at),
      waitedMs: (sight?.waited ?? 0) - before,
      torn: !whole,
      found: sight !== undefined,
    });
  }

  const look = () => {
    for (const commit of [...open.values()]) settle(commit, ask(commit.word, commit.id));
  };
  const following = await followSkillFolders({
    index,
    folders: [{ root: skillsOf(values.directory), scope: "user" }],
    onSync({ added, changed }) {
      for (const id of [...added, ...changed]) {
        const word = index.get(id)?.description ?? "";
        if (!ask(word, id)) send({ kind: "sight", tookMs: 0, waitedMs: 0, torn: true, found: false });
      }
      look();
    },
  });
  process.on("message", (message: Commit) => {
    open.set(message.word, message);
    look();
  });
  sample();
  const regular = setInterval(() => {
    sample();
    look();
  }, 100);
  process.on("disconnect", () => {
    clearInterval(regular);
    following.close();
  });
  send({ kind: "ready" });
}

/** Milliseconds for which this process was ready to run and had no core; 0 where the system does not tell. */
function waitedForCore(): number {
  return Number(readProc("/proc/self/schedstat").split(" ")[1] ?? 0) / 1e6;
}

async function parent(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "autoskill-soak-search-"));
  mkdirSync(skillsOf(directory));
  const start = (role: string, number: number): ChildProcess => {
    const { skills, pauseMs, seconds } = values;
    const args = { role, directory, number, skills, pauseMs, seconds };
    return fork(
      fileURLToPath(import.meta.url),
      Object.entries(args).flatMap(([name, value]) => [`--${name}`, String(value)]),
    );
  };
  const children: ChildProcess[] = [];
  try {
    const readers = Array.from({ length: Number(values.readers) }, (_, number) => start("reader", number));
    children.push(...readers);
    const sights: Sight[] = [];
    for (const reader of readers) {
      reader.on("message", (message: Sight | { kind: "ready" }) => {
        if (message.kind === "sight") sights.push(message);
      });
    }
    await Promise.all(readers.map(isReady));
    console.log(`${readers.length} readers are ready`);
    await warmUp(directory);
    let commits = 0;
    const [startedAt, busyBefore] = [clock(), machineSeconds()];
    const writers = Array.from({ length: Number(values.writers) }, (_, number) => start("writer", number));
    children.push(...writers);
    await Promise.all(writers.map(isReady));
    for (const writer of writers) {
      writer.send("go");
      writer.on("message", (message: Commit) => {
        commits++;
        for (const reader of readers) reader.send(message);
      });
    }
    const processes = [process.pid, ...children.flatMap(({ pid }) => pid ?? [])];
    const oursBefore = sum(processes.map(processSeconds));
    let oursAfter = oursBefore;
    const regular = setInterval(() => {
      // Writers that have left no longer tell.
      oursAfter = Math.max(oursAfter, sum(processes.map(processSeconds)));
    }, 500);
    await Promise.all(writers.map((writer) => new Promise((done) => writer.on("exit", done))));
    clearInterval(regular);
    const seconds = (clock() - startedAt) / 1_000;
    const cores = {
      busy: round((machineSeconds() - busyBefore) / seconds),
      ours: round((oursAfter - oursBefore) / seconds),
      of: cpus().length,
    };
    const giveUp = clock() + GIVE_UP_MS + 5_000;
    while (sights.length < commits * readers.length && clock() < giveUp) await sleep(100);
    report(commits, readers.length, sights, cores);
  } finally {
    for (const child of children) child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

function isReady(child: ChildProcess): Promise<void> {
  return new Promise((ready) => {
    child.on("message", ({ kind }: { kind: string }) => {
      if (kind === "ready") ready();
    });
  });
}

function report(
  commits: number,
  readers: number,
  sights: readonly Sight[],
  cores: { busy: number; ours: number; of: number },
): void {
  const found = sights.filter((sight) => sight.found);
  const took = timesOf(found);
  const own = timesOf(found.filter(({ waitedMs }) => waitedMs < 5));
  const late = took.filter((each) => each > 200).length;
  const missed = commits * readers - took.length;
  const torn = sights.filter((sight) => sight.torn).length;
  const load = Number((loadavg()[0] ?? 0).toFixed(1));
  const figures = {
    commits,
    readers,
    sights: took.length,
    torn,
    missed,
    late,
    ...percentiles(took),
    own: { sights: own.length, ...percentiles(own) },
  };
  console.log(JSON.stringify({ ...figures, cores, load, node: process.version }));
  process.exitCode = torn + missed > 0 || late > 0.01 * took.length ? 1 : 0;
}

function timesOf(sights: readonly Sight[]): number[] {
  return sights.map((sight) => sight.tookMs).sort((a, b) => a - b);
}

function percentiles(sorted: readonly number[]): Record<"p50Ms" | "p95Ms" | "p99Ms" | "maxMs", number> {
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) };
}

/** Processor seconds of a process so far; 0 where the system does not tell. */
function processSeconds(pid: number): number {
  const fields = readProc(`/proc/${pid}/stat`).split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / TICKS;
}

/** Processor seconds that all cores have spent on anything so far. */
function machineSeconds(): number {
  return sum(cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)) / 1_000;
}

function readProc(path: string): string {
  try {
    return readFileSync(path, "latin1");
  } catch {
    return "";
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
