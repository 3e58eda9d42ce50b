import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countImportedItems, openStore } from "../../store/index.ts";
import { conversation, jsonLines, RULE, type Scratch, scratch } from "./import.test-helper.ts";

const WORKER = fileURLToPath(new URL("./kill-worker.test-helper.ts", import.meta.url));
const ROWS = 1_500;

let place: Scratch;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.end());

/** Runs an import; kills it once `until` says so. Gives what it printed, or nothing when it was killed. */
function run(home: string, file: string, until?: () => Promise<boolean>): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", WORKER, home, file], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let printed = "";
    let over = false;
    child.stdout.on("data", (chunk) => {
      printed += chunk;
    });
    child.on("error", reject);
    child.on("close", () => {
      over = true;
      resolve(printed);
    });
    const look = async (): Promise<void> => {
      while (!over && until !== undefined) {
        if (await until()) return void child.kill("SIGKILL");
        await new Promise((next) => setTimeout(next, 20));
      }
    };
    look().catch(reject);
  });
}

async function recorded(home: string): Promise<number> {
  if (!existsSync(join(home, "autoskill.db"))) return 0;
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
      at % 300 === 7 ? [RULE, `Go on with ${at}.`] : [`What is ${at} and two? ${"x".repeat(1_200)}`],
    );
  const file = place.write("chats.jsonl", jsonLines(Array.from({ length: ROWS }, (_, at) => row(at))));
  const home = join(place.folder, "killed");
  const printed = await run(home, file, async () => (await recorded(home)) > 0);
  expect(printed).toBe("");
  const before = await recorded(home);
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(ROWS);
  const rest = JSON.parse(await run(home, file)) as { units: { done: number; known: number }; waiting: unknown };
  expect(rest.units).toMatchObject({ done: ROWS - before, known: before });
  const whole = JSON.parse(await run(join(place.folder, "whole"), file)) as { waiting: unknown };
  expect(rest.waiting).toEqual(whole.waiting);
}, 240_000);
