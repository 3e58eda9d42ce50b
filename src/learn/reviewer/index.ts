/** The reviewer: a model looks over a finished session, and what it finds becomes candidates with evidence. */
export {
  DEFAULT_REVIEW_OPTIONS,
  type ReviewInput,
  type ReviewOptions,
  type ReviewOutcome,
  type ReviewResult,
  type RuleRefusal,
} from "./model.ts";
export { NOTHING_TO_SAVE, PROMPT_VERSION } from "./prompt-v1.ts";
export { REVIEW_PURPOSE, reviewSession } from "./review-session.ts";
export type { RuleRefusalCode } from "./support.ts";
