/**
 * The agent at work on one prompt: the model and its five tools, until it answers or a limit is reached.
 *
 * Contract: never throws for what a model or a tool does; how it ended stands in the result. Events come in order, and
 * every `tool_call` has its `tool_result`. The history that comes back can be given to the next run as it is: each call
 * has its result.
 */
import { type AutoskillError, estimateTokens, redactText } from "../base/index.ts";
import {
  jsonSchemaOf,
  type LanguageModel,
  type ModelMessage,
  type ModelTool,
  type ModelUsage,
  runToolLoop,
  type ToolLoopEnd,
} from "../model/index.ts";
import { type ApprovalMode, type AskPerson, createPermissions, type Decide } from "./approval.ts";
import type { AgentEvent } from "./events.ts";
import type { KeepWithin } from "./keep-within.ts";
import type { ProjectFolders } from "./project-paths.ts";
import { systemPrompt } from "./system-prompt.ts";
import { createToolBridge } from "./tool-bridge.ts";
import type { Refusal } from "./tools/tool-set.ts";

export interface AgentLimits {
  /** Messages of the model. Default 100. */
  maxTurns?: number;
  /** For the whole run, in milliseconds. Default 30 minutes. */
  timeoutMs?: number;
  /** Input and output of the whole run. Default 2,000,000. */
  maxTokens?: number;
  /** For one command, in milliseconds. Default 2 minutes. */
  commandTimeoutMs?: number;
}

export interface RunAgentOptions {
  model: LanguageModel;
  folders: ProjectFolders;
  /** What the person says, with what is put before it. */
  prompt: string;
  history?: readonly ModelMessage[];
  approval: ApprovalMode;
  /** Absent where nobody can be asked: then what needs asking is refused. */
  ask?: AskPerson;
  /** Remembers answers of `always` beyond this run. */
  decide?: Decide;
  skillsBlock?: string;
  environment: Readonly<Record<string, string | undefined>>;
  sessionId?: string;
  limits?: AgentLimits;
  /** Condenses the history when it outgrows the model. Absent: the run ends where the service says that it is too long. */
  keepWithin?: KeepWithin;
  onEvent?: (event: AgentEvent) => void;
  signal?: AbortSignal;
}

export interface AgentRun {
  /** The whole conversation as the model was given it, this run included. */
  history: ModelMessage[];
  /** The answer, redacted; empty when it did not come to one. */
  text: string;
  turns: number;
  toolCalls: number;
  usage: ModelUsage;
  refusals: Refusal[];
  ended: ToolLoopEnd;
  /** Why it did not come to an answer. */
  error?: AutoskillError;
}

const DEFAULT_LIMITS: Required<AgentLimits> = {
  maxTurns: 100,
  timeoutMs: 30 * 60_000,
  maxTokens: 2_000_000,
  commandTimeoutMs: 120_000,
};

export async function runAgent(options: RunAgentOptions): Promise<AgentRun> {
  const { model, folders, environment, sessionId } = options;
  const { maxTurns, timeoutMs, maxTokens, commandTimeoutMs } = { ...DEFAULT_LIMITS, ...options.limits };
  const signal = options.signal ?? new AbortController().signal;
  const emit = options.onEvent ?? (() => {});
  const bridge = createToolBridge({
    context: { folders, environment, commandTimeoutMs },
    decide: options.decide ?? createPermissions(options.approval, options.ask),
    signal,
    emit,
  });
  const system = systemPrompt({
    projectRoot: folders.root,
    approval: options.approval,
    canAsk: options.ask !== undefined,
    alsoAllowed: folders.alsoAllowed,
    skillsBlock: options.skillsBlock ?? "",
  });
  const { keepWithin } = options;
  const fixedTokens = keepWithin === undefined ? 0 : tokensOf(system, bridge.tools);
  const { messages, text, turns, usage, ended, error } = await runToolLoop(model, {
    purpose: "agent",
    system,
    messages: [...(options.history ?? []), { role: "user", text: options.prompt }],
    tools: bridge.tools,
    maxTurns,
    timeoutMs,
    maxTokens,
    stream: true,
    signal,
    onEvent: bridge.onEvent,
    onRetry: ({ attempt, waitMs, code }) => {
      emit({ type: "notice", text: `${code}: trying again in ${Math.ceil(waitMs / 1000)} s (attempt ${attempt})` });
    },
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(keepWithin === undefined ? {} : { condense: (request) => keepWithin(request, fixedTokens) }),
  });
  return {
    history: messages,
    text: ended === "stop" ? redactText(text) : "",
    turns,
    toolCalls: bridge.toolCalls,
    usage,
    refusals: bridge.refusals,
    ended,
    ...(error === undefined ? {} : { error }),
  };
}

function tokensOf(system: string, tools: readonly ModelTool[]): number {
  const described = tools.map(({ name, description, input }) => ({ name, description, input: jsonSchemaOf(input) }));
  return estimateTokens(system) + estimateTokens(JSON.stringify(described));
}
