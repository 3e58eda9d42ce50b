/**
 * `npm run soak:search [-- --readers 20 --writers 2 --seconds 60]`: processes follow a folder of skills while others write
 * it. Every version of a skill carries a word of its own in its description and, marked, in its last line. A writer
 * commits a version by renaming it into place and announces it; each reader then asks its own index for both words after
 * every synchronisation until both find the skill. Found one without the other after a synchronisation is a torn read. Progress lines; the last line
 * is one JSON object. Exit 1 after a torn read, a version that was never found, or one that took longer than 200 ms in
 * more than one of a hundred cases (a machine at its limit delays whole processes).
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { createSearchIndex, followSkillFolders } from "../src/search/index.ts";

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
  torn: boolean;
  found: boolean;
}

const skillsOf = (directory: string) => join(directory, "skills");
const GIVE_UP_MS = 10_000;
const clock = () => performance.timeOrigin + performance.now();
const send = (message: Commit | Sight | { kind: "ready" }) => process.send?.(message);

if (values.role === "writer") await write();
else if (values.role === "reader") await read();
else await parent();

async function write(): Promise<void> {
  const end = clock() + Number(values.seconds) * 1_000;
  for (let version = 0; clock() < end; version++) {
    const slug = `skill-${values.number}-${version % Number(values.skills)}`;
    const word = `wd${values.number}x${version.toString(36)}q`;
    const staged = join(values.directory, `staged-${values.number}`);
    writeFileSync(
      staged,
      `---\nname: ${slug}\ndescription: ${word}\n---\n# ${slug}\n${"filler line\n".repeat(400)}end${word}\n`,
    );
    mkdirSync(join(skillsOf(values.directory), slug), { recursive: true });
    renameSync(staged, join(skillsOf(values.directory), slug, "SKILL.md"));
    send({ kind: "commit", id: `user/${slug}`, word, at: clock() });
    await sleep(Number(values.pauseMs));
  }
  process.disconnect?.();
}

async function read(): Promise<void> {
  const index = createSearchIndex();
  const finds = (word: string, id: string) => index.search(word, { minScore: 0 }).some((hit) => hit.id === id);
  let open: Commit[] = [];
  const look = () => {
    open = open.filter(({ word, id, at }) => {
      const [head, tail] = [finds(word, id), finds(`end${word}`, id)];
      const tookMs = clock() - at;
      if (head === tail && !head && tookMs < GIVE_UP_MS) return true;
      send({ kind: "sight", tookMs, torn: head !== tail, found: head && tail });
      return false;
    });
  };
  const folders = [{ root: skillsOf(values.directory), scope: "user" }];
  const following = await followSkillFolders({ index, folders, onSync: look });
  process.on("message", (message: Commit) => {
    open.push(message);
    look();
  });
  const regular = setInterval(look, 100);
  process.on("disconnect", () => {
    clearInterval(regular);
    following.close();
  });
  send({ kind: "ready" });
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
    await Promise.all(
      readers.map(
        (reader) =>
          new Promise<void>((ready) => {
            reader.on("message", (message: Sight | { kind: "ready" }) => {
              if (message.kind === "sight") sights.push(message);
              else ready();
            });
          }),
      ),
    );
    console.log(`${readers.length} readers are ready`);
    let commits = 0;
    const writers = Array.from({ length: Number(values.writers) }, (_, number) => start("writer", number));
    children.push(...writers);
    for (const writer of writers) {
      writer.on("message", (message: Commit) => {
        commits++;
        for (const reader of readers) reader.send(message);
      });
    }
    await Promise.all(writers.map((writer) => new Promise((done) => writer.on("exit", done))));
    const giveUp = clock() + GIVE_UP_MS + 5_000;
    while (sights.length < commits * readers.length && clock() < giveUp) await sleep(100);
    report(commits, readers.length, sights);
  } finally {
    for (const child of children) child.kill();
    rmSync(directory, { recursive: true, force: true });
  }
}

function report(commits: number, readers: number, sights: readonly Sight[]): void {
  const took = sights
    .filter((sight) => sight.found)
    .map((sight) => sight.tookMs)
    .sort((a, b) => a - b);
  const at = (share: number) => Math.round(took[Math.min(took.length - 1, Math.floor(share * took.length))] ?? 0);
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
    p50Ms: at(0.5),
    p95Ms: at(0.95),
    p99Ms: at(0.99),
    maxMs: at(1),
  };
  console.log(JSON.stringify({ ...figures, load, cpus: cpus().length, node: process.version }));
  process.exitCode = torn + missed > 0 || late > 0.01 * took.length ? 1 : 0;
}
