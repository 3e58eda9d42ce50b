import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";

const MAIN = fileURLToPath(new URL("./main.ts", import.meta.url));

describe.skipIf(process.platform === "win32")("the output of the process", () => {
  test("ends without a word when nobody reads it any more", () => {
    const { status, stderr } = shell('{ "$NODE" "$MAIN" --help; echo "exit $?" >&2; } | true');
    expect(stderr).toBe("exit 0\n");
    expect(status).toBe(0);
  });

  test.skipIf(!existsSync("/dev/full"))("is not taken for written when the disk is full", () => {
    const { status, stderr } = shell('"$NODE" "$MAIN" --help > /dev/full');
    expect(stderr).toMatch(/^The result cannot be written: .*ENOSPC.*\n$/);
    expect(status).toBe(1);
  });
});

function shell(script: string) {
  const environment = { ...process.env, NODE: process.execPath, MAIN };
  return spawnSync("sh", ["-c", script], { encoding: "utf8", env: environment });
}
