/**
 * An operation: one thing that a person or an agent can ask for, with the same name, input, output and errors on
 * every face (CLI, MCP, HTTP).
 *
 * Contract:
 * - The input is parsed by its schema before the handler runs; a mismatch is `INVALID_INPUT`.
 * - The output is plain JSON. Nothing is printed by a handler: long work reports through `context.progress`.
 * - Failures are `AutoskillError`s.
 */
import { z } from "zod";
import { AutoskillError } from "../base/index.ts";
import type { OperationContext } from "./context.ts";

export interface Operation<Input extends z.ZodType = z.ZodType, Output = unknown> {
  /** Lower snake case; the CLI shows `sessions_check` as `sessions check`. */
  name: string;
  /** One line for `--help` and tool listings. */
  summary: string;
  input: Input;
  /** True when it changes nothing on disk but caches. */
  readOnly: boolean;
  handler(context: OperationContext, input: z.output<Input>): Promise<Output>;
}

/** Gives an operation its types. @see Operation */
export function defineOperation<Input extends z.ZodType, Output>(
  operation: Operation<Input, Output>,
): Operation<Input, Output> {
  return operation;
}

/**
 * Runs an operation on foreign input.
 *
 * @throws AutoskillError `INVALID_INPUT` with the first problem and its place.
 */
export async function runOperation<Input extends z.ZodType, Output>(
  operation: Operation<Input, Output>,
  context: OperationContext,
  input: unknown,
): Promise<Output> {
  return operation.handler(context, parseInput(operation.name, operation.input, input));
}

/** @throws AutoskillError `INVALID_INPUT` with the first problem and its place. */
export function parseInput<Input extends z.ZodType>(name: string, schema: Input, input: unknown): z.output<Input> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  throw new AutoskillError({
    code: "INVALID_INPUT",
    message: `${name}: ${z.prettifyError(parsed.error)}`,
    next: `See \`autoskill ${name.replaceAll("_", " ")} --help\`.`,
  });
}
