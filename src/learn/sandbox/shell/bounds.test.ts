import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { boundedBash, countsProcessesApart, memoryOfEach } from "./bounds.ts";
import { BASH } from "./environment.ts";

describe("the memory of each program", () => {
  it("is what all may hold, shared out, and never more than one program needs", () => {
    expect(memoryOfEach(1, { shellMemoryMiB: 2_048 })).toBe(512);
    expect(memoryOfEach(4, { shellMemoryMiB: 2_048 })).toBe(512);
    expect(memoryOfEach(32, { shellMemoryMiB: 2_048 })).toBe(64);
    expect(memoryOfEach(9, { shellMemoryMiB: 5 })).toBe(1);
  });
});

describe.runIf(existsSync(BASH))("bash within the bounds", () => {
  const print = (script: string, processes?: number) => {
    const args = boundedBash(script, { memoryMiB: 100, ...(processes === undefined ? {} : { processes }) });
    const { stdout } = spawnSync(BASH, args, { encoding: "utf8", env: { PATH: "/usr/bin:/bin" } });
    return stdout.trim().split("\n");
  };

  it("has them before the script begins", () => {
    const [files, cores] = print("ulimit -f; ulimit -c");
    expect([files, cores]).toEqual(["0", "0"]);
    if (process.platform === "linux") {
      expect(print("ulimit -d; ulimit -v; ulimit -t; ulimit -u", 77)).toEqual(["102400", "4194304", "30", "77"]);
    }
  });

  it.runIf(process.platform === "linux" && process.getuid?.() !== 0)("cannot raise them again", () => {
    expect(print("ulimit -d 200000 2>/dev/null; ulimit -d")).toEqual(["102400"]);
  });

  it("runs the script as it stands, whatever is in it", () => {
    const odd = ["'it''s'", '"$0"', "\\", "#", "}; ulimit -f 5"];
    for (const text of odd) expect(print(`printf '%s\\n' '${text.replaceAll("'", "'\\''")}'`)).toEqual([text]);
    expect(print("'")).toEqual([""]);
  });
});

it("processes are counted for a name space alone since Linux 5.14", () => {
  const here = process.platform === "linux";
  expect(["6.1.0", "5.14.0-362.el9", "5.13.19", "4.18.0"].map((kernel) => countsProcessesApart(kernel))).toEqual([
    here,
    here,
    false,
    false,
  ]);
});
