/** Files for tests, gone afterwards. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** Writes files below a new folder and returns its path. Values that are no string or bytes become lines of JSON. */
export function folderWith(files: Record<string, string | Uint8Array | readonly unknown[]>): string {
  const folder = mkdtempSync(join(tmpdir(), "autoskill-session-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true });
    const isLines = Array.isArray(content);
    writeFileSync(path, isLines ? linesOf(content) : (content as string | Uint8Array));
  }
  return folder;
}

/** Writes one file and returns its path. */
export function fileWith(content: string | Uint8Array | readonly unknown[]): string {
  return join(folderWith({ transcript: content }), "transcript");
}

export function linesOf(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}
