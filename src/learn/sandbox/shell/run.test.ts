import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_LIMITS } from "../limits.ts";
import { findBubblewrap } from "./bubblewrap.ts";
import { createShell, type ShellOptions } from "./run.ts";

let root = "";
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-shell-")));
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src/a.txt"), "one\ntwo\n");
  writeFileSync(join(root, "wide.txt"), `${"x".repeat(200)}\n`.repeat(2_000));
  writeFileSync(join(root, "config.txt"), `password = ${"hunter2"}${"Zq8".repeat(8)}\nplain = yes\n`);
});
afterAll(() => rmSync(root, { recursive: true }));

const shell = (mode: ShellOptions["mode"], limits: Partial<ShellOptions["limits"]> = {}) =>
  createShell({ root, mode, limits: { ...DEFAULT_LIMITS, ...limits } });
const run = (
  mode: ShellOptions["mode"],
  command: string,
  limits: Partial<ShellOptions["limits"]> = {},
  signal = new AbortController().signal,
) => shell(mode, limits).run(command, signal);

const modes: ShellOptions["mode"][] = (await findBubblewrap()) === undefined ? ["plain"] : ["bwrap", "plain"];
if (modes.length === 1) console.warn("bubblewrap does not work here: only the plain shell is tested");

describe.each(modes)("the shell, %s", (mode) => {
  it("puts every line behind a bar, and what it says itself in brackets", async () => {
    expect(await run(mode, "cat src/a.txt")).toBe("| one\n| two");
    expect(await run(mode, "ls nothing 2>/dev/null")).toBe("[nothing was printed]\n[exit code 2]");
  });

  it("says how much it left out", async () => {
    const output = await run(mode, "cat wide.txt", { outputCharacters: 1_000 });
    expect(output.length).toBeLessThan(1_200);
    expect(output).toMatch(/\n\[\d+ more lines were left out\. /);
  });

  it("ends what takes too long, and what nobody waits for any more", async () => {
    const endless = "seq 1 100000000000 | grep -c 7";
    expect(await run(mode, endless, { shellTimeoutMs: 300 })).toContain("[stopped after 300 ms]");
    const stop = new AbortController();
    const running = run(mode, endless, {}, stop.signal);
    setTimeout(() => stop.abort(), 200);
    await expect(running).rejects.toThrow();
  });

  it.runIf(process.platform === "linux")(
    "lets no program hold more memory than its share, and says so",
    { timeout: 60_000 },
    async () => {
      const little = { shellMemoryMiB: 48, shellTimeoutMs: 60_000 };
      const doubling = "awk 'BEGIN { x = \"sixteen letters.\"; while (1) x = x x }'";
      expect(await run(mode, doubling, little)).toMatch(/\[A program may hold 48 MiB of memory, which was not enough/);
      const sorted = (count: number) => run(mode, `seq 1 ${count} | sort | tail -1`, little);
      expect(await sorted(1_000)).toBe("| 999");
      // What does not fit into memory would go to a file, and there is none.
      expect(await sorted(2_000_000)).toMatch(/\[Each of the 3 programs here may hold 16 MiB of memory/);
    },
  );

  it("refuses more programs in one command than there is memory for", async () => {
    await expect(run(mode, Array(33).fill("true").join("; "))).rejects.toMatchObject({ code: "SHELL_TOO_LONG" });
    expect(await run(mode, Array(32).fill("true").join("; "))).toBe("[nothing was printed]");
  });

  it("refuses a project that has more files than it looks at", async () => {
    await expect(run(mode, "ls", { projectFiles: 2 })).rejects.toMatchObject({ code: "PROJECT_TOO_LARGE" });
  });
});

it("a file with a secret is shown redacted in bubblewrap, and not opened without it", async () => {
  await expect(run("plain", "cut -c1-20 config.txt")).rejects.toMatchObject({ code: "PROTECTED" });
  if (!modes.includes("bwrap")) return;
  expect(await run("bwrap", "cut -c1-20 config.txt")).toBe("| password = [redacted\n| plain = yes");
});

it("when it is off, it says so once and for all", async () => {
  await expect(run("off", "ls")).rejects.toMatchObject({ code: "SHELL_OFF" });
});
