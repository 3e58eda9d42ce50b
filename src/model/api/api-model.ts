/** Language models behind an HTTP API: anything OpenAI-compatible, Anthropic, Google. */
import { type AutoskillError, type Clock, systemClock } from "../../base/index.ts";
import { openBounds } from "../bounded.ts";
import type { LanguageModel, ModelReply, ModelRequest, ModelStreamEvent } from "../model.ts";
import { modelError } from "../model-error.ts";
import { jsonSchemaOf } from "../tool-input.ts";
import { apiError } from "./api-error.ts";
import { apiPrompt, apiTools, type ProviderAnswer, readReply } from "./api-message.ts";
import { type ApiCallOptions, type ApiModel, loadApiModel } from "./api-provider.ts";
import { type ApiModelSettings, DEFAULT_BASE_URLS } from "./api-settings.ts";
import { readStream } from "./api-stream.ts";

/**
 * Nothing is loaded or sent before the first request.
 *
 * @throws AutoskillError `INVALID_INPUT` for a base URL that is none
 * @example createApiModel({ provider: "openai-compatible", model: "qwen3", baseUrl: "http://127.0.0.1:11434/v1" })
 */
export function createApiModel(settings: ApiModelSettings, options: { clock?: Clock } = {}): LanguageModel {
  const clock = options.clock ?? systemClock;
  const id = `${settings.provider}:${settings.model}`;
  const who = `${settings.model} at ${new URL(settings.baseUrl ?? DEFAULT_BASE_URLS[settings.provider]).host}`;
  let loading: Promise<ApiModel> | undefined;
  /** Cleared when the service refuses a schema: many know only some of JSON Schema, or nothing of it. */
  let sendsSchemas = true;

  const asOurs = (error: unknown): AutoskillError =>
    apiError(error, { who, apiKey: settings.apiKey, now: clock.now() });

  const load = (): Promise<ApiModel> => {
    loading ??= loadApiModel(settings);
    return loading;
  };

  const callOptions = (request: ModelRequest, abortSignal: AbortSignal): ApiCallOptions => {
    const tools = apiTools(request);
    return {
      prompt: apiPrompt(request, id),
      abortSignal,
      ...(tools.length === 0 ? {} : { tools }),
      ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens: request.maxOutputTokens }),
      ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
      ...(request.responseSchema === undefined || !sendsSchemas
        ? {}
        : { responseFormat: { type: "json", schema: jsonSchemaOf(request.responseSchema) } }),
      providerOptions: { autoskill: { strictJsonSchema: false } },
    };
  };

  /** Runs `attempt`, and once more without a schema where the service refuses it. */
  const withSchemaFallback = async <T>(request: ModelRequest, attempt: () => Promise<T>): Promise<T> => {
    try {
      return await attempt();
    } catch (error) {
      const failure = asOurs(error);
      if (failure.code !== "MODEL_REFUSED" || request.responseSchema === undefined || !sendsSchemas) throw failure;
      sendsSchemas = false;
      return await attempt();
    }
  };

  /** An end for no good reason with nothing in it (Gemini's `MALFORMED_FUNCTION_CALL`) is no answer. */
  const wholeReply = (answer: ProviderAnswer, request: ModelRequest): ModelReply => {
    const reply = readReply(answer, request, id);
    if (reply.finish !== "other" || reply.text !== "") return reply;
    const reason = answer.finish.raw ?? "no reason given";
    throw modelError("MODEL_OUTPUT_INVALID", `${who} ended without an answer (${reason}).`);
  };

  const generate = async (request: ModelRequest): Promise<ModelReply> => {
    const bounds = openBounds(request, settings.timeoutMs);
    try {
      const answer = await withSchemaFallback(request, async () => {
        const model = await bounds.wait(load());
        return await bounds.wait(Promise.resolve(model.doGenerate(callOptions(request, bounds.signal))));
      });
      const { content, finishReason, usage, response } = answer;
      return wholeReply({ content, finish: finishReason, usage, model: response?.modelId }, request);
    } catch (error) {
      throw asOurs(error);
    } finally {
      bounds.end();
    }
  };

  async function* stream(request: ModelRequest): AsyncGenerator<ModelStreamEvent> {
    const bounds = openBounds(request, settings.timeoutMs);
    const left = new AbortController();
    try {
      const answer = await withSchemaFallback(request, async () => {
        const model = await bounds.wait(load());
        const signal = AbortSignal.any([bounds.signal, left.signal]);
        return await bounds.wait(Promise.resolve(model.doStream(callOptions(request, signal))));
      });
      const whole = yield* readStream(answer.stream, bounds);
      if (whole.finish === undefined) throw modelError("MODEL_UNREACHABLE", `${who} cut the answer off.`);
      yield { type: "reply", reply: wholeReply({ ...whole, finish: whole.finish }, request) };
    } catch (error) {
      throw asOurs(error);
    } finally {
      bounds.end();
      // Where the reader went away early, the request ends too.
      left.abort();
    }
  }

  return {
    id,
    provider: settings.provider,
    model: settings.model,
    supports: { tools: true, streaming: true },
    generate,
    stream,
  };
}
