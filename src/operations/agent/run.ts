/** `run`: gives our own agent one prompt in a project, and queues the review of what came of it. */
import { z } from "zod";
import type { ApprovalMode, Refusal } from "../../agent/index.ts";
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import type { ModelUsage, ToolLoopEnd } from "../../model/index.ts";
import type { OperationContext } from "../context.ts";
import { defineOperation, parseInput } from "../operation.ts";
import { SUMMARIES } from "../summaries.ts";
import { type AgentHooks, agentSessionFields, withAgentSession } from "./agent-session.ts";
import type { SkillReviewNotice } from "./review-at-end.ts";

export interface RunReport {
  sessionId: string;
  /** The saved session. */
  sessionPath: string;
  projectRoot: string;
  model: string;
  approval: ApprovalMode;
  resumed: boolean;
  /** How often the session had been condensed for its model before it was resumed. */
  timesCondensed: number;
  /** The answer; empty when it did not come to one. */
  text: string;
  /** `stop`: it answered. */
  ended: ToolLoopEnd;
  /** Why it did not answer. */
  error?: ErrorJson;
  turns: number;
  toolCalls: number;
  usage: ModelUsage;
  refusals: Refusal[];
  /** Names of the skills that were put before the prompt. */
  skills: string[];
  skillReview: SkillReviewNotice;
}

const runInput = z.object({ prompt: z.string().trim().min(1), ...agentSessionFields });

/** What `runPrompt` gives: the report, and the context in which the queued review is to be run. */
export interface FinishedRun {
  report: RunReport;
  reviewContext: OperationContext;
}

/** `run` with its events told as they happen. @throws AutoskillError as `withAgentSession` */
export async function runPrompt(context: OperationContext, input: unknown, hooks: AgentHooks): Promise<FinishedRun> {
  const { prompt } = parseInput(run.name, runInput, input);
  return withAgentSession(context, input, hooks, async (session) => {
    const { history: _, error, ...answered } = await session.say(prompt);
    const skillReview = await session.end();
    const report: RunReport = {
      sessionId: session.id,
      sessionPath: session.path,
      projectRoot: session.projectRoot,
      model: session.modelId,
      approval: session.approval,
      resumed: session.resumed,
      timesCondensed: session.timesCondensed,
      ...answered,
      ...(error === undefined ? {} : { error: errorToJson(error) }),
      skills: [...session.skillsGiven],
      skillReview,
    };
    return { report, reviewContext: session.context };
  });
}

export const run = defineOperation({
  name: "run",
  summary: SUMMARIES.run,
  readOnly: false,
  input: runInput,
  handler: async (context, input): Promise<RunReport> => (await runPrompt(context, input, {})).report,
});
