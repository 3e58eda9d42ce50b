/**
 * `npm run bench:search [-- --sizes 5107,100000 --rounds 20]`: how fast a bank is searched, changed and opened, by the built
 * package; `node bench/search.ts` measures the sources, which Node compiles from TypeScript in the same process.
 *
 * For each size, in processes of their own: the bank is indexed with the default embedder and saved; opened again; asked
 * every query of the retrieval set; then 200 skills are added. Latencies are per query the least of the rounds (what an
 * otherwise idle core gives), then p50 and p95 over the queries; `wall` is the plain distribution. An embedding call is
 * not part of it: the vector of the query is made before. `insertMs` is the median of adding one skill, its vector included
 * (the first after opening move the lists of common terms: see `insertP95Ms`);
 * `openMs` the least of three openings, each in a fresh process; `rssMb` that of the process that searched. Prints
 * progress, and as its last line one JSON object.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const { values } = parseArgs({
  options: {
    sizes: { type: "string", default: "5107,100000" },
    rounds: { type: "string", default: "20" },
    child: { type: "string" },
    directory: { type: "string", default: "" },
    size: { type: "string", default: "0" },
    built: { type: "boolean", default: false },
  },
});

/** The package as it is shipped (`--built`), or the sources. */
const library = (await import(
  values.built ? new URL("../dist/search/index.js", import.meta.url).href : "../src/search/index.ts"
)) as typeof import("../src/search/index.ts");
const { createHashingEmbedder, createSearchIndex, measureMemoryBandwidth, openIndex, saveIndex } = library;
/** Loads the sources: a process whose memory is measured does so afterwards. */
const bankOf = () => import("./search-bank.ts");

interface Figures {
  p50Ms: number;
  p95Ms: number;
  wallP50Ms: number;
  wallP95Ms: number;
  insertMs: number;
  insertP95Ms: number;
  rssMb: number;
}

const embedder = createHashingEmbedder();
const rounded = (value: number) => Number(value.toFixed(3));

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return rounded(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0);
}

async function build(directory: string, size: number): Promise<{ documents: number }> {
  const index = createSearchIndex({ embedder });
  const { grown, readBank } = await bankOf();
  for (const document of grown(readBank().documents, size)) index.add(document);
  await saveIndex(index, directory);
  return { documents: index.size };
}

async function open(directory: string): Promise<{ openMs: number; documents: number }> {
  const start = performance.now();
  const { index } = await openIndex(directory, { embedder });
  return { openMs: performance.now() - start, documents: index.size };
}

async function ask(directory: string, rounds: number): Promise<Figures> {
  const { index } = await openIndex(directory, { embedder });
  const { queries } = readQueries(directory);
  const vectors = await embedder.embed(queries);
  const least = queries.map(() => Number.POSITIVE_INFINITY);
  const wall: number[] = [];
  for (let round = -1; round < rounds; round++) {
    for (const [at, query] of queries.entries()) {
      const queryVector = vectors[at];
      const start = performance.now();
      index.search(query, queryVector === undefined ? {} : { queryVector });
      const took = performance.now() - start;
      if (round < 0) continue;
      wall.push(took);
      least[at] = Math.min(least[at] ?? took, took);
    }
  }
  const rssMb = Math.round(process.memoryUsage.rss() / 2 ** 20);
  const inserts: number[] = [];
  const bank = (await bankOf()).readBank();
  for (const [at, document] of bank.documents.slice(0, 200).entries()) {
    const start = performance.now();
    index.add({ ...document, id: `new ${at}` });
    inserts.push(performance.now() - start);
  }
  return {
    p50Ms: quantile(least, 0.5),
    p95Ms: quantile(least, 0.95),
    wallP50Ms: quantile(wall, 0.5),
    wallP95Ms: quantile(wall, 0.95),
    insertMs: quantile(inserts, 0.5),
    insertP95Ms: quantile(inserts, 0.95),
    rssMb,
  };
}

/** Only the queries: the memory of the searching process must not hold the bank. */
function readQueries(directory: string): { queries: string[] } {
  return JSON.parse(readFileSync(join(directory, "queries.json"), "utf8")) as { queries: string[] };
}

function inChild(child: string, directory: string, size: number): Record<string, number> {
  const args = [
    fileURLToPath(import.meta.url),
    "--child",
    child,
    "--directory",
    directory,
    "--size",
    String(size),
    "--rounds",
    values.rounds,
    ...(values.built ? ["--built"] : []),
  ];
  const out = execFileSync(process.execPath, ["--max-old-space-size=6144", ...args], { maxBuffer: 2 ** 26 });
  return JSON.parse(out.toString().trim().split("\n").at(-1) ?? "{}") as Record<string, number>;
}

if (values.child === "build") console.log(JSON.stringify(await build(values.directory, Number(values.size))));
else if (values.child === "open") console.log(JSON.stringify(await open(values.directory)));
else if (values.child === "ask") console.log(JSON.stringify(await ask(values.directory, Number(values.rounds))));
else await main();

async function main(): Promise<void> {
  const report: Record<string, unknown> = {};
  const bank = (await bankOf()).readBank();
  for (const size of values.sizes.split(",").map(Number)) {
    const directory = mkdtempSync(join(tmpdir(), "autoskill-bench-search-"));
    try {
      writeFileSync(join(directory, "queries.json"), JSON.stringify({ queries: bank.queries }));
      console.log(`${size}: indexing`);
      inChild("build", directory, size);
      console.log(`${size}: opening and asking`);
      const opened = [0, 1, 2].map(() => inChild("open", directory, size));
      const figures = inChild("ask", directory, size);
      const openMs = rounded(Math.min(...opened.map((each) => each.openMs ?? Number.POSITIVE_INFINITY)));
      report[`n${size}`] = { ...figures, openMs, documents: opened[0]?.documents };
      console.log(`${size}: ${JSON.stringify(report[`n${size}`])}`);
    } finally {
      rmSync(directory, { recursive: true, force: true });
    }
  }
  const bandwidth = measureMemoryBandwidth();
  report.bandwidthShare = rounded(bandwidth.scanF32BytesPerSecond / bandwidth.readBytesPerSecond);
  report.bandwidthShareInt8 = rounded(bandwidth.scanI8BytesPerSecond / bandwidth.readBytesPerSecond);
  report.readGbPerSecond = rounded(bandwidth.readBytesPerSecond / 1e9);
  console.log(
    JSON.stringify({
      ...report,
      from: values.built ? "dist" : "src",
      bank: bank.source,
      embedder: embedder.signature,
      node: process.version,
      cpu: cpus()[0]?.model ?? "unknown",
    }),
  );
}
