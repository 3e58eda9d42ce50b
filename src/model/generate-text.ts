/** One request whose answer is prose. */
import { redactText } from "../base/index.ts";
import type { LanguageModel, ModelReply, ModelRequest } from "./model.ts";
import { modelError } from "./model-error.ts";

/** @throws AutoskillError the codes of `ModelErrorCode`; `MODEL_REFUSED` also when the model itself refuses */
export async function generateText(model: LanguageModel, request: ModelRequest): Promise<ModelReply> {
  const reply = await model.generate(request);
  if (reply.finish === "refused") throw refusal(model, reply);
  return reply;
}

export function refusal(model: LanguageModel, reply: ModelReply): Error {
  return modelError("MODEL_REFUSED", `${model.model} refused to answer.`, {
    ...(reply.text === "" ? {} : { found: redactText(reply.text).slice(0, 200) }),
  });
}
