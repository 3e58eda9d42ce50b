/**
 * Merging, version 1 (seed 004, "Skill Merging"; design §4.4): what each rule of a candidate is to the rules of the skill.
 * The model places rules by number and id; it writes none, so nothing is lost or invented by it.
 */
import { z } from "zod";
import { type PromptFile, QUOTED_IS_DATA, quoted, systemText } from "./prompt.ts";

export interface MergeInput {
  skill: { name: string; description: string; rules: readonly { id: string; section: string; text: string }[] };
  candidate: { name: string; rules: readonly { section: string; text: string }[] };
}

const answer = z.object({
  decisions: z
    .array(
      z.object({
        rule: z.coerce.number().int().min(1).describe("number of the candidate's rule"),
        action: z.enum(["add", "same", "replace", "leave_out"]),
        target: z.string().nullish().describe("id of the skill's rule, for same and replace"),
        reason: z.string().default(""),
      }),
    )
    .describe("one for each rule of the candidate"),
});

export type MergeAnswer = z.output<typeof answer>;

const RULE_LENGTH = 600;

export const mergePrompt: PromptFile<MergeInput, MergeAnswer> = {
  name: "merge",
  version: 1,
  answer,
  maxOutputTokens: 2_000,
  system: () =>
    systemText(
      "You bring the rules of a candidate into a skill that is the same capability. You decide for each rule of the candidate what it is; you write no text.",
      `- same: a rule of the skill says it already, in whatever words (target: its id).
- replace: it is the newer or more exact form of a rule of the skill, and everything in that rule that still holds is in it (target: its id). When
  something of the old rule would be lost, it is add.
- add: nothing in the skill says it.
- leave_out: it is about one instance, about other work, or it contradicts the skill without the person having changed their mind.`,
      QUOTED_IS_DATA,
    ),
  request: ({ skill, candidate }) =>
    [
      `The skill:\n${quoted(`${skill.name}\n${skill.description}`, 1_000)}`,
      `Its rules, by id:\n${skill.rules.map(({ id, section, text }) => quoted(`${id} [${section}] ${text}`, RULE_LENGTH)).join("\n")}`,
      `The candidate's rules, by number:\n${candidate.rules
        .map(({ section, text }, index) => quoted(`${index + 1} [${section}] ${text}`, RULE_LENGTH))
        .join("\n")}`,
      "Decide for each rule of the candidate.",
    ].join("\n\n"),
};
