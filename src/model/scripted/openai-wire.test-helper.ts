/** OpenAI chat completions: https://platform.openai.com/docs/api-reference/chat */
import {
  asArray,
  asText,
  type CompleteReply,
  checkToolResults,
  checkTools,
  isRecord,
  pieces,
  type ReadRequest,
  type ScriptedMessage,
  type WireFormat,
} from "./scripted.test-helper.ts";

export const openaiWire: WireFormat = {
  read: (body, _path, report): ReadRequest => {
    if (typeof body.model !== "string" || body.model === "") report("model is missing");
    if (!Array.isArray(body.messages) || body.messages.length === 0) report("messages are missing");
    const system: string[] = [];
    const messages: ScriptedMessage[] = [];
    for (const message of asArray(body.messages)) readMessage(message, system, messages, report);
    const tools = asArray(body.tools).map((tool) => {
      const definition = isRecord(tool.function) ? tool.function : {};
      if (tool.type !== "function") report("a tool that is not of type function");
      return {
        name: asText(definition.name),
        description: asText(definition.description),
        schema: isRecord(definition.parameters) ? definition.parameters : {},
      };
    });
    if (Array.isArray(body.tools) && body.tools.length === 0) report("tools is an empty list");
    checkTools(tools, report);
    checkToolResults(messages, report);
    const maxOutputTokens = body.max_tokens ?? body.max_completion_tokens;
    if (maxOutputTokens !== undefined && !(Number.isInteger(maxOutputTokens) && Number(maxOutputTokens) > 0))
      report("max_tokens is not a positive integer");
    return {
      model: asText(body.model),
      stream: body.stream === true,
      system: system.join("\n"),
      messages,
      tools,
      ...(typeof maxOutputTokens === "number" ? { maxOutputTokens } : {}),
    };
  },

  answer: (reply, request) => ({
    id: reply.id,
    object: "chat.completion",
    created: 1_700_000_000,
    model: request.model,
    choices: [
      {
        index: 0,
        message: {
          role: "assistant",
          content: reply.text === "" ? null : reply.text,
          ...(reply.toolCalls.length === 0 ? {} : { tool_calls: reply.toolCalls.map(toolCall) }),
        },
        finish_reason: finishReason(reply),
      },
    ],
    usage: usage(reply),
  }),

  stream: (reply, request) => {
    const head = { id: reply.id, object: "chat.completion.chunk", created: 1_700_000_000, model: request.model };
    const chunk = (delta: unknown, finish_reason: string | null = null) =>
      event({ ...head, choices: [{ index: 0, delta, finish_reason }] });
    const wantsUsage = isRecord(request.body.stream_options) && request.body.stream_options.include_usage === true;
    return [
      chunk({ role: "assistant", content: "" }),
      ...pieces(reply.text).map((content) => chunk({ content })),
      ...reply.toolCalls.flatMap((call, index) => [
        chunk({
          tool_calls: [{ index, id: call.id, type: "function", function: { name: call.name, arguments: "" } }],
        }),
        ...pieces(call.json).map((part) => chunk({ tool_calls: [{ index, function: { arguments: part } }] })),
      ]),
      chunk({}, finishReason(reply)),
      ...(wantsUsage ? [event({ ...head, choices: [], usage: usage(reply) })] : []),
      "data: [DONE]\n\n",
    ];
  },

  error: (status, message) => ({
    error: { message, type: status === 429 ? "rate_limit_error" : "server_error", param: null, code: null },
  }),
};

function readMessage(
  message: Record<string, unknown>,
  system: string[],
  messages: ScriptedMessage[],
  report: (problem: string) => void,
): void {
  const text = contentText(message.content);
  switch (message.role) {
    case "system":
    case "developer":
      if (messages.length > 0) report("a system message after others");
      system.push(text);
      return;
    case "user":
      if (text === "") report("an empty user message");
      messages.push({ role: "user", text, toolCalls: [], results: [] });
      return;
    case "assistant": {
      const toolCalls = asArray(message.tool_calls).map((call) => {
        const called = isRecord(call.function) ? call.function : {};
        if (asText(call.id) === "" || call.type !== "function") report("a tool call without id or type");
        return { id: asText(call.id), name: asText(called.name), input: parsed(called.arguments, report) };
      });
      if (text === "" && toolCalls.length === 0) report("an assistant message with neither content nor tool calls");
      messages.push({ role: "assistant", text, toolCalls, results: [] });
      return;
    }
    case "tool": {
      const result = { id: asText(message.tool_call_id), output: text };
      if (result.id === "") report("a tool message without tool_call_id");
      const previous = messages.at(-1);
      if (previous?.role === "tool") previous.results.push(result);
      else messages.push({ role: "tool", text: "", toolCalls: [], results: [result] });
      return;
    }
    default:
      report(`role ${JSON.stringify(message.role)}`);
  }
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return asArray(content)
    .map((part) => asText(part.text))
    .join("\n");
}

function parsed(json: unknown, report: (problem: string) => void): unknown {
  try {
    if (typeof json === "string") return JSON.parse(json);
  } catch {
    // Reported below.
  }
  report("the arguments of a tool call are not a string of JSON");
  return undefined;
}

function toolCall(call: CompleteReply["toolCalls"][number]): unknown {
  return { id: call.id, type: "function", function: { name: call.name, arguments: call.json } };
}

function finishReason(reply: CompleteReply): string {
  return reply.finish === "refused" ? "content_filter" : reply.finish;
}

function usage(reply: CompleteReply): unknown {
  const { inputTokens, cachedInputTokens, outputTokens } = reply.usage;
  return {
    prompt_tokens: inputTokens,
    completion_tokens: outputTokens,
    total_tokens: inputTokens + outputTokens,
    prompt_tokens_details: { cached_tokens: cachedInputTokens },
  };
}

function event(data: unknown): string {
  return `data: ${JSON.stringify(data)}\n\n`;
}
