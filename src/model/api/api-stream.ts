/** Puts a provider's stream together: text goes out as it comes, the rest is collected for the reply. */
import type { Bounds } from "../bounded.ts";
import type { ModelStreamEvent } from "../model.ts";
import type { ApiContent, ApiFinish, ApiStreamPart, ApiUsage } from "./api-provider.ts";

export interface StreamedAnswer {
  content: ApiContent[];
  /** `undefined` when the stream ended before the model did. */
  finish: ApiFinish | undefined;
  usage: ApiUsage;
  model: string | undefined;
}

type ProseContent = Extract<ApiContent, { type: "text" | "reasoning" }>;

/** @throws whatever the stream reports as an error, and the errors of the bounds */
export async function* readStream(
  stream: ReadableStream<ApiStreamPart>,
  bounds: Bounds,
): AsyncGenerator<ModelStreamEvent, StreamedAnswer> {
  const answer: StreamedAnswer = { content: [], finish: undefined, usage: NOTHING, model: undefined };
  const open = new Map<string, ProseContent>();
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value: part } = await bounds.wait(reader.read());
      if (done) return answer;
      if (part.type === "error") throw part.error;
      if (part.type === "text-delta" && part.delta !== "") yield { type: "text", delta: part.delta };
      collect(part, answer, open);
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}

const NOTHING: ApiUsage = {
  inputTokens: { total: undefined, noCache: undefined, cacheRead: undefined, cacheWrite: undefined },
  outputTokens: { total: undefined, text: undefined, reasoning: undefined },
};

function collect(part: ApiStreamPart, answer: StreamedAnswer, open: Map<string, ProseContent>): void {
  switch (part.type) {
    case "text-start":
    case "reasoning-start": {
      const content: ProseContent = { type: part.type === "text-start" ? "text" : "reasoning", text: "" };
      open.set(part.id, content);
      answer.content.push(content);
      addMetadata(content, part.providerMetadata);
      return;
    }
    case "text-delta":
    case "reasoning-delta":
    case "text-end":
    case "reasoning-end": {
      const content = open.get(part.id);
      if (content === undefined) return;
      if ("delta" in part) content.text += part.delta;
      addMetadata(content, part.providerMetadata);
      return;
    }
    case "tool-call":
      answer.content.push(part);
      return;
    case "response-metadata":
      answer.model = part.modelId ?? answer.model;
      return;
    case "finish":
      // A provider that was never told why the model stopped makes up a reason.
      answer.finish = part.finishReason.raw === undefined ? undefined : part.finishReason;
      answer.usage = part.usage;
  }
}

function addMetadata(content: ProseContent, metadata: ProseContent["providerMetadata"]): void {
  if (metadata !== undefined) content.providerMetadata = { ...content.providerMetadata, ...metadata };
}
