/** `model`: which language model is used, why, and, when asked, whether it answers. */
import { z } from "zod";
import { type ErrorJson, errorToJson } from "../../base/index.ts";
import { generateText, type ModelCandidate, modelError } from "../../model/index.ts";
import { loadConfiguration, setConfiguration } from "../configuration.ts";
import { defineOperation } from "../operation.ts";
import { SUMMARIES } from "../summaries.ts";
import { chooseContextModel, recordedModel } from "./open-model.ts";

export interface ModelReport {
  /** `<provider>:<model>`, or none. */
  model?: string;
  supports?: { tools: boolean; streaming: boolean };
  why: string;
  /** What the person said about installed agents as models. */
  agentCli: "ask" | "yes" | "no";
  /** All that came into question; the first decided. */
  candidates: ModelCandidate[];
  check?: ModelCheck;
}

/** One tiny call. */
export type ModelCheck = { ms: number } & (
  | { ok: true; text: string; answeredBy?: string }
  | { ok: false; error: ErrorJson }
);

export const model = defineOperation({
  name: "model",
  summary: SUMMARIES.model,
  readOnly: false,
  input: z.object({
    check: z.boolean().default(false).describe("Make one tiny call; it is recorded like any other"),
    agentCli: z
      .enum(["yes", "no", "ask"])
      .optional()
      .describe("Say whether an installed agent may be the model where there is no other"),
  }),
  handler: async (context, input): Promise<ModelReport> => {
    if (input.agentCli !== undefined) await setConfiguration(context, "model.agentCli", input.agentCli);
    const { model: chosen, why, candidates } = await chooseContextModel(context);
    const report: ModelReport = {
      ...(chosen === undefined ? {} : { model: chosen.id, supports: chosen.supports }),
      why,
      agentCli: (await loadConfiguration(context))["model.agentCli"],
      candidates,
    };
    if (!input.check) return report;
    if (chosen === undefined) {
      return { ...report, check: { ok: false, ms: 0, error: errorToJson(modelError("NO_MODEL", why)) } };
    }
    const started = performance.now();
    const elapsed = (): number => Math.round(performance.now() - started);
    try {
      const reply = await generateText(recordedModel(context, chosen), {
        purpose: "check",
        messages: [{ role: "user", text: "Answer with the one word: ready" }],
        // Room for models that think before they speak.
        maxOutputTokens: 1024,
        signal: context.signal,
      });
      const answeredBy = reply.model === undefined ? {} : { answeredBy: reply.model };
      return { ...report, check: { ok: true, ms: elapsed(), text: reply.text.trim().slice(0, 200), ...answeredBy } };
    } catch (error) {
      return { ...report, check: { ok: false, ms: elapsed(), error: errorToJson(error) } };
    }
  },
});
