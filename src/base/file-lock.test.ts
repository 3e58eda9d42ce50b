import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withFileLock, withFreeFileLock } from "./file-lock.ts";

let base: string;
let lock: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "autoskill-lock-"));
  lock = join(base, "locks/bank.lock");
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

/** A process that takes the lock, says so, and keeps it. */
async function holdElsewhere(): Promise<{ kill: () => Promise<void> }> {
  const module = new URL("./file-lock.ts", import.meta.url).href;
  const script = `
    const { withFileLock } = await import(${JSON.stringify(module)});
    await withFileLock(${JSON.stringify(lock)}, {}, async () => {
      console.log("held");
      await new Promise((resolve) => setTimeout(resolve, 600_000));
    });`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return {
    kill: async () => {
      const closed = new Promise((resolve) => child.once("close", resolve));
      child.kill("SIGKILL");
      await closed;
    },
  };
}

describe("the lock", () => {
  it("lets one in at a time, in one process too, and gives back what the work gives", async () => {
    let inside = 0;
    const results = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        withFileLock(lock, {}, async () => {
          inside += 1;
          expect(inside).toBe(1);
          await pause(1);
          inside -= 1;
          return index;
        }),
      ),
    );
    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("is free again after an error", async () => {
    const failing = withFileLock(lock, {}, () => Promise.reject(new Error("work failed")));
    await expect(failing).rejects.toThrow("work failed");
    expect(await withFreeFileLock(lock, async () => "in")).toEqual({ value: "in" });
  });

  it("is held against other processes, and freed by kill -9 of its holder", async () => {
    const holder = await holdElsewhere();
    expect(await withFreeFileLock(lock, async () => "in")).toBeUndefined();
    await expect(withFileLock(lock, { timeoutMs: 30 }, async () => "in")).rejects.toMatchObject({
      code: "LOCK_TIMEOUT",
    });
    await holder.kill();
    expect(await withFreeFileLock(lock, async () => "in")).toEqual({ value: "in" });
  });

  it.skipIf(process.platform === "win32")("lies in a private file that stays empty", async () => {
    await withFileLock(lock, {}, async () => {});
    expect(statSync(lock)).toMatchObject({ size: 0 });
    expect(statSync(lock).mode & 0o777).toBe(0o600);
  });

  it("says when the file cannot be a lock", async () => {
    const path = join(base, "note.txt");
    writeFileSync(path, "a text that is no database at all, and long enough to be looked at ".repeat(20));
    await expect(withFileLock(path, {}, async () => {})).rejects.toMatchObject({ code: "LOCK_UNUSABLE" });
  });
});
