/** What each command file gets: how to run an operation and show its result in both forms, text and JSON. */
import type { Command } from "commander";
import type { z } from "zod";
import type { Operation, OperationContext } from "../operations/index.ts";
import type { Terminal } from "./terminal.ts";

/** How a result is shown to a person. */
export type Render<Output> = (output: Output, terminal: Terminal) => string;

export interface RunOptions<Output> {
  render: Render<Output>;
  /** Exit code for a result that is not an error but means "no", e.g. lint errors. Default 0. */
  exitCode?(output: Output): number;
}

export interface CommandRunner {
  terminal: Terminal;
  /** True with `--json`. */
  json: boolean;
  /** Runs an operation and prints its result. */
  run<Input extends z.ZodType, Output>(
    operation: Operation<Input, Output>,
    input: unknown,
    options: RunOptions<Output>,
  ): Promise<void>;
  /** Runs operations without printing, for commands that talk with a person in between. */
  withContext<Result>(work: (context: OperationContext) => Promise<Result>): Promise<Result>;
  setExitCode(code: number): void;
}

/** Gives options and work to the commands of one file, which stand in the table of `commands/index.ts`. */
export type RegisterCommands = (command: (name: string) => Command, runner: CommandRunner) => void;
