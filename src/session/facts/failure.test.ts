import { describe, expect, it } from "vitest";
import type { ToolCallPart, ToolResultPart, ToolStatus } from "../model.ts";
import { callEnd, EXCERPT_LENGTH, errorExcerpt, failureCause } from "./failure.ts";

const call: ToolCallPart = { type: "tool_call", callId: "1", name: "shell", input: "x" };
const result = (text: string, status: ToolStatus = "unknown"): ToolResultPart => ({
  type: "tool_result",
  callId: "1",
  status,
  text,
});

describe("how a call ended", () => {
  it("is what the source says", () => {
    expect(callEnd(call, result("Error: exploded", "ok"))).toEqual({ status: "ok" });
    expect(callEnd({ ...call, status: "error" }, result("x"))).toEqual({ status: "error" });
  });

  it("is read from a host's fixed wording only where the source gives no status", () => {
    expect(callEnd(call, result("boom\nProcess exited with code 1"))).toEqual({ status: "error", exitCode: 1 });
    expect(callEnd(call, result("ok\n[The command completed with exit code 0.]"))).toEqual({
      status: "ok",
      exitCode: 0,
    });
    expect(callEnd(call, result("<returncode>2</returncode>\n<output>x</output>"))).toEqual({
      status: "error",
      exitCode: 2,
    });
  });

  it("is never guessed from prose", () => {
    expect(callEnd(call, result("Error: this failed badly, fatal"))).toEqual({ status: "unknown" });
  });

  it("is unknown while the command goes on", () => {
    expect(callEnd(call, result("Command running in background with ID: 1", "ok"))).toEqual({ status: "unknown" });
  });
});

describe("the excerpt of an error", () => {
  it("names the cause and leaves the stack out", () => {
    const text = [
      "Exit code 1",
      "Traceback (most recent call last):",
      '  File "/w/a.py", line 3, in <module>',
      "    import yaml",
      "ModuleNotFoundError: No module named 'yaml'",
    ].join("\n");
    expect(errorExcerpt(text)).toBe("ModuleNotFoundError: No module named 'yaml'");
  });

  it("starts with the first error of a compiler", () => {
    const text =
      "> app@1.0.0 build\n> tsc\n\nsrc/a.ts(3,1): error TS2304: Cannot find name 'x'.\n    at foo (a.js:1:2)\n";
    expect(errorExcerpt(text)).toBe("src/a.ts(3,1): error TS2304: Cannot find name 'x'.");
  });

  it("falls back to the last lines, and is never longer than its bound", () => {
    expect(errorExcerpt("one\ntwo\nthree\nfour")).toBe("two\nthree\nfour");
    expect(errorExcerpt(`error: ${"x".repeat(5_000)}\n`.repeat(50))?.length).toBeLessThanOrEqual(EXCERPT_LENGTH);
    expect(errorExcerpt("Exit code 1\n")).toBeUndefined();
  });
});

describe("why a call failed", () => {
  it.each([
    ["error", 1, "The user doesn't want to proceed with this tool use.", "denied"],
    ["error", 124, "", "timeout"],
    ["error", 1, "Command timed out after 2m", "timeout"],
    ["error", 1, "curl: (6) Could not resolve host: example.com", "transient"],
    ["error", 1, "HTTP 429: rate limited", "transient"],
    ["error", undefined, "File has not been read yet. Read it first.", "host_rule"],
    ["cancelled", undefined, "", "cancelled"],
    ["error", 1, "AssertionError: 1 == 2", "ordinary"],
  ] as const)("%s %s %j is %s", (status, exitCode, text, cause) => {
    expect(failureCause(status, exitCode, text)).toBe(cause);
  });

  it("does not take a long test run that mentions a timeout for one", () => {
    expect(failureCause("error", 1, `${"ok test case\n".repeat(200)}not ok: handles a timeout exceeded error`)).toBe(
      "ordinary",
    );
  });
});
