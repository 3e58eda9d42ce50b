/**
 * `npm run bench:many-users [-- --users 10000 --skills 50 --requests 30000 --mib 1024 --budget-mib 576]`: a server that
 * holds the indexes of many users in bounded memory. Every user has a bank of skills drawn from the shared one, saved as
 * `saveIndex` saves it; a process of its own then answers requests, whose users are as unevenly frequent as words are
 * (Zipf), through `createIndexCache`. `--budget-mib` is what the indexes may take by their own count, `--mib` what the
 * whole process may: the rest is for Node, the tokenizer, and indexes dropped but not yet collected.
 *
 * `--distinct` banks are made and copied to all users, each with files of its own. In one of a hundred requests the answer
 * is compared with that of an index opened anew. Last line: one JSON object. Exit 1 when the peak of resident memory is
 * above the limit or an answer differs.
 */
import { fork } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import {
  createHashingEmbedder,
  createIndexCache,
  createSearchIndex,
  openIndex,
  type SearchDocument,
  saveIndex,
} from "../src/search/index.ts";
import { type BenchBank, randomNumbers, readBank } from "./search-bank.ts";

const { values } = parseArgs({
  options: {
    users: { type: "string", default: "10000" },
    skills: { type: "string", default: "50" },
    requests: { type: "string", default: "30000" },
    mib: { type: "string", default: "1024" },
    "budget-mib": { type: "string", default: "576" },
    distinct: { type: "string", default: "200" },
    directory: { type: "string", default: "" },
  },
});
const MIB = 2 ** 20;
const users = Number(values.users);
const limitMib = Number(values.mib);

interface Order {
  queries: string[];
}

interface Served {
  hits: number;
  misses: number;
  /** Of the second half of the requests, when the cache is full. */
  hitRate: number;
  hitMs: Percentiles;
  missMs: Percentiles;
  resident: number;
  /** As the indexes count themselves, each. */
  indexKib: number;
  rssMb: number;
  /** Of `rssMb`, what V8 counts, garbage that is not yet collected included. */
  heapMb: number;
  arrayBuffersMb: number;
  peakRssMb: number;
  compared: number;
  differing: number;
}

interface Percentiles {
  p50: number;
  p95: number;
}

if (values.directory === "") await build();
else process.once("message", ({ queries }: Order) => void serve(queries));

async function build(): Promise<void> {
  const directory = mkdtempSync(join(tmpdir(), "autoskill-many-users-"));
  try {
    const bank = readBank();
    const distinct = Math.min(users, Number(values.distinct));
    const started = performance.now();
    for (let user = 0; user < distinct; user++) await saveBank(bank, user, join(directory, String(user)));
    const bankMs = (performance.now() - started) / distinct;
    console.log(`${distinct} banks made, ${bankMs.toFixed(0)} ms each`);
    for (let user = distinct; user < users; user++) {
      cpSync(join(directory, String(user % distinct)), join(directory, String(user)), { recursive: true });
    }
    console.log(`${users} users have one`);
    const served = await ask(directory, { queries: bank.queries });
    const about = {
      users,
      skills: Number(values.skills),
      distinct,
      bank: bank.source,
      requests: Number(values.requests),
    };
    const machine = { cpus: cpus().length, node: process.version };
    const figures = {
      ...about,
      limitMib,
      budgetMib: Number(values["budget-mib"]),
      bankMs: Math.round(bankMs),
      ...served,
    };
    console.log(JSON.stringify({ ...figures, ...machine }));
    process.exitCode = served.peakRssMb > limitMib || served.differing > 0 ? 1 : 0;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

async function saveBank(bank: BenchBank, user: number, directory: string): Promise<void> {
  const random = randomNumbers(user + 1);
  const chosen = new Set<SearchDocument>();
  while (chosen.size < Math.min(Number(values.skills), bank.documents.length)) {
    const document = bank.documents[Math.floor(random() * bank.documents.length)];
    if (document !== undefined) chosen.add(document);
  }
  const index = createSearchIndex({ embedder: createHashingEmbedder() });
  for (const document of chosen) index.add(document);
  await saveIndex(index, directory);
}

/** A process of its own, so that its memory is that of serving. */
function ask(directory: string, order: Order): Promise<Served> {
  const { users, skills, requests, mib, "budget-mib": budget } = values;
  const args = { directory, users, skills, requests, mib, "budget-mib": budget };
  const server = fork(
    fileURLToPath(import.meta.url),
    Object.entries(args).flatMap(([name, value]) => [`--${name}`, value]),
  );
  return new Promise((resolve, reject) => {
    server.on("message", (served: Served) => resolve(served));
    server.on("exit", (code) => reject(new Error(`The server ended with ${code}.`)));
    server.send(order);
  });
}

async function serve(queries: readonly string[]): Promise<void> {
  const embedder = createHashingEmbedder();
  let loads = 0;
  const open = async (user: string) => (await openIndex(join(values.directory, user), { embedder })).index;
  const cache = createIndexCache({
    maxBytes: Number(values["budget-mib"]) * MIB,
    load: (user) => {
      loads++;
      return open(user);
    },
  });
  const requests = Number(values.requests);
  const next = zipf(users);
  const random = randomNumbers(5);
  const [hitMs, missMs]: [number[], number[]] = [[], []];
  let [lateHits, compared, differing] = [0, 0, 0];
  for (let request = 0; request < requests; request++) {
    const user = String(next());
    const query = queries[Math.floor(random() * queries.length)] ?? "";
    const before = loads;
    const started = performance.now();
    const answer = (await cache.get(user)).search(query);
    const took = performance.now() - started;
    const isHit = loads === before;
    (isHit ? hitMs : missMs).push(took);
    if (isHit && request >= requests / 2) lateHits++;
    if (request % 100 === 99) {
      compared++;
      if (JSON.stringify((await open(user)).search(query)) !== JSON.stringify(answer)) differing++;
    }
    if (request % 5_000 === 4_999) console.log(`${request + 1} requests, ${cache.size} users resident, ${rssMb()} MB`);
  }
  const served: Served = {
    hits: hitMs.length,
    misses: missMs.length,
    hitRate: round(lateHits / (requests / 2)),
    hitMs: percentiles(hitMs),
    missMs: percentiles(missMs),
    resident: cache.size,
    indexKib: Math.round(cache.bytes / cache.size / 1024),
    rssMb: rssMb(),
    heapMb: Math.round(process.memoryUsage().heapTotal / MIB),
    arrayBuffersMb: Math.round(process.memoryUsage().arrayBuffers / MIB),
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
    compared,
    differing,
  };
  process.send?.(served, () => process.disconnect());
}

/** User numbers, the k-th most frequent in proportion to 1 / k. */
function zipf(count: number): () => number {
  const random = randomNumbers(3);
  const sums = new Float64Array(count);
  let sum = 0;
  for (let rank = 0; rank < count; rank++) {
    sum += 1 / (rank + 1);
    sums[rank] = sum;
  }
  return () => {
    const wanted = random() * sum;
    let [low, high] = [0, count - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

function rssMb(): number {
  return Math.round(process.memoryUsage.rss() / MIB);
}

function percentiles(times: readonly number[]): Percentiles {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number) => round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

function round(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
