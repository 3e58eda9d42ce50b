/** Anthropic messages: https://docs.anthropic.com/en/api/messages */
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

export const anthropicWire: WireFormat = {
  read: (body, _path, report): ReadRequest => {
    if (typeof body.model !== "string" || body.model === "") report("model is missing");
    if (!(Number.isInteger(body.max_tokens) && Number(body.max_tokens) > 0)) report("max_tokens is missing");
    if (!Array.isArray(body.messages) || body.messages.length === 0) report("messages are missing");
    const messages: ScriptedMessage[] = [];
    for (const message of asArray(body.messages)) readMessage(message, messages, report);
    if (messages.length > 0 && messages[0]?.role !== "user") report("the first message is not the user's");
    const tools = asArray(body.tools).map((tool) => ({
      name: asText(tool.name),
      description: asText(tool.description),
      schema: isRecord(tool.input_schema) ? tool.input_schema : {},
    }));
    checkTools(tools, report);
    checkToolResults(messages, report);
    return {
      model: asText(body.model),
      stream: body.stream === true,
      system: contentText(body.system),
      messages,
      tools,
      maxOutputTokens: Number(body.max_tokens),
    };
  },

  answer: (reply, request) => ({
    ...head(reply, request.model),
    content: [
      ...(reply.text === "" ? [] : [{ type: "text", text: reply.text }]),
      ...reply.toolCalls.map((call) => ({ type: "tool_use", id: call.id, name: call.name, input: call.input })),
    ],
    stop_reason: stopReason(reply),
    stop_sequence: null,
    usage: usage(reply),
  }),

  stream: (reply, request) => {
    let index = -1;
    const block = (start: unknown, deltas: unknown[]): string[] => {
      index += 1;
      return [
        event("content_block_start", { index, content_block: start }),
        ...deltas.map((delta) => event("content_block_delta", { index, delta })),
        event("content_block_stop", { index }),
      ];
    };
    return [
      event("message_start", {
        message: {
          ...head(reply, request.model),
          content: [],
          stop_reason: null,
          stop_sequence: null,
          usage: { ...usage(reply), output_tokens: 1 },
        },
      }),
      event("ping", {}),
      ...(reply.text === ""
        ? []
        : block(
            { type: "text", text: "" },
            pieces(reply.text).map((text) => ({ type: "text_delta", text })),
          )),
      ...reply.toolCalls.flatMap((call) =>
        block(
          { type: "tool_use", id: call.id, name: call.name, input: {} },
          pieces(call.json).map((partial_json) => ({ type: "input_json_delta", partial_json })),
        ),
      ),
      event("message_delta", {
        delta: { stop_reason: stopReason(reply), stop_sequence: null },
        usage: { output_tokens: reply.usage.outputTokens },
      }),
      event("message_stop", {}),
    ];
  },

  error: (status, message) => ({
    type: "error",
    error: {
      type: status === 429 ? "rate_limit_error" : status >= 500 ? "api_error" : "invalid_request_error",
      message,
    },
  }),
};

function readMessage(
  message: Record<string, unknown>,
  messages: ScriptedMessage[],
  report: (problem: string) => void,
): void {
  const blocks =
    typeof message.content === "string" ? [{ type: "text", text: message.content }] : asArray(message.content);
  for (const block of blocks) if (block.type === "text" && asText(block.text) === "") report("an empty text block");
  if (blocks.length === 0) report("a message without content");
  const text = contentText(blocks);
  if (message.role === "assistant") {
    const toolCalls = blocks
      .filter((block) => block.type === "tool_use")
      .map((block) => {
        if (!isRecord(block.input)) report("the input of a tool_use is not an object");
        return { id: asText(block.id), name: asText(block.name), input: block.input };
      });
    messages.push({ role: "assistant", text, toolCalls, results: [] });
    return;
  }
  if (message.role !== "user") report(`role ${JSON.stringify(message.role)}`);
  const results = blocks
    .filter((block) => block.type === "tool_result")
    .map((block) => ({
      id: asText(block.tool_use_id),
      output: contentText(block.content),
      isError: block.is_error === true,
    }));
  if (results.length > 0 && blocks[0]?.type !== "tool_result") report("tool results that do not come first");
  if (results.length > 0) messages.push({ role: "tool", text: "", toolCalls: [], results });
  if (text !== "" || results.length === 0) messages.push({ role: "user", text, toolCalls: [], results: [] });
}

function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return asArray(content)
    .filter((block) => block.type === "text")
    .map((block) => asText(block.text))
    .join("\n");
}

function head(reply: CompleteReply, model: string): Record<string, unknown> {
  return { id: reply.id, type: "message", role: "assistant", model };
}

function stopReason(reply: CompleteReply): string {
  return { stop: "end_turn", tool_calls: "tool_use", length: "max_tokens", refused: "refusal" }[reply.finish];
}

/** Anthropic counts what came from the cache apart from the other input. */
function usage(reply: CompleteReply): Record<string, number> {
  const { inputTokens, cachedInputTokens, outputTokens } = reply.usage;
  return {
    input_tokens: inputTokens - cachedInputTokens,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cachedInputTokens,
    output_tokens: outputTokens,
  };
}

function event(type: string, data: Record<string, unknown>): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}
