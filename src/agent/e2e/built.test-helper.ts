/** `dist/` as `npm run build` left it, for tests of what is shipped; they skip where it is missing or older than the sources. */
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
export const BUILT_CLI = join(ROOT, "dist", "cli", "main.js");

export function whyNotBuilt(): string | undefined {
  if (!existsSync(BUILT_CLI)) return "there is no dist/";
  const built = statSync(BUILT_CLI).mtimeMs;
  const newer = globSync("src/**/*.ts", { cwd: ROOT }).find(
    (path) => !/\.test(?:-helper)?\.ts$/.test(path) && statSync(join(ROOT, path)).mtimeMs > built,
  );
  return newer === undefined ? undefined : `dist/ is older than ${newer}`;
}
