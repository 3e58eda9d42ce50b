/** Limits for a whole piece of work: tokens of all calls together, and a time by which it has to be done. */
import { signalUntil } from "./bounded.ts";
import type { LanguageModel, ModelReply, ModelRequest, ModelStreamEvent } from "./model.ts";
import { modelError } from "./model-error.ts";

export interface ModelBudget {
  /** Input and output of all calls; cached input counts too. Default: no limit. */
  maxTokens?: number;
  /** For all calls together, from now on. Default: no limit. */
  timeoutMs?: number;
}

export interface BudgetedModel extends LanguageModel {
  readonly spentTokens: number;
  /** Which limit is reached, if one is. */
  readonly reached: "tokens" | "time" | undefined;
}

/**
 * No call begins once a limit is reached, and none gets more time or output than is left. The call that crosses the
 * token limit still counts: what it cost is only known afterwards.
 *
 * @throws AutoskillError (from the calls) `MODEL_BUDGET`; `MODEL_TIMEOUT` when the time ends during a call
 */
export function withBudget(model: LanguageModel, budget: ModelBudget): BudgetedModel {
  const deadline = budget.timeoutMs === undefined ? undefined : performance.now() + budget.timeoutMs;
  let spent = 0;

  const leftMs = (): number => (deadline === undefined ? Number.POSITIVE_INFINITY : deadline - performance.now());
  const leftTokens = (): number => (budget.maxTokens ?? Number.POSITIVE_INFINITY) - spent;
  const reached = (): BudgetedModel["reached"] => {
    if (leftTokens() <= 0) return "tokens";
    return leftMs() <= 0 ? "time" : undefined;
  };

  const limited = (request: ModelRequest): ModelRequest => {
    const limit = reached();
    if (limit !== undefined) {
      const what = limit === "tokens" ? `${budget.maxTokens} tokens` : `${(budget.timeoutMs ?? 0) / 1000} seconds`;
      throw modelError("MODEL_BUDGET", `The budget of ${what} is used up.`, { found: `${spent} tokens spent` });
    }
    const timeoutMs = Math.min(request.timeoutMs ?? Number.POSITIVE_INFINITY, leftMs());
    const maxOutputTokens = Math.min(request.maxOutputTokens ?? Number.POSITIVE_INFINITY, leftTokens());
    return {
      ...request,
      ...(Number.isFinite(timeoutMs) ? { timeoutMs } : {}),
      ...(request.maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      // A wait between attempts must not outlive the deadline either.
      ...(deadline === undefined ? {} : { signal: signalUntil(request.signal, leftMs()) }),
    };
  };

  const { id, provider, model: name, supports } = model;
  return {
    id,
    provider,
    model: name,
    supports,
    get spentTokens() {
      return spent;
    },
    get reached() {
      return reached();
    },
    generate: async (request) => {
      const reply = await model.generate(limited(request));
      spent += tokensOf(request, reply);
      return reply;
    },
    stream: async function* (request): AsyncGenerator<ModelStreamEvent> {
      for await (const event of model.stream(limited(request))) {
        if (event.type === "reply") spent += tokensOf(request, event.reply);
        yield event;
      }
    },
  };
}

/** As the provider counts; a service that does not count must not make a budget endless, so then by length. */
function tokensOf(request: ModelRequest, reply: ModelReply): number {
  const counted = reply.usage.inputTokens + reply.usage.outputTokens;
  if (counted > 0) return counted;
  const characters =
    (request.system ?? "").length + JSON.stringify(request.messages).length + JSON.stringify(reply.toolCalls).length;
  return Math.ceil((characters + reply.text.length) / 4);
}
