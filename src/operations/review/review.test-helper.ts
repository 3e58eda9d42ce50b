/** Reviews through the operations: a home, a project, transcripts on disk, and a scripted model behind real HTTP. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Clock } from "../../base/index.ts";
import {
  type ScriptedModelServer,
  type ScriptedReplies,
  type ScriptedReply,
  startScriptedModelServer,
} from "../../model/scripted-model-server.test-helper.ts";
import { createOperationContext, type OperationContext, type OperationContextOptions } from "../context.ts";

export interface ReviewBench {
  folder: string;
  home: string;
  project: string;
  server: ScriptedModelServer;
  context: OperationContext;
  /** Another process's view of the same home. */
  another(options?: Partial<OperationContextOptions>): OperationContext;
  transcript(name: string, steps: TranscriptStep[]): string;
  close(): Promise<void>;
}

/** Environment that leads to the scripted server. */
export function modelEnvironment(
  server: Pick<ScriptedModelServer, "openaiBaseUrl" | "apiKey">,
): Record<string, string> {
  return { AUTOSKILL_MODEL: "scripted", AUTOSKILL_BASE_URL: server.openaiBaseUrl, AUTOSKILL_API_KEY: server.apiKey };
}

export async function openReviewBench(
  replies: ScriptedReplies,
  options: { clock?: Clock; environment?: Record<string, string> } = {},
): Promise<ReviewBench> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "autoskill-review-")));
  const [home, project] = [join(folder, "home"), join(folder, "project")];
  mkdirSync(project);
  const server = await startScriptedModelServer({ replies });
  const opened: OperationContext[] = [];
  const another = (more: Partial<OperationContextOptions> = {}): OperationContext => {
    const context = createOperationContext({
      home,
      userHome: folder,
      workingDirectory: project,
      environment: options.environment ?? modelEnvironment(server),
      ...(options.clock === undefined ? {} : { clock: options.clock }),
      ...more,
    });
    opened.push(context);
    return context;
  };
  return {
    folder,
    home,
    project,
    server,
    context: another(),
    another,
    transcript: (name, steps) => writeTranscript(folder, project, name, steps),
    close: async () => {
      for (const context of opened) await context.close();
      await server.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export type TranscriptStep =
  | { person: string }
  | { model: string }
  | { command: string; exit?: number; output?: string }
  | { write: string };

/** A Claude Code transcript. */
export function writeTranscript(folder: string, project: string, name: string, steps: TranscriptStep[]): string {
  const lines: unknown[] = [];
  let parent: string | null = null;
  const add = (record: object): void => {
    const uuid = `${name}-${lines.length}`;
    const at = new Date(Date.UTC(2026, 0, 1) + lines.length * 1000).toISOString();
    lines.push({
      parentUuid: parent,
      isSidechain: false,
      userType: "external",
      cwd: project,
      sessionId: name,
      version: "2.0.0",
      uuid,
      timestamp: at,
      ...record,
    });
    parent = uuid;
  };
  steps.forEach((step, index) => {
    const id = `toolu_${name}_${index}`;
    if ("person" in step) add({ type: "user", message: { role: "user", content: step.person } });
    else if ("model" in step) add(assistant([{ type: "text", text: step.model }]));
    else if ("write" in step) {
      const input = { file_path: join(project, step.write), content: "x\n" };
      add(assistant([{ type: "tool_use", id, name: "Write", input }]));
      add(result(id, "File created", false));
    } else {
      add(assistant([{ type: "tool_use", id, name: "Bash", input: { command: step.command } }]));
      const failed = (step.exit ?? 0) !== 0;
      add(result(id, `${failed ? `Exit code ${step.exit}\n` : ""}${step.output ?? "ok"}`, failed));
    }
  });
  const path = join(folder, `${name}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

function assistant(content: object[]): object {
  return { type: "assistant", message: { id: "msg", type: "message", role: "assistant", model: "m", content } };
}

function result(id: string, content: string, is_error: boolean): object {
  return {
    type: "user",
    message: { role: "user", content: [{ tool_use_id: id, type: "tool_result", content, is_error }] },
  };
}

/** T1: modules are missing, `npm ci` repairs it. T2: the person states a rule. */
export const TEACHING: TranscriptStep[] = [
  { person: "Make the tests pass." },
  { command: "npm test", exit: 1, output: "Error: Cannot find module 'left-pad'" },
  { command: "npm ci" },
  { command: "npm test", output: "12 passed" },
  { model: "The modules were missing." },
  { person: "From now on always run the formatter before you commit." },
  { command: "git status" },
  { command: "git log -3" },
];

export const SAID = "Always run the formatter before you commit.";

/** Writes a skill with the rule that the person stated in turn 2. */
export function savesRule(name = "committing", rule = SAID): ScriptedReply {
  const content = `---\nname: ${name}\ndescription: "Committing here. Use before each commit."\n---\n\n# Committing\n\n## Rules\n\n- ${rule}\n`;
  const input = { path: `.agents/skills/${name}/SKILL.md`, content, evidence: [{ rule, turns: ["T2.1"] }] };
  return { toolCalls: [{ name: "write_file", input }] };
}

export const DONE: ScriptedReply = { text: "Kept one rule." };
export const NOTHING: ScriptedReply = { text: "Nothing to save." };
