/** How much the configured model takes in one request, and how much of that a session may be. */
import { contextTokensOf, type LanguageModel } from "../../model/index.ts";
import type { Configuration } from "../configuration.ts";

type Named = Pick<LanguageModel, "model">;

/** What the model takes in one request, in tokens: what the person says, else what is known of it by its name. */
export function contextTokensFor(configuration: Pick<Configuration, "model.contextTokens">, model: Named): number {
  const said = configuration["model.contextTokens"];
  return said === 0 ? contextTokensOf(model) : said;
}

/** Less of a session says nothing of it. */
const LEAST_SESSION_TOKENS = 2_000;

/**
 * How far a session is condensed before the model reads it, in tokens: at most half of what the model takes, so that
 * instructions, skills and what the tools return have room beside it.
 */
export function sessionTokensFor(
  configuration: Pick<Configuration, "model.contextTokens" | "review.sessionTokens">,
  model: Named,
): number {
  const half = Math.floor(contextTokensFor(configuration, model) / 2);
  return Math.min(configuration["review.sessionTokens"], Math.max(half, LEAST_SESSION_TOKENS));
}
