/** Google generateContent: https://ai.google.dev/api/generate-content */
import {
  asArray,
  asText,
  type CompleteReply,
  checkTools,
  isRecord,
  pieces,
  type ReadRequest,
  type ScriptedMessage,
  type WireFormat,
} from "./scripted.test-helper.ts";

export const googleWire: WireFormat = {
  read: (body, path, report): ReadRequest => {
    const address = /\/models\/([^/:]+):(\w+)/.exec(path);
    if (!Array.isArray(body.contents) || body.contents.length === 0) report("contents are missing");
    const messages: ScriptedMessage[] = [];
    for (const content of asArray(body.contents)) readContent(content, messages, report);
    const tools = asArray(body.tools)
      .flatMap((tool) => asArray(tool.functionDeclarations))
      .map((tool) => ({
        name: asText(tool.name),
        description: asText(tool.description),
        schema: isRecord(tool.parameters) ? tool.parameters : { type: "object" },
      }));
    checkTools(tools, report);
    const configuration = isRecord(body.generationConfig) ? body.generationConfig : {};
    return {
      model: address?.[1] ?? "",
      stream: address?.[2] === "streamGenerateContent",
      system: isRecord(body.systemInstruction) ? partsText(body.systemInstruction.parts) : "",
      messages,
      tools,
      ...(typeof configuration.maxOutputTokens === "number" ? { maxOutputTokens: configuration.maxOutputTokens } : {}),
    };
  },

  answer: (reply, request) => ({
    candidates: [{ index: 0, content: { role: "model", parts: parts(reply) }, finishReason: finishReason(reply) }],
    usageMetadata: usage(reply),
    modelVersion: request.model,
    responseId: reply.id,
  }),

  stream: (reply, request) => {
    const chunk = (content: unknown[], last = false): string =>
      `data: ${JSON.stringify({
        candidates: [
          {
            index: 0,
            content: { role: "model", parts: content },
            ...(last ? { finishReason: finishReason(reply) } : {}),
          },
        ],
        usageMetadata: usage(reply),
        modelVersion: request.model,
        responseId: reply.id,
      })}\r\n\r\n`;
    return [
      ...pieces(reply.text).map((text) => chunk([{ text }])),
      ...reply.toolCalls.map((call) => chunk([functionCall(call)])),
      chunk([{ text: "" }], true),
    ];
  },

  error: (status, message) => ({
    error: { code: status, message, status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE" },
  }),
};

/** The format has no call ids in its older form: calls and answers are matched by their order. */
function readContent(
  content: Record<string, unknown>,
  messages: ScriptedMessage[],
  report: (problem: string) => void,
): void {
  const parts = asArray(content.parts);
  if (parts.length === 0) report("a content without parts");
  const text = partsText(parts);
  if (content.role === "model") {
    const calls = parts.map((part) => part.functionCall).filter(isRecord);
    messages.push({
      role: "assistant",
      text,
      toolCalls: calls.map((call, index) => ({
        id: asText(call.id) || `${messages.length}.${index}`,
        name: asText(call.name),
        input: call.args,
      })),
      results: [],
    });
    return;
  }
  if (content.role !== "user" && content.role !== "function") report(`role ${JSON.stringify(content.role)}`);
  const responses = parts.map((part) => part.functionResponse).filter(isRecord);
  const calls = messages.at(-1)?.toolCalls ?? [];
  if (responses.length !== calls.length) report(`${calls.length} function calls, ${responses.length} responses`);
  if (responses.length > 0) {
    const results = responses.map((response, index) => {
      if (asText(response.name) !== calls[index]?.name) report(`a response for ${asText(response.name)} out of order`);
      return { id: calls[index]?.id ?? "", output: responseText(response.response) };
    });
    messages.push({ role: "tool", text: "", toolCalls: [], results });
  }
  if (text !== "") messages.push({ role: "user", text, toolCalls: [], results: [] });
}

function responseText(response: unknown): string {
  if (!isRecord(response)) return "";
  const content = response.content ?? response.output ?? response.result;
  return typeof content === "string" ? content : JSON.stringify(response);
}

function partsText(parts: unknown): string {
  return asArray(parts)
    .map((part) => asText(part.text))
    .filter((text) => text !== "")
    .join("\n");
}

function parts(reply: CompleteReply): unknown[] {
  return [...(reply.text === "" ? [] : [{ text: reply.text }]), ...reply.toolCalls.map(functionCall)];
}

function functionCall(call: CompleteReply["toolCalls"][number]): unknown {
  return { functionCall: { name: call.name, args: call.input } };
}

function finishReason(reply: CompleteReply): string {
  return { stop: "STOP", tool_calls: "STOP", length: "MAX_TOKENS", refused: "SAFETY" }[reply.finish];
}

function usage(reply: CompleteReply): Record<string, number> {
  const { inputTokens, cachedInputTokens, outputTokens } = reply.usage;
  return {
    promptTokenCount: inputTokens,
    cachedContentTokenCount: cachedInputTokens,
    candidatesTokenCount: outputTokens,
    totalTokenCount: inputTokens + outputTokens,
  };
}
