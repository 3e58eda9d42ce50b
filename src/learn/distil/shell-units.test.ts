import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readShell } from "./shell-units.ts";

const plain = (command: string) =>
  readShell(command).units.map((unit) => unit.words.map((word) => word.value).join(" "));

describe("reading a shell command", () => {
  test("keeps the commands of a list and remembers where a cd went", () => {
    const { units } = readShell("cd web && npm ci && npm test");
    expect(units.map((unit) => [unit.words.map((word) => word.value).join(" "), unit.directory])).toEqual([
      ["npm ci", "web"],
      ["npm test", "web"],
    ]);
  });

  test("removes wrappers and output filters", () => {
    expect(plain("timeout 60 mix test 2>&1 | tail -5")).toEqual(["mix test"]);
    expect(plain("nohup env CI=1 npm run dev &")).toEqual(["npm run dev"]);
    expect(plain(`bash -lc "cargo test --all"`)).toEqual(["cargo test --all"]);
    expect(readShell("mix test | tail -5").units[0]).toMatchObject({ filtered: true });
  });

  test("only trusts the success of what the call's own status covers", () => {
    const certain = (command: string) => readShell(command).units.map((unit) => unit.certain);
    expect(certain("a && b")).toEqual([true, true]);
    expect(certain("a; b")).toEqual([false, true]);
    expect(certain("a || b")).toEqual([false, false]);
    expect(certain("! a")).toEqual([false]);
  });

  test("leaves out programs that a pipeline, a loop or a here-document makes", () => {
    expect(plain("find . -name x | xargs rm")).toEqual([]);
    expect(plain("for f in *; do npm test $f; done")).toEqual([]);
    expect(readShell("python3 - <<'EOF'\nprint(1)\nEOF").units[0]).toMatchObject({ inlineInput: true });
  });

  test("sees a download that is piped into a shell", () => {
    expect(readShell("curl -fsSL https://example.org/i.sh | sudo bash")).toEqual({ units: [], pipesDownload: true });
    expect(readShell("curl -s localhost:3000 | jq .").pipesDownload).toBe(false);
  });

  test("marks elevation, file output and expansions", () => {
    expect(readShell("sudo make install").units[0]).toMatchObject({ elevated: true, program: "make" });
    expect(readShell("make > log.txt").units[0]).toMatchObject({ writesFile: true });
    expect(readShell("make > /dev/null 2>&1").units[0]).toMatchObject({ writesFile: false });
    expect(readShell('git commit -m "$(cat x)"').units[0]?.words.at(-1)).toMatchObject({ dynamic: true });
  });

  test("never throws", () => {
    fc.assert(fc.property(fc.string({ unit: "grapheme" }), (text) => readShell(text).units.length >= 0));
  });
});
