/** Puts a text into the overlay if the skill as a whole then passes the check that publishing will make; else leaves it out. */
import { z } from "zod";
import type { BankSkill } from "../../../bank/index.ts";
import { refuse } from "../refusal.ts";
import type { ToolContext } from "./context.ts";

export const evidenceInput = z
  .array(z.object({ rule: z.string().max(4_000), turns: z.array(z.string().max(40)).max(50) }))
  .max(200)
  .default([])
  .describe("for each rule: its text (or the beginning of it) and the ids of the turns it rests on");

/** Of any file, before it is looked at closer. */
export const MOST_CHARACTERS = 500_000;

export interface CheckedText {
  slug: string;
  file: string;
  text: string;
  evidence: z.infer<typeof evidenceInput>;
  base?: BankSkill;
}

/** @throws AutoskillError with every problem, when there is one */
export async function putChecked(
  context: ToolContext,
  { slug, file, text, evidence, base }: CheckedText,
): Promise<string> {
  if (text.length > MOST_CHARACTERS) {
    const message = `The text has ${text.length} characters; ${MOST_CHARACTERS} are allowed.`;
    throw refuse("FILE_TOO_LARGE", message, "Keep what a reader needs.");
  }
  const placed = context.overlay.put(slug, file, text, evidence, base);
  const problems = await context.check(slug).catch((error: unknown) => {
    placed.take();
    throw error;
  });
  const [first] = problems;
  if (first === undefined)
    return `Kept ${slug}/${file} for this run. It is published only after it was checked and approved.`;
  placed.take();
  const message = problems.map((problem) => problem.message).join(" ");
  const next = [...new Set(problems.map((problem) => problem.next))].join(" ");
  throw refuse(first.code, `${slug}/${file} was not kept: ${message}`, next);
}
