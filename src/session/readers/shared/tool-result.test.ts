import { describe, expect, test } from "vitest";
import { isShellTool, toolResult, toolStatus } from "./tool-result.ts";

describe("toolResult", () => {
  test("a non-zero exit code is an error, whatever the source says", () => {
    expect(toolResult({ callId: "c", text: "", status: "ok", exitCode: 2 })).toMatchObject({
      status: "error",
      exitCode: 2,
    });
  });

  test("a zero exit code settles what the source leaves open, and no more", () => {
    expect(toolResult({ callId: "c", text: "", exitCode: 0 }).status).toBe("ok");
    expect(toolResult({ callId: "c", text: "", status: "cancelled", exitCode: 0 }).status).toBe("cancelled");
  });

  test("only a shell's output is searched for an exit code", () => {
    expect(toolResult({ callId: "c", text: "Exit code: 3", toolName: "bash" })).toMatchObject({ exitCode: 3 });
    expect(toolResult({ callId: "c", text: "Exit code: 3", toolName: "read_file" })).toEqual({
      type: "tool_result",
      callId: "c",
      status: "unknown",
      text: "Exit code: 3",
    });
  });
});

test.each(["bash", "Bash", "run_shell_command", "exec_command", "exec", "PowerShell", "run_terminal"])(
  "%s is a shell",
  (name) => {
    expect(isShellTool(name)).toBe(true);
  },
);

test.each(["read_file", "execute_plan", "recommand", "task", "", undefined])("%s is no shell", (name) => {
  expect(isShellTool(name)).toBe(false);
});

test("the words of hosts become statuses; others are unknown", () => {
  expect(["success", "Completed", "failed", "aborted", "maybe", 1].map(toolStatus)).toEqual([
    "ok",
    "ok",
    "error",
    "cancelled",
    "unknown",
    "unknown",
  ]);
});
