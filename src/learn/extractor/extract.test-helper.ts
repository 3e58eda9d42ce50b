/** One extraction against a scripted model behind real HTTP. */
import { createApiModel } from "../../model/index.ts";
import {
  type ScriptedReplies,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import type { TestSession } from "../reviewer/session.test-helper.ts";
import { extract } from "./extract.ts";
import type { Extraction, ExtractRequest } from "./model.ts";

export interface SkillSketch {
  name?: string;
  description?: string;
  /** Rule text to the ids of messages that it cites. */
  rules?: Record<string, string[]>;
  steps?: Record<string, string[]>;
  examples?: Record<string, string[]>;
  triggers?: string[];
  tags?: string[];
  confidence?: number;
}

/** The answer of a model that gives these skills. */
export function answers(...skills: SkillSketch[]): { text: string } {
  const entries = (rules: Record<string, string[]> = {}, part?: string) =>
    Object.entries(rules).map(([text, messages]) => ({ text, messages, ...(part === undefined ? {} : { part }) }));
  return {
    text: JSON.stringify({
      skills: skills.map(({ rules, steps, examples, name = "email writing", ...rest }) => ({
        name,
        description: "How emails are written for this person. Use when an email is to be written.",
        prompt: [...entries(rules, "constraint"), ...entries(steps, "workflow")],
        examples: entries(examples),
        triggers: [],
        tags: [],
        confidence: 0.8,
        ...rest,
      })),
    }),
  };
}

export interface ExtractedTest extends Extraction {
  requests: ScriptedRequest[];
  problemsOfServer: string[];
  /** Texts of all rules of all candidates but "When to use". */
  rules: string[];
  codes: string[];
}

export async function extractWith(
  session: TestSession,
  replies: ScriptedReplies,
  more: Partial<ExtractRequest> = {},
): Promise<ExtractedTest> {
  const server = await startScriptedModelServer({ replies });
  try {
    const model = createApiModel({
      provider: "openai-compatible",
      model: "scripted",
      baseUrl: server.openaiBaseUrl,
      apiKey: server.apiKey,
    });
    const result = await extract({
      model,
      session: { ...session, sourcePath: "/transcripts/one.jsonl" },
      now: new Date("2026-01-02T03:04:05.000Z"),
      ...more,
    });
    const rules = result.candidates.flatMap((candidate) => candidate.rules);
    return {
      ...result,
      requests: server.requests,
      problemsOfServer: server.problems,
      rules: rules.filter(({ section }) => section !== "When to use").map(({ text }) => text),
      codes: result.problems.map(({ code }) => code),
    };
  } finally {
    await server.close();
  }
}
