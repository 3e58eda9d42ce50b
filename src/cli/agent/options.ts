/** The options that `run` and `chat` share. */
import type { Command } from "commander";

export interface AgentOptions {
  project?: string;
  approvalMode: string;
  continue?: boolean;
  resume?: string;
  addDir: string[];
  skills: boolean;
  review: boolean;
  logRequests?: string;
  maxTurns?: string;
  maxTokens?: string;
  timeout?: string;
}

export function withAgentOptions(command: Command): Command {
  return command
    .option("--project <dir>", "work in this folder (default: the project of the current one)")
    .option("--approval-mode <mode>", "ask, auto-edit or yolo: what is done without asking", "ask")
    .option("--continue", "go on with the latest session of this project")
    .option("--resume <id>", "go on with the session of this id, or its beginning")
    .option("--add-dir <dir>", "a folder outside of the project that it may use too; may be repeated", collect, [])
    .option("--no-skills", "do not give it skills")
    .option("--no-review", "do not look over the session afterwards")
    .option("--log-requests <dir>", "write the redacted requests to the model into this folder")
    .option("--max-turns <number>", "messages of the model for one prompt (100)")
    .option("--max-tokens <number>", "tokens for one prompt (2000000)")
    .option("--timeout <seconds>", "time for one prompt (1800)");
}

/** As the operations take them. */
export function agentInput({ approvalMode, addDir, timeout, ...rest }: AgentOptions): Record<string, unknown> {
  return {
    ...rest,
    approval: approvalMode,
    addDirectories: addDir,
    ...(timeout === undefined ? {} : { timeoutSeconds: timeout }),
  };
}

function collect(value: string, earlier: string[]): string[] {
  return [...earlier, value];
}
