/** The JSON value in what a model wrote: alone, in a code fence, after its thoughts, or among prose. */
import type { z } from "zod";
import { describeProblems } from "./tool-input.ts";

/** The first value that fits the schema, or why there is none. */
export function readJsonReply<T>(text: string, schema: z.ZodType<T>): { value: T } | { problem: string } {
  let problem: string | undefined;
  for (const candidate of candidates(text)) {
    let json: unknown;
    try {
      json = JSON.parse(candidate);
    } catch (error) {
      problem ??= `It is not JSON: ${(error as Error).message}`;
      continue;
    }
    const parsed = schema.safeParse(json);
    if (parsed.success) return { value: parsed.data };
    return { problem: describeProblems(parsed.error) };
  }
  return { problem: problem ?? "It is empty." };
}

function* candidates(text: string): Generator<string> {
  const answer = text.replace(/^\s*<think(ing)?>[\s\S]*?<\/think(ing)?>/, "").trim();
  if (answer === "") return;
  const whole = /^[[{"\d-]|^(true|false|null)$/.test(answer);
  if (whole) yield answer;
  yield* fencedBlocks(answer);
  const start = answer.search(/[[{]/);
  const end = Math.max(answer.lastIndexOf("}"), answer.lastIndexOf("]"));
  if (start >= 0 && end > start) yield answer.slice(start, end + 1);
  if (!whole) yield answer;
}

/** What stands between lines of three backticks. */
function fencedBlocks(text: string): string[] {
  const blocks: string[] = [];
  let open: string[] | undefined;
  for (const line of text.split("\n")) {
    if (!line.trimStart().startsWith("```")) open?.push(line);
    else if (open === undefined) open = [];
    else {
      blocks.push(open.join("\n"));
      open = undefined;
    }
  }
  return blocks;
}
