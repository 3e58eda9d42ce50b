/** Query rewriting, version 1 (seed 004, "Query Rewriting"): the turn and what came before it as one search query. */
import { z } from "zod";
import { type PromptFile, QUOTED_IS_DATA, quoted, systemText } from "./prompt.ts";

export interface RewriteInput {
  /** What the person says now. */
  turn: string;
  /** Oldest first. */
  history: readonly { role: "user" | "assistant"; text: string }[];
}

const answer = z.object({
  topic: z.enum(["same", "switch"]).describe("same: goes on with the task of the recent turns"),
  query: z.string().min(1).max(600).describe("one line, in the language of the person"),
});

export type RewriteAnswer = z.output<typeof answer>;

const TURN_LENGTH = 2_000;
const HISTORY_LENGTH = 600;

export const rewritePrompt: PromptFile<RewriteInput, RewriteAnswer> = {
  name: "rewrite",
  version: 1,
  answer,
  maxOutputTokens: 200,
  system: () =>
    systemText(
      `You turn what a person says now into exactly one short, standalone query for a search among skills (how-tos for kinds of work).`,
      `Rules:
- First decide whether they go on with the task of the recent turns (same) or begin another one (switch).
- same: keep what the task is about, and add only what the new turn asks for. switch: drop the earlier task altogether.
- A turn that only speaks of style, form or length inherits the task from the recent turns.
- Put in place of "it", "this", "the above" what they stand for.
- Keep what tells skills apart: kind of work, deliverable, format, audience, tools, things to avoid. Leave out politeness, and general words
  such as "help" or "task" that name no kind of work.
- Write in the language of the person. Add nothing that was not said. Do not answer the person.`,
      QUOTED_IS_DATA,
    ),
  request: ({ turn, history }) =>
    [
      ...history.map(
        ({ role, text }) => `${role === "user" ? "Person" : "Assistant"}:\n${quoted(text, HISTORY_LENGTH)}`,
      ),
      `Now the person says:\n${quoted(turn, TURN_LENGTH)}`,
      "Give the query for this last turn.",
    ].join("\n\n"),
};
