/** How readers write down the result of a tool call, so that status and exit code always agree. */
import type { ToolResultPart, ToolStatus } from "../../model.ts";
import { exitCodeFromText } from "./exit-code-from-text.ts";
import { entryOf } from "./json-access.ts";

export interface ToolResultSource {
  callId: string;
  text: string;
  /** What the source says about the call. Default `unknown`. */
  status?: ToolStatus | undefined;
  /** Exit code where the source has a field for it. */
  exitCode?: number | undefined;
  /**
   * Name of the tool. Only the output of a shell is searched for an exit code: a file that was read may contain the
   * same words.
   */
  toolName?: string | undefined;
}

/** A non-zero exit code makes the status `error`, whatever the source says; a zero settles an unknown one as `ok`. */
export function toolResult(source: ToolResultSource): ToolResultPart {
  const { callId, text } = source;
  const exitCode = source.exitCode ?? (isShellTool(source.toolName) ? exitCodeFromText(text) : undefined);
  let status = source.status ?? "unknown";
  if (exitCode !== undefined && exitCode !== 0) status = "error";
  else if (exitCode === 0 && status === "unknown") status = "ok";
  return { type: "tool_result", callId, status, ...(exitCode === undefined ? {} : { exitCode }), text };
}

const SHELL_TOOL = /(?:^|[^a-z])(?:bash|shell|terminal|powershell|exec|command|cmd)(?:$|[^a-z])/i;

/** Whether a tool runs commands in a shell, by the names that hosts use: `bash`, `run_shell_command`, `exec_command`… */
export function isShellTool(name: string | undefined): boolean {
  return name !== undefined && SHELL_TOOL.test(name);
}

const STATUS_WORDS: Readonly<Record<string, ToolStatus>> = {
  success: "ok",
  completed: "ok",
  ok: "ok",
  error: "error",
  failed: "error",
  failure: "error",
  cancelled: "cancelled",
  canceled: "cancelled",
  aborted: "cancelled",
};

/** The status behind the words that hosts use; `unknown` for any other value. */
export function toolStatus(value: unknown): ToolStatus {
  return typeof value === "string" ? (entryOf(STATUS_WORDS, value.toLowerCase()) ?? "unknown") : "unknown";
}
