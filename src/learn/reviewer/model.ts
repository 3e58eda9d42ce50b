/** What a review is to its callers: input, options, and what came out of it. */
import type { Bank, Scope } from "../../bank/index.ts";
import type { AutoskillError } from "../../base/index.ts";
import type { LanguageModel, ModelUsage } from "../../model/index.ts";
import type { Conversation } from "../../session/index.ts";
import type { Candidate } from "../candidate.ts";
import type { Refusal, SandboxOptions, SkillRoot } from "../sandbox/index.ts";
import type { RuleRefusalCode } from "./support.ts";

export interface ReviewOptions {
  /** Requests to the model. Default 8. */
  maxTurns: number;
  /** For the whole review. Default 120,000. */
  timeoutMs: number;
  /** Input and output of all requests together. Default 200,000. */
  maxTokens: number;
  /** Default `bwrap`. */
  shell: SandboxOptions["shell"];
  /** Budget of the condensed session, in tokens. Default 24,000. */
  sessionTokens: number;
}

export const DEFAULT_REVIEW_OPTIONS: ReviewOptions = {
  maxTurns: 8,
  timeoutMs: 120_000,
  maxTokens: 200_000,
  shell: "bwrap",
  sessionTokens: 24_000,
};

export interface ReviewInput {
  model: LanguageModel;
  /** Messages that can be read more than once are not held in memory. */
  session: Conversation & { sourcePath: string };
  /** What the tools may read. */
  projectRoot: string;
  /** Where what is learned goes. */
  scope: Scope;
  bank: Bank;
  skillRoots: SkillRoot[];
  options?: Partial<ReviewOptions>;
  signal?: AbortSignal;
  /** Default: the current time. */
  now?: Date;
  /** True for a digest that `rejectionDigests` gave for a candidate that a person rejected. Default: nothing was. */
  isRejected?: (digest: string) => boolean | Promise<boolean>;
  /** Told after each step, for a person who waits. */
  onProgress?: (message: string) => void;
}

/** A rule (or a file, or a whole skill) that the model wrote and that is not proposed. */
export interface RuleRefusal {
  /** Name of the skill. */
  slug: string;
  /** The rule's first line, ≤ 200 characters, redacted; absent when the whole skill is refused. */
  rule?: string;
  code: RuleRefusalCode | (string & {});
  /** Why, in one sentence. */
  message: string;
}

export type ReviewOutcome = "nothing_to_save" | "proposed" | "refused" | "failed" | "cancelled";

export interface ReviewResult {
  /**
   * `nothing_to_save`: the model wrote nothing. `proposed`: there are candidates. `refused`: it wrote something, and nothing
   * of it may be kept. `failed`: the model could not be asked, or a budget ended before it wrote anything.
   */
  outcome: ReviewOutcome;
  candidates: Candidate[];
  /** Requests made. */
  turns: number;
  usage: ModelUsage;
  /** What the tools refused during the run. */
  refusals: Refusal[];
  /** What was written and is not proposed, with the reason. */
  problems: RuleRefusal[];
  /** Size of the condensed session. */
  session: { tokens: number; digest: string; cut: { turns: number; messages: number; characters: number } };
  /** The budget that ended the run before the model did. */
  stoppedBy?: "turn_limit" | "token_limit" | "deadline";
  /** Why it failed. */
  error?: AutoskillError;
  /** Version of the prompt that was used. */
  promptVersion: number;
}
