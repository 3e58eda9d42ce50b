/**
 * Many processes writing one bank, killed at random instants, and the reckoning afterwards. Used by the tests in a small
 * size and by `npm run soak` in full.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { openStore } from "../store/index.ts";
import { type Reckoning, reckon } from "./stress-reckoning.test-helper.ts";
import { type Acknowledged, BEGIN, isWhole, type StressOrder } from "./stress-worker.test-helper.ts";

export interface StressOptions {
  writers: number;
  skills: number;
  /** Writers to kill, one after another, while they write; each is started again. 0: all end by themselves. */
  kills: number;
  /** Acknowledged changes after which a writer ends by itself. Only without kills. */
  changes?: number;
  /** Shortest duration of the storm; kills are spread over it. Default 0. */
  seconds?: number;
  /** In [0, 1); decides who is killed when, and what each writer writes. Default `Math.random`. */
  random?: () => number;
  onProgress?: (line: string) => void;
}

export interface StressReport extends Reckoning {
  writers: number;
  acknowledged: number;
  halfWrittenFiles: number;
  kills: number;
}

const worker = fileURLToPath(new URL("./stress-worker.test-helper.ts", import.meta.url));

export async function stress(options: StressOptions): Promise<StressReport> {
  const { random = Math.random } = options;
  const base = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-stress-")));
  const [home, project] = [join(base, "home"), join(base, "project")];
  const slugs = Array.from({ length: options.skills }, (_, index) => `stress-${index}`);
  const paths = slugs.map((slug) => join(project, ".agents/skills", slug, "SKILL.md"));
  const order = {
    home,
    project,
    dbFile: join(home, "autoskill.db"),
    slugs,
    changes: options.changes ?? Number.MAX_SAFE_INTEGER,
  };
  const fleet = createFleet(order, random);
  let halfWrittenFiles = 0;
  let kills = 0;
  const look = () => {
    halfWrittenFiles += paths.filter((path) => !isWholeOrAbsent(path)).length;
  };
  try {
    mkdirSync(project, { recursive: true });
    await (await openStore(order.dbFile)).close();
    for (let writer = 0; writer < options.writers; writer += 1) fleet.start(writer);
    const begin = Date.now();
    const interval = ((options.seconds ?? 0) * 1000) / Math.max(1, options.kills);
    while (kills < options.kills && fleet.problems.length === 0) {
      await pause(random() * 2 * interval);
      look();
      const killed = await fleet.killNextThatWrites();
      if (killed === undefined) break;
      kills += 1;
      fleet.start(killed);
      if (kills % 20 === 0) options.onProgress?.(`${kills} kills, ${fleet.acknowledged.length} changes acknowledged`);
    }
    while (Date.now() - begin < (options.seconds ?? 0) * 1000) {
      await pause(50);
      look();
    }
    if (options.kills > 0) fleet.killAll();
    while (fleet.running() > 0) {
      await pause(20);
      look();
    }
    const { acknowledged, problems } = fleet;
    const reckoning = await reckon(home, project, slugs, acknowledged);
    look();
    return {
      writers: options.writers,
      acknowledged: acknowledged.length,
      halfWrittenFiles,
      kills,
      ...reckoning,
      problems: [...problems, ...reckoning.problems],
    };
  } finally {
    fleet.killAll();
    rmSync(base, { recursive: true, force: true });
  }
}

function isWholeOrAbsent(path: string): boolean {
  try {
    return isWhole(readFileSync(path, "utf8"));
  } catch {
    return true;
  }
}

/** A change takes some ten milliseconds; a kill comes at a random instant within it, or shortly after. */
const KILL_WITHIN_MS = 25;

function createFleet(order: Omit<StressOrder, "writer" | "draw">, random: () => number) {
  const live = new Set<ChildProcess>();
  const acknowledged: Acknowledged[] = [];
  const problems: string[] = [];
  let onBegin: (writer: number, child: ChildProcess) => void = () => {};
  let onProblem: () => void = () => {};

  const start = (number: number): void => {
    const argument = JSON.stringify({ ...order, writer: number, draw: random() } satisfies StressOrder);
    // Writers start often: what the first one compiled serves the others.
    const env = { ...process.env, NODE_COMPILE_CACHE: join(order.home, "compile-cache") };
    const child = spawn(process.execPath, [worker, argument], { stdio: ["ignore", "pipe", "pipe"], env });
    live.add(child);
    let complaint = "";
    child.stderr.on("data", (data: Buffer) => {
      complaint += data.toString();
    });
    createInterface({ input: child.stdout }).on("line", (line) => {
      if (line === BEGIN) onBegin(number, child);
      // A kill may cut the last line; a change whose line is cut was not acknowledged.
      if (!line.endsWith("}")) return;
      acknowledged.push(JSON.parse(line) as Acknowledged);
    });
    child.on("close", (code, signal) => {
      live.delete(child);
      if (signal === "SIGKILL" || code === 0) return;
      problems.push(`writer ${number} ended with ${code}: ${complaint.slice(-600)}`);
      onProblem();
    });
  };

  /**
   * Lets a few changes pass, then kills the next writer that is in the middle of one. Resolves to its number, or to
   * `undefined` once a writer has failed.
   */
  const killNextThatWrites = (): Promise<number | undefined> =>
    new Promise((resolve) => {
      onProblem = () => resolve(undefined);
      let passing = Math.floor(random() * 6);
      onBegin = (writer, child) => {
        passing -= 1;
        if (passing >= 0) return;
        onBegin = () => {};
        child.once("close", () => resolve(writer));
        setTimeout(() => child.kill("SIGKILL"), random() * KILL_WITHIN_MS);
      };
    });

  const killAll = (): void => {
    for (const child of live) child.kill("SIGKILL");
  };

  return { start, killNextThatWrites, killAll, running: () => live.size, acknowledged, problems };
}
