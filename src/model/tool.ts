/** A tool that a model can use: its definition, and what happens when it is called. */
import type { ModelToolDefinition } from "./model.ts";

export interface ModelToolOutput {
  /** What the model gets to read. */
  output: string;
  /** True when the call failed or was refused. Default false. */
  isError?: boolean;
}

/**
 * `execute` gets input that fits the schema. What it throws becomes an `isError` result with the error's message (and
 * next step), so a tool need not catch.
 */
export interface ModelTool extends ModelToolDefinition {
  execute(input: unknown, call: { signal: AbortSignal }): Promise<ModelToolOutput>;
}
