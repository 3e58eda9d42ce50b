import { readFileSync } from "node:fs";

/** The version in package.json, which lies two folders above this file, in `src/` as in `dist/`. */
export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  const version = typeof manifest === "object" && manifest !== null && "version" in manifest ? manifest.version : "";
  return String(version);
}
