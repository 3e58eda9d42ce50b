/**
 * Builds `dist/` from `src/`: plain `tsc`, one output file per source file, then marks the CLI executable.
 * Runs as `npm run build` and as `prepare`, so that `npm ci` leaves a working `npx autoskill`.
 */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const compiler = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(`${root}dist`, { recursive: true, force: true });
execFileSync(process.execPath, [compiler, "-p", `${root}tsconfig.build.json`], { stdio: "inherit", cwd: root });

const cli = `${root}dist/cli/main.js`;
if (existsSync(cli)) chmodSync(cli, 0o755);
