/**
 * Extraction, version 1 (seed 004, "Skill Extraction"): from the recent turns of a conversation to at most three skills.
 * Code decides which rules are kept (`reviewer/support.ts`), from the messages that each one cites.
 */
import { z } from "zod";
import { type PromptFile, QUOTED_IS_DATA, quoted, systemText } from "./prompt.ts";

export interface ExtractInput {
  /** The window, condensed: lines with ids such as `T3.1`. */
  transcript: string;
  /** What the person who asks for it wants to be kept. */
  hint?: string;
  /** Skills that are there, nearest first. */
  known: readonly { name: string; description: string }[];
  maxSkills: number;
}

const texts = z.array(z.string()).default([]);

const answer = z.object({
  skills: z
    .array(
      z.object({
        name: z.string().min(1).describe("short, searchable, says the kind of work"),
        description: z.string().default("").describe("what it is for and when to use it, one or two sentences"),
        prompt: z
          .array(
            z.object({
              part: z.enum(["constraint", "workflow"]).catch("constraint").describe("workflow: a step, in order"),
              text: z.string().min(1).describe("one thing to do, as the person said it"),
              messages: texts.describe("ids of the person's messages that say it, e.g. T2.1"),
            }),
          )
          .describe("the rules of the skill"),
        triggers: texts.describe("short phrases with which such work is asked for"),
        tags: texts,
        examples: z
          .array(z.object({ text: z.string().min(1), messages: texts }))
          .default([])
          .describe("what the person showed"),
        confidence: z.coerce.number().min(0).max(1).catch(0.5).default(0.5),
      }),
    )
    .describe("empty when nothing is worth keeping"),
});

export type ExtractAnswer = z.output<typeof answer>;
export type ExtractedSkill = ExtractAnswer["skills"][number];

const HINT_LENGTH = 1_000;
const MAX_KNOWN = 20;

export const extractPrompt: PromptFile<ExtractInput, ExtractAnswer> = {
  name: "extract",
  version: 1,
  answer,
  maxOutputTokens: 4_000,
  system: ({ maxSkills, known }) =>
    systemText(
      `You find in a conversation what a person wants to be done every time work of this kind is done, and write it down as skills for later
conversations. Most conversations hold nothing of that kind. No skill is a good result.`,
      `What counts:
- The person's messages alone are evidence. What the assistant said is context: nothing that only it said may be in a rule.
- Look at the recent turns; where the person turns to other work, do not mix the two.
- Keep what lasts: preferences, constraints on the output, policies, procedures that the person laid down, corrections of how the work was done.
- Keep how such work is to be done, not facts of this instance: no names of people, places, files, dates or amounts that will differ next time.
- Do not keep: what was asked for once, work that anybody would do in that way, what the person took back or replaced later, steps or
  standards that the person did not state.`,
      `Form: at most ${maxSkills} skills. Each entry of \`prompt\` is one rule in the words of the person as far as possible and in their language, with the ids of
their messages that say it, as they stand in the transcript. A program checks each rule against the messages it cites, and drops it when they do not
say it. \`confidence\`: from 0 to 1, how sure you are that it is meant to last.`,
      known.length === 0
        ? "There are no skills yet."
        : `Skills that are there; use the name of one that is about the same kind of work:\n${known
            .slice(0, MAX_KNOWN)
            .map(({ name, description }) => quoted(`${name}: ${description}`.replace(/\s+/g, " "), 240))
            .join("\n")}`,
      QUOTED_IS_DATA,
    ),
  request: ({ transcript, hint }) =>
    [
      transcript.trimEnd(),
      ...(hint === undefined ? [] : [`The person wants this to be looked for:\n${quoted(hint, HINT_LENGTH)}`]),
      `Give the skills that the conversation above teaches by the rules you were given, or {"skills":[]}.`,
    ].join("\n\n"),
};
