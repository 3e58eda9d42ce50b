/**
 * Between the model's tool loop, which knows text alone, and the agent's tools, which know how a call ended: makes the
 * tools for the loop and turns the loop's events into the agent's.
 */
import { redactText, redactValue } from "../base/index.ts";
import type { ModelTool, ModelToolCall, ModelToolResult, ToolLoopEvent } from "../model/index.ts";
import type { Decide } from "./approval.ts";
import type { AgentEvent, AgentToolCall } from "./events.ts";
import type { ToolContext } from "./tools/agent-tool.ts";
import { AGENT_TOOLS, callTool, type FinishedCall, type Refusal } from "./tools/tool-set.ts";

export interface ToolBridge {
  tools: ModelTool[];
  onEvent(event: ToolLoopEvent): void;
  /** So far. */
  readonly toolCalls: number;
  readonly refusals: Refusal[];
}

export interface ToolBridgeOptions {
  context: Omit<ToolContext, "signal">;
  decide: Decide;
  signal: AbortSignal;
  emit(event: AgentEvent): void;
}

export function createToolBridge({ context, decide, signal, emit }: ToolBridgeOptions): ToolBridge {
  const refusals: Refusal[] = [];
  let toolCalls = 0;
  /** What the call that is under way came to. The loop runs one call after another. */
  let finished: FinishedCall | undefined;

  const tools = AGENT_TOOLS.map(
    (tool): ModelTool => ({
      name: tool.name,
      description: tool.description,
      input: tool.input,
      execute: async (input, call) => {
        finished = await callTool(tool, input, { ...context, signal: call.signal }, decide);
        return { output: finished.output, isError: finished.status !== "ok" };
      },
    }),
  );

  const onResult = ({ id, name, output }: ModelToolResult): void => {
    const outcome = finished;
    finished = undefined;
    toolCalls++;
    if (outcome?.refusal !== undefined) {
      refusals.push(outcome.refusal);
      emit({ type: "refusal", id, ...outcome.refusal });
    }
    emit({
      type: "tool_result",
      id,
      name,
      status: outcome?.status ?? (signal.aborted ? "cancelled" : "error"),
      ...(outcome?.exitCode === undefined ? {} : { exitCode: outcome.exitCode }),
      output: redactText(output),
      ...(outcome?.path === undefined ? {} : { path: outcome.path }),
    });
  };

  return {
    tools,
    refusals,
    get toolCalls() {
      return toolCalls;
    },
    onEvent(event) {
      switch (event.type) {
        case "text":
          emit(event);
          break;
        case "reply":
          emit({
            type: "assistant",
            text: redactText(event.reply.text),
            toolCalls: event.reply.toolCalls.map(shownCall),
          });
          break;
        case "tool_call":
          emit({ type: "tool_call", ...shownCall(event.call) });
          break;
        case "tool_result":
          onResult(event.result);
      }
    },
  };
}

function shownCall({ id, name, input }: ModelToolCall): AgentToolCall {
  return { id, name, input: redactValue(input) };
}
