import { spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countImportedItems, openStore } from "../../store/index.ts";
import { createOperationContext } from "../context.ts";
import { runOperation } from "../operation.ts";
import { conversation, jsonLines, RULE, type Scratch, scratch } from "./import.test-helper.ts";
import { importArchives } from "./import.ts";

const WORKER = fileURLToPath(new URL("./kill-worker.test-helper.ts", import.meta.url));
const ROWS = 400;

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

function dieImporting(home: string, file: string): void {
  const args = ["--disable-warning=ExperimentalWarning", WORKER, home, file];
  const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect(signal, stderr).toBe("SIGKILL");
}

async function importAll(home: string, file: string) {
  const context = createOperationContext({ home, userHome: home, workingDirectory: home, environment: {} });
  try {
    return await runOperation(importArchives, context, { paths: [file], user: true, review: false });
  } finally {
    await context.close();
  }
}

async function recorded(home: string): Promise<number> {
  const store = await openStore(join(home, "autoskill.db"));
  try {
    const rows = await countImportedItems(store);
    return rows.filter(({ kind }) => kind !== "file").reduce((sum, { count }) => sum + count, 0);
  } finally {
    await store.close();
  }
}

it("a killed import does only the rest when it runs again, and comes to the same proposals", async () => {
  const row = (at: number): object =>
    conversation(
      `${at}`,
      at % 300 === 7 ? [RULE, `Go on with ${at}.`] : [`What is ${at} and two? ${"x".repeat(6_000)}`],
    );
  const file = place.write("chats.jsonl", jsonLines(Array.from({ length: ROWS }, (_, at) => row(at))));
  const home = join(place.folder, "killed");
  dieImporting(home, file);
  const before = await recorded(home);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(ROWS);
  const rest = await importAll(home, file);
  expect(rest.units).toMatchObject({ done: ROWS - before, known: before });
  const whole = await importAll(join(place.folder, "whole"), file);
  expect(whole.waiting).not.toEqual([]);
  expect(rest.waiting).toEqual(whole.waiting);
}, 240_000);
