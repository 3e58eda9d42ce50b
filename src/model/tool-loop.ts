/**
 * A model that works with tools until it has nothing more to call.
 *
 * Contract: never throws for what the model, its provider or a tool does; `ended` says how it ended. The messages that
 * come back are always a conversation that can go on: every call has its result, also where the loop was cut short. The
 * calls of one reply run one after another, in order. A conversation that outgrows the model can be condensed on the way;
 * then the messages that come back are what it became.
 */
import { AutoskillError, errorToJson } from "../base/index.ts";
import { cancellation, signalUntil } from "./bounded.ts";
import { type BudgetedModel, withBudget } from "./budget.ts";
import { refusal } from "./generate-text.ts";
import {
  addUsage,
  type LanguageModel,
  type ModelMessage,
  type ModelReply,
  type ModelRequest,
  type ModelToolCall,
  type ModelToolResult,
  type ModelUsage,
  NO_USAGE,
  replyMessage,
} from "./model.ts";
import { modelError } from "./model-error.ts";
import type { ModelTool, ModelToolOutput } from "./tool.ts";

export interface ToolLoopRequest
  extends Pick<
    ModelRequest,
    "purpose" | "system" | "messages" | "maxOutputTokens" | "temperature" | "sessionId" | "signal" | "onRetry"
  > {
  tools: ModelTool[];
  /** Replies of the model, at most. */
  maxTurns: number;
  /** For the whole loop, in milliseconds. Default: no limit. */
  timeoutMs?: number;
  /** For one attempt of one request. Default 120,000. */
  requestTimeoutMs?: number;
  /** Input and output tokens of the whole loop. Default: no limit. */
  maxTokens?: number;
  /** Asks for streaming, and gives text as it comes. Default false. */
  stream?: boolean;
  onEvent?: (event: ToolLoopEvent) => void;
  /**
   * Gives shorter messages to go on with, or `undefined` where these will do or cannot be shortened. Asked before each
   * request, and once for a request that the service refused for its length.
   */
  condense?: (request: CondenseRequest) => Promise<ModelMessage[] | undefined>;
}

export interface CondenseRequest {
  messages: readonly ModelMessage[];
  /** What the provider counted when it answered last: tokens of the first so many messages, with system and tools. */
  counted?: { tokens: number; messages: number };
  /** The refusal for length, where there was one: these messages do not fit. */
  full?: AutoskillError;
}

export type ToolLoopEvent =
  | { type: "text"; delta: string }
  | { type: "reply"; turn: number; reply: ModelReply }
  | { type: "tool_call"; call: ModelToolCall }
  | { type: "tool_result"; result: ModelToolResult };

export type ToolLoopEnd = "stop" | "turn_limit" | "token_limit" | "deadline" | "cancelled" | "error";

export interface ToolLoopResult {
  /** The given messages, or what they were condensed to, and all that came after. */
  messages: ModelMessage[];
  /** What the model said last. */
  text: string;
  turns: number;
  usage: ModelUsage;
  ended: ToolLoopEnd;
  /** Where it did not end with `stop` or `turn_limit`: why. */
  error?: AutoskillError;
}

export async function runToolLoop(model: LanguageModel, request: ToolLoopRequest): Promise<ToolLoopResult> {
  const budgeted = withBudget(model, {
    ...(request.maxTokens === undefined ? {} : { maxTokens: request.maxTokens }),
    ...(request.timeoutMs === undefined ? {} : { timeoutMs: request.timeoutMs }),
  });
  const signal = signalUntil(request.signal, request.timeoutMs);
  const messages = [...request.messages];
  let text = "";
  let turns = 0;
  let usage = NO_USAGE;
  let counted: CondenseRequest["counted"];
  const end = (ended: ToolLoopEnd, error?: AutoskillError): ToolLoopResult => ({
    messages,
    text,
    turns,
    usage,
    ended,
    ...(error === undefined ? {} : { error }),
  });

  const condense = async (full?: AutoskillError): Promise<boolean> => {
    const shorter = await request.condense?.({
      messages,
      ...(counted === undefined ? {} : { counted }),
      ...(full === undefined ? {} : { full }),
    });
    if (shorter === undefined) return false;
    messages.splice(0, messages.length, ...shorter);
    counted = undefined;
    return true;
  };

  const nextReply = async (): Promise<ModelReply> => {
    signal.throwIfAborted();
    await condense();
    try {
      return await ask(budgeted, request, messages, signal);
    } catch (error) {
      const isFull = AutoskillError.isInstance(error) && error.code === "MODEL_CONTEXT_FULL";
      if (!isFull || signal.aborted || !(await condense(error))) throw error;
      return await ask(budgeted, request, messages, signal);
    }
  };

  while (turns < request.maxTurns) {
    let reply: ModelReply;
    try {
      reply = await nextReply();
    } catch (error) {
      return end(...endedBy(error, signal, budgeted));
    }
    turns += 1;
    usage = addUsage(usage, reply.usage);
    text = reply.text;
    messages.push(replyMessage(reply));
    const tokens = reply.usage.inputTokens + reply.usage.outputTokens;
    if (tokens > 0) counted = { tokens, messages: messages.length };
    request.onEvent?.({ type: "reply", turn: turns, reply });
    if (reply.finish === "refused") return end("error", asOurs(refusal(model, reply)));
    if (reply.toolCalls.length === 0) return end(...endedQuietly(reply));
    messages.push({ role: "tool", results: await runCalls(reply.toolCalls, request, signal) });
    if (signal.aborted) return end(...endedBy(signal.reason, signal, budgeted));
  }
  return end("turn_limit");
}

