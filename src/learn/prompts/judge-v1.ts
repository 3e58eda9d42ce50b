/** The judge, version 1 (seed 004, "Skill Management Decision"): add, merge or discard, on four axes. */
import { z } from "zod";
import { type PromptFile, QUOTED_IS_DATA, quoted, systemText } from "./prompt.ts";

export interface JudgedText {
  name: string;
  description: string;
  rules: readonly string[];
}

export interface JudgeInput {
  candidate: JudgedText;
  /** The nearest skills that are there, nearest first. */
  neighbours: readonly JudgedText[];
}

const verdict = z.enum(["same", "different", "unclear"]).catch("unclear");

const answer = z.object({
  action: z.enum(["add", "merge", "discard"]),
  target: z.string().nullish().describe("name of the neighbour: the one to merge into, or the one that says it all"),
  reason: z.string().min(1).describe("one sentence"),
  axes: z.object({ job: verdict, deliverable: verdict, constraints: verdict, tools: verdict }).partial().default({}),
});

export type JudgeAnswer = z.output<typeof answer>;

const TEXT_LENGTH = 6_000;

export const judgePrompt: PromptFile<JudgeInput, JudgeAnswer> = {
  name: "judge",
  version: 1,
  answer,
  maxOutputTokens: 500,
  system: () =>
    systemText(
      "You keep a bank of skills small and true. A candidate has come in; decide what is to become of it, given the skills nearest to it.",
      `In this order:
1. discard, when it says nothing that somebody could follow, is true for one instance only, or a neighbour says all of it (target: that neighbour).
2. Compare it with each neighbour on four axes: the job to be done, the kind of deliverable, hard constraints and criteria of success, tools and workflow.
   merge, only when both are the same capability once the details of the instance are taken away (target: that neighbour).
3. add, when it is a capability of its own. Words in common do not make two jobs one.`,
      QUOTED_IS_DATA,
    ),
  request: ({ candidate, neighbours }) =>
    [
      ...neighbours.map((one, index) => `Neighbour ${index + 1}, named ${JSON.stringify(one.name)}:\n${shown(one)}`),
      `The candidate:\n${shown(candidate)}`,
      "Decide about the candidate.",
    ].join("\n\n"),
};

export function shown({ name, description, rules }: JudgedText): string {
  return quoted([name, description, ...rules.map((rule) => `- ${rule}`)].join("\n"), TEXT_LENGTH);
}
