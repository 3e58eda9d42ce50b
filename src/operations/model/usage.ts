/**
 * `usage`: what language models were asked for, how often, at how many tokens, and how it ended; and what became of skills,
 * by skill and person.
 */
import { z } from "zod";
import { type ModelCallSummary, summarizeModelCalls } from "../../store/index.ts";
import { type Configuration, loadConfiguration } from "../configuration.ts";
import { defineOperation } from "../operation.ts";
import { parseSince } from "../since.ts";
import { SUMMARIES } from "../summaries.ts";
import { type SkillUsage, skillUsage } from "./skill-usage.ts";

type Prices = Configuration["model.prices"];
type TokensOfModel = Pick<
  ModelCallSummary,
  "provider" | "model" | "inputTokens" | "cachedInputTokens" | "outputTokens"
>;

export interface UsageAmounts {
  calls: number;
  /** How the calls ended; they add up to `calls`. */
  outcomes: { ok: number; invalid: number; failed: number; cancelled: number };
  /** Attempts beyond the first of each call. */
  retries: number;
  /** All of the input, with what came from a provider's cache. */
  inputTokens: number;
  cachedInputTokens: number;
  outputTokens: number;
  ms: number;
  /** In the unit of `model.prices`. Missing unless there is a price for every model with tokens. */
  cost?: number;
}

export interface PurposeUsage extends UsageAmounts {
  purpose: string;
  /** `<provider>:<model>`, sorted. */
  models: string[];
}

export interface UsageReport {
  /** ISO 8601; missing when everything is counted. */
  since?: string;
  purposes: PurposeUsage[];
  total: UsageAmounts;
  /** Models with tokens and no price, sorted. */
  unpriced: string[];
  /** The most used first. */
  skills: SkillUsage[];
}

export const usage = defineOperation({
  name: "usage",
  summary: SUMMARIES.usage,
  readOnly: true,
  input: z.object({
    since: z.string().optional().describe("A date, or an age such as 12h, 7d, 2w"),
    skill: z.string().optional().describe("Only the skills of this name"),
    user: z.string().optional().describe("Only what happened for this person"),
  }),
  handler: async (context, input): Promise<UsageReport> => {
    const since = input.since === undefined ? undefined : parseSince(input.since, context.clock.now()).toISOString();
    const prices = (await loadConfiguration(context))["model.prices"];
    const store = await context.store();
    const rows = await summarizeModelCalls(store, since);
    const byPurpose = Map.groupBy(rows, (row) => row.purpose);
    return {
      ...(since === undefined ? {} : { since }),
      purposes: [...byPurpose].map(([purpose, own]) => ({
        purpose,
        models: [...new Set(own.map(nameOf))].sort(),
        ...addUp(own, prices),
      })),
      total: addUp(rows, prices),
      unpriced: [...new Set(rows.filter((row) => costOf(row, prices) === undefined).map(nameOf))].sort(),
      skills: await skillUsage(store, { ...input, since }),
    };
  },
});

function addUp(rows: readonly ModelCallSummary[], prices: Prices): UsageAmounts {
  const sum = (of: (row: ModelCallSummary) => number): number => rows.reduce((total, row) => total + of(row), 0);
  const ended = (outcome: string): number => sum((row) => (row.outcome === outcome ? row.calls : 0));
  const costs = rows.map((row) => costOf(row, prices));
  const known = costs.filter((cost) => cost !== undefined);
  return {
    calls: sum((row) => row.calls),
    outcomes: { ok: ended("ok"), invalid: ended("invalid"), failed: ended("failed"), cancelled: ended("cancelled") },
    retries: sum((row) => row.attempts - row.calls),
    inputTokens: sum((row) => row.inputTokens),
    cachedInputTokens: sum((row) => row.cachedInputTokens),
    outputTokens: sum((row) => row.outputTokens),
    ms: Math.round(sum((row) => row.ms)),
    ...(rows.length > 0 && known.length === costs.length
      ? { cost: Number(known.reduce((total, cost) => total + cost, 0).toFixed(6)) }
      : {}),
  };
}

/** 0 without tokens; `undefined` where there is no price. Prices are by `<provider>:<model>` or by the model alone. */
export function costOf(row: TokensOfModel, prices: Prices): number | undefined {
  if (row.inputTokens + row.outputTokens === 0) return 0;
  const price = prices[nameOf(row)] ?? prices[row.model];
  if (price === undefined) return undefined;
  const fresh = row.inputTokens - row.cachedInputTokens;
  const cached = row.cachedInputTokens * (price.cachedInput ?? price.input);
  return (fresh * price.input + cached + row.outputTokens * price.output) / 1_000_000;
}

function nameOf(row: Pick<TokensOfModel, "provider" | "model">): string {
  return `${row.provider}:${row.model}`;
}
