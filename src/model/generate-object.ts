/** One request whose answer is a JSON value of a given shape. */
import type { z } from "zod";
import { generateText } from "./generate-text.ts";
import { readJsonReply } from "./json-reply.ts";
import { addUsage, type LanguageModel, type ModelReply, type ModelRequest, type ModelUsage } from "./model.ts";
import { modelError } from "./model-error.ts";
import { jsonSchemaOf } from "./tool-input.ts";

export interface ObjectRequest<T> extends Omit<ModelRequest, "tools" | "responseSchema"> {
  schema: z.ZodType<T>;
}

export interface ObjectReply<T> {
  object: T;
  usage: ModelUsage;
  /** True when the first answer did not fit and the second did. */
  repaired: boolean;
}

/**
 * The model is told the JSON Schema in words too, since many services enforce none. An answer that does not fit is shown
 * to it once with what is wrong.
 *
 * @throws AutoskillError `MODEL_OUTPUT_INVALID` when the second does not fit either; the codes of `ModelErrorCode`
 * @example await generateObject(model, { purpose: "title", schema: z.object({ title: z.string() }), messages })
 */
export async function generateObject<T>(model: LanguageModel, request: ObjectRequest<T>): Promise<ObjectReply<T>> {
  const { schema, ...rest } = request;
  const asked: ModelRequest = {
    ...rest,
    responseSchema: schema,
    system: [rest.system, instruction(schema)].filter((part) => part !== undefined && part !== "").join("\n\n"),
  };
  const first = await generateText(model, asked);
  const result = readJsonReply(first.text, schema);
  if ("value" in result) return { object: result.value, usage: first.usage, repaired: false };

  const second = await generateText(model, {
    ...asked,
    messages: [
      ...asked.messages,
      { role: "assistant", text: first.text.trim() === "" ? "(empty)" : first.text },
      { role: "user", text: repairText(problemOf(first, result.problem)) },
    ],
  });
  const usage = addUsage(first.usage, second.usage);
  const repaired = readJsonReply(second.text, schema);
  if ("value" in repaired) return { object: repaired.value, usage, repaired: true };
  throw modelError("MODEL_OUTPUT_INVALID", `${model.model} did not answer in the form asked for, twice.`, {
    expected: "one JSON value that fits the schema",
    found: problemOf(second, repaired.problem),
  });
}

function instruction(schema: z.ZodType): string {
  return [
    "Answer with one JSON value and nothing else: no prose around it, no code fence. It must fit this JSON Schema:",
    JSON.stringify(jsonSchemaOf(schema)),
  ].join("\n");
}

function repairText(problem: string): string {
  return `That answer cannot be used. ${problem}\nAnswer again with the corrected JSON value and nothing else.`;
}

function problemOf(reply: ModelReply, problem: string): string {
  return reply.finish === "length" ? `It was cut off at the limit of output tokens. ${problem}` : problem;
}
