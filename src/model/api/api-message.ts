/** Our messages and replies in the AI SDK's provider format, and back. */
import type { ModelFinish, ModelMessage, ModelReply, ModelRequest, ModelToolCall, ModelUsage } from "../model.ts";
import { jsonSchemaOf, readToolCall } from "../tool-input.ts";
import type { ApiContent, ApiFinish, ApiPrompt, ApiTool, ApiUsage } from "./api-provider.ts";

type AssistantContent = Extract<ApiPrompt[number], { role: "assistant" }>["content"];

/**
 * With tools, the conversation so far will be sent again with the next result. Anthropic keeps it, at a tenth of the
 * price, only up to what is marked: what is sent first, and the last message. The other services do so by themselves
 * and never see these marks.
 */
export function apiPrompt(request: ModelRequest, modelId: string): ApiPrompt {
  const prompt: ApiPrompt = request.messages.flatMap((message) => apiMessage(message, modelId));
  if (request.system !== undefined && request.system !== "")
    prompt.unshift({ role: "system", content: request.system });
  if ((request.tools ?? []).length === 0) return prompt;
  return prompt.map((message, index) =>
    index === 0 || index === prompt.length - 1 ? { ...message, providerOptions: KEPT } : message,
  );
}

const KEPT = { anthropic: { cacheControl: { type: "ephemeral" } } };

export function apiTools(request: ModelRequest): ApiTool[] {
  return (request.tools ?? []).map(({ name, description, input }) => ({
    type: "function",
    name,
    description,
    inputSchema: jsonSchemaOf(input),
  }));
}

function apiMessage(message: ModelMessage, modelId: string): ApiPrompt {
  switch (message.role) {
    case "user":
      return [{ role: "user", content: [{ type: "text", text: message.text }] }];
    case "assistant": {
      const content = assistantContent(message, modelId);
      // No service takes a message without content; one that says nothing can be left out.
      return content.length === 0 ? [] : [{ role: "assistant", content }];
    }
    case "tool":
      return [
        {
          role: "tool",
          content: message.results.map(({ id, name, output, isError }) => ({
            type: "tool-result",
            toolCallId: id,
            toolName: name,
            output: { type: isError ? "error-text" : "text", value: output },
          })),
        },
      ];
  }
}

function assistantContent(message: Extract<ModelMessage, { role: "assistant" }>, modelId: string): AssistantContent {
  if (message.providerContent?.modelId === modelId) return message.providerContent.parts as AssistantContent;
  return [
    ...(message.text === "" ? [] : [{ type: "text" as const, text: message.text }]),
    ...(message.toolCalls ?? []).map((call) => ({
      type: "tool-call" as const,
      toolCallId: call.id,
      toolName: call.name,
      input: callInput(call),
    })),
  ];
}

/** Services demand an object; what the model wrote instead is kept where it can see it. */
function callInput(call: ModelToolCall): unknown {
  const isObject = typeof call.input === "object" && call.input !== null && !Array.isArray(call.input);
  return isObject ? call.input : { unreadable: call.input };
}

export interface ProviderAnswer {
  content: readonly ApiContent[];
  finish: ApiFinish;
  usage: ApiUsage;
  model?: string | undefined;
}

/** A whole reply out of what a provider gave. */
export function readReply(answer: ProviderAnswer, request: ModelRequest, modelId: string): ModelReply {
  const text: string[] = [];
  const toolCalls: ModelToolCall[] = [];
  for (const part of answer.content) {
    if (part.type === "text") text.push(part.text);
    if (part.type === "tool-call")
      toolCalls.push(readToolCall(part.toolCallId, part.toolName, part.input, request.tools ?? []));
  }
  const parts = toolCalls.length === 0 ? undefined : partsToGiveBack(answer.content, toolCalls);
  return {
    text: text.join(""),
    toolCalls,
    finish: readFinish(answer.finish, toolCalls.length > 0),
    usage: readUsage(answer.usage),
    ...(answer.model === undefined ? {} : { model: answer.model }),
    ...(parts === undefined ? {} : { providerContent: { modelId, parts } }),
  };
}

/** Nothing where the content is plain: text and calls say all of it. */
function partsToGiveBack(content: readonly ApiContent[], calls: readonly ModelToolCall[]): unknown[] | undefined {
  const plain = content.every(
    (part) => (part.type === "text" || part.type === "tool-call") && part.providerMetadata === undefined,
  );
  if (plain) return undefined;
  return content.flatMap((part): AssistantContent => {
    const options = part.providerMetadata === undefined ? {} : { providerOptions: part.providerMetadata };
    if (part.type === "text") return part.text === "" ? [] : [{ type: "text", text: part.text, ...options }];
    if (part.type === "reasoning") return [{ type: "reasoning", text: part.text, ...options }];
    if (part.type !== "tool-call") return [];
    const call = calls.find(({ id }) => id === part.toolCallId);
    if (call === undefined) return [];
    const { toolCallId, toolName } = part;
    return [{ type: "tool-call", toolCallId, toolName, input: callInput(call), ...options }];
  });
}

function readFinish(finish: ApiFinish, hasCalls: boolean): ModelFinish {
  switch (finish.unified) {
    case "stop":
      return hasCalls ? "tool_calls" : "stop";
    case "tool-calls":
      return "tool_calls";
    case "length":
      return "length";
    case "content-filter":
      return "refused";
    default:
      return hasCalls ? "tool_calls" : "other";
  }
}

function readUsage(usage: ApiUsage): ModelUsage {
  return {
    inputTokens: usage.inputTokens.total ?? 0,
    cachedInputTokens: usage.inputTokens.cacheRead ?? 0,
    outputTokens: usage.outputTokens.total ?? 0,
  };
}
