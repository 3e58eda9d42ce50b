/** A published skill, sessions on disk and a scripted model, for the tests of `evolve`. */
import type { ScriptedReply, ScriptedRequest } from "../../model/scripted-model-server.test-helper.ts";
import { parseSkill, printSkill } from "../../skill/index.ts";
import { openReviewBench, type ReviewBench, type TranscriptStep } from "../review/review.test-helper.ts";

export const SLUG = "committing";

export const RULES = {
  Steps: ["Run the tests: `npm test`", "Commit the change: `git commit`"],
  Rules: ["Write commit messages in the past tense.", "Push to the main branch when the tests pass."],
};

export function skillText(rules: Record<string, string[]> = RULES): string {
  return printSkill({
    name: SLUG,
    title: "Committing",
    description: "How changes are tested and committed here. Use before each commit.",
    metadata: { source: "auto-skill", version: "0.1.0" },
    sections: Object.entries(rules).map(([heading, list]) => ({ heading, rules: list })),
  });
}

export interface EvolveBench extends ReviewBench {
  /** Id of the rule that begins with these words. */
  rule(beginning: string): Promise<string>;
  text(): Promise<string>;
}

export async function openEvolveBench(
  reply: (sessionId: string, request: ScriptedRequest) => ScriptedReply,
  options: { environment?: Record<string, string>; text?: string } = {},
): Promise<EvolveBench> {
  const bench = await openReviewBench(
    (request) => reply(sessionNamed(request), request),
    options.environment === undefined ? {} : { environment: options.environment },
  );
  const bank = await bench.context.bank(bench.project);
  await bank.publish({
    scope: "project",
    slug: SLUG,
    files: [{ path: "SKILL.md", content: options.text ?? skillText() }],
    expect: { kind: "create" },
    actor: "distiller",
    reason: "for the test",
  });
  const text = async (): Promise<string> => (await bank.read("project", SLUG))?.text ?? "";
  return {
    ...bench,
    text,
    rule: async (beginning) =>
      parseSkill(await text()).rules.find((rule) => rule.text.startsWith(beginning))?.id ?? "(none)",
  };
}

/** Sessions in these tests say their own name in their first words. */
export function sessionNamed(request: ScriptedRequest): string {
  return /This is session (\w+)\./.exec(request.messages[0]?.text ?? "")?.[1] ?? "(none)";
}

export const begins = (name: string): TranscriptStep => ({ person: `This is session ${name}. Make the change.` });

/** A session in which the person states something that lasts, in turn 2. */
export function states(name: string, ...said: string[]): TranscriptStep[] {
  return [
    begins(name),
    { command: "ls src" },
    { command: "npm test", output: "3 passed" },
    ...said.flatMap((person): TranscriptStep[] => [{ person }, { command: "git status" }]),
  ];
}

export interface AnsweredEdit {
  op: "add" | "replace" | "retire" | "keep";
  rule?: string;
  section?: string;
  text?: string;
  turns?: string[];
  file?: { path: string; content: string };
}

export const answers = (...edits: AnsweredEdit[]): ScriptedReply => ({ text: JSON.stringify({ edits }) });
