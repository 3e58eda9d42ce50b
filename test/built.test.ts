/** What is shipped: `dist/` as `npm run build` left it. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { BUILT_CLI, ROOT, whyNotBuilt } from "../src/agent/e2e/built.test-helper.ts";

const reason = whyNotBuilt();
if (reason !== undefined) console.warn(`what is shipped is not tested: ${reason}; run \`npm run build\``);

interface Manifest {
  exports: Record<string, string | { default: string }>;
}
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
const doors = Object.values(manifest.exports).flatMap((target) => (typeof target === "string" ? [] : target.default));

/** The names that modules export, each module loaded by Node as it lies. */
function exportsOf(files: string[]): string[][] {
  const urls = files.map((file) => pathToFileURL(join(ROOT, file)).href);
  const script = `
    const modules = [];
    for (const url of ${JSON.stringify(urls)}) modules.push(Object.keys(await import(url)).sort());
    console.log(JSON.stringify(modules));`;
  return JSON.parse(execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" }));
}

/** Our files that a command loads. */
function filesLoaded(...args: string[]): string[] {
  const folder = mkdtempSync(join(tmpdir(), "autoskill-loaded-"));
  const preload = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from "node:module";
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    process.on("exit", () => process.stderr.write(loaded.filter((url) => url.includes("/dist/")).join("\\n")));`)}`;
  try {
    const command = `"${process.execPath}" --import "$PRELOAD" "${BUILT_CLI}" ${args.join(" ")} 2>&1 >/dev/null`;
    const environment = { ...process.env, PRELOAD: preload, AUTOSKILL_HOME: join(folder, "home") };
    return execFileSync("sh", ["-c", command], { cwd: folder, env: environment, encoding: "utf8" }).split("\n");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

describe.skipIf(reason !== undefined)("what is shipped", () => {
  it("exports from each door what its source exports", { timeout: 120_000 }, () => {
    const sources = doors.map((door) => door.replace("/dist/", "/src/").replace(/\.js$/, ".ts"));
    expect(doors.length).toBeGreaterThan(5);
    expect(exportsOf(doors)).toEqual(exportsOf(sources));
  });

  it("loads for help and version nothing that works, and for a search only what searches", () => {
    const all = readdirSync(join(ROOT, "dist", "chunks")).filter((file) => file.endsWith(".js")).length;
    const version = filesLoaded("--version");
    expect(version).toContain(pathToFileURL(BUILT_CLI).href);
    expect(version.length).toBeLessThan(15);
    expect(filesLoaded("--help")).toEqual(version);
    const search = filesLoaded("search", "anything");
    expect(search.length).toBeGreaterThan(version.length);
    expect(search.length).toBeLessThan(all / 2);
  });

  it("hands on the licences of the packages inside", () => {
    const licences = readFileSync(join(ROOT, "dist", "THIRD-PARTY-LICENSES.txt"), "utf8");
    for (const name of ["kysely", "zod", "yaml", "diff"])
      expect(licences).toMatch(new RegExp(`^${name} \\d.*\\(`, "m"));
    expect(licences).toContain("THE SOFTWARE IS PROVIDED");
  });
});
