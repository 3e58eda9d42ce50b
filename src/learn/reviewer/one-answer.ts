/** A review by a model that cannot use tools (an agent CLI as a model): one structured answer, put through the same tools. */
import { z } from "zod";
import type { BankSkill } from "../../bank/index.ts";
import { AutoskillError } from "../../base/index.ts";
import {
  generateObject,
  type LanguageModel,
  type ModelRequest,
  NO_USAGE,
  type ToolLoopResult,
  withBudget,
} from "../../model/index.ts";
import type { Sandbox } from "../sandbox/index.ts";
import { type PromptSkill, reviewRequest } from "./prompt-v1.ts";

/** How asking the model went, by either way. */
export type AskedOnce = Pick<ToolLoopResult, "turns" | "usage" | "ended" | "error">;

export interface OneAnswerOptions extends Pick<ModelRequest, "purpose" | "system" | "sessionId" | "signal"> {
  transcript: string;
  sandbox: Sandbox;
  shown: readonly PromptSkill[];
  editable: readonly BankSkill[];
  maxTokens: number;
  timeoutMs: number;
}

const evidence = z.array(z.object({ rule: z.string(), turns: z.array(z.string()) })).default([]);
const ANSWER = z.object({
  create: z
    .array(z.object({ path: z.string(), content: z.string(), evidence }))
    .default([])
    .describe("new skills and support files"),
  edit: z
    .array(z.object({ path: z.string(), old_string: z.string(), new_string: z.string(), evidence }))
    .default([])
    .describe("changes of skills that are yours to edit"),
});

/** Texts of skills that a model without tools is shown, in characters. */
const MAX_SHOWN_TEXT = 24_000;

export async function askOnce(model: LanguageModel, options: OneAnswerOptions): Promise<AskedOnce> {
  const { transcript, sandbox, shown, editable, maxTokens, timeoutMs, ...request } = options;
  const texts = textsOf(shown, editable);
  let usage = NO_USAGE;
  try {
    const budgeted = withBudget(model, { maxTokens, timeoutMs });
    const reply = await generateObject(budgeted, {
      ...request,
      timeoutMs,
      schema: ANSWER,
      messages: [{ role: "user", text: reviewRequest(transcript, texts) }],
    });
    usage = reply.usage;
    const signal = request.signal ?? new AbortController().signal;
    const use = async (name: string, input: unknown): Promise<void> => {
      const tool = sandbox.tools.find((candidate) => candidate.name === name);
      await tool?.execute(input, { signal });
    };
    for (const file of reply.object.create) await use("write_file", file);
    // What it may edit was shown to it; the sandbox wants it read in this run.
    for (const path of new Set(reply.object.edit.map((edit) => edit.path))) await use("read_file", { path });
    for (const edit of reply.object.edit) await use("edit", edit);
    return { turns: reply.repaired ? 2 : 1, usage, ended: "stop" };
  } catch (error) {
    if (!AutoskillError.isInstance(error)) throw error;
    const ended =
      error.code === "MODEL_CANCELLED" ? "cancelled" : error.code === "MODEL_BUDGET" ? "token_limit" : "error";
    return { turns: 1, usage, ended, error };
  }
}

function textsOf(shown: readonly PromptSkill[], editable: readonly BankSkill[]): { path: string; text: string }[] {
  const texts: { path: string; text: string }[] = [];
  let left = MAX_SHOWN_TEXT;
  for (const { name, path } of shown) {
    const skill = editable.find((candidate) => candidate.slug === name);
    if (skill === undefined || skill.text.length > left) continue;
    left -= skill.text.length;
    texts.push({ path, text: skill.text });
  }
  return texts;
}
