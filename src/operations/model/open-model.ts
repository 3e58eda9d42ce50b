/** The language model of this person, as every operation that needs one gets it: retrying, and with its calls recorded. */
import {
  chooseModel,
  type LanguageModel,
  type ModelChoice,
  modelError,
  recordModelCalls,
  withRetries,
} from "../../model/index.ts";
import { recordModelCall } from "../../store/index.ts";
import { loadConfiguration } from "../configuration.ts";
import type { OperationContext } from "../context.ts";

/** Which model the settings and the environment lead to. Nothing is loaded or sent. */
export async function chooseContextModel(context: OperationContext, projectRoot?: string): Promise<ModelChoice> {
  const { givenModel } = context;
  if (givenModel !== undefined) {
    const why = "The program that uses autoskill says so.";
    return { model: givenModel === "none" ? undefined : givenModel, why, candidates: [] };
  }
  const settings = await loadConfiguration(context, projectRoot);
  return await chooseModel(
    {
      provider: settings["model.provider"],
      ...(settings["model.name"] === "" ? {} : { name: settings["model.name"] }),
      ...(settings["model.baseUrl"] === "" ? {} : { baseUrl: settings["model.baseUrl"] }),
      ...(settings["model.apiKeyVariable"] === "" ? {} : { apiKeyVariable: settings["model.apiKeyVariable"] }),
      agentCli: settings["model.agentCli"],
      timeoutMs: settings["model.timeoutSeconds"] * 1000,
    },
    context.environment,
    { clock: context.clock },
  );
}

/**
 * @throws AutoskillError `NO_MODEL` with the reason; `CONFIG_INVALID`
 * @example const model = await openModel(context); await generateText(model, { purpose: "review", messages });
 */
export async function openModel(context: OperationContext, projectRoot?: string): Promise<LanguageModel> {
  const { model, why } = await chooseContextModel(context, projectRoot);
  if (model === undefined) throw modelError("NO_MODEL", `There is no language model to use. ${why}`);
  return recordedModel(context, model);
}

/** Waits between attempts are told as progress. What the caller puts around models is around all of it. */
export function recordedModel(context: OperationContext, model: LanguageModel): LanguageModel {
  const retrying = withRetries(model, {
    onRetry: ({ code, attempt, waitMs }) =>
      context.progress({ message: `${model.model}: ${code}; attempt ${attempt} in ${Math.ceil(waitMs / 1000)} s` }),
  });
  const recorded = recordModelCalls(
    retrying,
    async ({ usage, ...call }) => recordModelCall(await context.store(), { ...call, ...usage }),
    { clock: context.clock },
  );
  return context.wrapModel(recorded);
}
