/**
 * The AI SDK's providers, loaded on first use. Only their wire formats are used: `ai` itself would bring its own
 * retries, warnings on the console and telemetry hooks (docs/adr/0050).
 */
import type { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { splitCredentials } from "../base-url.ts";
import { type ApiModelSettings, DEFAULT_BASE_URLS } from "./api-settings.ts";

/** The providers' common interface (AI SDK language model specification v4). */
export type ApiModel = ReturnType<ReturnType<typeof createOpenAICompatible>["chatModel"]>;
export type ApiCallOptions = Parameters<ApiModel["doGenerate"]>[0];
export type ApiPrompt = ApiCallOptions["prompt"];
export type ApiTool = Extract<NonNullable<ApiCallOptions["tools"]>[number], { type: "function" }>;
type ApiAnswer = Awaited<ReturnType<ApiModel["doGenerate"]>>;
export type ApiContent = ApiAnswer["content"][number];
export type ApiFinish = ApiAnswer["finishReason"];
export type ApiUsage = ApiAnswer["usage"];
type ApiStream = Awaited<ReturnType<ApiModel["doStream"]>>["stream"];
export type ApiStreamPart = ApiStream extends ReadableStream<infer Part> ? Part : never;

export async function loadApiModel(settings: ApiModelSettings): Promise<ApiModel> {
  const { baseUrl: baseURL, authorization } = splitCredentials(
    settings.baseUrl ?? DEFAULT_BASE_URLS[settings.provider],
  );
  const common = {
    baseURL,
    fetch: fetchWithoutRedirects,
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  };
  // A given key, even an empty one, keeps the providers from looking for one in the environment themselves.
  const apiKey = settings.apiKey ?? "";
  switch (settings.provider) {
    case "openai-compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const provider = createOpenAICompatible({
        name: "autoskill",
        ...common,
        ...(apiKey === "" ? {} : { apiKey }),
        includeUsage: true,
        supportsStructuredOutputs: true,
        ...(new URL(baseURL).hostname === "api.openai.com" ? { transformRequestBody: asOpenAiWants } : {}),
      });
      return provider.chatModel(settings.model);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ ...common, apiKey }).languageModel(settings.model);
    }
    case "google": {
      const { createGoogle } = await import("@ai-sdk/google");
      return createGoogle({ ...common, apiKey }).languageModel(settings.model);
    }
  }
}

/** OpenAI's reasoning models refuse `max_tokens`; the new name works for all of its models, but at few other services. */
export function asOpenAiWants({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens };
}

/** A redirect would take the key and the conversation to another host. */
const fetchWithoutRedirects: typeof fetch = (input, init) => fetch(input, { ...init, redirect: "manual" });
