import { z } from "zod";
import { redactText } from "../../base/index.ts";
import { defineAgentTool, type ToolOutcome } from "./agent-tool.ts";
import { type CommandResult, runCommand } from "./run-command.ts";

const LONGEST_SECONDS = 600;
/** Ours alone; no command of the project needs them. */
const HELD_BACK = ["AUTOSKILL_API_KEY"];

export const shell = defineAgentTool({
  name: "shell",
  description:
    "Runs a command with bash in the project root, without input and without a terminal. Gives the exit code and the output; long output keeps its beginning and its end. Use read_file, write_file and edit for files.",
  input: z.object({
    command: z.string().min(1),
    timeout_seconds: z.int().min(1).max(LONGEST_SECONDS).optional().describe("Default 120"),
  }),
  permission: ({ command }) => ({ action: "run", target: redactText(command), outside: false, delicate: false }),
  run: async ({ command, timeout_seconds }, { folders, environment, signal, commandTimeoutMs }) => {
    const timeoutMs = timeout_seconds === undefined ? commandTimeoutMs : timeout_seconds * 1000;
    const kept = Object.fromEntries(Object.entries(environment).filter(([name]) => !HELD_BACK.includes(name)));
    const result = await runCommand(command, { folder: folders.root, environment: kept, timeoutMs, signal });
    return outcomeOf(result, timeoutMs);
  },
});

function outcomeOf(result: CommandResult, timeoutMs: number): ToolOutcome {
  const output = result.output.replace(/\n$/, "");
  const body = output === "" ? "(no output)" : output;
  switch (result.ended) {
    case "not_started":
      return { status: "error", output: `The command could not be started: ${result.problem ?? "unknown reason"}` };
    case "timeout":
      return { status: "error", exitCode: 124, output: `The command timed out after ${timeoutMs / 1000} s.\n${body}` };
    case "cancelled":
      return { status: "cancelled", output: `The command was interrupted by the user.\n${body}` };
    default: {
      const exitCode = result.exitCode ?? 128;
      const signal = result.signal === undefined ? "" : ` (ended by ${result.signal})`;
      if (exitCode === 0) return { status: "ok", exitCode, output: body };
      return { status: "error", exitCode, output: `Exit code: ${exitCode}${signal}\n${body}` };
    }
  }
}
