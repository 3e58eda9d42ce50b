/**
 * Builds `dist/` from `src/`: types by `tsc`, one file per source; code by rolldown, as few files as the entry points need,
 * with the packages of `BUNDLED` inside. Runs as `npm run build` and as `prepare`, so that `npm ci` leaves a working
 * `npx autoskill`. Why it bundles: docs/adr/0090-a-command-line-that-starts-at-once.md.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { bundledLicences } from "./bundled-licences.mjs";

/** Packages that most commands load, each of many small files. All others are loaded where they are needed, as they lie. */
const BUNDLED = ["commander", "diff", "kysely", "mdast-util-from-markdown", "picocolors", "unbash", "yaml", "zod"];

/**
 * An `index.ts` that is an entry point itself is loaded whole by everybody who imports from it (rolldown 1.2). Behind an entry
 * of its own it is not, and what it hands on comes from the files alone that are used.
 */
const DOOR = "door:";
const doors = {
  name: "doors",
  resolveId: (id) => (id.startsWith(DOOR) ? id : null),
  load: (id) => (id.startsWith(DOOR) ? `export * from ${JSON.stringify(id.slice(DOOR.length))};` : null),
};

const root = fileURLToPath(new URL("..", import.meta.url));
const sources = join(root, "src") + sep;
const manifest = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

rmSync(`${root}dist`, { recursive: true, force: true });
emitTypes();
const chunks = await bundle();
checkPlaces(chunks);
writeFileSync(`${root}dist/THIRD-PARTY-LICENSES.txt`, bundledLicences(chunks.flatMap(({ moduleIds }) => moduleIds)));
for (const file of Object.values(manifest.bin)) chmodSync(`${root}${file}`, 0o755);

function emitTypes() {
  const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", `${root}tsconfig.build.json`], { stdio: "inherit", cwd: root });
}

async function bundle() {
  const outside = Object.keys(manifest.dependencies).filter((name) => !BUNDLED.includes(name));
  const library = Object.values(manifest.exports).flatMap((target) => target.default ?? []);
  const build = await rolldown({
    input: { ...entries(Object.values(manifest.bin), ""), ...entries(library, DOOR) },
    platform: "node",
    external: (id) => outside.some((name) => id === name || id.startsWith(`${name}/`)),
    // A file of ours does nothing when it is loaded but define what it exports: what a command does not use is not loaded.
    treeshake: { moduleSideEffects: (id) => (id.startsWith(sources) ? false : undefined) },
    plugins: [doors],
    checks: { ineffectiveDynamicImport: false },
    onLog: (level, { message }) => {
      if (level === "warn") throw new Error(message);
    },
  });
  const { output } = await build.write({
    dir: `${root}dist`,
    entryFileNames: "[name].js",
    chunkFileNames: "chunks/[name]-[hash].js",
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await build.close();
  return output.filter((file) => file.type === "chunk");
}

/** Names in `dist/` and sources of the files that package.json points to. */
function entries(files, prefix) {
  const names = files.map((file) => file.replace(/^(?:\.\/)?dist\/(.*)\.js$/, "$1"));
  return Object.fromEntries(names.map((name) => [name, `${prefix}${root}src/${name}.ts`]));
}

/** Files keep finding package.json and the examples beside `dist/`, as their sources do beside `src/`. */
function checkPlaces(chunks) {
  for (const { fileName, code } of chunks) {
    if (code.includes("import.meta") && fileName.split("/").length !== 2) {
      throw new Error(`dist/${fileName} asks where it lies, so it must lie one folder below dist/.`);
    }
  }
}
