import { describe, expect, test } from "vitest";
import { exitCodeFromText } from "./exit-code-from-text.ts";

describe("exitCodeFromText", () => {
  test.each([
    ["Exit code 1\nTAP version 13", 1],
    ["Error: Exit code 1\nTAP version 13", 1],
    ["exit code: 0\n", 0],
    ["Output: x\nError: (none)\r\nExit Code: 127\r\nSignal: 0", 127],
    ["Wall time: 2.2 seconds\nProcess exited with code 2\nOutput:", 2],
    ["src/a.ts(3,1): error\n\n\nCommand exited with code 1", 1],
    ["not ok 1\n<shellId: 0 completed with exit code 1>", 1],
    ["<exited with exit code -1>", -1],
  ])("reads the host's own line in %j", (text, code) => {
    expect(exitCodeFromText(text)).toBe(code);
  });

  test("prefers the last such line, since hosts add theirs after the output", () => {
    expect(exitCodeFromText("Exit code: 3\nok\nExit Code: 0")).toBe(0);
  });

  test.each(["", "all green", "the script documents exit code 2 on page 4", "return Exit code 1 if it fails"])(
    "does not take talk about exit codes in %j for one",
    (text) => {
      expect(exitCodeFromText(text)).toBeUndefined();
    },
  );
});