async function ask(
  model: LanguageModel,
  request: ToolLoopRequest,
  messages: ModelMessage[],
  signal: AbortSignal,
): Promise<ModelReply> {
  const { tools, requestTimeoutMs, stream, onEvent, ...more } = request;
  const { maxTurns: _, maxTokens: __, timeoutMs: ___, condense: ____, ...rest } = more;
  const asked: ModelRequest = {
    ...rest,
    messages: [...messages],
    signal,
    ...(tools.length === 0 ? {} : { tools }),
    ...(requestTimeoutMs === undefined ? {} : { timeoutMs: requestTimeoutMs }),
  };
  if (stream !== true || !model.supports.streaming) return await model.generate(asked);
  for await (const event of model.stream(asked)) {
    if (event.type === "reply") return event.reply;
    onEvent?.(event);
  }
  throw modelError("MODEL_UNREACHABLE", `${model.model} ended its answer without finishing it.`);
}

async function runCalls(
  calls: readonly ModelToolCall[],
  request: ToolLoopRequest,
  signal: AbortSignal,
): Promise<ModelToolResult[]> {
  const results: ModelToolResult[] = [];
  for (const call of calls) {
    request.onEvent?.({ type: "tool_call", call });
    const { output, isError } = await runCall(call, request.tools, signal);
    const result = { id: call.id, name: call.name, output, isError: isError ?? false };
    results.push(result);
    request.onEvent?.({ type: "tool_result", result });
  }
  return results;
}

async function runCall(
  call: ModelToolCall,
  tools: readonly ModelTool[],
  signal: AbortSignal,
): Promise<ModelToolOutput> {
  if (signal.aborted) return { output: "Not run: the work was stopped before.", isError: true };
  if (call.invalid !== undefined) return { output: call.invalid, isError: true };
  const tool = tools.find(({ name }) => name === call.name);
  if (tool === undefined) return { output: `There is no tool ${call.name}.`, isError: true };
  try {
    return await untilAborted(tool.execute(call.input, { signal }), signal);
  } catch (error) {
    if (signal.aborted) return { output: "Stopped before it was done.", isError: true };
    const { message, next } = errorToJson(error);
    return {
      output: AutoskillError.isInstance(error) && next !== undefined ? `${message} ${next}` : message,
      isError: true,
    };
  }
}

/** A tool that does not heed its signal must not hold up the end. */
async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  signal.addEventListener("abort", onAbort, { once: true });
  // The call itself may have aborted it, before anybody listened.
  if (signal.aborted) onAbort();
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

/** An answer without calls ends the loop; one that was cut off has not said all. */
function endedQuietly(reply: ModelReply): [ToolLoopEnd, AutoskillError?] {
  if (reply.finish !== "length") return ["stop"];
  return ["token_limit", modelError("MODEL_BUDGET", "The answer was cut off at the limit of output tokens.")];
}

function endedBy(error: unknown, signal: AbortSignal, budget: BudgetedModel): [ToolLoopEnd, AutoskillError] {
  if (signal.aborted) {
    const failure = cancellation(signal);
    return [failure.code === "MODEL_TIMEOUT" ? "deadline" : "cancelled", failure];
  }
  const failure = asOurs(error);
  if (failure.code === "MODEL_BUDGET") return [budget.reached === "time" ? "deadline" : "token_limit", failure];
  if (failure.code === "MODEL_CANCELLED") return ["cancelled", failure];
  if (failure.code === "MODEL_TIMEOUT" && budget.reached === "time") return ["deadline", failure];
  return ["error", failure];
}

function asOurs(error: unknown): AutoskillError {
  if (AutoskillError.isInstance(error)) return error;
  const { message } = errorToJson(error);
  return new AutoskillError({ code: "INTERNAL", message, next: "Run `autoskill doctor`.", cause: error });
}
