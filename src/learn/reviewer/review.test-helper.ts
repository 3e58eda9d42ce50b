/** A review in a folder of its own: a bank, a project, and a scripted model behind real HTTP. */
import { join } from "node:path";
import { openTestBank, type TestBank } from "../../bank/bank.test-helper.ts";
import { createApiModel } from "../../model/index.ts";
import {
  type ScriptedReplies,
  type ScriptedReply,
  type ScriptedRequest,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import type { ReviewInput, ReviewResult } from "./model.ts";
import { reviewSession } from "./review-session.ts";
import type { TestSession } from "./session.test-helper.ts";

export interface ReviewTest {
  bank: TestBank;
  close(): Promise<void>;
  review(session: TestSession, replies: ScriptedReplies, more?: Partial<ReviewInput>): Promise<ReviewedTest>;
  /** As an agent CLI answers: without tools. */
  reviewWithoutTools(session: TestSession, replies: ScriptedReplies): Promise<ReviewedTest>;
}

export interface ReviewedTest {
  result: ReviewResult;
  requests: ScriptedRequest[];
  /** What the tools answered, in order. */
  outputs: string[];
  problems: string[];
}

export async function openReviewTest(): Promise<ReviewTest> {
  const bank = await openTestBank();
  const review = async (
    session: TestSession,
    replies: ScriptedReplies,
    more: Partial<ReviewInput> = {},
    tools = true,
  ): Promise<ReviewedTest> => {
    const server = await startScriptedModelServer({ replies });
    try {
      const model = createApiModel({
        provider: "openai-compatible",
        model: "scripted",
        baseUrl: server.openaiBaseUrl,
        apiKey: server.apiKey,
      });
      const result = await reviewSession({
        model: tools ? model : { ...model, supports: { tools: false, streaming: false } },
        session: { ...session, sourcePath: "/transcripts/one.jsonl" },
        projectRoot: bank.project,
        scope: "project",
        bank: bank.bank,
        skillRoots: [
          { directory: join(bank.project, ".agents/skills"), writable: true },
          { directory: join(bank.project, ".qwen/skills"), writable: true },
          { directory: join(bank.userHome, ".claude/skills"), writable: false },
        ],
        now: new Date("2026-01-02T03:04:05.000Z"),
        ...more,
        options: { shell: "off", ...more.options },
      });
      const last = server.requests.at(-1);
      const outputs = (last?.messages ?? []).flatMap((message) => message.results.map(({ output }) => output));
      return { result, requests: server.requests, outputs, problems: server.problems };
    } finally {
      await server.close();
    }
  };
  return {
    bank,
    close: () => bank.close(),
    review: (session, replies, more) => review(session, replies, more),
    reviewWithoutTools: (session, replies) => review(session, replies, {}, false),
  };
}

export interface WrittenRuleSketch {
  section?: string;
  text: string;
  turns: string[];
}

/** SKILL.md as a model would write it. */
export function skillOf(name: string, rules: readonly WrittenRuleSketch[], description?: string): string {
  const sections = Map.groupBy(rules, (rule) => rule.section ?? "Rules");
  const body = [...sections].map(
    ([heading, list]) => `## ${heading}\n\n${list.map(({ text }) => `- ${text}`).join("\n")}`,
  );
  const about = description ?? "How work of this kind is done here. Use when doing work of this kind.";
  return `---\nname: ${name}\ndescription: "${about}"\n---\n\n# ${name}\n\n${body.join("\n\n")}\n`;
}

export const evidenceOf = (rules: readonly WrittenRuleSketch[]) =>
  rules.map(({ text, turns }) => ({ rule: text, turns }));

export function writes(name: string, rules: readonly WrittenRuleSketch[], description?: string): ScriptedReply {
  return {
    toolCalls: [
      {
        name: "write_file",
        input: {
          path: `.agents/skills/${name}/SKILL.md`,
          content: skillOf(name, rules, description),
          evidence: evidenceOf(rules),
        },
      },
    ],
  };
}

export const done: ScriptedReply = { text: "Kept what was worth keeping." };
