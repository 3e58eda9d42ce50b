/** Tool input as models send it: the schema they are told, and the check of what comes back. */
import { z } from "zod";
import type { ModelToolCall, ModelToolDefinition } from "./model.ts";

/** JSON Schema (draft 7) of what may be sent, without `$schema`, which some services refuse. */
export function jsonSchemaOf(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { target: "draft-7", io: "input", unrepresentable: "any" });
  return rest;
}

/** @param text the input as the model wrote it: JSON; nothing at all counts as `{}` */
export function readToolCall(
  id: string,
  name: string,
  text: string,
  tools: readonly ModelToolDefinition[],
): ModelToolCall {
  try {
    return checkToolCall({ id, name, input: text.trim() === "" ? {} : JSON.parse(text) }, tools);
  } catch (error) {
    return { id, name, input: text, invalid: `The input is not JSON: ${(error as Error).message}` };
  }
}

/** The call with its input as the tool's schema gives it, or with `invalid`. */
export function checkToolCall(call: ModelToolCall, tools: readonly ModelToolDefinition[]): ModelToolCall {
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) {
    const known = tools.map(({ name }) => name).join(", ");
    return { ...call, invalid: `There is no tool ${call.name}. The tools are: ${known || "none"}.` };
  }
  const parsed = tool.input.safeParse(call.input);
  if (parsed.success) return { id: call.id, name: call.name, input: parsed.data };
  return { ...call, invalid: `The input does not fit ${call.name}: ${describeProblems(parsed.error)}` };
}

/** The problems of a value on one line. */
export function describeProblems(error: z.ZodError): string {
  return z.prettifyError(error).replaceAll("✖ ", "").replaceAll(/\s+/g, " ").trim();
}
